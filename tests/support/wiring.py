"""The wiring of the functions, made anew for each world that a test makes."""

from types import ModuleType

from muniment.bootstrap import (
    callers,
    consolidating,
    deleting,
    extracting,
    indexing,
    parts,
    reading,
    writing,
)

WIRING: tuple[ModuleType, ...] = (
    callers, consolidating, deleting, extracting, indexing, parts, reading, writing,
)  # fmt: skip


def forget_wiring() -> None:
    """Forget every adapter and use case that was made."""
    for module in WIRING:
        for made in vars(module).values():
            if hasattr(made, "cache_clear"):
                made.cache_clear()

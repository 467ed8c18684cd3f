"""The wiring of the functions, made anew for each world that a test makes."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from muniment import bootstrap

# Every one that there is: a module forgotten here would keep the world of an earlier test.
WIRING: tuple[ModuleType, ...] = tuple(
    import_module(f"{bootstrap.__name__}.{module.name}")
    for module in iter_modules(bootstrap.__path__)
)


def forget_wiring() -> None:
    """Forget every adapter and use case that was made."""
    for module in WIRING:
        for made in vars(module).values():
            if hasattr(made, "cache_clear"):
                made.cache_clear()

"""Lets one process at a time make what several want: a lock that ends with its holder."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def is_held(target: Path) -> bool:
    """Whether a process holds `target` at the moment."""
    lock = _beside(target)
    if not lock.exists():
        return False
    with lock.open("w") as tried:
        try:
            fcntl.flock(tried, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@contextmanager
def exclusively(target: Path) -> Iterator[None]:
    """Hold `target` while the block runs; another process that wants it waits for the end.

    The lock is a file beside `target`, which therefore may be removed and made anew inside.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _beside(target).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.lock")

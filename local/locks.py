"""Lets one process at a time make what several want: a lock that ends with its holder."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusively(target: Path) -> Iterator[None]:
    """Hold `target` while the block runs; another process that wants it waits for the end.

    The lock is a file beside `target`, which therefore may be removed and made anew inside.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.with_name(f".{target.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield

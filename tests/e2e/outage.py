"""Takes the index away for a while, as a fault would."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.e2e.world import World


@contextmanager
def index_down(world: World) -> Iterator[None]:
    """Make every search fail: the SQLite file is away, or the engine refuses the index."""
    if world.stack.index == "sqlite":
        with _moved_away(Path(world.stack.index_url)):
            yield
    else:
        with _closed(world.stack.index_url):
            yield


@contextmanager
def _moved_away(file: Path) -> Iterator[None]:
    files = list(file.parent.glob(f"{file.name}*"))
    for each in files:
        each.rename(each.with_name(f"away-{each.name}"))
    try:
        yield
    finally:
        for each in files:
            each.with_name(f"away-{each.name}").rename(each)


@contextmanager
def _closed(url: str) -> Iterator[None]:
    httpx.post(f"{url}/muniment/_close", timeout=60).raise_for_status()
    try:
        yield
    finally:
        httpx.post(f"{url}/muniment/_open", timeout=60).raise_for_status()

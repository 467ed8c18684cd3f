"""One memory a test; no socket is opened."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.memory import Memory, Person, fresh
from tests.support.resources import CREDENTIALS


@pytest.fixture(autouse=True)
def _offline(socket_disabled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    # Decisions are taken again at once: what is waited for is another process, and there is none.
    monkeypatch.setattr("muniment.app.retrying.time.sleep", lambda _: None)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with fresh(tmp_path) as made:
        yield made


@pytest.fixture
def ada(memory: Memory) -> Person:
    """The user whom a test is about."""
    return memory.of("ada")


@pytest.fixture
def bob(memory: Memory) -> Person:
    """Another user of the same tenant."""
    return memory.of("bob")


@pytest.fixture
def memories(tmp_path: Path) -> Iterator[Callable[[], Memory]]:
    """Memories that know nothing of each other, for comparing one with another."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(fresh(tmp_path))

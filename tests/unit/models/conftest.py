from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.memory import fresh
from tests.support.model_server import ModelServer, serving
from tests.support.resources import CREDENTIALS
from tests.unit.models.world import Talk


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("muniment.app.retrying.time.sleep", lambda _: None)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as state:
        yield state


@pytest.fixture
def talk(server: ModelServer, tmp_path: Path) -> Iterator[Talk]:
    """A user of a memory whose route has one model, `small`."""
    with fresh(tmp_path) as memory:
        yield Talk(memory, server).route("small")

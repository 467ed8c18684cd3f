"""One index of each kind for the contract: the fake, SQLite, and a real OpenSearch."""

from pathlib import Path

import pytest

from muniment.adapters.sqlite_index import SqliteIndex
from tests.contract.fake_index import FakeIndex
from tests.contract.samples import AnyIndex


@pytest.fixture(params=["fake", "sqlite"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> AnyIndex:
    """An empty index behind the ports."""
    made: AnyIndex
    made = FakeIndex() if request.param == "fake" else SqliteIndex(tmp_path / "index.sqlite")
    made.ensure()
    return made

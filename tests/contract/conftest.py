"""One index of each kind for the contract: the fake, SQLite, and a real OpenSearch."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from muniment.adapters.opensearch_client import connect
from muniment.adapters.opensearch_index import OpenSearchIndex
from muniment.adapters.sqlite_index import SqliteIndex
from tests.contract.fake_index import FakeIndex
from tests.contract.samples import AnyIndex


@pytest.fixture
def opensearch_alias(opensearch: str) -> Iterator[str]:
    """An alias of the test's own; what it made in the engine is dropped afterwards."""
    alias = f"test-{uuid.uuid4().hex}"
    yield alias
    client = connect(opensearch)
    client.indices.delete(index=f"{alias}-*")
    client.close()


@pytest.fixture(params=["fake", "sqlite", "opensearch"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> AnyIndex:
    """An empty index behind the ports."""

    def in_opensearch() -> AnyIndex:
        url = request.getfixturevalue("opensearch")
        return OpenSearchIndex(url, request.getfixturevalue("opensearch_alias"))

    makers: dict[str, Callable[[], AnyIndex]] = {
        "fake": FakeIndex,
        "sqlite": lambda: SqliteIndex(tmp_path / "index.sqlite"),
        "opensearch": in_opensearch,
    }
    made = makers[request.param]()
    made.ensure()
    return made

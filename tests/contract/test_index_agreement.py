"""The engines say the same: ids, order, statistics, and scores up to the engines' arithmetic."""

import random
from pathlib import Path

import pytest

from muniment.adapters.opensearch_index import OpenSearchIndex
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.ports import IndexEntry, IndexQuery
from tests.contract.fake_index import FakeIndex
from tests.contract.samples import ADA, NOW, AnyIndex, direction, entry, near

LEXICAL_TOLERANCE = 2e-5
"""Lucene adds a query's terms as 32-bit floats: seven digits, of a score of up to about 40."""
COSINE_TOLERANCE = 2e-6
"""Lucene's cosine of 384 dimensions in 32 bits, after its way through (1 + cosine) / 2."""


def _entries() -> list[IndexEntry]:
    source = random.Random(3)  # noqa: S311 - reproducible, not secret
    words = [f"word{n}" for n in range(80)]
    return [
        entry(
            f"e_{n:03}",
            " ".join(source.choices(words, k=source.choice([0, 1, 5, 16, 39, 41, 70, 400]))),
            vector=near(direction("middle"), n, 1.0),
        )
        for n in range(200)
    ]


@pytest.fixture
def engines(tmp_path: Path, opensearch: str, opensearch_alias: str) -> list[AnyIndex]:
    made: list[AnyIndex] = [
        FakeIndex(),
        SqliteIndex(tmp_path / "index.sqlite"),
        OpenSearchIndex(opensearch, opensearch_alias),
    ]
    for engine in made:
        engine.ensure()
        engine.upsert(ADA, _entries())
        engine.count(ADA)
    return made


@pytest.mark.parametrize("seed", range(5))
def test_the_engines_agree(engines: list[AnyIndex], seed: int) -> None:
    source = random.Random(seed)  # noqa: S311 - reproducible, not secret
    terms = tuple(f"word{source.randrange(100)}" for _ in range(source.choice([1, 3, 12])))
    query = IndexQuery(terms, near(direction("middle"), f"q{seed}", 1.0), 1, NOW)

    model, *others = [engine.search(ADA, query) for engine in engines]

    assert len(model.hits) >= 30
    for other in others:
        assert other.statistics.documents == model.statistics.documents
        assert other.statistics.frequencies == model.statistics.frequencies
        assert other.statistics.average_length == pytest.approx(model.statistics.average_length)
        assert {hit.id for hit in other.hits} == {hit.id for hit in model.hits}
        scores = {hit.id: hit for hit in other.hits}
        for hit in model.hits:
            same = scores[hit.id]
            assert same.lexical == pytest.approx(hit.lexical, abs=LEXICAL_TOLERANCE)
            assert (same.cosine is None) == (hit.cosine is None)
            if same.cosine is not None:
                assert same.cosine == pytest.approx(hit.cosine, abs=COSINE_TOLERANCE)

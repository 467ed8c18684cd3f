"""What every index finds by terms and by vector, and in which order."""

import random
from dataclasses import replace

import pytest

from muniment.app.ports import IndexQuery
from tests.contract.samples import (
    ADA,
    DIMENSIONS,
    NOW,
    AnyIndex,
    by_terms,
    by_vector,
    direction,
    entry,
    found,
    near,
)


def test_terms_rank_by_saturated_frequency_and_fixed_length(index: AnyIndex) -> None:
    index.upsert(
        ADA,
        [
            entry("e_once", "tent x x x"),
            entry("e_twice", "tent tent x x"),
            entry("e_long", "tent " + "x " * 30),
            entry("e_both", "tent blue x x"),
            entry("e_none", "x x x x"),
        ],
    )
    index.count(ADA)

    hits = index.search(ADA, by_terms("tent blue tent")).hits

    assert [hit.id for hit in hits] == ["e_both", "e_twice", "e_once", "e_long"]
    scores = {hit.id: hit.lexical for hit in hits}
    once = 1.9 / (1 + 0.9 * (0.6 + 0.4 * 4 / 16))
    twice = 2 * 1.9 / (2 + 0.9 * (0.6 + 0.4 * 4 / 16))
    long = 1.9 / (1 + 0.9 * (0.6 + 0.4 * 31 / 16))
    assert scores == pytest.approx(
        {"e_both": 2 * once, "e_twice": twice, "e_once": once, "e_long": long}, abs=1e-5
    )
    assert all(hit.cosine is None for hit in hits)


def test_vectors_rank_by_cosine(index: AnyIndex) -> None:
    target = direction("target")
    opposite = tuple(-x for x in target)
    vectors = {"e_same": target, "e_near": near(target, 1, 0.5), "e_opposite": opposite}
    index.upsert(ADA, [entry(id_, vector=vector) for id_, vector in vectors.items()])
    index.count(ADA)

    hits = index.search(ADA, by_vector(target)).hits

    assert [hit.id for hit in hits] == ["e_same", "e_near", "e_opposite"]
    expected = [sum(x * y for x, y in zip(target, v, strict=True)) for v in vectors.values()]
    assert [hit.cosine for hit in hits] == pytest.approx(expected, abs=0.01)
    assert all(hit.lexical == 0 for hit in hits)


def test_both_searches_are_united(index: AnyIndex) -> None:
    vector = direction("target")
    index.upsert(
        ADA,
        [
            entry("e_terms", "tent", vector=tuple(-x for x in vector)),
            entry("e_both", "tent tent", vector=vector),
            entry("e_vector", "x", vector=near(vector, 1)),
        ],
    )
    index.count(ADA)

    hits = index.search(ADA, IndexQuery(("tent",), vector, 1, NOW, pool=2)).hits

    assert [hit.id for hit in hits] == ["e_both", "e_terms", "e_vector"]
    assert [hit.lexical > 0 for hit in hits] == [True, True, False]
    assert [hit.cosine is not None for hit in hits] == [True, False, True]


def test_ties_are_ordered_by_id(index: AnyIndex) -> None:
    ids = [f"e_{number:02}" for number in range(12)]
    shuffled = random.Random(7).sample(ids, len(ids))  # noqa: S311 - reproducible
    for id_ in shuffled:
        index.upsert(ADA, [entry(id_, "tent blue", vector=direction("same"))])

    assert found(index, ADA, by_terms("tent", pool=5)) == ids[:5]
    assert found(index, ADA, by_vector(direction("same"), pool=5)) == ids[:5]


@pytest.mark.parametrize(
    "term",
    [
        "caf\u00e9", "cafe\u0301", "\u03c3\u03c4\u03ac\u03c3\u03b7", "\u6771\u4eac", "\U0001f600",
        "don't", "a-b", "4821", "AND", "UPPER", '"quoted"', "a b", "x\u3000y", "_", "*", "{}",
        "w" * 64, "w" * 65, "v" * 5000, "\u00e9" * 300,
    ],
    ids=ascii,
)  # fmt: skip
def test_terms_are_taken_as_they_are(index: AnyIndex, term: str) -> None:
    like = {"caf", "cafe", "don", "t", "a", "b", "upper", "quoted", "482", "w" * 63, "v" * 255}
    index.upsert(ADA, [replace(entry("e_1"), terms=(term, "other", term))])
    index.upsert(ADA, [replace(entry("e_2"), terms=tuple(sorted(like)))])
    index.count(ADA)

    answer = index.search(ADA, IndexQuery((term,), (), 1, NOW))

    assert [hit.id for hit in answer.hits] == ["e_1"]
    assert answer.statistics.frequencies == {term: 1}
    for other in like:
        assert found(index, ADA, IndexQuery((other,), (), 1, NOW)) == ["e_2"]


def test_nothing_to_search_with_finds_nothing(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent"), entry("e_2")])
    index.count(ADA)

    answer = index.search(ADA, IndexQuery((), (), 1, NOW))
    assert answer.hits == ()
    assert answer.statistics.documents == 2
    assert index.search(ADA, IndexQuery(("",), (0.0,) * DIMENSIONS, 1, NOW)).hits == ()
    assert index.search(ADA, by_terms("tent", pool=0)).hits == ()
    assert found(index, ADA, by_terms("tent")) == ["e_1"]


def test_an_entry_without_terms_or_without_vector_is_found_by_the_other(index: AnyIndex) -> None:
    no_direction = (0.0,) * DIMENSIONS
    index.upsert(ADA, [entry("e_vector"), entry("e_terms", "tent", vector=no_direction)])
    index.upsert(ADA, [replace(entry("e_empty", "tent"), vector=b"")])

    assert found(index, ADA, by_terms("tent")) == ["e_empty", "e_terms"]
    assert found(index, ADA, by_vector(direction("e_vector"))) == ["e_vector"]
    assert index.count(ADA) == 3


def test_a_question_of_a_thousand_words_is_answered(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "word7"), entry("e_2", "absent")])

    assert found(index, ADA, by_terms(" ".join(f"word{n}" for n in range(1500)))) == ["e_1"]


def test_large_batches_are_taken_whole(index: AnyIndex) -> None:
    vector = direction("same")
    index.upsert(ADA, [entry(f"e_{n}", f"word{n} tent", vector=vector) for n in range(2500)])
    assert index.count(ADA) == 2500
    assert found(index, ADA, by_terms("word2499")) == ["e_2499"]

    index.remove(ADA, {f"e_{n}": 2 for n in range(2000)})
    assert index.count(ADA) == 500
    assert index.search(ADA, by_terms("tent")).statistics.documents == 500


def test_empty_batches_are_nothing(index: AnyIndex) -> None:
    index.upsert(ADA, [])
    index.remove(ADA, {})
    assert index.count(ADA) == 0

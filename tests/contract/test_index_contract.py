"""What every index does: it finds an owner's records, and nothing of anybody else."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from muniment.app.ports import Hit, Index, IndexEntry, IndexQuery
from muniment.domain.records import Kind
from muniment.domain.scope import Scope
from tests.contract.samples import (
    ADA,
    ADA_ELSEWHERE,
    BOB,
    EARLIER,
    LATER,
    NOW,
    AnyIndex,
    by_terms,
    by_vector,
    direction,
    entry,
    found,
    near,
    scope,
)

type Vector = tuple[float, ...]

# --- scope -------------------------------------------------------------------------------------


@pytest.mark.law(2)
@pytest.mark.parametrize("other", [BOB, ADA_ELSEWHERE], ids=["another owner", "another tenant"])
def test_the_same_id_under_two_scopes_is_two_entries(index: AnyIndex, other: Scope) -> None:
    index.upsert(ADA, [entry("e_1", "tent blue", vector=direction("tent"))])
    index.upsert(other, [entry("e_1", "kayak red", vector=direction("kayak"))])

    assert found(index, ADA, by_terms("tent")) == ["e_1"]
    assert found(index, other, by_terms("kayak")) == ["e_1"]
    assert found(index, ADA, by_terms("kayak")) == []
    assert found(index, other, by_terms("tent")) == []

    index.remove(ADA, {"e_1": 2})

    assert not index.holds(ADA, "e_1")
    assert index.holds(other, "e_1")
    assert found(index, other, by_terms("kayak")) == ["e_1"]


@pytest.mark.law(2)
def test_handles_that_begin_or_end_alike_do_not_meet(index: AnyIndex) -> None:
    owners = [
        Scope("a", "a" * 26),
        Scope("a", "a" * 25 + "b"),
        Scope("a", "b" + "a" * 25),
        Scope("a-a", "a" * 26),
        Scope("aa", "a" * 26),
    ]
    for number, owner in enumerate(owners):
        index.upsert(owner, [entry(f"e_{number}", "secret", vector=direction("same"))])

    for number, owner in enumerate(owners):
        assert found(index, owner, by_terms("secret")) == [f"e_{number}"]
        assert found(index, owner, by_vector(direction("same"))) == [f"e_{number}"]
        assert index.count(owner) == 1


@pytest.mark.law(2)
def test_an_owner_without_entries_finds_nothing(index: AnyIndex) -> None:
    index.upsert(BOB, [entry("e_1", "tent")])

    answer = index.search(ADA, IndexQuery(("tent",), direction("e_1"), 1, NOW))

    assert answer.hits == ()
    assert answer.statistics.documents == 0
    assert index.count(ADA) == 0
    assert not index.holds(ADA, "e_1")
    assert index.holds(BOB, "e_1")


# --- the filter is inside the search (case 30) --------------------------------------------------


def _turned(target: Vector, noise: Vector, distance: float) -> Vector:
    return tuple(x + distance * y for x, y in zip(target, noise, strict=True))


@pytest.fixture
def crowded(index: AnyIndex) -> AnyIndex:
    """10,000 near vectors of another tenant, and three of Ada's that are farther away."""
    target, noise = direction("target"), direction("noise")
    for page in range(10):
        index.upsert(
            ADA_ELSEWHERE,
            [
                # Turned a little further each time: a crowd, not copies of one vector.
                entry(f"e_{page}_{n}", vector=_turned(target, noise, 0.1 + n / 5000 + page / 50))
                for n in range(1000)
            ],
        )
    index.upsert(ADA, [entry(f"e_{n}", vector=near(target, f"own {n}", 2.0)) for n in range(3)])
    return index


@pytest.mark.law(2)
def test_a_small_owner_gets_k_hits_amid_ten_thousand_nearer_ones(crowded: AnyIndex) -> None:
    target = direction("target")
    assert crowded.count(ADA_ELSEWHERE) == 10_000
    assert sorted(found(crowded, ADA, by_vector(target, pool=3))) == ["e_0", "e_1", "e_2"]
    assert len(found(crowded, ADA_ELSEWHERE, by_vector(target, pool=3))) == 3

    own = [near(target, f"more {n}", 1.0) for n in range(40)]
    old = [entry(f"old_{n}", vector=v, epoch=0) for n, v in enumerate(own)]
    facts = [entry(f"f_{n}", vector=v, kind=Kind.FACT) for n, v in enumerate(own)]
    gone = [entry(f"gone_{n}", vector=v, expires_at=EARLIER) for n, v in enumerate(own)]
    crowded.upsert(ADA, [*old, *facts, *gone])

    query = replace(by_vector(target, pool=3), kinds=frozenset({Kind.EPISODE}))
    assert sorted(found(crowded, ADA, query)) == ["e_0", "e_1", "e_2"]
    both = found(crowded, ADA, by_vector(target, pool=3))
    assert len(both) == 3
    assert all(id_.startswith("f_") for id_ in both), "the nearer ones, were they not filtered"


# --- nothing depends on others ------------------------------------------------------------------

_WORDS = [f"word{number}" for number in range(60)]


def _conversation(seed: str, turns: int, *, always: str = "") -> list[IndexEntry]:
    source = random.Random(seed)  # noqa: S311 - reproducible, not secret
    made = []
    for number in range(turns):
        terms = source.choices(_WORDS, k=source.randint(3, 70))
        made.append(entry(f"e_{seed}_{number}", " ".join([*terms, always]).strip()))
    return made


def _hits(index: Index, owner: Scope, query: IndexQuery) -> Sequence[Hit]:
    index.count(owner)
    return index.search(owner, query).hits


@pytest.mark.law(2)
def test_other_owners_change_neither_ids_nor_order_nor_scores(index: AnyIndex) -> None:
    index.upsert(ADA, _conversation("own", 45, always="tent"))
    query = IndexQuery(("tent", "word1", "word2"), direction("question"), 1, NOW)
    before = _hits(index, ADA, query)
    statistics = index.search(ADA, query).statistics
    assert len([hit for hit in before if hit.lexical]) >= 30, "more match than fit in the pool"

    for number in range(4):
        other = scope(f"other{'abcd'[number]}", ["acme", "acme", "b", "c"][number])
        index.upsert(other, _conversation(f"o{number}", 120, always="tent tent"))
        index.upsert(
            other,
            [entry(f"near_{n}", "word1", vector=near(direction("question"), n)) for n in range(40)],
        )

    assert _hits(index, ADA, query) == before
    assert index.search(ADA, query).statistics == statistics

    index.upsert(ADA, [entry("e_new", "tent word1 word2", vector=direction("question"))])
    after = _hits(index, ADA, query)
    assert after != before, "an entry of the owner's own must change the answer"
    assert after[0].id == "e_new"


def test_statistics_are_of_the_owners_readable_entries(index: AnyIndex) -> None:
    index.upsert(BOB, [entry("e_9", "tent tent tent")])
    index.upsert(
        ADA,
        [
            entry("e_1", "tent blue tent"),
            entry("e_2", "blue"),
            entry("e_3"),
            entry("e_4", "tent", epoch=2),
            entry("e_5", "tent", expires_at=EARLIER),
            entry("f_6", "tent green blue blue", kind=Kind.FACT),
        ],
    )
    index.count(ADA)
    query = by_terms("tent blue absent tent")

    everything = index.search(ADA, query).statistics
    episodes = index.search(ADA, replace(query, kinds=frozenset({Kind.EPISODE}))).statistics

    assert everything.documents == 4
    assert everything.average_length == pytest.approx((3 + 1 + 0 + 4) / 4)
    assert everything.frequencies == {"tent": 2, "blue": 3, "absent": 0}
    assert episodes.documents == 3
    assert episodes.average_length == pytest.approx(4 / 3)
    assert episodes.frequencies == {"tent": 1, "blue": 2, "absent": 0}


# --- filters ------------------------------------------------------------------------------------


def test_only_entries_of_the_epoch_are_found(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent"), entry("e_2", "tent", epoch=2)])

    assert found(index, ADA, by_terms("tent", epoch=1)) == ["e_1"]
    assert found(index, ADA, by_terms("tent", epoch=2)) == ["e_2"]
    assert found(index, ADA, by_terms("tent", epoch=3)) == []
    assert found(index, ADA, by_vector(direction("e_1"), epoch=2)) == ["e_2"]


def test_expired_entries_are_not_found(index: AnyIndex) -> None:
    index.upsert(
        ADA,
        [
            entry("e_1", "tent", expires_at=LATER),
            entry("e_2", "tent", expires_at=EARLIER),
            entry("e_3", "tent"),
        ],
    )

    assert found(index, ADA, by_terms("tent")) == ["e_1", "e_3"]
    assert set(found(index, ADA, by_vector(direction("e_2")))) == {"e_1", "e_3"}
    assert found(index, ADA, replace(by_terms("tent"), now=LATER)) == ["e_3"]
    assert index.count(ADA) == 3, "expiry is a filter, not a removal"


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (frozenset({Kind.FACT}), ["f_1"]),
        (frozenset({Kind.EPISODE}), ["e_1"]),
        (frozenset(Kind), ["e_1", "f_1"]),
        (frozenset[Kind](), []),
    ],
)
def test_only_the_kinds_asked_for_are_found(
    index: AnyIndex, kinds: frozenset[Kind], expected: list[str]
) -> None:
    index.upsert(ADA, [entry("f_1", "tent", kind=Kind.FACT), entry("e_1", "tent")])

    assert found(index, ADA, replace(by_terms("tent"), kinds=kinds)) == expected
    assert sorted(found(index, ADA, replace(by_vector(direction("x")), kinds=kinds))) == expected


@pytest.mark.law(2)
def test_only_entries_with_a_label_of_the_query_are_found(index: AnyIndex) -> None:
    index.upsert(
        ADA,
        [
            entry("e_1", "tent"),
            entry("e_2", "tent", labels=("/assistance#0",)),
            entry("e_3", "tent", labels=("planner/assistance#0",)),
            entry("e_4", "tent", labels=("/health#1", "/work#0")),
        ],
    )

    def ids(*labels: str) -> list[str]:
        wanted = frozenset(labels)
        near_all = replace(by_vector(direction("x")), labels=wanted)
        by_term = found(index, ADA, replace(by_terms("tent"), labels=wanted))
        assert sorted(found(index, ADA, near_all)) == by_term
        return by_term

    assert found(index, ADA, by_terms("tent")) == ["e_1"], "without a label of one's own"
    assert ids("/assistance#0") == ["e_2"]
    assert ids("/assistance#0", "planner/assistance#0", "/") == ["e_1", "e_2", "e_3"]
    assert ids("/health#1") == ids("/work#0") == ids("/work#0", "/health#1") == ["e_4"]
    assert ids("/health#2", "planner/health#1", "planner/", "assistance#0") == []
    assert ids() == []
    assert index.count(ADA) == 4


def test_statistics_are_of_the_entries_with_a_label_of_the_query(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent tent"), entry("e_2", "tent", labels=("bot/",))])
    index.count(ADA)
    shared = index.search(ADA, by_terms("tent")).statistics
    bot = replace(by_terms("tent"), labels=frozenset({"bot/", "/"}))
    assert (shared.documents, shared.frequencies) == (1, {"tent": 1})
    assert (index.search(ADA, bot).statistics.documents) == 2


def test_a_newer_version_of_an_entry_brings_its_labels(index: AnyIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent")])
    index.upsert(ADA, [entry("e_1", "tent", version=2, labels=("bot/",))])
    assert found(index, ADA, by_terms("tent")) == []
    assert found(index, ADA, replace(by_terms("tent"), labels=frozenset({"bot/"}))) == ["e_1"]

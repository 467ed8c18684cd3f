"""What is remembered depends on what was said, not on the order in which it came or was worked."""

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from muniment.app.intake import NewTurn
from tests.support.memory import Memory, fresh, of_kinds, turn, without
from tests.support.resources import Row

TURNS = (
    turn("I moved, so my city is Oslo now", 0, id="t0"),
    turn("The harbour was full of sailing boats", 1, id="t1"),
    turn("Now my city is Bergen and my dog is Rex", 2, id="t2"),
    turn("I think your city is lovely. my city is Turku", 3, id="t3", speaker="Bo"),
    turn("Please forget my dog", 4, id="t4"),
    turn("my boat is Selkie", 0, id="u0", session="s2"),
    turn("Again, my city is Bergen", 1, id="u1", session="s2"),
)

moderate = settings(
    max_examples=6, deadline=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip


def state(memory: Memory) -> list[Row]:
    """Return the records with all that recall reads beside them, apart from how often written."""
    kept = of_kinds(memory.rows(), "1F", "2A", "3E", "3P", "3S", "5V", "6X", "7R")
    return without(["revision"], kept)


def straight(folder: Path) -> list[Row]:
    """Return the state after every turn was delivered and extracted in order."""
    with fresh(folder) as memory:
        memory.of().tell(*TURNS)
        assert set(memory.of().values()) == {"city", "boat"}, "the dog was forgotten"
        assert len(memory.of().episodes()) == len(TURNS)
        return state(memory)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        return straight(tmp_path_factory.mktemp("straight"))


@pytest.mark.law(4)
@moderate
@given(
    delivered=st.permutations(TURNS),
    cuts=st.sets(st.integers(1, len(TURNS) - 1), max_size=3),
    seed=st.integers(0, 2**16),
)
def test_any_order_and_any_duplication_end_in_the_same_records(
    tmp_path: Path, expected: list[Row], delivered: list[NewTurn], cuts: set[int], seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - reproducible, not secret
    with fresh(tmp_path) as memory:
        for batch in _batches(delivered, cuts):
            memory.of().send(*batch)
            jobs = memory.extraction.take()
            twice = [*jobs, *chance.sample(jobs, len(jobs) // 2)]
            chance.shuffle(twice)
            for job in twice:
                memory.extract_event(job, last_try=False)
        memory.project()
        assert state(memory) == expected
        assert memory.index.count(memory.scope()) == len(TURNS) + 2


def _batches(turns: Sequence[NewTurn], cuts: set[int]) -> list[Sequence[NewTurn]]:
    edges = [0, *sorted(cuts), len(turns)]
    return [turns[a:b] for a, b in pairwise(edges)]


@pytest.mark.law(4)
def test_a_turn_that_comes_late_takes_its_place_between_the_others(memory: Memory) -> None:
    ada = memory.of()
    ada.tell(turn("we met at the old harbour", 0), turn("then the rain came down", 2))
    ada.tell(turn("she showed me her boat", 1))

    by_text = {row["text"]: row for row in of_kinds(memory.rows(), "3E")}
    first, late, last = (
        by_text[text]
        for text in (
            "we met at the old harbour", "she showed me her boat", "then the rain came down",
        )
    )  # fmt: skip
    assert late["context"] == first["text"]
    assert last["context"] == late["text"]
    vectors = {row["record"]: row for row in of_kinds(memory.rows(), "5V")}
    assert vectors[first["id"]]["after"] == [late["id"], last["id"]]
    assert vectors[last["id"]]["before"] == [late["id"], first["id"]]
    assert (vectors[late["id"]]["before"], vectors[late["id"]]["after"]) == (
        [first["id"]], [last["id"]],
    )  # fmt: skip


@pytest.mark.law(4)
def test_an_earlier_statement_that_comes_late_does_not_become_current(memory: Memory) -> None:
    ada = memory.of()
    ada.tell(turn("my city is Bergen", 5))
    ada.tell(turn("my city is Oslo", 1))
    assert ada.values() == {"city": "Bergen"}
    told = ada.history(ada.scope, ada.facts()["city"].id)
    assert [(a.value, a.status) for a in told] == [("Bergen", "active"), ("Oslo", "superseded")]


@pytest.mark.law(4)
def test_the_same_message_again_changes_nothing(memory: Memory) -> None:
    ada = memory.of()
    ada.send(*TURNS)
    jobs = memory.extraction.take()
    for job in jobs:
        memory.extract_event(job, last_try=False)
    before = memory.rows()
    for job in jobs:
        memory.extract_event(job, last_try=True)
    assert memory.rows() == before

"""The measures of recall: on answers made by hand, and as properties of any answer."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.recall.measures import (
    Answer,
    Answers,
    Line,
    measured,
    precision,
    recall,
    reciprocal_rank,
    uses_stale,
)
from evaluation.recall.model import Conversation, Question, Role, Turn, Unit

AT = datetime(2026, 1, 1, tzinfo=UTC)
IDS = "abcdefgh"
TALK = Conversation(
    "talk",
    tuple(Turn(i, f"s{n // 2}", n % 2, Role.USER, "Ida", i, AT) for n, i in enumerate(IDS)),
    (),
)

ids = st.sampled_from(IDS)
evidence = st.frozensets(ids, min_size=1)
places = st.lists(st.frozensets(ids, max_size=3), max_size=12)


def lines(*sources: str, kind: str = "episode") -> tuple[Line, ...]:
    return tuple(Line(tuple(each), 10, kind) for each in sources)


def answers(*sources: str, text: str = "", cost: int = 10) -> Answers:
    answer = Answer(lines(*sources), text, cost * len(sources))
    return Answers(answer, answer, answer)


def question(of: str = "", **fields: object) -> Question:
    return Question("q", "?", "x", frozenset(of), **fields)  # type: ignore[arg-type]


def values(asked: Question, given_: Answers) -> dict[str, float]:
    return dict(measured(TALK, asked, given_))


# --- properties ------------------------------------------------------------------------------


@given(places, evidence)
def test_shares_are_shares(found: list[frozenset[str]], gold: frozenset[str]) -> None:
    assert 0 <= recall(found, gold) <= 1
    assert 0 <= precision(found, gold) <= 1
    assert 0 <= reciprocal_rank(found, gold) <= 1


@given(places, evidence, st.integers(0, 12))
def test_more_places_never_lower_recall(
    found: list[frozenset[str]], gold: frozenset[str], k: int
) -> None:
    assert recall(found[:k], gold) <= recall(found, gold)


@given(places, evidence)
def test_all_measures_agree_on_whether_anything_was_found(
    found: list[frozenset[str]], gold: frozenset[str]
) -> None:
    something = any(place & gold for place in found)
    assert (recall(found, gold) > 0) == something
    assert (precision(found, gold) > 0) == something
    assert (reciprocal_rank(found, gold) > 0) == something


@given(places, evidence)
def test_order_matters_to_the_rank_alone(found: list[frozenset[str]], gold: frozenset[str]) -> None:
    backwards = found[::-1]
    assert recall(backwards, gold) == recall(found, gold)
    assert precision(backwards, gold) == pytest.approx(precision(found, gold))


@given(places, evidence)
def test_without_anything_stale_nothing_stale_is_used(
    found: list[frozenset[str]], gold: frozenset[str]
) -> None:
    assert not uses_stale(found, gold, frozenset())


# --- by hand ---------------------------------------------------------------------------------


def test_a_fact_counts_for_each_of_its_sources() -> None:
    got = values(question("ab"), answers("ab", "c"))
    assert (got["recall@5"], got["precision@5"], got["reciprocal_rank"]) == (1, 0.5, 1)
    got = values(question("ab"), answers("c", "b"))
    assert (got["recall@5"], got["hit@5"], got["reciprocal_rank"]) == (0.5, 1, 0.5)


def test_only_the_first_k_count() -> None:
    got = values(question("h"), answers(*"abcdefgh"))
    assert (got["recall@5"], got["recall@10"]) == (0, 1)


def test_episodes_are_counted_by_themselves_too() -> None:
    facts, episodes = lines(*("a" * 10), kind="fact"), lines("b")
    answer = Answer((*facts, *episodes))
    got = values(question("b"), Answers(answer, answer, answer))
    assert (got["recall@10"], got["episode_recall@10"]) == (0, 1)


def test_sessions_are_the_places_where_the_evidence_names_sessions() -> None:
    asked = Question("q", "?", "x", frozenset({"s0", "s3"}), Unit.SESSION)
    got = values(asked, answers("c", "d", "a", "b"))
    assert (got["recall@5"], got["reciprocal_rank"]) == (0.5, 0.5), "c and d are one session"


def test_an_unanswerable_question_should_recall_nothing() -> None:
    assert values(question(), answers("a"))["over_recall"] == 1
    silent = values(question(), answers())
    assert silent["over_recall"] == 0
    assert "recall@10" not in silent
    assert "missing" not in silent
    assert "over_recall" not in values(question("a"), answers("b"))


def test_stale_use_and_missing_recall_are_two_numbers() -> None:
    asked = question("b", stale=frozenset("a"))
    used = values(asked, answers("a", "b"))
    assert (used["stale_use"], used["stale_shown"], used["missing"]) == (1, 1, 0)
    shown = values(asked, answers("b", "a"))
    assert (shown["stale_use"], shown["stale_shown"], shown["missing"]) == (0, 1, 0)
    missed = values(asked, answers("c"))
    assert (missed["stale_use"], missed["stale_shown"], missed["missing"]) == (0, 0, 1)


def test_what_is_forbidden_is_seen_by_its_source_or_by_its_words() -> None:
    asked = question("a", forbidden=frozenset("b"), forbidden_text=("4711",))
    assert values(asked, answers("a", text="no number"))["forbidden"] == 0
    assert values(asked, answers("a", "b"))["forbidden"] == 1
    assert values(asked, answers("a", text="it is 4711"))["forbidden"] == 1
    assert "forbidden" not in values(question("a"), answers("a"))


def test_a_contradiction_has_to_be_shown_whole() -> None:
    asked = question("ab", is_contradiction=True)
    assert values(asked, answers("a", "b"))["contradiction_shown"] == 1
    assert values(asked, answers("a"))["contradiction_shown"] == 0


def test_room_that_holds_no_evidence_is_displaced() -> None:
    assert values(question("a"), answers("a", "b", "c", "d"))["displaced"] == 0.75
    assert values(question("a"), answers("a"))["displaced"] == 0


def test_lines_without_support_are_counted() -> None:
    made_up = Answer((Line(("a",), 10), Line(("z",), 10, "fact", is_supported=False)))
    assert values(question("a"), Answers(made_up, made_up, made_up))["unsupported"] == 0.5

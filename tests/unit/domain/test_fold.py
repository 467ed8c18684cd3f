"""What is current is a function of the set of assertions and of now."""

import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.fold import Folded, contests, fold, history, same_value
from muniment.domain.heads import SOURCES, HeadKey, make_boundary, make_head
from muniment.domain.ids import order_key
from muniment.domain.records import Assertion, Effect, Provenance, Status
from tests.unit.domain.samples import DAY, NOW, event, said, sets

INFERRED, OBSERVED = Provenance.MODEL_INFERRED, Provenance.OBSERVED
VERIFIED = Provenance.TOOL_VERIFIED


def current(*assertions: Assertion) -> tuple[str, str | None]:
    folded = fold(assertions, NOW)
    assert folded is not None
    return folded.status, folded.winner.value


def folded(*assertions: Assertion) -> Folded:
    result = fold(assertions, NOW)
    assert result is not None
    return result


@pytest.mark.law(4)
@given(known=sets, seed=st.integers(0, 99))
def test_any_order_and_any_duplication_fold_to_the_same(known: list[Assertion], seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - reproducible, not secret
    again = [*known, *chance.choices(known, k=5)] if known else []
    chance.shuffle(again)
    assert fold(again, NOW) == fold(known, NOW)
    assert history(again, NOW) == history(known, NOW)


@pytest.mark.law(4)
def test_of_statements_of_one_moment_the_same_one_wins_in_any_order() -> None:
    # Spelled out: few of the sets that are drawn have a tie at their top.
    tied = [said("Oslo"), said("Bergen"), said("Turku")]
    assert {current(*order) for order in permutations(tied)} == {("active", "Turku")}


@pytest.mark.law(4)
@given(known=sets)
def test_what_decides_does_not_depend_on_what_it_has_beaten(known: list[Assertion]) -> None:
    folded = fold(known, NOW)
    marks = (Effect.QUARANTINE, Effect.RELEASE)
    if folded is None:
        assert all(a.effect in marks for a in known)
        return
    for left_out in known:
        # What closed the fact before the owner's later word is not beaten: it is over.
        closing = left_out.provenance > folded.winner.provenance
        if left_out.id != folded.winner.id and not closing:
            rest = fold([a for a in known if a is not left_out], NOW)
            assert rest is not None
            assert rest.winner == folded.winner


@pytest.mark.law(4)
@given(known=sets)
def test_a_head_is_readable_only_with_a_value_and_hides_all_else(known: list[Assertion]) -> None:
    folded = fold(known, NOW)
    if folded is None:
        return
    head = make_head(HeadKey("f_1", 1, 3), folded)
    assert (head.status, head.revision, head.epoch) == (folded.status, 3, 1)
    if head.stands:
        assert head.value == folded.winner.value
        assert head.sources
        assert len(set(head.sources)) == len(head.sources)
        assert 1 <= head.times_seen <= len(head.sources)
        assert not set(head.replaces) & set(head.sources)
    else:
        assert (head.value, head.quote, head.attribute, head.sources) == (None, None, None, ())
    if head.status in (Status.ERASED, Status.EXPIRED):
        assert not head.replaces


def test_a_head_names_the_turns_that_said_what_it_said_before() -> None:
    oslo, bergen, again = said("Oslo"), said("Bergen", 1), said("Bergen", 2)
    events = [a.span.event if a.span else "" for a in (oslo, bergen, again)]
    head = make_head(HeadKey("f_1", 1, 3), folded(oslo, bergen, again))
    assert head.replaces == (events[0],)
    assert head.sources == (events[1], events[2])
    assert not make_head(HeadKey("f_1", 1, 3), folded(oslo)).replaces
    taken_back = said("Bergen", 2, effect=Effect.RETRACT)
    closed = make_head(HeadKey("f_1", 1, 3), folded(oslo, bergen, taken_back))
    assert closed.status is Status.RETRACTED
    assert closed.replaces == (events[0], events[1])
    erased = make_head(HeadKey("f_1", 1, 3), folded(oslo, make_boundary(bergen)))
    assert not erased.replaces
    left = folded(make_boundary(oslo), bergen)
    assert not make_head(HeadKey("f_1", 1, 3), left).replaces, "what was erased is named nowhere"


@pytest.mark.law(4)
@given(known=sets)
def test_the_last_mark_decides_whether_it_is_shown_and_nothing_else(known: list[Assertion]) -> None:
    marks = (Effect.QUARANTINE, Effect.RELEASE)
    statements = [a for a in known if a.effect not in marks]
    plain, folded = fold(statements, NOW), fold(known, NOW)
    if plain is None or folded is None:
        assert plain is folded
        return
    assert (folded.winner, folded.support) == (plain.winner, plain.support)
    last = max((a for a in known if a.effect in marks), key=lambda a: (a.observed_at, a.id),
               default=None)  # fmt: skip
    hidden = last is not None and last.effect is Effect.QUARANTINE
    readable = plain.status in (Status.ACTIVE, Status.CONTESTED)
    assert folded.status is (Status.QUARANTINED if hidden and readable else plain.status)


def test_nothing_said_is_nothing_known() -> None:
    assert fold([], NOW) is None
    assert history([], NOW) == []


def test_of_equal_authority_the_later_wins() -> None:
    assert current(said("Oslo", 1), said("Bergen", 2)) == ("active", "Bergen")
    assert current(said("Bergen", 2), said("Oslo", 1)) == ("active", "Bergen")


@pytest.mark.law(4)
def test_of_one_moment_the_later_position_wins_whichever_arrived_first() -> None:
    """As of a session all of whose turns have one time."""

    def at(position: int, value: str, observed: int) -> Assertion:
        turn = replace(event(), order=order_key(NOW, position, NOW, f"t{9 - position}"))
        return replace(said(value, 1, observed=observed), told=turn.told)

    first, second = at(1, "Oslo", observed=5), at(2, "Bergen", observed=4)
    assert first.observed_at > second.observed_at
    assert current(first, second) == current(second, first) == ("active", "Bergen")
    same = replace(first, told=second.told)  # no position tells them apart
    assert current(same, second)[1] == "Oslo"


def test_of_one_moment_the_one_observed_later_wins_and_then_the_id() -> None:
    assert current(said("Oslo", 1, observed=5), said("Bergen", 1, observed=4))[1] == "Oslo"
    assert current(said("Oslo", 1, id="a_1"), said("Bergen", 1, id="a_2"))[1] == "Bergen"


@pytest.mark.law(3)
def test_higher_authority_wins_at_any_time() -> None:
    assert current(said("Oslo", 5), said("Bergen", 1, trust=VERIFIED)) == ("contested", "Bergen")
    assert current(said("Oslo", 1), said("Bergen", 5, trust=VERIFIED)) == ("active", "Bergen")


@pytest.mark.law(3)
def test_a_later_weaker_and_different_statement_contests() -> None:
    folded = fold([said("Oslo", 1), said("Bergen", 2, trust=OBSERVED)], NOW)
    assert folded is not None
    assert (folded.status, folded.winner.value) == (Status.CONTESTED, "Oslo")
    assert folded.contesting is not None
    assert folded.contesting.value == "Bergen"


@pytest.mark.parametrize(
    "weaker",
    [
        pytest.param(said("Bergen", 0, trust=OBSERVED), id="it is earlier"),
        pytest.param(said("oslo.", 2, trust=OBSERVED), id="it says the same"),
        pytest.param(said("Bergen", 2, trust=OBSERVED, expires=3), id="it has expired"),
        pytest.param(said(None, 2, trust=OBSERVED, effect=Effect.BOUNDARY), id="it was erased"),
    ],
)
def test_what_does_not_contest(weaker: Assertion) -> None:
    assert current(said("Oslo", 1), weaker) == ("active", "Oslo")


def test_the_strongest_of_the_contesting_is_named() -> None:
    weak, strong = said("Bergen", 4, trust=INFERRED), said("Turku", 3, trust=OBSERVED)
    folded = fold([said("Oslo", 1), weak, strong], NOW)
    assert folded is not None
    assert folded.contesting == strong


@pytest.mark.law(6)
def test_a_boundary_keeps_the_old_value_down() -> None:
    erased = make_boundary(said("Bergen", 2))
    assert current(said("Oslo", 1), erased) == ("erased", None)
    assert current(said("Oslo", 1), erased, said("Turku", 3)) == ("active", "Turku")


@pytest.mark.law(6)
@given(known=sets)
def test_a_boundary_decides_as_what_it_stands_for_and_holds_no_text(known: list[Assertion]) -> None:
    folded = fold(known, NOW)
    if folded is None:
        return
    boundary = make_boundary(folded.winner)
    # With a value goes all that says it, and the owner's word that contests it (app.erasing).
    rest = [
        a
        for a in known
        if a.id != boundary.id
        and not same_value(a, folded.winner)
        and not contests(a, folded.winner)
        and a.provenance <= folded.winner.provenance
    ]
    after = fold([*rest, boundary], NOW)
    assert after is not None
    assert after.status in (Status.ERASED, Status.RETRACTED, Status.EXPIRED)
    assert after.winner is not boundary or after.status is Status.ERASED
    assert (boundary.value, boundary.quote, boundary.span, boundary.speaker) == (
        None,
        None,
        None,
        "",
    )


def test_a_retraction_closes_without_replacing() -> None:
    closes = said(None, 2, effect=Effect.RETRACT)
    assert current(said("Oslo", 1), closes) == ("retracted", None)
    assert current(said("Oslo", 1), closes, said("Oslo", 3)) == ("active", "Oslo")
    assert current(said("Oslo", 3), closes) == ("active", "Oslo")


@pytest.mark.parametrize(
    "closing",
    [
        pytest.param(said(None, 2, trust=VERIFIED, effect=Effect.RETRACT), id="retracted"),
        pytest.param(said("Bergen", 2, trust=VERIFIED, expires=4), id="expired"),
        pytest.param(make_boundary(said("Bergen", 2, trust=VERIFIED)), id="erased"),
    ],
)
def test_what_a_system_closed_the_owner_s_later_word_opens(closing: Assertion) -> None:
    """A closed fact has no value that a later, weaker word could contest."""
    turku, oslo = said("Turku", 5), said("Oslo", 1)
    assert current(oslo, closing, turku) == ("active", "Turku")
    assert current(oslo, closing)[0] == closing_status(closing)
    inferred = said("Lyon", 6, trust=INFERRED)
    assert current(closing, inferred)[0] == closing_status(closing), "a guess opens nothing"
    assert current(closing, turku, inferred) == ("contested", "Turku")
    entry = next(e for e in history([closing, turku], NOW) if e.assertion.id == closing.id)
    if closing.effect is not Effect.BOUNDARY:
        assert (entry.status, entry.superseded_by) == (Status.SUPERSEDED, turku.id)


def closing_status(closing: Assertion) -> Status:
    folded = fold([closing], NOW)
    assert folded is not None
    return folded.status


def test_what_has_expired_is_a_boundary_for_what_it_superseded() -> None:
    assert current(said("Oslo", 1), said("Bergen", 2, expires=10)) == ("expired", None)
    folded = fold([said("Oslo", 1), said("Bergen", 2, expires=10)], NOW)
    assert folded is not None
    assert make_head(HeadKey("f", 1, 1), folded).value is None


def test_expiry_is_the_first_moment_that_is_too_late() -> None:
    guest = said("Bo", 1, expires=10)
    assert guest.expires_at is not None
    before, at = (
        fold([guest], moment) for moment in (guest.expires_at - DAY / 1000, guest.expires_at)
    )
    assert before is not None
    assert at is not None
    assert (before.status, at.status) == (Status.ACTIVE, Status.EXPIRED)


def test_repetition_from_one_source_counts_once() -> None:
    folded = fold(
        [said("Oslo", 1), said("oslo", 2), said("Oslo", 0, trust=OBSERVED, source="user:bo")], NOW
    )
    assert folded is not None
    assert (len(folded.support), folded.independent_sources) == (3, 2)


def test_values_are_the_same_apart_from_case_spacing_and_marks() -> None:
    assert same_value(said("New  York"), said("new york."))
    assert not same_value(said("New York"), said("York"))
    assert not same_value(said("Oslo"), said(None, effect=Effect.RETRACT))
    assert same_value(said(None, effect=Effect.RETRACT), said(None, 3, effect=Effect.RETRACT))


def test_history_tells_what_became_of_each_and_by_what() -> None:
    first, second, third = said("Oslo", 1), said("Bergen", 2), said("Turku", 3)
    entries = history([second, third, first], NOW)
    assert [(e.assertion.value, e.status, e.superseded_by) for e in entries] == [
        ("Turku", Status.ACTIVE, None),
        ("Bergen", Status.SUPERSEDED, third.id),
        ("Oslo", Status.SUPERSEDED, second.id),
    ]
    assert entries[1].superseded_at == third.valid_from


def test_history_shows_both_sides_of_a_contested_fact_and_what_was_erased() -> None:
    contested = history([said("Oslo", 1), said("Bergen", 2, trust=OBSERVED)], NOW)
    assert [e.status for e in contested] == [Status.CONTESTED, Status.CONTESTED]
    erased = history([said("Oslo", 1), make_boundary(said("Bergen", 2))], NOW)
    assert [e.status for e in erased] == [Status.ERASED, Status.SUPERSEDED]


@given(known=sets)
def test_history_has_every_assertion_once(known: list[Assertion]) -> None:
    entries = history(known, NOW)
    assert sorted(e.assertion.id for e in entries) == sorted(a.id for a in known)
    ids = {a.id for a in known}
    assert all(e.superseded_by is None or e.superseded_by in ids for e in entries)


def test_a_head_names_its_latest_sources_and_does_not_grow_without_end() -> None:
    said_often = [said("Oslo", day, source=f"s{day % 7}") for day in range(SOURCES + 9)]
    folded = fold(said_often, NOW)
    assert folded is not None
    head = make_head(HeadKey("f_1", 1, 1), folded)
    spans = [assertion.span for assertion in said_often]
    assert head.sources == tuple(span.event for span in spans[9:] if span)
    assert head.times_seen == 7

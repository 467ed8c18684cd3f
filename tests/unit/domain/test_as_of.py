"""What was current at another time, on both axes."""

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given

from muniment.domain.admission import Admission, Resolved
from muniment.domain.as_of import AsOf, fold_as_of
from muniment.domain.fold import fold
from muniment.domain.heads import make_boundary
from muniment.domain.records import Assertion, Effect, Provenance, Status
from tests.unit.domain.samples import DAY, NOW, said, sets

START = datetime(2026, 1, 1, tzinfo=NOW.tzinfo)
OBSERVED, VERIFIED = Provenance.OBSERVED, Provenance.TOOL_VERIFIED
FAR = START + 10_000 * DAY


def value(known: list[Assertion], *, valid: int | None = None, heard: int | None = None) -> object:
    """Return the value as of days of January, or the status of what had none."""
    days = [None if day is None else START + day * DAY for day in (valid, heard)]
    folded = fold_as_of(known, AsOf(*days), NOW)
    if folded is None:
        return None
    shown = folded.status in (Status.ACTIVE, Status.CONTESTED)
    return folded.winner.value if shown else folded.status


def test_what_held_before_a_change_is_what_held_then() -> None:
    known = [said("Turin", 2), said("Genoa", 6)]
    assert [value(known, valid=day) for day in (1, 2, 5, 6, 30)] == [
        None, "Turin", "Turin", "Genoa", "Genoa",
    ]  # fmt: skip


def test_what_was_heard_late_held_before_it_was_known() -> None:
    known = [said("Genoa", 6), said("Turin", 2, observed=9)]
    assert value(known, valid=4) == "Turin"
    assert value(known, valid=4, heard=8) is None
    assert value(known, heard=8) == "Genoa"
    assert value([said("Turin", 2), said("Genoa", 6, observed=9)], valid=7, heard=8) == "Turin"


def test_authority_comes_before_time_then_as_now() -> None:
    known = [said("Basic", 2, trust=VERIFIED), said("Pro", 4), said("Free", 6, trust=VERIFIED)]
    assert [value(known, valid=day) for day in (3, 5, 7)] == ["Basic", "Basic", "Free"]


def test_what_was_retracted_held_until_then() -> None:
    known = [said("Oslo", 2), said(None, 6, effect=Effect.RETRACT)]
    assert [value(known, valid=day) for day in (3, 6)] == ["Oslo", Status.RETRACTED]


def test_what_waited_for_a_decision_was_not_known_before_it() -> None:
    resolved = Resolved("v_1", "approve", START + 8 * DAY, "owner")
    asthma = replace(said("asthma", 2), admission=Admission((), resolved))
    assert value([asthma], valid=3, heard=7) is None
    assert value([asthma], valid=3, heard=8) == "asthma"


@pytest.mark.law(6)
def test_what_was_erased_is_gone_at_every_time_and_what_it_had_replaced_too() -> None:
    known = [said("Turin", 2), make_boundary(said("Genoa", 6)), said("Rome", 9)]
    assert [value(known, valid=day) for day in (3, 7, 10)] == [None, None, "Rome"]
    assert value([said("Turin", 2), said("Genoa", 6), said("Rome", 9)], valid=3) == "Turin"


def test_an_operators_mark_holds_at_every_time_and_so_does_its_end() -> None:
    turin = said("Turin", 2)
    hidden = said(None, 6, effect=Effect.QUARANTINE)
    shown = said(None, 7, effect=Effect.RELEASE)
    assert value([turin, hidden], valid=3, heard=3) is Status.QUARANTINED
    assert value([turin, hidden, shown], valid=3, heard=3) == "Turin"


def test_what_has_expired_by_now_is_not_shown_as_of_then() -> None:
    assert value([said("guest", 2, expires=9)], valid=3) is Status.EXPIRED
    assert value([said("guest", 2, expires=900)], valid=3) == "guest"


@given(known=sets)
def test_as_of_the_end_of_time_it_is_what_is_current(known: list[Assertion]) -> None:
    open_ended = [a for a in known if a.effect is not Effect.BOUNDARY]
    assert fold_as_of(open_ended, AsOf(FAR, FAR), NOW) == fold(open_ended, NOW)


@given(known=sets)
def test_neither_order_nor_what_came_later_changes_what_was(known: list[Assertion]) -> None:
    then = AsOf(START + 3 * DAY, START + 4 * DAY)
    earlier = [a for a in known if then.covers(a)]
    statements = [a for a in known if a.effect in (Effect.ASSERT, Effect.RETRACT)]
    assert fold_as_of(statements, then, NOW) == fold_as_of(statements[::-1], then, NOW)
    assert fold_as_of(statements, then, NOW) == fold(
        [a for a in earlier if a in statements], NOW
    )  # fmt: skip

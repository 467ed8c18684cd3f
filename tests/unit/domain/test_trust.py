"""Provenance comes from the path."""

from dataclasses import replace

import pytest

from muniment.domain.events import Door, Role
from muniment.domain.records import Provenance
from muniment.domain.trust import provenance, source
from tests.unit.domain.samples import event

STATED, OBSERVED = Provenance.USER_STATED, Provenance.OBSERVED
INFERRED = Provenance.MODEL_INFERRED


@pytest.mark.law(3)
@pytest.mark.parametrize(
    ("door", "role", "by_owner", "expected"),
    [
        (Door.EVENTS, Role.USER, True, STATED),
        (Door.EVENTS, Role.USER, False, OBSERVED),
        (Door.EVENTS, Role.TOOL, False, OBSERVED),
        (Door.EVENTS, Role.ASSISTANT, False, INFERRED),
        (Door.EVENTS, Role.ASSISTANT, True, INFERRED),
        (Door.EVENTS, Role.TOOL, True, INFERRED),
        (Door.STORE, Role.USER, True, STATED),
        (Door.STORE, Role.USER, False, INFERRED),
        (Door.STORE, Role.ASSISTANT, False, INFERRED),
        (Door.STORE, Role.ASSISTANT, True, INFERRED),
        (Door.STORE, Role.TOOL, False, INFERRED),
        (Door.STORE, Role.TOOL, True, INFERRED),
    ],
)
def test_door_role_and_speaker_decide(
    door: Door, role: Role, by_owner: bool, expected: Provenance
) -> None:
    assert provenance(replace(event(role=role, by_owner=by_owner), door=door)) is expected


@pytest.mark.law(3)
def test_nothing_that_is_said_decides() -> None:
    loud = event("provenance: tool_verified", role=Role.ASSISTANT, by_owner=False)
    assert provenance(replace(loud, speaker="the owner")) is INFERRED


def test_classes_are_ordered_and_named() -> None:
    assert sorted(Provenance) == [INFERRED, OBSERVED, STATED, Provenance.TOOL_VERIFIED]
    assert STATED.label == "user_stated"


def test_a_source_is_who_said_it_and_not_which_turn() -> None:
    assert source(event()) == source(replace(event(), id="t2"))
    bo = event(role=Role.USER, by_owner=False, speaker="Bo")
    assert source(bo) == source(replace(bo, speaker="BO"))
    assert len({source(event()), source(bo), source(replace(bo, speaker="Cy"))}) == 3

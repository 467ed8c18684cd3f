"""Consent is a state machine per purpose, and its grants are numbered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.access import Use, Withheld, may_keep
from muniment.domain.consent import (
    LEGAL,
    NONE,
    OPEN,
    Consent,
    ConsentState,
    IllegalTransitionError,
)
from muniment.domain.handling import Handling
from muniment.domain.policy import DEFAULT

STATES = st.sampled_from(ConsentState)
WALKS = st.lists(st.integers(0, 1), max_size=60)
"""Which of the legal steps is taken, one after the other: a walk that reaches several grants."""

ROUND = ("requested", "granted", "active", "revoked", "delete_requested", "deleted")


def walked(walk: list[int]) -> list[Consent]:
    """Return every consent on the way."""
    path = [NONE]
    for choice in walk:
        legal = LEGAL[path[-1].state]
        path.append(path[-1].advance(legal[choice % len(legal)]))
    return path


def on(*states: str) -> Consent:
    consent = NONE
    for state in states:
        consent = consent.advance(ConsentState(state))
    return consent


def health(consent: Consent) -> Use:
    return Use("health", policy=DEFAULT, consents={"health": consent})


def test_the_machine_is_the_one_of_the_design() -> None:
    assert {state.value: [to.value for to in found] for state, found in LEGAL.items()} == {
        "not_collected": ["requested"],
        "requested": ["granted", "denied"],
        "granted": ["active"],
        "denied": ["requested"],
        "active": ["paused", "revoked"],
        "paused": ["active", "revoked"],
        "revoked": ["delete_requested"],
        "delete_requested": ["deleted"],
        "deleted": ["requested"],
    }


@given(STATES, STATES, st.integers(0, 5))
def test_every_other_transition_is_refused_and_says_which_are_legal(
    state: ConsentState, wanted: ConsentState, grant: int
) -> None:
    consent = Consent(state, grant)
    if wanted is state:
        assert consent.advance(wanted) == consent
    elif wanted in LEGAL[state]:
        assert consent.advance(wanted).state is wanted
    else:
        with pytest.raises(IllegalTransitionError) as refused:
            consent.advance(wanted)
        assert refused.value.legal == LEGAL[state]
        assert all(legal.value in str(refused.value) for legal in LEGAL[state])


@pytest.mark.law(6)
@given(WALKS)
def test_grants_only_grow_and_each_has_a_number_of_its_own(walk: list[int]) -> None:
    path = walked(walk)
    numbers = [consent.grant for consent in path]
    assert numbers == sorted(numbers)
    granted = [c.grant for c in path if c.state is ConsentState.GRANTED]
    assert granted == list(range(1, len(granted) + 1))


@pytest.mark.law(6)
@given(WALKS)
def test_what_was_stored_under_a_grant_is_readable_under_no_other(
    walk: list[int],
) -> None:
    path = walked(walk)
    for place, consent in enumerate(path):
        if not consent.is_open:
            continue
        stored = health(consent).handling()
        assert stored.grants == (("health", consent.grant),)
        for later in path[place:]:
            readable = health(later).withholds(stored) is None
            assert readable == (later.is_open and later.grant == consent.grant)


@pytest.mark.law(6)
@given(WALKS)
def test_what_is_revoked_once_is_never_read_again(walk: list[int]) -> None:
    path = walked(walk)
    for place, consent in enumerate(path):
        if consent.state is ConsentState.REVOKED:
            stored = Handling(grants=(("health", consent.grant),))
            assert all(health(later).withholds(stored) for later in path[place:])


def test_a_whole_round_and_another() -> None:
    once = on(*ROUND)
    again = on(*ROUND, *ROUND[:3])
    assert (once.state, once.grant) == (ConsentState.DELETED, 1)
    assert (again.state, again.grant) == (ConsentState.ACTIVE, 2)
    old, new = Handling(grants=(("health", 1),)), Handling(grants=(("health", 2),))
    assert health(again).withholds(old) is Withheld.NO_CONSENT
    assert health(again).withholds(new) is None


def test_what_is_paused_is_kept_and_skipped_until_it_is_resumed() -> None:
    stored = Handling(grants=(("health", 1),))
    active = on("requested", "granted", "active")
    paused = active.advance(ConsentState.PAUSED)
    assert health(paused).withholds(stored) is Withheld.PAUSED
    assert may_keep(stored, DEFAULT, {"health": paused})
    assert health(paused.advance(ConsentState.ACTIVE)).withholds(stored) is None
    revoked = paused.advance(ConsentState.REVOKED)
    assert not may_keep(stored, DEFAULT, {"health": revoked})


@given(STATES)
def test_only_an_open_consent_lets_anything_in(state: ConsentState) -> None:
    consent = Consent(state, 3)
    assert consent.is_open == (state in OPEN)
    assert consent.allows(3) == consent.is_open
    assert not consent.allows(2)

"""One place decides who may use what for which purpose, and the index filters by the same."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.access import (
    UNLABELLED,
    Caller,
    NoAgentError,
    NoConsentError,
    PurposeNotAllowedError,
    UnknownPurposeError,
    Use,
    Withheld,
    labels_for,
    labels_of,
    may_keep,
    use_of,
)
from muniment.domain.consent import Consent, ConsentState
from muniment.domain.handling import UNRESTRICTED, Handling, Sensitivity
from muniment.domain.policy import DEFAULT, NAMED, STRICT, Policy

ACTIVE = Consent(ConsentState.ACTIVE, 1)
TOLD = Handling(grants=(("assistance", 0),))
HEALTH = (Sensitivity.HEALTH,)

POLICIES = st.sampled_from(list(NAMED.values()))
PURPOSES = st.sampled_from(sorted({*DEFAULT.purposes, *STRICT.purposes}))
AGENTS = st.sampled_from([None, "planner", "coder"])
CONSENTS = st.dictionaries(
    PURPOSES,
    st.builds(Consent, st.sampled_from(ConsentState), st.integers(0, 2)).filter(
        lambda consent: consent.grant > 0 or not consent.is_open  # whoever granted has a number
    ),
)
HANDLINGS = st.builds(
    Handling,
    st.lists(st.tuples(PURPOSES, st.integers(0, 2)), max_size=2).map(tuple),
    AGENTS,
)


def for_purpose(purpose: str, policy: Policy = DEFAULT, **consents: Consent) -> Use:
    return Use(purpose, policy=policy, consents=consents)


def test_a_request_is_for_the_purpose_that_it_and_its_token_name() -> None:
    assert use_of(Caller(), DEFAULT, {}).purpose == "assistance"
    both = frozenset({"work", "assistance"})
    assert use_of(Caller("work", both), DEFAULT, {}).purpose == "work"
    assert use_of(Caller(None, both), DEFAULT, {}).purpose == "assistance"


@pytest.mark.law(2)
@pytest.mark.parametrize(
    "caller",
    [
        Caller("work"),
        Caller("work", frozenset({"health"})),
        Caller(None, frozenset({"work"})),
        Caller("work", frozenset()),
        Caller(None, frozenset()),
        Caller("unheard_of"),
    ],
)
def test_a_purpose_outside_the_token_is_refused(caller: Caller) -> None:
    with pytest.raises(PurposeNotAllowedError):
        use_of(caller, DEFAULT, {})


def test_a_purpose_that_the_policy_does_not_name_is_unknown() -> None:
    with pytest.raises(UnknownPurposeError) as refused:
        use_of(Caller("gossip", frozenset({"gossip"})), DEFAULT, {})
    assert refused.value.known == tuple(sorted(DEFAULT.purposes))


# --- writing -----------------------------------------------------------------------------------


def test_a_write_rests_on_the_grant_of_its_purpose() -> None:
    assert for_purpose("assistance").handling() == TOLD
    assert for_purpose("health", health=ACTIVE).handling().grants == (("health", 1),)
    granted = Consent(ConsentState.GRANTED, 4)
    assert for_purpose("health", health=granted).handling().grants == (("health", 4),)


@pytest.mark.parametrize("state", sorted(set(ConsentState) - {"granted", "active"}))
def test_a_write_without_consent_is_refused(state: ConsentState) -> None:
    with pytest.raises(NoConsentError) as refused:
        for_purpose("health", health=Consent(state, 1)).grant()
    assert refused.value.state is state


def test_what_is_private_needs_an_agent() -> None:
    assert Use("assistance", "planner", private=True).handling().agent == "planner"
    assert Use("assistance", "planner").handling().agent is None
    with pytest.raises(NoAgentError):
        Use("assistance", private=True).handling()


# --- reading -----------------------------------------------------------------------------------


def test_a_purpose_reads_its_own_and_what_the_policy_adds() -> None:
    assert for_purpose("assistance").withholds(TOLD) is None
    assert for_purpose("work").withholds(TOLD) is None
    noted = Handling(grants=(("work", 0),))
    assert for_purpose("work").withholds(noted) is None
    assert for_purpose("assistance").withholds(noted) is Withheld.PURPOSE


def test_a_sensitive_topic_is_used_for_the_purposes_that_the_policy_allows() -> None:
    assert for_purpose("assistance").withholds(TOLD, HEALTH) is None
    assert for_purpose("work").withholds(TOLD, HEALTH) is Withheld.PURPOSE
    intimate = Handling(grants=(("health", 1),))
    assert for_purpose("health", health=ACTIVE).withholds(intimate, HEALTH) is None
    assert for_purpose("work", health=ACTIVE).withholds(intimate, HEALTH) is Withheld.PURPOSE
    assert for_purpose("assistance", health=ACTIVE).withholds(intimate) is Withheld.PURPOSE


def test_a_purpose_that_needs_consent_reads_nothing_without() -> None:
    assert for_purpose("personalisation").withholds(TOLD) is Withheld.NO_CONSENT
    open_ = for_purpose("personalisation", personalisation=ACTIVE)
    assert open_.withholds(TOLD) is None
    paused = Consent(ConsentState.PAUSED, 1)
    assert for_purpose("personalisation", personalisation=paused).withholds(TOLD) is Withheld.PAUSED


def test_what_was_stored_without_consent_is_not_read_once_it_is_needed() -> None:
    assert for_purpose("assistance", STRICT, assistance=ACTIVE).withholds(TOLD) is not None
    assert for_purpose("assistance", STRICT, assistance=ACTIVE).withholds(UNRESTRICTED) is not None
    own = Handling(grants=(("assistance", 1),))
    assert for_purpose("assistance", STRICT, assistance=ACTIVE).withholds(own) is None


def test_consent_that_is_needed_no_more_does_not_revive_what_was_revoked() -> None:
    stored = Handling(grants=(("assistance", 1),))
    revoked = Consent(ConsentState.REVOKED, 1)
    assert for_purpose("assistance", DEFAULT, assistance=revoked).withholds(stored) is not None
    assert for_purpose("assistance", DEFAULT, assistance=ACTIVE).withholds(stored) is None


@pytest.mark.law(2)
def test_what_is_private_is_seen_by_its_agent_alone() -> None:
    own = Handling(TOLD.grants, "planner")
    assert Use("assistance", "planner").withholds(own) is None
    assert Use("assistance", "planner").withholds(TOLD) is None
    assert Use("assistance", "coder").withholds(own) is Withheld.AGENT
    assert Use("assistance").withholds(own) is Withheld.AGENT


# --- rules for all -----------------------------------------------------------------------------


@pytest.mark.law(2)
@given(PURPOSES, AGENTS, POLICIES, CONSENTS, HANDLINGS)
def test_the_index_finds_just_what_may_be_used(
    purpose: str,
    agent: str | None,
    policy: Policy,
    consents: Mapping[str, Consent],
    handling: Handling,
) -> None:
    if purpose not in policy.purposes:
        return
    use = Use(purpose, agent, policy=policy, consents=consents)
    found = bool(labels_for(use).intersection(labels_of(handling)))
    assert found == (use.withholds(handling) is None)


@given(PURPOSES, POLICIES, CONSENTS)
def test_what_may_be_written_may_be_kept_and_read_for_the_same(
    purpose: str, policy: Policy, consents: Mapping[str, Consent]
) -> None:
    if purpose not in policy.purposes:
        return
    use = Use(purpose, "planner", True, policy, consents)
    try:
        stored = use.handling()
    except NoConsentError:
        return
    assert use.withholds(stored) is None
    assert may_keep(stored, policy, consents)


def test_labels_of_what_is_from_before_purposes() -> None:
    assert labels_of(UNRESTRICTED) == UNLABELLED
    assert labels_for(for_purpose("assistance")) == {"/", "/assistance#0"}
    assert labels_for(Use("assistance", "bot")) == {
        "/", "/assistance#0", "bot/", "bot/assistance#0",
    }  # fmt: skip


@given(HANDLINGS, HANDLINGS)
def test_who_sees_one_record_of_a_compartment_sees_them_all(one: Handling, two: Handling) -> None:
    if one.compartment == two.compartment and bool(one.grants) == bool(two.grants):
        assert set(labels_of(one)) == set(labels_of(two))

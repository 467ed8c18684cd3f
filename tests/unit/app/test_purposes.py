"""Purpose and consent, through the use cases: what is let in, and what is read back."""

from contextlib import suppress
from datetime import timedelta

import pytest

from muniment.adapters.dynamodb.keys import OWNER
from muniment.app.consents import MOST_CONSENTS, NewConsent
from muniment.app.errors import (
    ConsentNotNeededError,
    DeletionPendingError,
    NotFoundError,
    TooManyPurposesError,
)
from muniment.app.ports import PolicyVersion, UnavailableError
from muniment.app.purge_owner import LeftoversError
from muniment.app.remember import NewMemory
from muniment.domain.access import NoConsentError, PurposeNotAllowedError, UnknownPurposeError
from muniment.domain.consent import ConsentState, IllegalTransitionError
from muniment.domain.policy import DEFAULT, STRICT, Policy
from muniment.domain.purposes import MOST_PURPOSES, Purpose
from tests.support.faults import then, throttled
from tests.support.memory import Memory, Person, of_kinds, turn
from tests.support.resources import LEDGER

OPENED = ("requested", "granted", "active")
NOTE = NewMemory(text="My knee hurts when it rains")


def known(person: Person) -> set[str]:
    return {record.text for record in person.records()}


def set_policy(memory: Memory, policy: Policy) -> None:
    newest = memory.policies.version("acme")
    assert newest is not None
    number = newest.policy.version + 1
    fields = {name: getattr(policy, name) for name in policy.__slots__} | {"version": number}
    memory.policies.add("acme", PolicyVersion(Policy(**fields), memory.clock()))


# --- case 40: a private health note and a work e-mail -------------------------------------------


def test_a_health_note_is_not_recalled_for_a_work_mail(memory: Memory, ada: Person) -> None:
    ada.note(NewMemory(text="My therapist is Dr Brandt, every Tuesday"))
    ada.note(NewMemory(text="Our Tuesday meeting is in room 4"))
    memory.settle()
    work = ada.using("work").recall("What happens on Tuesday?")
    assert [item.text for item in work.facts] == ["Our Tuesday meeting is in room 4"]
    assert work.dropped["purpose"] == 1
    assert "Brandt" not in work.text
    assert len(ada.recall("What happens on Tuesday?").facts) == 2


def test_a_turn_on_a_sensitive_topic_is_not_recalled_for_work_either(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("On Tuesday I see my therapist, Dr Brandt"), turn("On Tuesday I repair trams", 1))
    work = ada.using("work").recall("What about Tuesday?")
    assert [item.text for item in work.episodes] == ["On Tuesday I repair trams"]
    assert work.dropped["purpose"] == 1
    assert len(ada.recall("What about Tuesday?").episodes) == 2


def test_what_is_told_for_health_is_read_for_health_alone(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    health = ada.using("health")
    note = health.note(NOTE)
    ada.note(NewMemory(text="My umbrella is green when it rains"))
    memory.settle()
    assert known(health) == {NOTE.text}
    assert known(ada) == {"My umbrella is green when it rains"}
    assert ada.recall("What about rain?").dropped["purpose"] == 1
    assert health.get(note.id).purposes == ("health",)
    for other in (ada, ada.using("work")):
        with pytest.raises(NotFoundError):
            other.get(note.id)
        with pytest.raises(NotFoundError):
            other.history(other.scope, note.id, other.caller)
    assert health.history(health.scope, note.id, health.caller)


# --- writing -----------------------------------------------------------------------------------


def test_nothing_is_stored_without_consent(memory: Memory, ada: Person) -> None:
    health = ada.using("health")
    before = memory.rows()
    with pytest.raises(NoConsentError):
        health.note(NOTE)
    with pytest.raises(NoConsentError):
        health.send(turn(NOTE.text or ""))
    assert memory.rows() == before
    assert memory.extraction.jobs == []
    ada.consent("health", *OPENED)
    health.tell(turn(NOTE.text or ""))
    assert known(health) == {NOTE.text}


def test_a_purpose_is_bounded_by_the_token_and_named_by_the_policy(ada: Person) -> None:
    with pytest.raises(UnknownPurposeError):
        ada.using("gossip").note(NOTE)
    outside = Person(ada.memory, ada.scope, ada.using("work").caller)
    outside.note(NOTE)
    bounded = ada.using("work").caller
    for purpose in ("assistance", "health"):
        wrong = Person(ada.memory, ada.scope, type(bounded)(purpose, bounded.purposes))
        with pytest.raises(PurposeNotAllowedError):
            wrong.note(NOTE)
        with pytest.raises(PurposeNotAllowedError):
            wrong.recall("knee")


@pytest.mark.law(6)
def test_consent_that_is_revoked_while_a_memory_is_stored_wins(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    health = ada.using("health")
    memory.faults.before(
        "TransactWriteItems", then(lambda: ada.consent("health", "revoked")), nth=1
    )
    with pytest.raises(NoConsentError):
        health.note(NOTE)
    assert of_kinds(memory.rows(), "1F", "2A", "6T") == []
    assert b"knee" not in memory.bytes()


@pytest.mark.law(6)
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_consent_that_is_revoked_during_an_extraction_ends_it(
    memory: Memory, ada: Person, nth: int
) -> None:
    ada.consent("health", *OPENED)
    health = ada.using("health")
    accepted = health.send(turn("my city is Oslo"))
    (job,) = memory.extraction.take()
    memory.faults.before(
        "TransactWriteItems", then(lambda: ada.consent("health", "revoked")), nth=nth
    )
    memory.extract_event(job, last_try=False)
    memory.settle()
    assert known(health) == set()
    (event,) = ada.operation(accepted.operation).events
    assert "no_consent" in {event.reason, *(outcome.reason for outcome in event.outcomes)}
    assert event.status == "done"
    ada.tell(turn("my city is Bergen"))
    assert ada.values() == {"city": "Bergen"}, "other purposes go on"


def test_what_was_accepted_before_a_pause_is_kept_and_skipped(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    health = ada.using("health")
    health.send(turn("my city is Oslo"))
    ada.consent("health", "paused")
    memory.settle()
    assert known(health) == set()
    with pytest.raises(NoConsentError):
        health.send(turn("my city is Bergen", 1))
    ada.consent("health", "active")
    assert health.values() == {"city": "Oslo"}


# --- reading -----------------------------------------------------------------------------------


def test_paused_material_is_skipped_and_readable_again_after_it(
    memory: Memory, ada: Person
) -> None:
    ada.consent("health", *OPENED)
    health = ada.using("health")
    health.tell(turn("my city is Oslo"))
    shown = health.recall("Which city?")
    assert shown.facts
    assert shown.episodes
    ada.consent("health", "paused")
    paused = health.recall("Which city?")
    assert (paused.facts, paused.episodes) == ((), ())
    assert paused.dropped["paused"] == 1
    assert known(health) == set()
    ada.consent("health", "active")
    resumed = health.recall("Which city?")
    assert [i.id for i in resumed.facts] == [i.id for i in shown.facts]
    assert [i.id for i in resumed.episodes] == [i.id for i in shown.episodes]


@pytest.mark.law(6)
def test_a_new_grant_does_not_revive_what_was_revoked(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    health = ada.using("health")
    health.tell(turn("my city is Oslo", id="t1"))
    old = health.facts()["city"]
    ada.consent("health", "revoked")
    assert known(health) == set()
    assert health.recall("Which city?").dropped["no_consent"] == 1
    ada.consent("health", "delete_requested")
    memory.clock.forward(timedelta(minutes=2))
    assert memory.requeue() == 1, "the schedule finds it"
    memory.erase()
    ada.consent("health", *OPENED)
    assert known(health) == set()
    with pytest.raises(NotFoundError):
        health.get(old.id)

    health.tell(turn("my dog is Rex", 1))
    assert health.values() == {"dog": "Rex"}, "what is said under the new grant"
    health.tell(turn("my city is Oslo", id="t1"))
    assert health.facts()["city"].id != old.id
    assert memory.get_consent(ada.scope, "health").grant == 2


@pytest.mark.law(6)
def test_what_was_withdrawn_is_deleted_and_the_rest_stays(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my dog is Rex"), turn("it is cold in Turin", 1))
    kept = of_kinds(memory.rows(), *"123567")
    ada.consent("health", *OPENED)
    health = ada.using("health")
    health.note(NewMemory(attribute="city", value="Oslo"))
    health.tell(turn("my home is Oslo", 2), turn("Oslo is warm today", 3))
    ada.using("health", agent="planner", private=True).note(NewMemory(text="Oslo is a secret"))
    memory.project()
    assert b"Oslo" in memory.bytes()
    assert memory.index.count(ada.scope) > 3

    ada.consent("health", "revoked")
    said = NewConsent(ConsentState.DELETE_REQUESTED, "notice-1", "settings")
    view = memory.change_consent(ada.scope, "health", said)
    assert view.erasure is not None
    assert memory.change_consent(ada.scope, "health", said).erasure == view.erasure
    with pytest.raises(DeletionPendingError):
        ada.consent("health", "deleted")
    memory.clock.forward(timedelta(minutes=2))
    memory.requeue()
    memory.erase()

    receipt = ada.erasure(view.erasure)
    assert (receipt.status, receipt.target) == ("done", "purpose")
    assert receipt.counted["facts"] == 3
    assert receipt.counted["episodes"] == 2
    assert set(receipt.probes.values()) == {0}
    assert memory.get_consent(ada.scope, "health").state is ConsentState.DELETED
    assert b"Oslo" not in memory.bytes()
    assert ada.values() == {"dog": "Rex"}
    assert of_kinds(memory.rows(), *"123567") == kept
    assert memory.index.count(ada.scope) == 3
    assert len(ada.recall("Which dog? Is it cold?").episodes) == 2


@pytest.mark.law(6)
@pytest.mark.parametrize("operation", ["BatchWriteItem", "TransactWriteItems"])
@pytest.mark.parametrize("nth", [1, 2])
def test_a_deletion_that_breaks_off_is_carried_on(
    memory: Memory, ada: Person, operation: str, nth: int
) -> None:
    ada.consent("health", *OPENED)
    ada.using("health").tell(turn("my home is Oslo"))
    ada.consent("health", "revoked", "delete_requested")
    memory.clock.forward(timedelta(minutes=2))
    memory.requeue()
    (job,) = memory.erasure.take()
    memory.faults.before(operation, throttled(), nth=nth)
    with suppress(UnavailableError):
        memory.carry_on(job, last_try=False)
    memory.carry_on(job, last_try=False)
    assert memory.get_consent(ada.scope, "health").state is ConsentState.DELETED
    assert b"Oslo" not in memory.bytes()
    assert memory.index.count(ada.scope) == 0
    before = memory.rows()
    memory.carry_on(job, last_try=False)
    assert memory.rows() == before


@pytest.mark.law(6)
def test_a_deletion_that_breaks_off_anywhere_leaves_nothing_that_it_cannot_find(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only names a record goes before the record, or nobody knows whose it was."""
    for name in ("_BATCH_WRITE", "_SIDE_BY_SIDE"):
        monkeypatch.setattr(f"muniment.adapters.dynamodb.table.{name}", 1)
    ada.consent("health", *OPENED)
    ada.using("health").tell(turn("my home is Oslo"), turn("Oslo is warm", 1))
    ada.consent("health", "revoked", "delete_requested")
    memory.clock.forward(timedelta(minutes=2))
    memory.requeue()
    (job,) = memory.erasure.take()
    start = memory.tables.snapshot()
    seen = memory.faults.seen
    memory.carry_on(job, last_try=False)
    expected, writes = memory.rows(), seen.count("BatchWriteItem")
    assert writes > 12
    for nth in range(1, writes + 1):
        memory.tables.restore(start)
        memory.faults.before("BatchWriteItem", throttled(), nth=nth)
        broken = False
        try:
            memory.carry_on(job, last_try=False)
        except UnavailableError:
            broken = True
        assert broken or memory.erasure.take() == [job], "it comes again, or left a message"
        memory.carry_on(job, last_try=False)
        assert memory.rows() == expected, f"broken off at item {nth}"


@pytest.mark.law(6)
def test_what_rests_on_a_purpose_is_deleted_by_as_many_messages_as_it_takes(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.app.withdrawing._PAGE", 2)
    ada.tell(turn("my dog is Rex"))
    ada.consent("health", *OPENED)
    ada.using("health").tell(*(turn(f"Oslo is warm, day {n}", n, session="h") for n in range(4)))
    ada.consent("health", "revoked")
    said = NewConsent(ConsentState.DELETE_REQUESTED, "notice-1", "settings")
    erasure = memory.change_consent(ada.scope, "health", said).erasure
    assert erasure is not None
    memory.clock.forward(timedelta(minutes=2))
    memory.requeue()
    jobs = memory.erasure.take()
    with monkeypatch.context() as broken:
        broken.setattr(type(memory.index), "remove", lambda *_: None)
        with pytest.raises(LeftoversError, match="index"):
            memory.carry_on(jobs[0], last_try=False)
        assert ada.erasure(erasure).status == "pending", "no receipt while the index holds some"
        assert len(of_kinds(memory.rows(), "3E")) == 5, "what names a record stays until then"
    left = [len(memory.rows())]
    while jobs:
        memory.carry_on(jobs.pop(), last_try=False, time_left=lambda: False)
        jobs = memory.erasure.take()
        left.append(len(memory.rows()))
        assert left[-2] - left[-1] <= 2, "no message does more than its part"
    receipt = ada.erasure(erasure)
    assert (receipt.status, receipt.counted["episodes"], len(left) > 4) == ("done", 4, True)
    assert b"Oslo" not in memory.bytes()
    assert ada.values() == {"dog": "Rex"}


def test_a_fact_of_one_purpose_neither_hides_nor_replaces_one_of_another(
    memory: Memory, ada: Person
) -> None:
    ada.consent("health", *OPENED)
    ada.tell(turn("my city is Oslo"))
    ada.using("health").tell(turn("my city is Bergen", 1))
    assert ada.values() == {"city": "Oslo"}
    assert ada.using("health").values() == {"city": "Bergen"}
    ada.consent("health", "revoked")
    assert ada.values() == {"city": "Oslo"}


def test_turns_of_another_purpose_are_no_context(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    ada.using("health").tell(turn("the surgery took three hours"))
    ada.tell(turn("the tram took three hours", 1), turn("and the ferry two", 2))
    contexts = {row["text"]: row["context"] for row in of_kinds(memory.rows(), "3E")}
    assert contexts == {
        "the surgery took three hours": "",
        "the tram took three hours": "",
        "and the ferry two": "the tram took three hours",
    }


# --- consent -----------------------------------------------------------------------------------


def test_a_consent_knows_how_it_came_where_it_stands(memory: Memory, ada: Person) -> None:
    view = ada.consent("health", *OPENED, "paused")
    assert (view.state, view.grant, view.needed) == (ConsentState.PAUSED, 1, True)
    assert [(s.consent.state.value, s.consent.grant) for s in view.steps] == [
        ("requested", 0), ("granted", 1), ("active", 1), ("paused", 1),
    ]  # fmt: skip
    assert {(s.notice_version, s.source, s.at) for s in view.steps} == {
        ("notice-1", "settings", memory.clock())
    }


def test_a_grant_becomes_active_with_its_first_write(memory: Memory, ada: Person) -> None:
    ada.consent("health", "requested", "granted")
    ada.using("health").note(NOTE)
    view = memory.get_consent(ada.scope, "health")
    assert view.state is ConsentState.ACTIVE
    assert (view.steps[-1].source, view.steps[-1].notice_version) == ("first_write", None)
    governance = memory.store.owner(ada.scope).governance
    ada.using("health").tell(turn("my city is Oslo"))
    assert memory.store.owner(ada.scope).governance == governance


def test_saying_the_same_again_changes_nothing(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    before = memory.rows(), memory.rows(LEDGER)
    assert ada.consent("health", "active").state is ConsentState.ACTIVE
    assert (memory.rows(), memory.rows(LEDGER)) == before


def test_what_the_machine_does_not_have_is_refused(memory: Memory, ada: Person) -> None:
    with pytest.raises(IllegalTransitionError):
        ada.consent("health", "granted")
    with pytest.raises(UnknownPurposeError):
        ada.consent("gossip", "requested")
    with pytest.raises(ConsentNotNeededError):
        ada.consent("assistance", "requested")
    assert memory.rows(LEDGER) == []
    ada.consent("health", "requested", "granted")


@pytest.mark.law(6)
def test_consent_outlives_the_erasure_of_the_user(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    health = ada.using("health")
    health.note(NOTE)
    ada.erase()
    assert known(health) == set()
    assert memory.get_consent(ada.scope, "health").grant == 1
    health.note(NewMemory(text="My knee is well"))
    assert known(health) == {"My knee is well"}


def test_the_owners_item_stays_small(memory: Memory, ada: Person) -> None:
    def widest(letter: str) -> Policy:
        names = [f"{letter}{n:02d}".ljust(32, "x") for n in range(MOST_PURPOSES)]
        return Policy(purposes={n: Purpose(consent=True) for n in names}, default_purpose=names[0])

    for letter in "ab":
        set_policy(memory, widest(letter))
        for purpose in widest(letter).purposes:
            ada.consent(
                purpose, *OPENED, "revoked", "delete_requested",
            )  # fmt: skip
    assert len(memory.store.owner(ada.scope).consents) == MOST_CONSENTS
    (item,) = of_kinds(memory.rows(), OWNER)
    assert len(repr(item)) < 2048
    set_policy(memory, widest("c"))
    with pytest.raises(TooManyPurposesError):
        ada.consent("c00".ljust(32, "x"), "requested")


# --- policy ------------------------------------------------------------------------------------


def test_under_the_strict_policy_nothing_is_kept_without_consent(
    memory: Memory, ada: Person
) -> None:
    ada.note(NewMemory(text="My umbrella is green"))
    set_policy(memory, STRICT)
    with pytest.raises(NoConsentError):
        ada.note(NewMemory(text="My tent is blue"))
    assert known(ada) == set(), "what was stored without consent is not read where it is needed"
    ada.consent("assistance", *OPENED)
    record = ada.note(NewMemory(text="My tent is blue"))
    assert known(ada) == {"My tent is blue"}
    assert record.origin.policy == "strict/2"


def test_a_policy_applies_to_what_is_decided_after_it(memory: Memory, ada: Person) -> None:
    first = ada.note(NewMemory(text="My tent is blue"))
    set_policy(memory, Policy(purposes={"assistance": Purpose()}))
    second = ada.note(NewMemory(text="My umbrella is green"))
    assert first.origin.policy == DEFAULT.label
    assert second.origin.policy == "default/2"
    assert ada.get(first.id).origin.policy == DEFAULT.label
    with pytest.raises(UnknownPurposeError):
        ada.using("work").note(NewMemory(text="My desk is grey"))


def test_said_consent_is_of_one_user_alone(memory: Memory, ada: Person) -> None:
    ada.consent("health", *OPENED)
    with pytest.raises(NoConsentError):
        memory.of("bob").using("health").note(NOTE)
    said = NewConsent(ConsentState.REQUESTED, "notice-1", "settings")
    assert memory.change_consent(memory.scope("bob"), "health", said).grant == 0

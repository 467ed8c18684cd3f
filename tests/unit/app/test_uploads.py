"""Documents that are sent by themselves: what holds for them is fixed before, and once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from muniment.app.arrivals import Arrival
from muniment.app.errors import IdempotencyConflictError, NotFoundError, SensitiveDataError
from muniment.app.ports import PolicyVersion, UnavailableError
from muniment.app.transit import UploadJob
from muniment.app.uploads import NewUpload
from muniment.app.views import UploadView
from muniment.domain.access import NoConsentError, PurposeNotAllowedError
from muniment.domain.consent import ConsentState
from muniment.domain.documents import parts
from muniment.domain.events import Door, Event, Role
from muniment.domain.labels import Labels
from muniment.domain.records import Kind
from muniment.domain.redaction import REFUSE_PERSONAL
from muniment.domain.uploads import FORM_HOLDS, LARGEST, UploadState
from tests.support.faults import then, throttled
from tests.support.memory import Memory, Person
from tests.support.resources import LEDGER
from tests.support.transit import outage
from tests.unit.app.test_documents import HANDBOOK, document

CHARTER = NewUpload("docs", "text/markdown", LARGEST, "charter", "The charter")
TEXT = HANDBOOK.encode()
LATER = FORM_HOLDS + timedelta(minutes=1)


def announce(
    person: Person, new: NewUpload = CHARTER, *, key: str | None = None, body: str = "body"
) -> UploadView:
    """Announce a document as an agent of the owner's does."""
    return person.memory.request_upload(
        person.scope, new, by_agent=True, idempotency_key=key, fingerprint=body,
        caller=person.caller, by="b" * 26,
    )  # fmt: skip


def job_for(person: Person, view: UploadView, epoch: int = 1) -> UploadJob:
    return UploadJob(person.scope, epoch, view.operation)


def arrive(person: Person, view: UploadView, body: bytes = TEXT, epoch: int = 1) -> UploadJob:
    """Let a document arrive where the form sends it; nobody has looked yet."""
    job = job_for(person, view, epoch)
    person.memory.transit.lying[job] = body
    return job


def take(memory: Memory, job: UploadJob, *, last_try: bool = False) -> Arrival:
    return memory.accept_upload(job, last_try=last_try)


def stored(memory: Memory, person: Person, epoch: int = 1) -> list[Event]:
    return list(memory.store.every_event(person.scope, epoch))


# --- the way through -----------------------------------------------------------------------------


def test_a_document_is_announced_sent_and_remembered(memory: Memory, ada: Person) -> None:
    view = announce(ada)
    assert view.form is not None
    assert view.form.fields["Content-Type"] == "text/markdown"
    waiting = ada.operation(view.operation)
    assert (waiting.status, waiting.document) == ("waiting_for_upload", "charter")
    assert waiting.until == memory.clock() + FORM_HOLDS

    assert take(memory, arrive(ada, view)) is Arrival.ACCEPTED
    assert memory.transit.lying == {}, "nothing is left lying"
    assert ada.operation(view.operation).status == "pending"
    memory.settle()
    done = ada.operation(view.operation)
    assert (done.status, len(done.events)) == ("done", len(parts(HANDBOOK)))
    episodes = ada.records(Kind.EPISODE)
    assert {(e.document, e.provenance, e.speaker) for e in episodes} == {
        ("charter", "observed", "The charter")
    }
    for event in stored(memory, ada):
        assert (event.role, event.door, event.by_agent, event.by_owner) == (
            Role.DOCUMENT, Door.EVENTS, True, False,
        )  # fmt: skip


def test_it_is_the_document_that_the_events_door_would_have_taken(
    memory: Memory, memories: Callable[[], Memory]
) -> None:
    ada, other = memory.of("ada"), memories().of("ada")
    take(memory, arrive(ada, announce(ada)))
    turn = replace(
        document(HANDBOOK), id="charter", speaker="The charter", by_owner=False, session="docs"
    )
    other.send(turn)
    by_door = {event.id: event.text for event in stored(other.memory, other)}
    assert {event.id: event.text for event in stored(memory, ada)} == by_door


def test_an_edited_document_adds_what_changed(memory: Memory, ada: Person) -> None:
    take(memory, arrive(ada, announce(ada)))
    before = {event.id for event in stored(memory, ada)}
    memory.clock.forward(timedelta(days=1))
    edited = HANDBOOK.replace("Heron 71271", "Kestrel").encode()
    view = announce(ada)
    take(memory, arrive(ada, view, edited))
    fresh = {event.id for event in stored(memory, ada)} - before
    assert 1 <= len(fresh) < len(before)


def test_of_many_parts_outcomes_are_counted(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = announce(ada)
    take(memory, arrive(ada, view))
    memory.settle()
    told = ada.operation(view.operation)
    monkeypatch.setattr("muniment.app.operations.TOLD_EACH", 2)
    counted = ada.operation(view.operation)
    assert told.outcomes == {}
    assert counted.outcomes == {"committed": sum(len(event.outcomes) for event in told.events)}
    assert not any(event.outcomes for event in counted.events)
    assert [event.id for event in counted.events] == [event.id for event in told.events]


# --- what is fixed when it is announced ----------------------------------------------------------


def test_a_key_used_again_is_the_same_upload(memory: Memory, ada: Person) -> None:
    first = announce(ada, key="k")
    memory.clock.forward(timedelta(minutes=5))
    again = announce(ada, key="k")
    assert again.operation == first.operation
    assert again.form is not None
    assert again.form.fields["holds"] == str(FORM_HOLDS - timedelta(minutes=5))
    with pytest.raises(IdempotencyConflictError):
        announce(ada, key="k", body="another")
    assert announce(ada, body="another").operation != first.operation
    take(memory, arrive(ada, first))
    assert announce(ada, key="k") == UploadView(first.operation), "nothing is waited for any more"


@pytest.mark.law(2)
def test_purpose_and_agent_are_those_of_the_request(memory: Memory, ada: Person) -> None:
    view = announce(ada.using("work", agent="planner", private=True))
    take(memory, arrive(ada, view))
    memory.settle()
    handlings = {(e.handling.grants, e.handling.agent) for e in stored(memory, ada)}
    assert handlings == {((("work", 0),), "planner")}
    assert ada.records() == []
    assert ada.using("work", agent="planner").records() != []
    with pytest.raises(PurposeNotAllowedError):
        announce(replace(ada, caller=replace(ada.caller, purpose="work")))


def test_labels_are_those_of_the_announcement(memory: Memory, ada: Person) -> None:
    labels = Labels.of(["harbour"], [("year", 2026), ("berth", "old quay")])
    view = announce(ada, replace(CHARTER, labels=labels))
    take(memory, arrive(ada, view))
    memory.settle()
    assert {(e.tags, tuple(e.metadata.items())) for e in ada.records(Kind.EPISODE)} == {
        (labels.tags, labels.metadata)
    }
    key = "sk_" + "live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    with pytest.raises(SensitiveDataError):
        announce(ada, replace(CHARTER, labels=Labels.of([key], [])))
    announce(ada, replace(CHARTER, labels=Labels.of([], [("note", f"the key is {key}")])))
    assert b"old quay" in memory.bytes()
    assert key.encode() not in memory.bytes()


@pytest.mark.law(2)
def test_another_users_upload_is_unknown(memory: Memory, ada: Person, bob: Person) -> None:
    view = announce(ada)
    with pytest.raises(NotFoundError):
        bob.operation(view.operation)
    # At bob's address nothing is waited for, whatever the operation is called.
    assert take(memory, arrive(bob, view)) is Arrival.UNKNOWN
    assert memory.transit.lying == {}
    assert stored(memory, bob) == stored(memory, ada) == []
    other = memory.of("ada", "globex")
    assert take(memory, arrive(other, view)) is Arrival.UNKNOWN


@pytest.mark.law(7)
def test_a_secret_is_kept_neither_of_the_name_nor_of_the_document(
    memory: Memory, ada: Person
) -> None:
    key = "sk_" + "live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    view = announce(ada, replace(CHARTER, name=f"Charter {key}"))
    assert key.encode() not in memory.bytes()
    take(memory, arrive(ada, view, f"The box is in Turin. The key is {key}.".encode()))
    kept = memory.bytes() + repr(memory.extraction.jobs).encode()
    assert b"Turin" in kept
    assert key.encode() not in kept
    assert ada.operation(view.operation).redacted["api_key"] >= 1
    with pytest.raises(SensitiveDataError):
        announce(ada, replace(CHARTER, document=key))


@pytest.mark.law(7)
def test_neither_operation_nor_audit_holds_the_name_when_it_has_ended(
    memory: Memory, ada: Person
) -> None:
    view = announce(ada)
    take(memory, arrive(ada, view))
    (item,) = [row for row in memory.rows() if row["sk"] == f"9O#{view.operation}"]
    assert "The charter" not in repr(item)
    entries = [row for row in memory.rows(LEDGER) if row["sk"].startswith("A#")]
    assert {row["action"] for row in entries} == {"accept", "ask_upload"}
    assert "The charter" not in repr(entries)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"a" * 101, "too_large"), (b"\xff\xfe", "not_utf8"), (b"PK\x00", "not_text"),
        (b"", "empty"), (b" \n", "empty"),
    ],
)  # fmt: skip
def test_what_is_no_document_is_refused_and_gone(
    memory: Memory, ada: Person, body: bytes, reason: str
) -> None:
    view = announce(ada, replace(CHARTER, size=100))
    assert take(memory, arrive(ada, view, body)) is Arrival.REFUSED
    failed = ada.operation(view.operation)
    assert (failed.status, failed.reason, failed.events) == ("failed", reason, ())
    assert (memory.transit.lying, stored(memory, ada), memory.extraction.jobs) == ({}, [], [])


def test_what_the_policy_refuses_is_refused(memory: Memory, ada: Person) -> None:
    view = announce(ada)
    newest = memory.policies.current("acme")
    strict = replace(newest, version=newest.version + 1, redaction=REFUSE_PERSONAL)
    memory.policies.add("acme", PolicyVersion(strict, memory.clock()))
    memory.clock.forward(timedelta(seconds=10))
    mail = "ada.rossi@" + "example.org"
    assert take(memory, arrive(ada, view, f"Write to {mail}.".encode())) is Arrival.REFUSED
    assert ada.operation(view.operation).reason == "sensitive_data"
    assert mail.encode() not in memory.bytes()


@pytest.mark.law(6)
def test_consent_that_is_revoked_in_between_refuses(memory: Memory, ada: Person) -> None:
    patient = ada.using("health")
    with pytest.raises(NoConsentError):
        announce(patient)
    ada.consent("health", "requested", "granted")
    view, second = announce(patient), announce(replace(patient), key="second")
    assert take(memory, arrive(ada, second)) is Arrival.ACCEPTED
    assert ada.consent("health").state is ConsentState.ACTIVE
    ada.consent("health", "revoked")
    assert take(memory, arrive(ada, view)) is Arrival.REFUSED
    assert ada.operation(view.operation).reason == "no_consent"
    assert memory.transit.lying == {}


@pytest.mark.law(6)
def test_what_rests_on_a_purpose_is_deleted_with_it(memory: Memory, ada: Person) -> None:
    ada.consent("health", "requested", "granted")
    view = announce(ada.using("health"))
    kept = announce(ada)
    # The consent was never used: it becomes active before it can be revoked.
    take(memory, arrive(ada, announce(ada.using("health"), key="used")))
    ada.consent("health", "revoked", "delete_requested")
    memory.clock.forward(timedelta(minutes=5))
    memory.requeue()
    memory.settle()
    assert ada.consent("health").state is ConsentState.DELETED
    with pytest.raises(NotFoundError):
        ada.operation(view.operation)
    assert ada.operation(kept.operation).status == "waiting_for_upload"
    assert take(memory, arrive(ada, view)) is Arrival.UNKNOWN
    assert memory.transit.lying == {}


def test_an_id_that_is_taken_by_another_event_refuses(
    memory: Memory, memories: Callable[[], Memory], ada: Person
) -> None:
    text = "The ferry leaves at nine."
    other = memories().of("ada")
    take(other.memory, arrive(other, announce(other), text.encode()))
    (part,) = stored(other.memory, other)
    ada.send(replace(document("Not this."), id=part.id, role=Role.TOOL))
    view = announce(ada)
    assert take(memory, arrive(ada, view, text.encode())) is Arrival.REFUSED
    assert ada.operation(view.operation).reason == "event_conflict"


# --- what never comes, comes twice, or comes late ------------------------------------------------


def test_what_never_comes_expires_by_the_schedule(memory: Memory, ada: Person) -> None:
    view = announce(ada)
    memory.clock.forward(timedelta(minutes=5))
    memory.requeue()
    assert memory.uploads.jobs == [], "the form still holds"
    assert take(memory, job_for(ada, view)) is Arrival.ABSENT
    assert ada.operation(view.operation).status == "waiting_for_upload"
    memory.clock.forward(LATER)
    memory.requeue()
    (job,) = memory.uploads.take()
    assert take(memory, job) is Arrival.EXPIRED
    failed = ada.operation(view.operation)
    assert (failed.status, failed.reason) == ("failed", "expired")
    assert list(memory.worklist.pending("acme")) != []
    memory.clock.forward(2 * LATER)
    memory.requeue()
    assert (list(memory.worklist.pending("acme")), memory.uploads.jobs) == ([], [])


@pytest.mark.law(4)
def test_what_came_and_was_told_to_nobody_is_found_by_the_schedule(
    memory: Memory, ada: Person
) -> None:
    view = announce(ada)
    arrive(ada, view)
    memory.clock.forward(LATER)
    memory.requeue()
    (job,) = memory.uploads.take()
    assert take(memory, job) is Arrival.ACCEPTED
    assert stored(memory, ada) != []


@pytest.mark.law(4)
def test_told_twice_or_sent_twice_it_is_one_document(memory: Memory, ada: Person) -> None:
    view = announce(ada)
    job = arrive(ada, view)
    take(memory, job)
    before, queued = stored(memory, ada), list(memory.extraction.jobs)
    assert take(memory, job) is Arrival.REPEATED
    arrive(ada, view, b"Another document under the same form.")
    assert take(memory, job) is Arrival.REPEATED
    assert (stored(memory, ada), memory.transit.lying) == (before, {})
    assert set(memory.extraction.jobs) == set(queued)


def test_an_object_of_nobody_is_removed(memory: Memory, ada: Person) -> None:
    foreign = UploadJob(ada.scope, 1, f"o_{ada.scope.owner}_never")
    memory.transit.lying[foreign] = TEXT
    assert take(memory, foreign) is Arrival.UNKNOWN
    assert memory.transit.lying == {}
    told = ada.send(document("The ferry leaves at nine."))
    mine = UploadJob(ada.scope, 1, told.operation)  # an operation, but of no upload
    memory.transit.lying[mine] = TEXT
    assert take(memory, mine) is Arrival.UNKNOWN
    assert len(stored(memory, ada)) == 1


# --- erasure -------------------------------------------------------------------------------------


@pytest.mark.law(6)
def test_what_was_announced_before_an_erasure_yields_nothing_after_it(
    memory: Memory, ada: Person
) -> None:
    view, late = announce(ada), announce(ada, key="late")
    arrive(ada, view)
    receipt = ada.erase()
    assert (receipt.status, receipt.counted["uploads"], receipt.probes["uploads"]) == ("done", 1, 0)
    assert memory.transit.lying == {}
    with pytest.raises(NotFoundError):
        ada.operation(view.operation)
    # The form was given out before, and cannot be taken back.
    assert take(memory, arrive(ada, late)) is Arrival.UNKNOWN
    assert memory.transit.lying == {}
    assert stored(memory, ada, 1) == stored(memory, ada, 2) == []
    fresh = announce(ada)
    assert take(memory, arrive(ada, fresh, epoch=2)) is Arrival.ACCEPTED
    assert stored(memory, ada, 2) != []


@pytest.mark.law(6)
def test_an_upload_alone_is_something_to_erase(memory: Memory, ada: Person) -> None:
    first = ada.erase()
    view = announce(ada)
    second = ada.erase()
    assert second.id != first.id
    assert take(memory, arrive(ada, view, epoch=2)) is Arrival.UNKNOWN


@pytest.mark.law(6)
def test_an_erasure_leaves_what_was_announced_after_it(memory: Memory, ada: Person) -> None:
    erasure = memory.erase_owner(ada.scope)
    job = arrive(ada, announce(ada), epoch=2)
    memory.erase()
    assert ada.erasure(erasure.id).status == "done"
    assert take(memory, job) is Arrival.ACCEPTED


@pytest.mark.law(6)
def test_a_user_who_is_erased_between_any_two_commits(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.app.intake.AT_ONCE", 2)
    for nth in (1, 2, 3):
        person = memory.of(f"ada{nth}")
        job = arrive(person, announce(person))
        erase = partial(memory.erase_owner, person.scope)
        memory.faults.before("TransactWriteItems", then(erase), nth=nth)
        became = take(memory, job)
        memory.erase()
        left = stored(memory, person)
        assert (became, left) in [(Arrival.UNKNOWN, []), (Arrival.REPEATED, [])], nth
        assert memory.transit.lying == {}


# --- crashes and outages -------------------------------------------------------------------------


def outcome(memory: Memory, person: Person) -> tuple[object, ...]:
    """Return all that is to be the same whatever happened on the way."""
    jobs = sorted({job.event for job in memory.extraction.jobs})
    rows = [row for row in memory.rows() if row["sk"][:2] in ("6T", "6S", "9O", "0M")]
    return rows, jobs, dict(memory.transit.lying), len(stored(memory, person))


@pytest.mark.law(4)
def test_whatever_call_fails_the_repeat_ends_alike(
    memories: Callable[[], Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.app.intake.AT_ONCE", 2)
    plain = memories()
    ada = plain.of("ada")
    job = arrive(ada, announce(ada))
    before = plain.faults.calls
    take(plain, job)
    calls = plain.faults.calls - before
    expected = outcome(plain, ada)
    assert calls > 6
    for nth in range(1, calls + 1):
        memory = memories()
        person = memory.of("ada")
        job = arrive(person, announce(person))
        memory.faults.at(nth, throttled())
        with pytest.raises(UnavailableError):
            take(memory, job)
        assert memory.transit.lying != {}, "kept until it is in the store"
        take(memory, job)
        assert outcome(memory, person) == expected, nth


@pytest.mark.law(4)
@pytest.mark.parametrize("method", ["fetch", "discard"])
def test_an_outage_of_the_bucket_is_waited_for(memory: Memory, ada: Person, method: str) -> None:
    view = announce(ada)
    job = arrive(ada, view)
    memory.transit.before[method] = [outage]
    with pytest.raises(UnavailableError):
        take(memory, job)
    assert take(memory, job) in (Arrival.ACCEPTED, Arrival.REPEATED)
    assert memory.transit.lying == {}
    assert len(stored(memory, ada)) == len(parts(HANDBOOK))


def test_the_last_try_says_so_and_a_later_one_still_succeeds(memory: Memory, ada: Person) -> None:
    view = announce(ada)
    job = arrive(ada, view)
    memory.transit.before["fetch"] = [outage, outage]
    with pytest.raises(UnavailableError):
        take(memory, job)
    assert ada.operation(view.operation).status == "waiting_for_upload"
    with pytest.raises(UnavailableError):
        take(memory, job, last_try=True)
    failed = ada.operation(view.operation)
    assert (failed.status, failed.reason) == ("failed", "UnavailableError")
    memory.clock.forward(LATER)
    memory.requeue()
    (again,) = memory.uploads.take()
    assert take(memory, again) is Arrival.ACCEPTED
    assert ada.operation(view.operation).status == "pending"


@pytest.mark.law(4)
def test_overwritten_between_two_tries_it_is_the_later_one(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.app.intake.AT_ONCE", 2)
    view = announce(ada)
    job = arrive(ada, view)
    memory.faults.before("TransactWriteItems", throttled(), nth=2)
    with pytest.raises(UnavailableError):
        take(memory, job)
    arrive(ada, view, b"The ferry leaves at nine.")
    assert take(memory, job) is Arrival.ACCEPTED
    memory.settle()
    assert [e.text for e in ada.records(Kind.EPISODE)] == ["The ferry leaves at nine."]


@pytest.mark.law(4)
def test_two_who_look_at_once_store_one_document(memory: Memory, ada: Person) -> None:
    view = announce(ada)
    job = arrive(ada, view)
    became: list[Arrival] = []
    memory.faults.before("TransactWriteItems", then(lambda: became.append(take(memory, job))))
    became.append(take(memory, job))
    assert became == [Arrival.ACCEPTED, Arrival.ACCEPTED]
    assert len(stored(memory, ada)) == len(parts(HANDBOOK))
    operation = memory.store.operation(ada.scope, view.operation)
    assert operation is not None
    assert operation.upload is not None
    assert operation.upload.state is UploadState.ACCEPTED

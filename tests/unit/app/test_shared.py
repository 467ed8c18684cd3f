"""What many read: proposed by those who may, approved by a reviewer, of one memory only."""

from datetime import timedelta

import pytest

from muniment.app.deciding import Reviewer
from muniment.app.errors import NotFoundError, RefusedError
from muniment.app.propose import Proposal
from muniment.app.remember import NewMemory
from muniment.app.views import RecordView, ReviewView, Waits
from muniment.domain.records import Effect, Kind, Provenance
from muniment.domain.reviews import Choice
from muniment.domain.scope import SYSTEM_SCOPE
from tests.support.memory import Memory, Person, turn
from tests.support.resources import LEDGER

REFUNDS = Proposal("refund window", "30 days")
PRICES = Proposal("list price", "49 euros", registered=True)
STEPS = Proposal("release", "1. Run the tests. 2. Tag the commit.", is_procedure=True)


def propose(person: Person, proposal: Proposal) -> str:
    waits = person.propose(proposal)
    assert isinstance(waits, Waits)
    assert waits.waiting == "proposed"
    return waits.review


def queue(memory: Memory, *tenants: str) -> list[ReviewView]:
    reviewer = Reviewer("h" * 26, is_owner=False, may_review=True)
    return list(memory.read_reviews.of_tenants(tenants, 100, None, reviewer).reviews)


def test_nothing_is_shared_before_a_reviewer_has_approved_it(memory: Memory) -> None:
    for shared in (memory.tenant(), memory.system()):
        review = propose(shared, REFUNDS)
        assert shared.records() == []
        (item,) = queue(memory, shared.scope.tenant)
        assert (item.id, item.reasons) == (review, ("shared",))
        shared.decide(review, Choice.APPROVE, may_review=True)
        (record,) = shared.records()
        assert (record.attribute, record.value) == ("refund_window", "30 days")
        assert record.provenance == Provenance.USER_STATED.label
        assert queue(memory, shared.scope.tenant) == []


def test_what_is_rejected_is_not_shared_and_not_proposed_again(memory: Memory) -> None:
    tenant = memory.tenant()
    tenant.decide(propose(tenant, REFUNDS), Choice.REJECT, may_review=True)
    assert tenant.records() == []
    with pytest.raises(RefusedError, match="declined"):
        tenant.propose(REFUNDS)
    assert tenant.publish(Proposal("refund window", "14 days")).value == "14 days"


def test_an_edit_is_what_is_shared(memory: Memory) -> None:
    tenant = memory.tenant()
    tenant.decide(propose(tenant, PRICES), Choice.EDIT, "59 euros", may_review=True)
    (record,) = tenant.records()
    assert record.value == "59 euros"
    assert memory.shared.registered(memory.scope()) == {"list_price"}


def test_the_same_proposal_asks_once_and_what_is_known_asks_nothing(memory: Memory) -> None:
    tenant = memory.tenant()
    review = propose(tenant, REFUNDS)
    before = memory.rows(), memory.rows(LEDGER)
    assert propose(tenant, REFUNDS) == review
    assert (memory.rows(), memory.rows(LEDGER)) == before
    tenant.decide(review, Choice.APPROVE, may_review=True)
    known = tenant.propose(REFUNDS)
    assert isinstance(known, RecordView)
    assert known.value == "30 days"


def test_a_proposal_on_which_nobody_decided_may_be_made_again(memory: Memory) -> None:
    tenant = memory.tenant()
    review = propose(tenant, REFUNDS)
    memory.clock.forward(timedelta(days=31))
    assert tenant.reviews(may_review=True) == []
    assert propose(tenant, REFUNDS) == review
    assert [each.id for each in tenant.reviews(may_review=True)] == [review]
    tenant.decide(review, Choice.APPROVE, may_review=True)
    assert [record.value for record in tenant.records()] == ["30 days"]


def test_an_older_version_can_be_proposed_again(memory: Memory) -> None:
    tenant = memory.tenant()
    for value in ("30 days", "14 days", "30 days"):
        memory.clock.forward(timedelta(minutes=1))
        assert tenant.publish(Proposal("refund window", value)).value == value
    (record,) = tenant.records()
    shown = [entry.value for entry in tenant.history(tenant.scope, record.id)]
    assert shown == ["30 days", "14 days", "30 days"]


def test_who_proposed_and_who_decided_is_kept_by_handle(memory: Memory) -> None:
    tenant = memory.tenant()
    review = propose(tenant, REFUNDS)
    tenant.decide(review, Choice.APPROVE, may_review=True)
    (proposed,) = [row for row in memory.rows(LEDGER) if row.get("action") == "proposed"]
    assert (proposed["target"], proposed["by"]) == (review, "p" * 26)
    item = memory.store.review(tenant.scope, 1, review)
    assert item is not None
    assert item.decided_by == "h" * 26


def test_a_proposal_with_a_secret_is_kept_without_it(memory: Memory) -> None:
    tenant = memory.tenant()
    secret = "hunter" + "2!Xq"
    with pytest.raises(RefusedError, match="redacted"):
        tenant.propose(Proposal("wifi password", secret))
    kept = tenant.publish(Proposal("office hours", f"9 to 17, the password is {secret}"))
    assert "9 to 17" in (kept.value or "")
    assert secret.encode() not in memory.bytes()
    assert tenant.publish(REFUNDS).value == "30 days"


# --- one memory, and no other --------------------------------------------------------------------


@pytest.mark.law(2)
def test_what_a_tenant_shares_is_in_no_other_memory(memory: Memory, ada: Person) -> None:
    acme, globex, system = memory.tenant(), memory.tenant("globex"), memory.system()
    record = acme.publish(REFUNDS)
    assert [r.id for r in acme.records()] == [record.id]
    for other in (globex, system, ada, memory.of("ada", "globex")):
        assert other.records() == []
        with pytest.raises(NotFoundError):
            other.get(record.id)
    partitions = {row["pk"] for row in memory.rows() if row["sk"].startswith(("1F", "2A", "5V"))}
    assert partitions == {"T#acme#S"}


@pytest.mark.law(2)
def test_a_tenants_reviewer_decides_nothing_of_another_tenant_or_of_the_system(
    memory: Memory,
) -> None:
    review = propose(memory.tenant(), REFUNDS)
    everywhere = propose(memory.system(), REFUNDS)
    assert [item.id for item in queue(memory, "acme")] == [review]
    assert queue(memory, "globex") == []
    both = queue(memory, "acme", SYSTEM_SCOPE.tenant)
    assert [item.id for item in both] == [review, everywhere]
    with pytest.raises(NotFoundError):
        memory.tenant("globex").decide(review, Choice.APPROVE, may_review=True)
    assert memory.tenant().records() == []


def test_the_queue_goes_on_from_the_tenant_to_the_system(memory: Memory) -> None:
    expected = {
        propose(memory.tenant(), REFUNDS), propose(memory.system(), REFUNDS),
        propose(memory.system(), PRICES),
    }  # fmt: skip
    reviewer = Reviewer("h" * 26, is_owner=False, may_review=True)
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(4):
        page = memory.read_reviews.of_tenants(["acme", SYSTEM_SCOPE.tenant], 1, cursor, reviewer)
        seen += [item.id for item in page.reviews]
        cursor = page.next_cursor
    assert sorted(seen) == sorted(expected)
    assert cursor is None


@pytest.mark.law(6)
def test_what_was_shared_can_be_taken_back_and_leaves_nothing(memory: Memory) -> None:
    tenant = memory.tenant()
    kept = tenant.publish(Proposal("support hours", "9 to 17"))
    gone = tenant.publish(Proposal("refund code", "ZX-90871"))
    assert b"ZX-90871" in memory.bytes()
    assert memory.shared.of(memory.scope()).facts
    assert tenant.forget(gone.id).status == "done"
    assert b"ZX-90871" not in memory.bytes()
    assert [record.id for record in tenant.records()] == [kept.id]
    shared = memory.shared.of(memory.scope())
    assert [fact.id for facts in shared.facts.values() for fact in facts] == [kept.id]


# --- registered attributes -----------------------------------------------------------------------


def test_what_a_wider_memory_registered_no_narrower_one_states(memory: Memory, ada: Person) -> None:
    attribute = NewMemory(attribute="list price", value="1 euro")
    assert ada.note(attribute).value == "1 euro", "before it is registered"
    bob = memory.of("bob")
    memory.tenant().publish(PRICES)
    with pytest.raises(RefusedError, match="registered"):
        bob.remember(attribute)
    bob.tell(turn("my list price is 1 euro", 0), turn("my dog is Rex", 1))
    assert bob.values() == {"dog": "Rex"}
    assert memory.of("bob", "globex").note(attribute).value == "1 euro", "another tenant may"


def test_what_the_system_registered_no_tenant_states(memory: Memory) -> None:
    memory.system().publish(PRICES)
    for person in (memory.tenant(), memory.tenant("globex"), memory.of("ada")):
        with pytest.raises(RefusedError, match="registered"):
            person.propose(PRICES)
    memory.clock.forward(timedelta(minutes=1))
    newer = Proposal("list price", "59 euros", registered=True)
    assert memory.system().publish(newer).value == "59 euros", "the system itself may"


def test_an_attribute_is_free_again_with_a_version_that_does_not_register_it(
    memory: Memory, ada: Person
) -> None:
    tenant = memory.tenant()
    tenant.publish(PRICES)
    assert memory.shared.registered(ada.scope) == {"list_price"}
    memory.clock.forward(timedelta(minutes=1))
    tenant.publish(Proposal("list price", "49 euros"))
    assert memory.shared.registered(ada.scope) == frozenset()
    assert ada.note(NewMemory(attribute="list price", value="1 euro")).value == "1 euro"


# --- procedures ----------------------------------------------------------------------------------


def test_a_procedure_is_versioned_and_approved_by_a_reviewer_alone(
    memory: Memory, ada: Person
) -> None:
    for person in (memory.tenant(), ada):
        review = propose(person, STEPS)
        assert person.reviews() == [], "its owner's word is not enough"
        with pytest.raises(NotFoundError):
            person.decide(review, Choice.APPROVE)
        person.decide(review, Choice.APPROVE, may_review=True)
        memory.clock.forward(timedelta(minutes=1))
        newer = Proposal("release", "1. Tag the commit.", is_procedure=True)
        person.publish(newer)
        (record,) = person.records(Kind.PROCEDURE)
        assert (record.kind, record.value) == (Kind.PROCEDURE, "1. Tag the commit.")
        assert record.subject is None
        assert person.records(Kind.FACT) == []
        versions = [entry.value for entry in person.history(person.scope, record.id)]
        assert versions == [newer.value, STEPS.value]


def test_a_procedure_and_a_fact_of_one_name_are_two_things(memory: Memory, ada: Person) -> None:
    ada.publish(STEPS)
    ada.note(NewMemory(attribute="release", value="7.2"))
    assert {record.kind: record.value for record in ada.records()} == {
        Kind.FACT: "7.2", Kind.PROCEDURE: STEPS.value,
    }  # fmt: skip
    ada.mark(ada.records(Kind.PROCEDURE)[0].id, Effect.QUARANTINE)
    assert [record.value for record in ada.records()] == ["7.2"]

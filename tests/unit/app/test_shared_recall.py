"""Recall unites what a user, the tenant and the system know, and says whose each item is."""

from datetime import timedelta

import pytest

from muniment.adapters.dynamodb.store import DynamoStore
from muniment.app.ports import UnavailableError
from muniment.app.propose import Proposal
from muniment.app.remember import NewMemory
from muniment.app.stored import Heads, Owner
from muniment.app.views import Context
from muniment.domain.records import Effect, Kind
from muniment.domain.scope import SYSTEM_SCOPE, Reach, Scope, tenant_scope
from tests.support.memory import Memory, Person, turn

REFUNDS = Proposal("refund window", "30 days")
SUPPORT = Proposal("support line", "extension 4711")
STEPS = Proposal("release", "1. Run the tests. 2. Tag the commit.", is_procedure=True)


def found(context: Context) -> dict[str, tuple[str, Reach]]:
    """Return value and memory of each fact and procedure, by attribute."""
    items = (*context.facts, *context.procedures)
    return {item.attribute or "": (item.value or "", item.scope) for item in items}


def test_a_user_recalls_what_the_tenant_and_the_system_share(memory: Memory, ada: Person) -> None:
    memory.tenant().publish(REFUNDS)
    memory.system().publish(SUPPORT)
    ada.tell(turn("my refund is late", 0))
    context = ada.recall("refund window support line late")
    assert found(context) == {
        "refund_window": ("30 days", Reach.TENANT),
        "support_line": ("extension 4711", Reach.SYSTEM),
        "refund": ("late", Reach.USER),
    }  # fmt: skip
    assert {item.scope for item in context.episodes} == {Reach.USER}
    assert "[tenant fact, 1 March 2026, Tenant, approved]" in context.text
    assert "[system fact, 1 March 2026, System, approved]" in context.text
    assert context.degraded == ()


def test_what_waits_for_approval_is_not_recalled(memory: Memory, ada: Person) -> None:
    memory.tenant().propose(REFUNDS)
    assert ada.recall("refund window").facts == ()
    memory.tenant().publish(SUPPORT)
    assert found(ada.recall("refund window support line")).keys() == {"support_line"}


def test_the_nearest_memory_speaks_unless_a_wider_one_registered_it(
    memory: Memory, ada: Person, bob: Person
) -> None:
    ada.note(NewMemory(attribute="refund window", value="90 days"))
    memory.tenant().publish(REFUNDS)
    memory.system().publish(Proposal("refund window", "7 days"))
    mine = ada.recall("refund window")
    assert found(mine) == {"refund_window": ("90 days", Reach.USER)}
    assert mine.dropped["overridden"] == 2
    assert found(bob.recall("refund window")) == {"refund_window": ("30 days", Reach.TENANT)}
    memory.clock.forward(timedelta(minutes=1))
    memory.tenant().publish(Proposal("refund window", "30 days", registered=True))
    assert found(ada.recall("refund window")) == {"refund_window": ("30 days", Reach.TENANT)}


def test_procedures_are_recalled_apart(memory: Memory, ada: Person) -> None:
    memory.tenant().publish(STEPS)
    ada.publish(Proposal("deploy", "1. Ask Bob.", is_procedure=True))
    ada.note(NewMemory(attribute="release", value="7.2"))
    context = ada.recall("release deploy")
    assert {(item.kind, item.scope) for item in context.procedures} == {
        (Kind.PROCEDURE, Reach.TENANT), (Kind.PROCEDURE, Reach.USER),
    }  # fmt: skip
    assert [item.value for item in context.facts] == ["7.2"]
    assert "release: 1. Run the tests. 2. Tag the commit." in context.text
    assert len(ada.recall("release deploy", k=1).procedures) == 1


@pytest.mark.law(2)
def test_another_tenants_shared_memory_is_not_recalled_and_moves_no_score(
    memory: Memory, ada: Person
) -> None:
    memory.tenant().publish(REFUNDS)
    ada.tell(turn("my refund is late", 0))
    before = ada.recall("refund window")
    for number in range(5):
        memory.tenant("globex").publish(Proposal(f"refund window {number}", f"{number} zebras"))
    after = ada.recall("refund window")
    assert (after.facts, after.episodes, after.relevance) == (
        before.facts, before.episodes, before.relevance,
    )  # fmt: skip
    assert "zebras" not in after.text
    foreign = memory.of("ada", "globex").recall("refund window zebras")
    assert "zebras" in foreign.text
    assert "30 days" not in foreign.text


@pytest.mark.law(8)
@pytest.mark.parametrize("broken", [tenant_scope("acme"), SYSTEM_SCOPE])
def test_a_shared_memory_that_does_not_answer_is_named_and_the_rest_is_there(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch, broken: Scope
) -> None:
    memory.tenant().publish(REFUNDS)
    memory.system().publish(SUPPORT)
    ada.tell(turn("my refund is late", 0))
    assert len(found(ada.recall("refund support"))) == 3
    owner = type(memory.store).owner

    def failing(store: DynamoStore, scope: Scope) -> Owner:
        if scope == broken:
            raise UnavailableError("store")
        return owner(store, scope)

    monkeypatch.setattr(type(memory.store), "owner", failing)
    context = ada.recall("refund support")
    assert context.degraded == (broken.reach.value,)
    assert broken.reach not in {reach for _, reach in found(context).values()}
    assert len(found(context)) == 2


@pytest.mark.law(6)
def test_a_copy_is_never_served_beyond_a_change(memory: Memory, ada: Person) -> None:
    tenant = memory.tenant()
    record = tenant.publish(REFUNDS)
    assert found(ada.recall("refund window")) == {"refund_window": ("30 days", Reach.TENANT)}
    memory.clock.forward(timedelta(minutes=1))
    tenant.publish(Proposal("refund window", "14 days"))
    assert found(ada.recall("refund window")) == {"refund_window": ("14 days", Reach.TENANT)}
    tenant.mark(record.id, Effect.QUARANTINE)
    assert found(ada.recall("refund window")) == {}
    tenant.mark(record.id, Effect.RELEASE)
    assert len(found(ada.recall("refund window"))) == 1
    memory.forget_record(tenant.scope, record.id)
    assert found(ada.recall("refund window")) == {}, "before the job has run"


def test_an_unchanged_shared_memory_costs_one_read(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.tenant().publish(REFUNDS)
    assert found(ada.recall("refund window"))
    read: list[Scope] = []
    heads = type(memory.store).heads

    def noted(store: DynamoStore, scope: Scope) -> Heads:
        read.append(scope)
        return heads(store, scope)

    monkeypatch.setattr(type(memory.store), "heads", noted)
    for _ in range(3):
        assert found(ada.recall("refund window"))
    assert read == [ada.scope] * 3
    memory.clock.forward(timedelta(minutes=1))
    memory.tenant().publish(SUPPORT)
    read.clear()
    assert found(ada.recall("refund window"))
    assert tenant_scope("acme") in read, "once more after a change"

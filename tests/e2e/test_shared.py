"""What a tenant shares, on the deployed stack: nothing before approval, and nobody else's after."""

import json
import uuid
from typing import Any

import pytest

from examples.client import Memory
from tests.e2e.world import World

KEEPS = "memory:read memory:tenant"
QUESTION = "How long is the refund window?"


def ask(world: World, caller: str, tenant: str, scope: str, what: str, **body: object) -> Any:
    """Send one request as a caller of the tenant; return what came back."""
    method, path = what.split(" ")
    content = json.dumps(body) if body else None
    answer = world.send(method, path, world.stack.token(tenant, caller, scope), content)
    assert answer.is_success, answer.text
    return answer.json()


@pytest.mark.law(2)
def test_a_tenants_users_share_what_was_approved_and_no_other_tenant_does(world: World) -> None:
    tenant, other = (f"shop-{uuid.uuid4().hex[:8]}" for _ in range(2))
    ada, eve = world.someone("ada", tenant), world.someone("eve", other)
    body: dict[str, object] = {"attribute": "refund window", "value": "30 days", "registered": True}
    review = ask(world, "kim", tenant, KEEPS, "POST /v1/tenant/records", **body)["review"]
    assert "30 days" not in answers(ada)
    decide = f"POST /v1/reviews/{review}/decision"
    ask(world, "rita", tenant, "memory:review", decide, decision="approve")
    assert "30 days" in answers(ada)
    assert "30 days" not in answers(eve)
    (item,) = [f for f in ada.recall(QUESTION, floor=0)["facts"] if f.get("value") == "30 days"]
    record = ask(world, "kim", tenant, KEEPS, f"DELETE /v1/tenant/records/{item['id']}")
    assert "30 days" not in answers(ada), "before the job has run"
    assert record["status"] in ("pending", "done")


def answers(person: Memory) -> str:
    """Return what a person is told, whatever its relevance."""
    return person.recall(QUESTION, floor=0)["text"]

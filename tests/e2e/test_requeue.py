"""What was stored and never queued is found by the five-minute schedule."""

from datetime import UTC, datetime, timedelta

import pytest

from examples.stack import handle_of
from tests.e2e.world import ACME, World, committed, turns

pytestmark = pytest.mark.any_index

LONG_AGO = datetime.now(UTC) - timedelta(minutes=10)


def make_old(world: World, operation: str) -> None:
    """Let the work list believe that an operation has waited for long: tests do not wait."""
    table = world.stack.session.resource("dynamodb", endpoint_url=world.stack.endpoint).Table(
        world.stack.records_table
    )
    sort_key = f"{handle_of(operation)}#{operation}"
    (entry,) = [
        item
        for item in world.stack.items(world.stack.records_table)
        if item["sk"].get("S") == sort_key
    ]
    table.update_item(
        Key={"pk": entry["pk"]["S"], "sk": sort_key},
        UpdateExpression="SET created_at = :then",
        ExpressionAttributeValues={":then": LONG_AGO.strftime("%Y-%m-%dT%H:%M:%S.%fZ")},
    )


def lose_messages(world: World) -> None:
    """Empty the extraction queue, as if the writer had died before it queued anything."""
    client = world.stack.session.client("sqs", endpoint_url=world.stack.endpoint)
    client.purge_queue(QueueUrl=world.stack.queues["extraction"])


@pytest.mark.law(4)
def test_an_event_that_was_never_queued_is_found_and_worked_off(world: World) -> None:
    ada = world.someone()
    with world.paused("extract"):
        accepted = ada.add(turns("My home airport is Genoa."))
        lose_messages(world)
        assert world.stack.depths()["extraction"] == 0
    operation = accepted["operation_id"]
    world.invoke("consolidate", {"job": "requeue"})
    assert ada.operation(operation)["status"] == "pending", "too young to be stuck"
    make_old(world, operation)
    world.invoke("consolidate", {"job": "requeue"})
    done = ada.settle(operation)
    assert committed(done["events"])
    assert [fact.get("value") for fact in ada.records("fact")] == ["Genoa"]


def test_a_message_that_arrives_twice_changes_nothing(world: World) -> None:
    ada = world.someone()
    with world.paused("extract"):
        accepted = ada.add(turns("My home airport is Genoa."))
        make_old(world, accepted["operation_id"])
        world.invoke("consolidate", {"job": "requeue"})
        assert world.stack.depths()["extraction"] == 2
    ada.settle(accepted["operation_id"])
    world.until_drained()
    assert sorted(record["kind"] for record in ada.records()) == ["episode", "fact"]
    assert ada.operation(accepted["operation_id"])["status"] == "done"


def test_the_nightly_run_leaves_memory_as_it_is(world: World) -> None:
    ada = world.someone("ada", ACME)
    accepted = ada.add(turns("My home airport is Genoa.", "The kiln cracked at noon."))
    ada.settle(accepted["operation_id"])
    before = list(ada.records())
    world.invoke("consolidate", {"job": "nightly"})
    world.until_drained()
    assert list(ada.records()) == before
    assert ada.recall("What is my home airport?")["facts"]

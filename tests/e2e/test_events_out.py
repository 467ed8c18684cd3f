"""Another system follows the deployed stack's bus: it hears all five kinds of events, ids only."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from examples.client import wait_for
from examples.stack import handle_of
from tests.e2e.world import World, tell_only

pytestmark = pytest.mark.any_index

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

CANARY = "heron-2093"
FIELDS = {"tenant", "owner", "kind", "id", "version", "review", "at"}
TYPES = {
    "memory.committed", "memory.contested", "memory.quarantined", "memory.proposed",
    "memory.erased",
}  # fmt: skip


class Listener:
    """The queue of another system, and what was heard of one owner."""

    def __init__(self, sqs: "SQSClient", url: str) -> None:
        self._sqs = sqs
        self._url = url
        self._heard: list[dict[str, Any]] = []

    def heard(self, owner: str) -> list[dict[str, Any]]:
        """Return every event about an owner up to now."""
        while messages := self._sqs.receive_message(QueueUrl=self._url, MaxNumberOfMessages=10).get(
            "Messages"
        ):
            self._heard += [json.loads(message["Body"]) for message in messages]
            for message in messages:
                handle = message["ReceiptHandle"]
                self._sqs.delete_message(QueueUrl=self._url, ReceiptHandle=handle)
        return [event for event in self._heard if event["detail"]["owner"] == owner]

    def until(self, owner: str, *wanted: str) -> None:
        """Wait until types of events about an owner were heard."""

        def look() -> bool | None:
            types = {event["detail-type"] for event in self.heard(owner)}
            return set(wanted) <= types or None

        wait_for(look, f"events of {wanted}")


@contextmanager
def listening(world: World) -> Iterator[Listener]:
    """Let a queue hear what the stack announces, by a rule on its bus."""
    session, endpoint = world.stack.session, world.stack.endpoint
    events = session.client("events", endpoint_url=endpoint)
    sqs = session.client("sqs", endpoint_url=endpoint)
    name, bus = f"listener-{uuid.uuid4().hex[:8]}", world.stack.outputs["EventBus"]
    url = sqs.create_queue(QueueName=name)["QueueUrl"]
    asked = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])
    events.put_rule(Name=name, EventBusName=bus, EventPattern='{"source":["muniment"]}')
    target = {"Id": name, "Arn": asked["Attributes"]["QueueArn"]}
    events.put_targets(Rule=name, EventBusName=bus, Targets=[target])  # type: ignore[list-item]
    try:
        yield Listener(sqs, url)
    finally:
        events.remove_targets(Rule=name, EventBusName=bus, Ids=[name])
        events.delete_rule(Name=name, EventBusName=bus)
        sqs.delete_queue(QueueUrl=url)


@pytest.mark.law(7)
def test_another_system_hears_all_five_kinds_and_ids_only(world: World) -> None:
    subject = f"ada-{uuid.uuid4().hex[:10]}"
    ada = world.caller(subject)
    crm = world.caller("crm", scope="memory:state memory:any_user", user=subject)
    operator = world.caller("olaf", scope="memory:review", user=subject)
    with listening(world) as listener:
        said = tell_only(ada, f"My locker code is {CANARY}.", "My boat is called Selkie.")
        owner = handle_of(said["id"])
        listener.until(owner, "memory.proposed", "memory.committed")
        path = f"/v1/memory/{subject}/state"
        body: dict[str, Any] = {"system": "crm", "state": [{"attribute": "city", "value": "Oslo"}]}
        written = crm.request("POST", path, body).json()
        ada.settle(written["operation_id"])
        city = ada.store(attribute="city", value="Turin")
        listener.until(owner, "memory.contested")
        path = f"/v1/memory/{subject}/records/{city['id']}/quarantine"
        operator.request("POST", path)
        listener.until(owner, "memory.quarantined")
        assert world.stack.search_tables(CANARY, owner), "it is what might be told"
        erasure = ada.erase()["erasure_id"]
        ada.erased(erasure)
        listener.until(owner, *TYPES)
        told = [event["detail"] for event in listener.heard(owner)]
    assert erasure in {detail["id"] for detail in told}
    assert all(set(detail) <= FIELDS for detail in told)
    for word in (CANARY, "Selkie", "Oslo", "Turin", subject):
        assert word not in json.dumps(told)

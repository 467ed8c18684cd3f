"""Dead letters go back to their queue, each once, and nothing else moves."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from moto import mock_aws

from local.errors import SetupError
from local.redrive import move, redrive
from local.stack import Description
from tests.support.resources import CREDENTIALS


@pytest.fixture
def sqs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        yield boto3.client("sqs")


def bodies(sqs: Any, queue: str) -> list[str]:
    found: list[str] = []
    while messages := sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages"):
        found += [message["Body"] for message in messages]
    return sorted(found)


def test_every_dead_letter_is_moved_and_what_waits_stays(sqs: Any) -> None:
    queue, dead, other = (
        sqs.create_queue(QueueName=name)["QueueUrl"] for name in ("work", "work-dead", "other-dead")
    )
    for n in range(25):
        sqs.send_message(QueueUrl=dead, MessageBody=f"{n:02}")
    sqs.send_message(QueueUrl=queue, MessageBody="waits")
    sqs.send_message(QueueUrl=other, MessageBody="another")
    assert move(sqs, dead, queue) == 25
    assert bodies(sqs, dead) == []
    assert bodies(sqs, queue) == [*(f"{n:02}" for n in range(25)), "waits"]
    assert bodies(sqs, other) == ["another"]
    assert move(sqs, dead, queue) == 0


@pytest.mark.parametrize("queue", ["index", "extraction-dead", "none"])
def test_a_queue_that_is_none_is_refused_and_the_others_are_named(queue: str) -> None:
    described = Description(
        name="local", api_url="", issuer="", audience="", index="sqlite", index_url="",
        endpoint="", region="", records_table="", ledger_table="", functions={}, outputs={},
        queues={"extraction": "u", "extraction-dead": "u", "index-dead": "u"},
    )  # fmt: skip
    with pytest.raises(SetupError, match="there are extraction"):
        redrive(described, queue)

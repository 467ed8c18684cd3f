"""`make redrive`: moves what lies in the dead letters back to its queue, to be tried again.

On AWS, SQS does the same by itself (`aws sqs start-message-move-task`, see docs/operations.md);
the emulator has no such task.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import boto3

from local.deployment import ACCESS_KEY, SECRET_KEY
from local.errors import SetupError
from local.stack import Description

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import MessageTypeDef

HIDDEN_SECONDS: Final = 60
"""What is being moved is hidden from another `redrive`; after a crash it lies there again."""
DEAD: Final = "-dead"


def redrive(stack: Description, queue: str) -> int:
    """Move a queue's dead letters back; return how many. Raises SetupError for no such queue.

    Each is sent before it is deleted: one that is moved twice is worked twice, which changes
    nothing.
    """
    if queue not in stack.queues or f"{queue}{DEAD}" not in stack.queues:
        names = ", ".join(sorted(name for name in stack.queues if not name.endswith(DEAD)))
        raise SetupError(f"no queue is called {queue!r}; there are {names}")
    client = boto3.client(
        "sqs",
        endpoint_url=stack.endpoint,
        region_name=stack.region,
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=SECRET_KEY,
    )
    return move(client, stack.queues[f"{queue}{DEAD}"], stack.queues[queue])


def move(client: "SQSClient", source: str, target: str) -> int:
    """Move all messages from one queue to another; return how many."""
    moved = 0
    for message in _messages(client, source):
        client.send_message(QueueUrl=target, MessageBody=message["Body"])
        client.delete_message(QueueUrl=source, ReceiptHandle=message["ReceiptHandle"])
        moved += 1
    return moved


def _messages(client: "SQSClient", queue: str) -> "Iterator[MessageTypeDef]":
    while True:
        answer = client.receive_message(
            QueueUrl=queue,
            MaxNumberOfMessages=10,
            VisibilityTimeout=HIDDEN_SECONDS,
            WaitTimeSeconds=1,
        )
        if not answer.get("Messages"):
            return
        yield from answer["Messages"]

"""Lets a policy that allows a queue's action allow its batch form, as AWS has it.

IAM knows no `sqs:SendMessageBatch`; who may `sqs:SendMessage` may send ten at once. The emulator
asks for the name of the operation.
"""

from typing import Final

import ministack.core.iam_actions as actions

_BATCH: Final = "Batch"


def install() -> None:
    """Name the action that IAM knows wherever a queue's batch operation is checked."""
    built_in = actions.extract_iam_action

    def extract(service: str, *request: object, **details: object) -> str | None:
        found: str | None = built_in(service, *request, **details)
        return found.removesuffix(_BATCH) if found and service == "sqs" else found

    actions.extract_iam_action = extract

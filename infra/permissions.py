"""What each function may do: exact actions, no more than its use cases call.

A transaction needs the action of each of its parts (Put, Update, Delete, ConditionCheck); there is
no action for the transaction itself. Nobody scans, nobody deletes from the ledger.
"""

from collections.abc import Mapping
from typing import Final

from infra.config import FunctionName

Actions = tuple[str, ...]

_READ: Final = ("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query")
_COMMIT: Final = ("dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:ConditionCheckItem")
_REMOVE: Final = ("dynamodb:DeleteItem",)

RECORDS: Final[Mapping[FunctionName, Actions]] = {
    "read": (*_READ, "dynamodb:PutItem"),  # puts the trace of a recall
    "write": (*_READ, *_COMMIT),
    "extract": (*_READ, *_COMMIT, *_REMOVE),  # a retraction takes the head away
    "index": (*_READ, "dynamodb:PutItem", "dynamodb:UpdateItem"),  # the nightly work list
    "consolidate": (*_READ, *_COMMIT, *_REMOVE),  # takes finished work off the list
    "delete": (*_READ, *_COMMIT, *_REMOVE, "dynamodb:BatchWriteItem"),
}

LEDGER: Final[Mapping[FunctionName, Actions]] = {
    "read": (*_READ, "dynamodb:PutItem"),  # the first request of a tenant makes its digest key
    "write": (*_READ, *_COMMIT),
    "extract": (*_READ, *_COMMIT),
    "index": ("dynamodb:GetItem",),
    "consolidate": _READ,
    "delete": (*_READ, *_COMMIT),
}

WRAPS_KEYS: Final[Mapping[FunctionName, Actions]] = {
    # The API's functions may meet a tenant first; behind the queues its key is there.
    "read": ("kms:Decrypt", "kms:GenerateDataKey"),
    "write": ("kms:Decrypt", "kms:GenerateDataKey"),
    "delete": ("kms:Decrypt", "kms:GenerateDataKey"),
    "extract": ("kms:Decrypt",),
    "consolidate": ("kms:Decrypt",),
    "index": ("kms:Decrypt",),
}

SEARCH: Final[Mapping[FunctionName, Actions]] = {
    "read": ("es:ESHttpGet", "es:ESHttpPost"),
    "index": ("es:ESHttpGet", "es:ESHttpPost", "es:ESHttpPut", "es:ESHttpDelete"),
    "delete": ("es:ESHttpGet", "es:ESHttpPost", "es:ESHttpDelete"),
    "consolidate": ("es:ESHttpGet", "es:ESHttpPost", "es:ESHttpDelete"),
}

SEARCH_SETUP: Final[Actions] = ("es:ESHttpHead", "es:ESHttpGet", "es:ESHttpPost", "es:ESHttpPut")

"""What each function may do: exact actions, no more than its use cases call.

A transaction needs the action of each of its parts (Put, Update, Delete, ConditionCheck); there is
no action for the transaction itself. Nobody scans, nobody deletes from the ledger.
"""

from collections.abc import Mapping
from typing import Final

from infra.config import FunctionName

Actions = tuple[str, ...]

_READ: Final = ("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query")
_COMMIT: Final = ("dynamodb:PutItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem")
_UPDATE: Final = ("dynamodb:UpdateItem",)

RECORDS: Final[Mapping[FunctionName, Actions]] = {
    # The trace of a recall, under a check of the owner's epoch.
    "read": (*_READ, "dynamodb:PutItem", "dynamodb:ConditionCheckItem"),
    "write": (*_READ, *_COMMIT),
    "extract": (*_READ, *_COMMIT, *_UPDATE),
    "index": ("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:PutItem"),  # the work list
    "consolidate": (*_READ, *_COMMIT),
    "delete": (*_READ, *_COMMIT, *_UPDATE, "dynamodb:BatchWriteItem"),  # the purge
}

_LOG: Final = ("dynamodb:GetItem", "dynamodb:PutItem")
LEDGER: Final[Mapping[FunctionName, Actions]] = {
    # Reading, too: the first request of a tenant, whichever it is, makes its digest key.
    "read": _LOG,
    "write": _LOG,
    "extract": _LOG,
    "consolidate": _LOG,
    "delete": _LOG,
}

DIGEST_KEYS: Final[Mapping[FunctionName, Actions]] = {
    # Behind the queues the tenant's key is there already; a queue's message carries the handle.
    "read": ("kms:Decrypt", "kms:GenerateDataKeyWithoutPlaintext"),
    "write": ("kms:Decrypt", "kms:GenerateDataKeyWithoutPlaintext"),
    "delete": ("kms:Decrypt", "kms:GenerateDataKeyWithoutPlaintext"),
    "extract": ("kms:Decrypt",),
}

SEARCH: Final[Mapping[FunctionName, Actions]] = {
    "read": ("es:ESHttpGet", "es:ESHttpPost"),
    "index": ("es:ESHttpGet", "es:ESHttpPost", "es:ESHttpPut", "es:ESHttpDelete"),
    "delete": ("es:ESHttpGet", "es:ESHttpPost", "es:ESHttpDelete"),
    "consolidate": ("es:ESHttpGet", "es:ESHttpPost", "es:ESHttpDelete"),
}

SEARCH_SETUP: Final[Actions] = ("es:ESHttpHead", "es:ESHttpGet", "es:ESHttpPost", "es:ESHttpPut")

"""What each function may do: exact actions, no more than its use cases call.

A transaction needs the action of each of its parts (Put, Update, Delete, ConditionCheck); there is
no action for the transaction itself. Nobody scans, nobody deletes from the ledger.
"""

from collections.abc import Mapping
from typing import Final

from infra.config import INDEX_ALIAS, FunctionName

Actions = tuple[str, ...]
Requests = Mapping[str, tuple[str, ...]]
"""HTTP methods of the search domain as actions, each with the paths it may be used on."""

_READ: Final = ("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query")
_COMMIT: Final = ("dynamodb:PutItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem")
_UPDATE: Final = ("dynamodb:UpdateItem",)

RECORDS: Final[Mapping[FunctionName, Actions]] = {
    # The trace of a recall, under a check of the owner's epoch.
    "read": (*_READ, "dynamodb:PutItem", "dynamodb:ConditionCheckItem"),
    "write": (*_READ, *_COMMIT, *_UPDATE),  # a released episode changes its neighbours
    "upload": (*_READ, *_COMMIT, *_UPDATE),  # a first write makes a consent active
    "extract": (*_READ, *_COMMIT, *_UPDATE),
    "index": ("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:PutItem"),  # the work list
    "consolidate": (*_READ, *_COMMIT),
    "delete": (*_READ, *_COMMIT, *_UPDATE, "dynamodb:BatchWriteItem"),  # the purge
}

_LOG: Final = ("dynamodb:GetItem", "dynamodb:PutItem")
LEDGER: Final[Mapping[FunctionName, Actions]] = {
    # Reading, too: the first request of a tenant, whichever it is, makes its digest key.
    "read": (*_LOG, "dynamodb:Query"),  # the steps of a consent, the audit
    "write": _LOG,
    "upload": _LOG,
    "extract": _LOG,
    "consolidate": _LOG,
    "delete": _LOG,
}

DIGEST_KEYS: Final[Mapping[FunctionName, Actions]] = {
    # Behind the queues the tenant's key is there already; a queue's message carries the handle.
    "read": ("kms:Decrypt", "kms:GenerateDataKeyWithoutPlaintext"),
    "write": ("kms:Decrypt", "kms:GenerateDataKeyWithoutPlaintext"),
    "delete": ("kms:Decrypt", "kms:GenerateDataKeyWithoutPlaintext"),
    "upload": ("kms:Decrypt",),
    "extract": ("kms:Decrypt",),
}

UPLOADS: Final[Mapping[FunctionName, Actions]] = {
    "write": ("s3:PutObject",),  # what a form may do is what its signer may
    "upload": ("s3:GetObject", "s3:DeleteObject"),
    "delete": ("s3:DeleteObject",),
}
"""On objects in the bucket of uploads."""
LISTING: Final[Mapping[FunctionName, Actions]] = {
    # Without it S3 says of an object that is not there that it is forbidden.
    "upload": ("s3:ListBucket",),
    "delete": ("s3:ListBucket",),  # the purge, and the probe that nothing is left
}

_WRITES: Final = f"{INDEX_ALIAS}-write-*"
"""The names under which every generation of the index is written."""
_PROJECT: Final[Requests] = {
    "es:ESHttpGet": (f"_alias/{_WRITES}",),
    "es:ESHttpPost": (f"{_WRITES}/_bulk",),
    # An index that a late deletion made where a write target had just gone.
    "es:ESHttpDelete": (_WRITES,),
}
SEARCH: Final[Mapping[FunctionName, Requests]] = {
    "read": {"es:ESHttpPost": ("_msearch",)},
    "index": _PROJECT,
    "consolidate": _PROJECT,
    "delete": {
        **_PROJECT,
        "es:ESHttpPost": (
            f"{_WRITES}/_bulk",
            f"{_WRITES}/_refresh",
            f"{_WRITES}/_delete_by_query",
            f"{INDEX_ALIAS}/_refresh",
            f"{INDEX_ALIAS}/_count",
        ),
    },
}
SEARCH_SETUP: Final[Requests] = {
    "es:ESHttpHead": (f"_alias/{INDEX_ALIAS}",),
    "es:ESHttpPut": (f"{INDEX_ALIAS}-v*",),
}

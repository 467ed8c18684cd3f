"""Gives IAM the condition key `dynamodb:LeadingKeys`.

AWS puts the partition keys that a request names into its policy context. The emulator does not, so
a `ForAllValues` condition on them would pass whatever the request touches.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ministack.core import iam_actions
from ministack.services import dynamodb

type Json = Mapping[str, Any]

_EQUALITY: Final = re.compile(r"([#\w]+)\s*=\s*(:\w+)")


def leading_keys(request: Json) -> list[str]:
    """Return the partition keys that a DynamoDB request names, sorted and without repeats."""
    found = [*_single(request), *_batch(request), *_transaction(request)]
    return sorted({key for key in found if key is not None})


def install() -> None:
    """Add the condition key to what the emulator's policy engine sees."""
    built_in = iam_actions.dynamodb_service_context

    def with_leading_keys(body: bytes) -> dict[str, Any]:
        context: dict[str, Any] = built_in(body)
        try:
            keys = leading_keys(json.loads(body or b"{}"))
        except (ValueError, TypeError, AttributeError, KeyError):
            return context  # a malformed request is the service's to refuse
        return context | {"dynamodb:LeadingKeys": keys} if keys else context

    iam_actions.dynamodb_service_context = with_leading_keys


def _single(request: Json) -> Iterator[str | None]:
    table = request.get("TableName")
    if not table:
        return
    if "KeyConditionExpression" in request or "KeyConditions" in request:
        attribute = _partition_key(table, request.get("IndexName"))
        yield _queried(request, attribute) if attribute else None
    elif attribute := _partition_key(table):
        for member in ("Key", "Item"):
            yield _value((request.get(member) or {}).get(attribute))


def _batch(request: Json) -> Iterator[str | None]:
    for table, wanted in (request.get("RequestItems") or {}).items():
        attribute = _partition_key(table)
        if isinstance(wanted, dict):
            yield from (_value(key.get(attribute)) for key in wanted.get("Keys", []))
            continue
        for write in wanted:
            item = (write.get("PutRequest") or {}).get("Item")
            key = (write.get("DeleteRequest") or {}).get("Key")
            yield _value((item or key or {}).get(attribute))


def _transaction(request: Json) -> Iterator[str | None]:
    for entry in request.get("TransactItems") or []:
        for operation in entry.values():
            attribute = _partition_key(operation.get("TableName"))
            yield _value((operation.get("Key") or operation.get("Item") or {}).get(attribute))


def _queried(request: Json, attribute: str) -> str | None:
    legacy = (request.get("KeyConditions") or {}).get(attribute)
    if legacy:
        return _value(legacy["AttributeValueList"][0])
    names = request.get("ExpressionAttributeNames") or {}
    values = request.get("ExpressionAttributeValues") or {}
    for name, placeholder in _EQUALITY.findall(request.get("KeyConditionExpression") or ""):
        if names.get(name, name) == attribute:
            return _value(values.get(placeholder))
    return None


def _partition_key(table: str | None, index: str | None = None) -> str | None:
    """Name the attribute that partitions a table (given by name or ARN) or one of its indexes."""
    known: Json | None = dynamodb._tables.get(str(table).rsplit("/", 1)[-1])  # noqa: SLF001
    if known is None:
        return None
    if index is None:
        return str(known["pk_name"])
    indexes = [
        *(known.get("GlobalSecondaryIndexes") or []),
        *(known.get("LocalSecondaryIndexes") or []),
    ]
    return next(
        (
            str(key["AttributeName"])
            for each in indexes
            if each["IndexName"] == index
            for key in each["KeySchema"]
            if key["KeyType"] == "HASH"
        ),
        None,
    )


def _value(attribute: object) -> str | None:
    """Unwrap `{"S": "x"}`."""
    if isinstance(attribute, dict) and attribute:
        return str(next(iter(attribute.values())))
    return None

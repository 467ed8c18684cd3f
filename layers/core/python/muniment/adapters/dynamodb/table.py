"""A thin, typed layer over the DynamoDB client: values, pages, batches, transactions, errors."""

import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Protocol

from boto3.dynamodb.types import TypeSerializer
from botocore.exceptions import BotoCoreError, ClientError

from muniment.adapters.dynamodb.parsing import Read, native
from muniment.app.ports import UnavailableError
from muniment.app.storage import ExistsError, StaleError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef, TransactWriteItemTypeDef

# What DynamoDB returns is untyped by nature; codec.py turns it into domain types at once.
type Item = dict[str, Any]

_BATCH_GET = 100
_BATCH_WRITE = 25
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 0)
"""Seconds at most before what was not processed is sent again. A partition takes 1,000 write units
a second, and batches side by side ask for more: most of a large purge is waiting for its turn."""
_SIDE_BY_SIDE = 8
"""Batches that are deleted at a time: an owner of 50,000 records has 200,000 items and more, which
one after the other would outlast the function."""
_serialise = TypeSerializer().serialize

_RETRY_LATER = frozenset({
    "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded",
    "InternalServerError", "ServiceUnavailable", "TransactionInProgressException",
    "LimitExceededException", "ItemCollectionSizeLimitExceededException",
})  # fmt: skip


class Transactor(Protocol):
    """Whatever can write several actions as one."""

    def transact(self, actions: Sequence["TransactWriteItemTypeDef"]) -> None:
        """Write all or none."""
        ...


def to_value(value: object) -> "AttributeValueTypeDef":
    """Return one value in DynamoDB's form; floats become exact decimals of their repr."""
    serialised: AttributeValueTypeDef = _serialise(_plain(value))
    return serialised


def _plain(value: object) -> object:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        # A whole number is read as an int, and is to be written again as it was written first.
        return int(value) if value.is_integer() else Decimal(repr(value))
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items() if v is not None}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


def to_item(values: Mapping[str, object]) -> dict[str, "AttributeValueTypeDef"]:
    """Return an item in DynamoDB's form, without what it cannot hold: nothing, and empty sets.

    An empty list stays: an item that is put equals one that is updated to the same values.
    """
    return {
        name: to_value(value)
        for name, value in values.items()
        if value is not None and value != frozenset()
    }


def from_item(item: Mapping[str, "AttributeValueTypeDef"]) -> Item:
    """Return an item in Python's values: int or float for numbers, bytes for binaries.

    Clients of ours have read it so already; others give it as the SDK has it.
    """
    if isinstance(item, Read):
        return item
    return {name: native(value) for name, value in item.items()}


class _Answers:
    """Turns the client's errors into those of the ports."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ClientError):
            _raise_mapped(error)
        if isinstance(error, BotoCoreError):
            raise UnavailableError("store") from error


def _raise_mapped(error: ClientError) -> None:
    code = error.response.get("Error", {}).get("Code", "")
    if code == "TransactionCanceledException":
        _raise_cancelled(error)
    if code == "TransactionConflictException":
        raise StaleError("conflict") from error
    if code == "ConditionalCheckFailedException":
        raise ExistsError("condition") from error
    if code in _RETRY_LATER or error.response.get("ResponseMetadata", {}).get(
        "HTTPStatusCode", 400
    ) >= 500:  # fmt: skip
        raise UnavailableError("store") from error


def _raise_cancelled(error: ClientError) -> None:
    reasons: list[Mapping[str, str]] = error.response.get("CancellationReasons", [])  # type: ignore[assignment]
    codes = [reason.get("Code", "None") for reason in reasons]
    if {"ThrottlingError", "ProvisionedThroughputExceeded"} & set(codes):
        raise UnavailableError("store") from error
    if set(codes) <= {"None", "ConditionalCheckFailed", "TransactionConflict"}:
        failed = tuple(place for place, code in enumerate(codes) if code != "None")
        raise Cancelled(failed, "TransactionConflict" in codes) from error


class Cancelled(StaleError):  # noqa: N818 - the name is DynamoDB's own
    """A transaction did not happen; `failed` are the places of the actions to blame."""

    def __init__(self, failed: tuple[int, ...], conflict: bool) -> None:  # noqa: FBT001
        super().__init__("conflict" if conflict else "condition")
        self.failed = () if conflict else failed


answers = _Answers()

_KEYS: Mapping[str, Any] = {
    "ProjectionExpression": "pk, sk, #epoch, handling",
    "ExpressionAttributeNames": {"#epoch": "epoch"},
}
"""Of each item no more than this is answered with: what says whose it is, and what it rests on."""


def _ranging(table: str, pk: str, first: str, last: str) -> dict[str, Any]:
    """Return a query of one partition, both ends included."""
    return {
        "TableName": table,
        "KeyConditionExpression": "pk = :pk AND sk BETWEEN :first AND :last",
        "ExpressionAttributeValues": {
            ":pk": {"S": pk}, ":first": {"S": first}, ":last": {"S": last},
        },
        "ConsistentRead": True,
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """One table. Every read is strongly consistent."""

    client: "DynamoDBClient"
    name: str

    def get(self, pk: str, sk: str) -> Item | None:
        """Return one item."""
        with answers:
            answer = self.client.get_item(
                TableName=self.name, Key={"pk": {"S": pk}, "sk": {"S": sk}}, ConsistentRead=True
            )
        return from_item(answer["Item"]) if "Item" in answer else None

    def get_many(self, pk: str, sks: Iterable[str]) -> dict[str, Item]:
        """Return the items that exist, by sort key."""
        wanted = sorted(set(sks))
        found: dict[str, Item] = {}
        for start in range(0, len(wanted), _BATCH_GET):
            for item in self._batch(pk, wanted[start : start + _BATCH_GET]):
                found[item["sk"]] = item
        return found

    def _batch(self, pk: str, sks: Sequence[str]) -> Iterator[Item]:
        keys: Sequence[Any] = [{"pk": {"S": pk}, "sk": {"S": sk}} for sk in sks]
        for _ in range(8):
            with answers:
                answer = self.client.batch_get_item(
                    RequestItems={self.name: {"Keys": keys, "ConsistentRead": True}}
                )
            yield from map(from_item, answer["Responses"].get(self.name, []))
            unprocessed = answer.get("UnprocessedKeys", {}).get(self.name)
            if not unprocessed:
                return
            keys = unprocessed["Keys"]
        raise UnavailableError("store")

    def query(  # noqa: PLR0913 - each is one part of a query
        self,
        pk: str,
        first: str,
        last: str,
        *,
        limit: int | None = None,
        newest: bool = False,
        pages: int | None = None,
        keys_only: bool = False,
        epoch: int | None = None,
        expected: int | None = None,
    ) -> "Rows":
        """Return the items whose sort key lies in `first..last`, both included, lazily.

        Of one epoch, if it is given: what an erasure has yet to purge is passed over by the
        service. So many as `expected` are likely to be asked for: the first page is of that size.
        """
        return Rows(self, pk, first, last, limit, newest, pages, keys_only, epoch, expected)

    def starting(self, pk: str, prefix: str, *, limit: int | None = None) -> "Rows":
        """Return the items whose sort key starts with `prefix`."""
        return self.query(pk, prefix or " ", prefix + "\U0010ffff", limit=limit)

    def page_of_keys(
        self, pk: str, first: str, last: str, size: int
    ) -> tuple[list[Item], str | None]:
        """Return keys and epochs of at most `size` items in `first..last`, and where they end.

        There may be more behind that sort key; `None` says that there is not.
        """
        with answers:
            answer = self.client.query(**_ranging(self.name, pk, first, last), **_KEYS, Limit=size)
        end = answer.get("LastEvaluatedKey")
        return [from_item(item) for item in answer["Items"]], end["sk"]["S"] if end else None

    def put(self, values: Mapping[str, object]) -> None:
        """Write one item, replacing what was there."""
        with answers:
            self.client.put_item(TableName=self.name, Item=to_item(values))

    def put_new(self, values: Mapping[str, object]) -> None:
        """Write one item, or raise ExistsError if its key is taken."""
        with answers:
            self.client.put_item(
                TableName=self.name,
                Item=to_item(values),
                ConditionExpression="attribute_not_exists(pk)",
            )

    def count(
        self, pk: str, sk: str, by: Mapping[str, int], most: Mapping[str, int] | None, ttl: int
    ) -> None:
        """Add `by` to the item's counters, which begin at zero; the item expires at `ttl`.

        With `most` given, ExistsError is raised, and nothing added, where a counter is above it.
        """
        values = {f":by_{name}": amount for name, amount in by.items()} | {":ttl": ttl}
        request: dict[str, Any] = {
            "TableName": self.name,
            "Key": to_item({"pk": pk, "sk": sk}),
            "UpdateExpression": "ADD "
            + ", ".join(f"{name} :by_{name}" for name in by)
            + " SET #ttl = :ttl",
            "ExpressionAttributeNames": {"#ttl": "ttl"},
        }
        if most is not None:
            values |= {f":most_{name}": amount for name, amount in most.items()}
            below = " AND ".join(f"{name} <= :most_{name}" for name in most)
            request["ConditionExpression"] = f"attribute_not_exists(pk) OR ({below})"
        request["ExpressionAttributeValues"] = {n: to_value(v) for n, v in values.items()}
        with answers:
            self.client.update_item(**request)

    def delete(self, pk: str, sk: str) -> None:
        """Delete one item; nothing happens if it is not there."""
        with answers:
            self.client.delete_item(TableName=self.name, Key={"pk": {"S": pk}, "sk": {"S": sk}})

    def delete_many(self, pk: str, sks: Sequence[str]) -> None:
        """Delete items in batches, several at a time, until every one is processed."""
        batches = [sks[start : start + _BATCH_WRITE] for start in range(0, len(sks), _BATCH_WRITE)]
        if len(batches) < 2:
            for batch in batches:
                self._delete_batch(pk, batch)
            return
        with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
            for done in [pool.submit(self._delete_batch, pk, batch) for batch in batches]:
                done.result()

    def _delete_batch(self, pk: str, sks: Sequence[str]) -> None:
        requests: Sequence[Any] = [
            {"DeleteRequest": {"Key": {"pk": {"S": pk}, "sk": {"S": sk}}}} for sk in sks
        ]
        for pause in _PAUSES:
            with answers:
                answer = self.client.batch_write_item(RequestItems={self.name: requests})
            requests = answer.get("UnprocessedItems", {}).get(self.name, [])
            if not requests:
                return
            time.sleep(random.uniform(0, pause))  # noqa: S311 - jitter, no secret
        raise UnavailableError("store")


@dataclass(slots=True)
class Rows:
    """The answer to a query, read page by page; `complete` is false if the page limit cut it."""

    table: Table
    pk: str
    first: str
    last: str
    limit: int | None
    newest: bool
    pages: int | None
    keys_only: bool
    epoch: int | None = None
    expected: int | None = None
    complete: bool = True

    def __iter__(self) -> Iterator[Item]:
        left = self.limit
        for item in self._items():
            yield item
            if left is not None:
                left -= 1
                if left == 0:
                    return

    def _items(self) -> Iterator[Item]:
        request = _ranging(self.table.name, self.pk, self.first, self.last)
        request["ScanIndexForward"] = not self.newest
        if self.limit is not None:
            request["Limit"] = self.limit
        if self.keys_only:
            request |= _KEYS
        if self.epoch is not None:
            request["FilterExpression"] = "#epoch = :epoch"
            request["ExpressionAttributeNames"] = {"#epoch": "epoch"}
            request["ExpressionAttributeValues"][":epoch"] = {"N": str(self.epoch)}
        if self.expected is not None:
            request["Limit"] = self.expected
        page = 0
        while True:
            with answers:
                answer = self.table.client.query(**request)
            yield from map(from_item, answer["Items"])
            page += 1
            if "LastEvaluatedKey" not in answer:
                return
            if self.pages is not None and page >= self.pages:
                self.complete = False
                return
            request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
            if self.limit is None:
                request.pop("Limit", None)


@dataclass(frozen=True, slots=True)
class Transactions:
    """Writes actions on several tables as one."""

    client: "DynamoDBClient"

    def transact(self, actions: Sequence["TransactWriteItemTypeDef"]) -> None:
        """Write all or none; see app.storage for what is raised."""
        with answers:
            self.client.transact_write_items(TransactItems=actions)

"""DynamoDB in memory, behind a botocore client: what moto does, some fifty times as fast.

It answers from the `before-call` hook, so the client still validates and serialises every request,
and other hooks see every call. It knows the operations and expressions that the product uses, and
nothing else. `tests/support/test_quick_dynamo.py` holds it to moto.
"""

import base64
import json
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from local.in_process.expressions import Condition, Item, updated

type Key = tuple[str, str]
type Rows = dict[Key, Item]
type Request = dict[str, Any]

_LIMITS = {"get": 100, "write": 25, "transact": 100}


class RefusedError(Exception):
    """An error of the service; `reasons` are those of a cancelled transaction, in order."""

    def __init__(self, code: str, reasons: list[str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.reasons = reasons


@dataclass
class QuickDynamo:
    """The tables of one account. `page` is the most items that a query answers with at once."""

    page: int = 40
    tables: dict[str, Rows] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _orders: dict[tuple[str, str], list[bytes]] = field(default_factory=dict)
    """The sort keys of each partition that was asked for, in order: some hold 200,000."""

    def serve(self, client: Any) -> None:
        """Answer the calls of a botocore client from now on."""
        client.meta.events.register_last("before-call.dynamodb", self._before_call)

    def leave(self, client: Any) -> None:
        """Answer the calls of a client no more."""
        client.meta.events.unregister("before-call.dynamodb", self._before_call)

    def _before_call(self, model: Any, params: Request, **_: object) -> tuple[Any, Any]:
        try:
            with self._lock:
                answer = self.call(model.name, decoded(json.loads(params["body"])))
        except RefusedError as refused:
            return SimpleNamespace(status_code=400), refusal(refused)
        return SimpleNamespace(status_code=200), answer

    def call(self, operation: str, request: Request) -> Request:
        """Answer one call, or raise RefusedError."""
        handlers: dict[str, Callable[[Request], Request]] = {
            "CreateTable": self._create_table,
            "GetItem": self._get,
            "BatchGetItem": self._batch_get,
            "Query": self._query,
            "Scan": self._scan,
            "PutItem": lambda r: self._write_one("Put", r),
            "DeleteItem": lambda r: self._write_one("Delete", r),
            "UpdateItem": lambda r: self._write_one("Update", r),
            "BatchWriteItem": self._batch_write,
            "TransactWriteItems": self._transact,
        }
        return handlers[operation](request)

    def snapshot(self) -> dict[str, Rows]:
        """Return the state; items are never changed in place, so that rows need no copies."""
        return {name: dict(rows) for name, rows in self.tables.items()}

    def restore(self, snapshot: Mapping[str, Rows]) -> None:
        """Go back to a state."""
        self.tables = {name: dict(rows) for name, rows in snapshot.items()}
        self._orders.clear()

    # --- reading ------------------------------------------------------------------------------

    def _create_table(self, request: Request) -> Request:
        self.tables[request["TableName"]] = {}
        self._orders.clear()
        return {}

    def _get(self, request: Request) -> Request:
        item = self._rows(request).get(_key(request["Key"]))
        return {} if item is None else {"Item": item}

    def _batch_get(self, request: Request) -> Request:
        found: dict[str, list[Item]] = {}
        for table, asked in request["RequestItems"].items():
            keys = [_key(key) for key in asked["Keys"]]
            if not 0 < len(keys) <= _LIMITS["get"] or len(set(keys)) < len(keys):
                raise RefusedError("ValidationException")
            rows = self.tables[table]
            found[table] = [rows[key] for key in keys if key in rows]
        return {"Responses": found, "UnprocessedKeys": {}}

    def _query(self, request: Request) -> Request:
        if request["KeyConditionExpression"] != "pk = :pk AND sk BETWEEN :first AND :last":
            raise ValueError("not understood: " + request["KeyConditionExpression"])
        values = request["ExpressionAttributeValues"]
        first, last = (values[name]["S"].encode() for name in (":first", ":last"))
        if first > last:
            raise RefusedError("ValidationException")
        partition = values[":pk"]["S"]
        order = self._order(request["TableName"], partition)
        low, high = bisect_left(order, first), bisect_right(order, last)
        is_forward = request.get("ScanIndexForward", True)
        if "ExclusiveStartKey" in request:
            start = _key(request["ExclusiveStartKey"])[1].encode()
            if is_forward:
                low = max(low, bisect_right(order, start))
            else:
                high = min(high, bisect_left(order, start))
        # One more than is answered with says that there are more.
        most = self._size(request) + 1
        if is_forward:
            found = order[low : min(high, low + most)]
        else:
            found = order[max(low, high - most) : high][::-1]
        return self._page(request, [(partition, sk.decode()) for sk in found])

    def _order(self, table: str, partition: str) -> list[bytes]:
        """Return the sort keys of a partition, in order."""
        if (table, partition) not in self._orders:
            own = (sk.encode() for pk, sk in self.tables[table] if pk == partition)
            self._orders[table, partition] = sorted(own)
        return self._orders[table, partition]

    def _scan(self, request: Request) -> Request:
        keys = sorted(self._rows(request), key=lambda key: (key[0], key[1].encode()))
        if "ExclusiveStartKey" in request:
            keys = keys[keys.index(_key(request["ExclusiveStartKey"])) + 1 :]
        return self._page(request, keys)

    def _size(self, request: Request) -> int:
        return min(self.page, int(request.get("Limit", self.page)))

    def _page(self, request: Request, keys: list[Key]) -> Request:
        size = self._size(request)
        rows, names = self._rows(request), _projected(request)
        page = [
            {name: value for name, value in rows[key].items() if names is None or name in names}
            for key in keys[:size]
            if _passes(request, rows[key])
        ]
        answer: Request = {"Items": page, "Count": len(page)}
        if len(keys) > size:
            pk, sk = keys[size - 1]
            answer["LastEvaluatedKey"] = {"pk": {"S": pk}, "sk": {"S": sk}}
        return answer

    # --- writing ------------------------------------------------------------------------------

    def _write_one(self, kind: str, request: Request) -> Request:
        if not self._admits(request, _target(request)):
            raise RefusedError("ConditionalCheckFailedException")
        self._apply(kind, request)
        return {}

    def _batch_write(self, request: Request) -> Request:
        wanted = [
            (table, kind.removesuffix("Request"), body)
            for table, writes in request["RequestItems"].items()
            for write in writes
            for kind, body in write.items()
        ]
        if not 0 < len(wanted) <= _LIMITS["write"]:
            raise RefusedError("ValidationException")
        for table, kind, body in wanted:
            self._apply(kind, {"TableName": table, **body})
        return {"UnprocessedItems": {}}

    def _transact(self, request: Request) -> Request:
        actions = [entry for action in request["TransactItems"] for entry in action.items()]
        targets = [(body["TableName"], _target(body)) for _, body in actions]
        if not 0 < len(actions) <= _LIMITS["transact"] or len(set(targets)) < len(targets):
            raise RefusedError("ValidationException")
        reasons = [
            "None" if self._admits(body, key) else "ConditionalCheckFailed"
            for (_, body), (_, key) in zip(actions, targets, strict=True)
        ]
        if set(reasons) != {"None"}:
            raise RefusedError("TransactionCanceledException", reasons)
        for kind, body in actions:
            self._apply(kind, body)
        return {}

    def _admits(self, body: Request, key: Key) -> bool:
        expression = body.get("ConditionExpression")
        if expression is None:
            return True
        names = body.get("ExpressionAttributeNames", {})
        values = body.get("ExpressionAttributeValues", {})
        return Condition(names, values).holds(expression, self._rows(body).get(key))

    def _apply(self, kind: str, body: Request) -> None:
        rows, key = self._rows(body), _target(body)
        was_there = key in rows
        match kind:
            case "Put":
                rows[key] = body["Item"]
            case "Delete":
                rows.pop(key, None)
            case "Update":
                rows[key] = updated(
                    rows[key] if key in rows else body["Key"],
                    body["UpdateExpression"],
                    body.get("ExpressionAttributeNames", {}),
                    body.get("ExpressionAttributeValues", {}),
                )
            case "ConditionCheck":
                pass
            case _:
                raise ValueError(f"not understood: {kind}")
        if (key in rows) != was_there and (body["TableName"], key[0]) in self._orders:
            order, sk = self._orders[body["TableName"], key[0]], key[1].encode()
            place = bisect_left(order, sk)
            order[place : place + was_there] = [] if was_there else [sk]

    def _rows(self, request: Request) -> Rows:
        return self.tables[request["TableName"]]


def _key(key: Item) -> Key:
    if set(key) != {"pk", "sk"} or not (key["pk"]["S"] and key["sk"]["S"]):
        raise RefusedError("ValidationException")
    return key["pk"]["S"], key["sk"]["S"]


def _target(body: Request) -> Key:
    item = body["Item"] if "Item" in body else body["Key"]
    return _key({name: item[name] for name in ("pk", "sk")})


def _passes(request: Request, item: Item) -> bool:
    """Whether a query answers with an item that it has read."""
    expression = request.get("FilterExpression")
    names = request.get("ExpressionAttributeNames", {})
    return expression is None or Condition(names, request["ExpressionAttributeValues"]).holds(
        expression, item
    )


def _projected(request: Request) -> set[str] | None:
    if "ProjectionExpression" not in request:
        return None
    names = request.get("ExpressionAttributeNames", {})
    asked = request["ProjectionExpression"].replace(" ", "").split(",")
    return {names.get(name, name) for name in asked}


def refusal(refused: RefusedError) -> Request:
    """Return the answer by which the service refuses a call."""
    body: Request = {
        "Error": {"Code": refused.code, "Message": refused.code},
        "ResponseMetadata": {"HTTPStatusCode": 400},
    }
    if refused.reasons is not None:
        body["CancellationReasons"] = [{"Code": reason} for reason in refused.reasons]
    return body


def decoded(value: Any) -> Any:
    """Return a request as it was before it was serialised: binary values as bytes."""
    if isinstance(value, dict):
        if set(value) == {"B"} and isinstance(value["B"], str):
            return {"B": base64.b64decode(value["B"])}
        return {name: decoded(inner) for name, inner in value.items()}
    return [decoded(inner) for inner in value] if isinstance(value, list) else value

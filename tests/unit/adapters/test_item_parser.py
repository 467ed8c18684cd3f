"""DynamoDB's answers are read quickly, and as botocore reads them."""

import json
from typing import Any

import boto3
import pytest
from botocore.parsers import JSONParser
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.dynamodb.parsing import ItemParser
from muniment.adapters.dynamodb.table import from_item, to_item

_MODEL = boto3.Session(region_name="eu-west-1").client("dynamodb").meta.service_model
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.binary(min_size=1)
    | st.sets(st.text(min_size=1), min_size=1) | st.sets(st.binary(min_size=1), min_size=1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
_ITEMS = st.lists(st.dictionaries(st.text(), _VALUES, max_size=3), max_size=3)


def _read(parser: JSONParser, operation: str, answer: dict[str, Any], status: int = 200) -> Any:
    raw = {"body": json.dumps(answer).encode(), "headers": {}, "status_code": status}
    shape = _MODEL.operation_model(operation).output_shape
    assert shape is not None
    return parser.parse(raw, shape)


def _on_the_wire(operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return what a request's items look like in JSON, which answers have them in as well."""
    from botocore.serialize import JSONSerializer

    model = _MODEL.operation_model(operation)
    body: bytes = JSONSerializer().serialize_to_request(parameters, model)["body"]
    return dict(json.loads(body))


@given(_ITEMS)
def test_items_are_read_at_once_as_botocore_and_we_read_them(
    values: list[dict[str, object]],
) -> None:
    puts = [{"Put": {"TableName": "t", "Item": to_item(each)}} for each in values]
    wire = _on_the_wire("TransactWriteItems", {"TransactItems": puts})
    items = [each["Put"]["Item"] for each in wire["TransactItems"]]
    answers = {
        "Query": {"Items": items, "Count": len(items), "LastEvaluatedKey": {"pk": {"S": "a"}}},
        "BatchGetItem": {
            "Responses": {"t": items},
            "UnprocessedKeys": {"t": {"Keys": [{"pk": {"S": "a"}}], "ConsistentRead": True}},
        },
        "GetItem": {"Item": items[0]} if items else {},
    }
    for operation, answer in answers.items():
        ours = _read(ItemParser(), operation, answer)
        assert ours == _with_values(_read(JSONParser(), operation, answer))
        assert all(from_item(item) is item for item in _items(ours))


def _with_values(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer of the SDK's with the items' values in place of how it has them."""
    if "Item" in answer:
        answer["Item"] = from_item(answer["Item"])
    if "Items" in answer:
        answer["Items"] = [from_item(item) for item in answer["Items"]]
    if "Responses" in answer:
        answer["Responses"] = {"t": [from_item(item) for item in answer["Responses"]["t"]]}
    return answer


def _items(answer: dict[str, Any]) -> list[Any]:
    one = [answer["Item"]] if "Item" in answer else []
    return [*one, *answer.get("Items", ()), *answer.get("Responses", {}).get("t", ())]


@pytest.mark.parametrize(
    "kind", ["ConditionalCheckFailedException", "TransactionCanceledException"]
)
def test_refusals_are_read_as_botocore_reads_them(kind: str) -> None:
    reasons = [{"Code": "None"}, {"Code": "ConditionalCheckFailed"}]
    answer = {"__type": f"com.amazonaws.dynamodb.v20120810#{kind}", "CancellationReasons": reasons}
    found = _read(ItemParser(), "TransactWriteItems", answer, 400)
    assert found == _read(JSONParser(), "TransactWriteItems", answer, 400)
    assert found["Error"]["Code"] == kind

"""DynamoDB's arithmetic, on the examples of its guide."""

import pytest

from local.in_process.dynamo import RefusedError
from tests.usage.cloud import Cloud, Meter
from tests.usage.units import Item, Value, get_units, query_units, size, value_size, write_units

KEY = {"pk": {"S": "p"}, "sk": {"S": "s"}}


def item(length: int) -> Item:
    """Return an item of so many bytes."""
    made: Item = {**KEY, "t": {"S": "x" * (length - size(KEY) - 1)}}
    assert size(made) == length
    return made


@pytest.mark.parametrize(
    ("value", "length"),
    [
        ({"S": "Ærø"}, 5),
        ({"N": "27"}, 2),
        ({"N": "-27.5"}, 4),
        ({"N": "1000000"}, 2),
        ({"B": b"12345"}, 5),
        ({"BOOL": True}, 1),
        ({"L": [{"S": "ab"}, {"N": "1"}]}, 3 + 3 + 3),
        ({"M": {"key": {"S": "ab"}}}, 3 + 3 + 2 + 1),
        ({"SS": ["ab", "c"]}, 3),
    ],
)
def test_sizes(value: Value, length: int) -> None:
    assert value_size(value) == length


def test_units_are_whole_and_at_least_one() -> None:
    assert get_units([None]) == 1
    assert get_units([item(4096)]) == 1
    assert get_units([item(4097)]) == 2
    assert get_units([item(100), item(100)]) == 2, "a batch rounds each item up"
    assert query_units([item(100), item(100)]) == 1, "a query rounds their sum up"
    assert query_units([]) == 1
    assert write_units(None, item(1024)) == 1
    assert write_units(None, item(1025)) == 2
    assert write_units(item(3000), None) == 3, "a delete costs what it deletes"
    assert write_units(item(3000), item(100)) == 3


def put(length: int, **more: object) -> dict[str, object]:
    return {"TableName": "records", "Item": item(length), **more}


def test_a_transaction_counts_twice_and_a_refused_write_counts() -> None:
    cloud = Cloud()
    refused: list[str] = []

    def units(operation: str, request: dict[str, object]) -> int:
        cloud.meter = Meter()
        try:
            cloud._dynamodb(operation, request)
        except RefusedError:
            refused.append(operation)
        return cloud.meter.write_units

    assert units("PutItem", put(2000)) == 2
    assert units("TransactWriteItems", {"TransactItems": [{"Put": put(2000)}]}) == 4
    assert refused == []
    assert units("PutItem", put(900, ConditionExpression="attribute_not_exists(pk)")) == 2
    assert refused == ["PutItem"]


def test_a_projection_saves_nothing() -> None:
    cloud = Cloud()
    cloud._dynamodb("PutItem", put(9000))
    query: dict[str, object] = {
        "TableName": "records",
        "KeyConditionExpression": "pk = :pk AND sk BETWEEN :first AND :last",
        "ExpressionAttributeValues": {
            ":pk": {"S": "p"}, ":first": {"S": "a"}, ":last": {"S": "z"},
        },
        "ProjectionExpression": "pk, sk",
    }  # fmt: skip
    assert cloud._dynamodb("Query", query)["Items"] == [KEY]
    assert cloud.meter.read_units == 3

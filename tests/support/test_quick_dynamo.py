"""The quick tables answer as moto does: the same calls, the same answers, the same items."""

from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from moto import mock_aws

from local.in_process.dynamo import QuickDynamo
from tests.support.resources import CREDENTIALS, RECORDS, create_tables, rows

type Call = tuple[str, dict[str, Any]]

KEYS = st.tuples(st.sampled_from("pq"), st.sampled_from("abcd"))
VALUES = st.one_of(
    st.builds(lambda n: {"N": str(n)}, st.integers(0, 3)),
    st.builds(lambda s: {"S": s}, st.sampled_from(["", "x", "Ünï"])),
    st.builds(lambda b: {"B": b}, st.binary(max_size=3)),
    st.builds(lambda s: {"SS": sorted(s)}, st.sets(st.sampled_from("xyz"), min_size=1)),
    st.builds(lambda n: {"L": [{"N": str(n)}, {"M": {"m": {"BOOL": True}}}]}, st.integers(0, 3)),
)
NUMBERS = st.integers(0, 3).map(lambda n: {"N": str(n)})


def _key(key: tuple[str, str]) -> dict[str, Any]:
    return {"pk": {"S": key[0]}, "sk": {"S": key[1]}}


def _item(key: tuple[str, str], revision: Any, other: Any) -> dict[str, Any]:
    return {**_key(key), "revision": revision, "other": other}


CONDITIONS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.just({"ConditionExpression": "attribute_not_exists(pk)"}),
    st.builds(
        lambda was: {
            "ConditionExpression": "revision = :was",
            "ExpressionAttributeValues": {":was": was},
        },
        NUMBERS,
    ),
    st.builds(
        lambda was: {
            "ConditionExpression": "attribute_not_exists(pk) OR revision < :was",
            "ExpressionAttributeValues": {":was": was},
        },
        NUMBERS,
    ),
)
PUTS = st.builds(
    lambda key, revision, other, condition: {
        "TableName": RECORDS, "Item": _item(key, revision, other), **condition,
    },
    KEYS, NUMBERS, VALUES, CONDITIONS,
)  # fmt: skip
DELETES = st.builds(
    lambda key, condition: {"TableName": RECORDS, "Key": _key(key), **condition}, KEYS, CONDITIONS
)
UPDATES = st.builds(
    lambda key, expression, was, new: {
        "TableName": RECORDS,
        "Key": _key(key),
        "UpdateExpression": expression,
        "ConditionExpression": "(attribute_not_exists(pk) OR (#r = :was AND attribute_exists(sk)))",
        "ExpressionAttributeNames": {"#r": "revision"},
        "ExpressionAttributeValues": {":was": was, ":new": new},
    },
    KEYS,
    st.sampled_from(["SET #r = :new", "SET #r = :new, seen = :new", "SET #r = :new REMOVE seen"]),
    NUMBERS,
    NUMBERS,
)
SETS = st.builds(
    lambda key, verb, members: {
        "TableName": RECORDS,
        "Key": _key(key),
        "UpdateExpression": f"{verb} marks :members",
        "ConditionExpression": "attribute_exists(pk)",
        "ExpressionAttributeValues": {":members": {"SS": sorted(members)}},
    },
    KEYS,
    st.sampled_from(["ADD", "DELETE"]),
    st.sets(st.sampled_from("xyz"), min_size=1),
)
COUNTS = st.builds(
    lambda key, by, most, condition: {
        "TableName": RECORDS,
        "Key": _key(key),
        "UpdateExpression": "ADD calls :by, tokens :by SET #ttl = :by",
        "ConditionExpression": condition,
        "ExpressionAttributeNames": {"#ttl": "ttl"},
        "ExpressionAttributeValues": {":by": by, ":most": most},
    },
    KEYS,
    st.integers(-2, 3).map(lambda n: {"N": str(n)}),
    NUMBERS,
    st.sampled_from(
        ["attribute_not_exists(pk) OR (calls <= :most AND tokens <= :most)", "calls <= :most"]
    ),
)
ACTIONS = st.one_of(
    PUTS.map(lambda body: {"Put": body}),
    DELETES.map(lambda body: {"Delete": body}),
    UPDATES.map(lambda body: {"Update": body}),
    SETS.map(lambda body: {"Update": body}),
    COUNTS.map(lambda body: {"Update": body}),
    KEYS.map(
        lambda key: {
            "ConditionCheck": {
                "TableName": RECORDS,
                "Key": _key(key),
                "ConditionExpression": "attribute_exists(pk)",
            }
        }
    ),
)
CALLS: st.SearchStrategy[Call] = st.one_of(
    PUTS.map(lambda body: ("put_item", body)),
    DELETES.map(lambda body: ("delete_item", body)),
    COUNTS.map(lambda body: ("update_item", body)),
    st.lists(ACTIONS, min_size=1, max_size=4).map(
        lambda actions: ("transact_write_items", {"TransactItems": actions})
    ),
    KEYS.map(lambda key: ("get_item", {"TableName": RECORDS, "Key": _key(key)})),
    st.lists(KEYS, min_size=1, max_size=4).map(
        lambda keys: (
            "batch_get_item",
            {"RequestItems": {RECORDS: {"Keys": [_key(key) for key in keys]}}},
        )
    ),
    st.sets(KEYS, min_size=1, max_size=4).map(
        lambda keys: (
            "batch_write_item",
            {
                "RequestItems": {
                    RECORDS: [{"DeleteRequest": {"Key": _key(key)}} for key in sorted(keys)]
                }
            },
        )
    ),
    st.builds(
        lambda pk, ends, limit, forward, start, most: (
            "query",
            {
                "TableName": RECORDS,
                "KeyConditionExpression": "pk = :pk AND sk BETWEEN :first AND :last",
                "ExpressionAttributeValues": {
                    ":pk": {"S": pk}, ":first": {"S": min(ends)}, ":last": {"S": max(ends)},
                    **({":most": most} if most else {}),
                },
                **({"FilterExpression": "#r <= :most"} if most else {}),
                **({"ExclusiveStartKey": _key((pk, start))} if start else {}),
                "ScanIndexForward": forward,
                "ProjectionExpression": "pk, sk, #r",
                "ExpressionAttributeNames": {"#r": "revision"},
                **({"Limit": limit} if limit else {}),
            },
        ),
        st.sampled_from("pq"), st.tuples(st.sampled_from("abcd"), st.sampled_from("bcd~")),
        st.sampled_from([None, 1, 2]), st.booleans(), st.sampled_from([None, "b", "c"]),
        st.none() | NUMBERS,
    ),
)  # fmt: skip


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)


@settings(
    max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(calls=st.lists(CALLS, min_size=4, max_size=12))
def test_any_calls_have_the_same_answers_and_effects(credentials: None, calls: list[Call]) -> None:
    with mock_aws():
        moto, quick = boto3.client("dynamodb"), boto3.client("dynamodb")
        QuickDynamo().serve(quick)
        for client in (moto, quick):
            create_tables(client)
        for call in calls:
            assert _answer(quick, call) == _answer(moto, call), call
            assert rows(quick, RECORDS) == rows(moto, RECORDS), call


def _answer(client: Any, call: Call) -> object:
    operation, request = call
    try:
        answer = getattr(client, operation)(**request)
    except ClientError as error:
        reasons = error.response.get("CancellationReasons", [])
        return error.response["Error"]["Code"], [reason["Code"] for reason in reasons]
    return _ordered({n: v for n, v in answer.items() if n in ("Item", "Items", "Responses")})


def _ordered(answer: dict[str, Any]) -> object:
    """Return the answer with batches in the order of their keys: DynamoDB promises none."""
    if "Responses" in answer:
        found = answer["Responses"].get(RECORDS, [])
        return sorted(found, key=lambda item: (item["pk"]["S"], item["sk"]["S"]))
    return answer

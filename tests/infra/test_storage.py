"""The tables and the key: what is kept, how, and for how long."""

import pytest

from tests.infra.synthesis import Resource, Template

TABLES = ("TablesRecords", "TablesLedger")


def table(template: Template, name: str) -> Resource:
    return template.one("AWS::DynamoDB::Table", name)


def test_there_are_two_tables_and_no_index_on_them(template: Template) -> None:
    tables = template.all("AWS::DynamoDB::Table")
    assert len(tables) == len(TABLES)
    for each in tables:
        assert "GlobalSecondaryIndexes" not in each.properties
        assert "LocalSecondaryIndexes" not in each.properties


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_on_demand_encrypted_and_can_be_restored(template: Template, name: str) -> None:
    properties = table(template, name).properties
    assert properties["KeySchema"] == [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ]
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert properties["SSESpecification"] == {"SSEEnabled": True}
    assert properties["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] is True


def test_records_expire_and_stream_their_keys_alone(template: Template) -> None:
    properties = table(template, "TablesRecords").properties
    assert properties["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}
    assert properties["StreamSpecification"] == {"StreamViewType": "KEYS_ONLY"}


@pytest.mark.law(6)
def test_nothing_in_the_ledger_expires_or_is_streamed(template: Template) -> None:
    properties = table(template, "TablesLedger").properties
    assert "TimeToLiveSpecification" not in properties
    assert "StreamSpecification" not in properties


def test_production_data_outlive_the_stack(prod: Template, dev: Template) -> None:
    stateful = ("AWS::DynamoDB::Table", "AWS::KMS::Key", "AWS::OpenSearchService::Domain")
    for kind in stateful:
        assert {each.entry["DeletionPolicy"] for each in prod.all(kind)} == {"Retain"}
        assert {each.entry["DeletionPolicy"] for each in dev.all(kind)} == {"Delete"}
    for each in prod.all("AWS::DynamoDB::Table"):
        assert each.properties["DeletionProtectionEnabled"] is True


def test_the_digest_key_is_rotated(template: Template) -> None:
    (key,) = template.all("AWS::KMS::Key")
    assert key.properties["EnableKeyRotation"] is True

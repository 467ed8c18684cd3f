"""Least privilege: what each role may do, and above all what it may not."""

import pytest

from infra.config import FUNCTION_NAMES
from tests.infra.synthesis import Statement, Template, parse

EVERY = (*FUNCTION_NAMES, "index_setup")
SCANS = {"dynamodb:Scan", "dynamodb:PartiQLSelect", "dynamodb:PartiQLUpdate"}
READING = {"GetItem", "BatchGetItem", "Query"}
STREAM = {"DescribeStream", "GetRecords", "GetShardIterator"}


def too_wide(statement: Statement) -> list[str]:
    """Return the actions with a wildcard or that read a whole table, and bare resources."""
    wide = [action for action in statement.actions if "*" in action or action in SCANS]
    return wide + [each for each in statement.resources if each == "*"]


def test_the_rule_finds_what_it_should() -> None:
    for action in ("dynamodb:*", "dynamodb:Get*", "dynamodb:Scan"):
        entry = {"Effect": "Allow", "Action": action, "Resource": "arn"}
        assert too_wide(parse(entry)) == [action]
    assert too_wide(parse({"Effect": "Allow", "Action": "a:B", "Resource": "*"})) == ["*"]


@pytest.mark.law(2)
@pytest.mark.parametrize("function", EVERY)
def test_no_role_holds_a_wildcard_or_scans(template: Template, function: str) -> None:
    for statement in template.statements(function):
        if statement.actions == ("dynamodb:ListStreams",):
            assert function == "index"  # knows no resources
            continue
        assert too_wide(statement) == []


def test_every_function_has_a_role_of_its_own(template: Template) -> None:
    roles = [f.properties["Role"]["Fn::GetAtt"][0] for f in template.functions().values()]
    assert set(template.functions()) == set(EVERY)
    assert len(set(roles)) == len(EVERY)


RECORDS = {
    "read": {*READING, "PutItem", "ConditionCheckItem"},
    "write": {*READING, "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"},
    "upload": {*READING, "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"},
    "extract": {*READING, "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"},
    "index": {"GetItem", "BatchGetItem", "PutItem"},
    "consolidate": {*READING, "PutItem", "DeleteItem", "ConditionCheckItem"},
    "delete": {
        *READING, "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem", "BatchWriteItem",
    },
    "index_setup": set(),
}  # fmt: skip


@pytest.mark.parametrize(("function", "actions"), RECORDS.items())
def test_a_role_holds_just_its_actions_on_the_records(
    template: Template, function: str, actions: set[str]
) -> None:
    assert template.actions(function, "dynamodb", "<TablesRecords") - STREAM == actions


@pytest.mark.law(6)
@pytest.mark.parametrize("function", EVERY)
def test_nobody_deletes_from_the_ledger(template: Template, function: str) -> None:
    allowed = template.actions(function, "dynamodb", "<TablesLedger")
    steps_of_consent = {"Query"} if function == "read" else set()
    expected = {"GetItem", "PutItem"} | steps_of_consent
    assert allowed == (set() if function in {"index", "index_setup"} else expected)


def test_only_the_indexer_reads_the_stream(template: Template) -> None:
    readers = {f for f in EVERY if "GetRecords" in template.actions(f, "dynamodb")}
    assert readers == {"index"}


def test_functions_send_to_their_own_queues_only(template: Template) -> None:
    sends = {
        function: {
            queue
            for queue in ("Extraction", "Erasure", "Consolidation", "Upload")
            if "SendMessage" in template.actions(function, "sqs", f"<Queues{queue}Queue")
        }
        for function in EVERY
    }
    assert {function: queues for function, queues in sends.items() if queues} == {
        "write": {"Extraction"},
        "upload": {"Extraction"},
        "delete": {"Erasure"},
        "consolidate": {"Extraction", "Erasure", "Consolidation", "Upload"},
    }


def test_digest_keys_are_made_at_the_door_and_opened_with_their_tenant_only(
    template: Template,
) -> None:
    makers = {f for f in EVERY if "GenerateDataKeyWithoutPlaintext" in template.actions(f, "kms")}
    openers = {f for f in EVERY if "Decrypt" in template.actions(f, "kms")}
    assert makers == {"read", "write", "delete"}
    assert openers == {*makers, "upload", "extract"}
    for function in openers:
        (statement,) = [s for s in template.statements(function) if "kms:Decrypt" in s.actions]
        assert all(each.startswith("<KeysKey") for each in statement.resources)
        if template.stage != "local":  # the emulator's policies do not see the context
            assert statement.conditions == {
                "Null": {"kms:EncryptionContext:tenant": "false"},
                "ForAllValues:StringEquals": {"kms:EncryptionContextKeys": ["tenant"]},
            }


def test_the_search_domain_is_for_those_who_search(prod: Template, local: Template) -> None:
    searching = {"read", "index", "delete", "consolidate", "index_setup"}
    assert {f for f in EVERY if prod.actions(f, "es")} == searching
    assert not any(local.actions(f, "es") for f in EVERY)


@pytest.mark.parametrize("function", EVERY)
def test_a_function_writes_to_its_own_logs_only(template: Template, function: str) -> None:
    (statement,) = [
        s for s in template.statements(function) if any(a.startswith("logs:") for a in s.actions)
    ]
    group = template.functions()[function].properties["LoggingConfig"]["LogGroup"]["Ref"]
    assert set(statement.actions) == {"logs:CreateLogStream", "logs:PutLogEvents"}
    assert statement.resources == (f"<{group}.Arn>",)

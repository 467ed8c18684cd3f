"""What is said of the account's model-invocation logging before models are deployed."""

from typing import Any

import boto3
import pytest
from botocore.stub import Stubber

from local.invocation_logging import concern, warn
from tests.support.resources import REGION

S3 = {"s3Config": {"bucketName": "logs-of-models"}}
CLOUDWATCH = {"cloudWatchConfig": {"logGroupName": "g", "roleArn": "arn:aws:iam::1:role/logs"}}
NO_DATA = {
    "textDataDeliveryEnabled": False,
    "imageDataDeliveryEnabled": False,
    "embeddingDataDeliveryEnabled": False,
}


@pytest.fixture
def bedrock() -> Any:
    return boto3.client(
        "bedrock", region_name=REGION, aws_access_key_id="test", aws_secret_access_key="test"
    )


def said(bedrock: Any, answer: dict[str, object]) -> str | None:
    with Stubber(bedrock) as stub:
        stub.add_response("get_model_invocation_logging_configuration", answer)
        return concern(bedrock)


@pytest.mark.parametrize(
    ("config", "place"),
    [
        (S3, "S3"),
        (CLOUDWATCH, "CloudWatch Logs"),
        (S3 | CLOUDWATCH, "CloudWatch Logs and S3"),
        (S3 | NO_DATA | {"textDataDeliveryEnabled": True}, "S3"),
    ],
)
def test_logging_that_copies_text_is_warned_about(
    bedrock: Any, config: dict[str, object], place: str
) -> None:
    found = said(bedrock, {"loggingConfig": config})
    assert found is not None
    assert f"goes to {place}, a copy of memory text that no erasure reaches" in found
    assert REGION in found


@pytest.mark.parametrize(
    "answer", [{}, {"loggingConfig": NO_DATA}, {"loggingConfig": S3 | NO_DATA}]
)
def test_without_logging_nothing_is_said(bedrock: Any, answer: dict[str, object]) -> None:
    assert said(bedrock, answer) is None


def test_what_could_not_be_looked_at_is_said(bedrock: Any) -> None:
    with Stubber(bedrock) as stub:
        stub.add_client_error("get_model_invocation_logging_configuration", "AccessDeniedException")
        found = concern(bedrock)
    assert found is not None
    assert "AccessDeniedException" in found
    assert "bedrock:GetModelInvocationLoggingConfiguration" in found


def test_a_shell_without_a_region_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    lines: list[str] = []
    warn(lines.append)
    assert len(lines) == 1
    assert "NoRegionError" in lines[0]

"""Tells, before models of Bedrock are deployed, whether the account logs what they are asked.

Model-invocation logging copies every prompt and answer, memory text and all, to CloudWatch Logs or
S3. Forgetting does not reach there: nothing of Muniment purges those copies. It is a setting of the
whole account and region, so it is looked at, and said, but not changed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import boto3
from botocore.exceptions import BotoCoreError, ClientError

if TYPE_CHECKING:
    from mypy_boto3_bedrock import BedrockClient

_CONTENT = ("textDataDeliveryEnabled", "imageDataDeliveryEnabled", "embeddingDataDeliveryEnabled")


def concern(client: "BedrockClient") -> str | None:
    """Return what to tell the engineer about the account's logging; `None` if there is none."""
    try:
        answer = client.get_model_invocation_logging_configuration()
    except (BotoCoreError, ClientError) as error:
        code = type(error).__name__
        if isinstance(error, ClientError):
            code = error.response.get("Error", {}).get("Code", code)
        return (
            f"could not tell whether the account logs model invocations ({code}): the check needs "
            "bedrock:GetModelInvocationLoggingConfiguration"
        )
    config = answer.get("loggingConfig", {})
    places = [
        where
        for where, key in (("CloudWatch Logs", "cloudWatchConfig"), ("S3", "s3Config"))
        if config.get(key)
    ]
    # A kind of data that is not mentioned is delivered.
    if not places or not any(config.get(kind, True) for kind in _CONTENT):
        return None
    return (
        f"model-invocation logging is on in {client.meta.region_name}: what models are asked goes "
        f"to {' and '.join(places)}, a copy of memory text that no erasure reaches. Turn it off, "
        "or turn off the delivery of text"
    )


def warn(say: Callable[[str], None]) -> None:
    """Look with the credentials of this shell, and say what was found."""
    try:
        found = concern(boto3.client("bedrock"))
    except BotoCoreError as error:  # no region, no credentials
        found = f"could not look at model-invocation logging ({type(error).__name__})"
    if found:
        say(f"[yellow]warning:[/yellow] {found}")

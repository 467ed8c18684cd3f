"""Builds the events that API Gateway, SQS and DynamoDB streams hand to the functions."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

type LambdaEvent = dict[str, Any]

EVERYTHING = "memory:read memory:write memory:ingest memory:erase"


@dataclass(frozen=True)
class Caller:
    """Whose token it is; `scope` as the token's claim."""

    tenant: str = "acme"
    subject: str = "ada"
    scope: str = EVERYTHING
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def claims(self) -> dict[str, str]:
        standard = {"tenant": self.tenant, "sub": self.subject, "scope": self.scope}
        return {**standard, "iss": "https://issuer", "exp": "1900000000", **self.extra}


def api_event(
    route: str,
    path: str,
    caller: Caller | None = None,
    *,
    body: object = None,
    raw_body: str | None = None,
    parameters: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    as_base64: bool = False,
    claims: Mapping[str, object] | None = None,
) -> LambdaEvent:
    """Return an HTTP API event (payload 2.0); `route` is a route key, `path` what was asked for."""
    method = route.split(" ", 1)[0]
    text = raw_body if raw_body is not None else (None if body is None else json.dumps(body))
    if as_base64 and text is not None:
        text = base64.b64encode(text.encode()).decode()
    token = (caller or Caller()).claims if claims is None else claims
    event: LambdaEvent = {
        "version": "2.0",
        "routeKey": route,
        "rawPath": path,
        "rawQueryString": urlencode(parameters or {}),
        "headers": {"content-type": "application/json", **(headers or {})},
        "requestContext": {
            "accountId": "123456789012",
            "apiId": "api",
            "authorizer": {"jwt": {"claims": dict(token), "scopes": None}},
            "domainName": "api.example.org",
            "http": {
                "method": method,
                "path": path,
                "protocol": "HTTP/1.1",
                "sourceIp": "192.0.2.1",
                "userAgent": "test",
            },
            "requestId": "request",
            "routeKey": route,
            "stage": "$default",
            "time": "01/Mar/2026:09:30:00 +0000",
            "timeEpoch": 1772357400000,
        },
        "isBase64Encoded": as_base64,
    }
    if text is not None:
        event["body"] = text
    if parameters:
        event["queryStringParameters"] = dict(parameters)
    return event


def queue_event(*bodies: object, receives: int = 1, queue: str = "queue") -> LambdaEvent:
    """Return an SQS batch; a body that is a string is sent as it is."""
    return {
        "Records": [
            {
                "messageId": f"message-{place}",
                "receiptHandle": "handle",
                "body": body if isinstance(body, str) else json.dumps(body),
                "attributes": {
                    "ApproximateReceiveCount": str(receives),
                    "SentTimestamp": "1772357400000",
                    "SenderId": "sender",
                    "ApproximateFirstReceiveTimestamp": "1772357400001",
                },
                "messageAttributes": {},
                "md5OfBody": "",
                "eventSource": "aws:sqs",
                "eventSourceARN": f"arn:aws:sqs:eu-west-1:123456789012:{queue}",
                "awsRegion": "eu-west-1",
            }
            for place, body in enumerate(bodies)
        ]
    }


def stream_event(keys: Sequence[tuple[str, str]]) -> LambdaEvent:
    """Return a batch of a keys-only stream."""
    return {
        "Records": [
            {
                "eventID": str(place),
                "eventName": "MODIFY",
                "eventVersion": "1.1",
                "eventSource": "aws:dynamodb",
                "awsRegion": "eu-west-1",
                "dynamodb": {
                    "ApproximateCreationDateTime": 1772357400.0,
                    "Keys": {"pk": {"S": pk}, "sk": {"S": sk}},
                    "SequenceNumber": f"{place:021d}",
                    "SizeBytes": 40,
                    "StreamViewType": "KEYS_ONLY",
                },
                "eventSourceARN": "arn:aws:dynamodb:eu-west-1:123456789012:table/records/stream/1",
            }
            for place, (pk, sk) in enumerate(keys)
        ]
    }


class Context:
    """What of the Lambda context the functions may look at."""

    function_name = "function"
    function_version = "$LATEST"
    memory_limit_in_mb = 512
    invoked_function_arn = "arn:aws:lambda:eu-west-1:123456789012:function:function"
    aws_request_id = "request"

    def get_remaining_time_in_millis(self) -> int:
        return 30_000

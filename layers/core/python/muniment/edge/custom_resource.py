"""CloudFormation's custom resources: the answer goes to a URL that the event brings."""

import json
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from aws_lambda_powertools import Logger

from muniment.edge.errors import origin

_TIMEOUT = 10  # seconds; far below the resource's own


@dataclass(frozen=True, slots=True)
class Resource:
    """What CloudFormation asks for: to make or change the resource, or to delete it."""

    deleted: bool


def answer(event: dict[str, Any], work: Callable[[Resource], str]) -> None:
    """Do `work`, which returns the resource's id, and tell CloudFormation how it ended.

    A failure has to be told as well: without an answer the deployment waits for hours.
    """
    told: dict[str, str]
    try:
        told = {
            "Status": "SUCCESS",
            "PhysicalResourceId": work(Resource(deleted=event["RequestType"] == "Delete")),
        }
    except Exception as error:  # noqa: BLE001 - whatever it was, the deployment must end
        name = type(error).__name__
        Logger().error("custom resource failed", error=name, origin=origin(error))
        told = {
            "Status": "FAILED",
            "Reason": f"{name}; see the function's log",
            # The id of an update must stay, or CloudFormation deletes the old resource.
            "PhysicalResourceId": event.get("PhysicalResourceId", event["LogicalResourceId"]),
        }
    request = {name: event[name] for name in ("StackId", "RequestId", "LogicalResourceId")}
    _put(event["ResponseURL"], json.dumps({**told, **request}).encode())


def _put(url: str, body: bytes) -> None:
    if urlsplit(url).scheme not in ("https", "http"):  # http: an emulator's
        raise ValueError("the response URL is no web address")
    # A presigned URL: a content type that was not signed would be refused.
    request = urllib.request.Request(url, body, {"Content-Type": ""}, method="PUT")  # noqa: S310
    with urllib.request.urlopen(request, timeout=_TIMEOUT):  # noqa: S310 - scheme checked above
        pass

"""Puts the bare function beside the product, by AWS's own calls: no template names it."""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.floor.plan import Step
from bench.floor.record import as_json
from examples.stack import Stack

_CODE = Path(__file__).parent / "function" / "handler.py"
_NAME = "muniment-bench-floor"
_ROUTE = "POST /bench/floor/{plan}"
PATH = "/bench/floor"


@dataclass(frozen=True)
class Floor:
    """The function, while it is deployed."""

    functions: Any
    name: str = _NAME

    def renew(self, function: str) -> None:
        """Let the next call of a function begin in a new process, as a change of it does."""
        found = self.functions.get_function_configuration(FunctionName=function)
        self.functions.update_function_configuration(
            FunctionName=function, Environment=found["Environment"]
        )


@contextmanager
def deployed(stack: Stack, plans: Mapping[str, list[Step]]) -> Iterator[Floor]:
    """Deploy the function with the role, layers and environment of `read`, behind the same door.

    It is gone at the end.
    """
    functions = stack.session.client("lambda", endpoint_url=stack.endpoint)
    door = stack.session.client("apigatewayv2", endpoint_url=stack.endpoint)
    read = functions.get_function_configuration(FunctionName=stack.functions["read"])
    (api,) = (each for each in door.get_apis()["Items"] if each["ApiId"] in stack.api_url)
    created = functions.create_function(
        FunctionName=_NAME,
        Runtime=read["Runtime"],
        Architectures=read.get("Architectures", ["x86_64"]),
        Role=read["Role"],
        Handler="handler.handler",
        Code={"ZipFile": _archive(plans)},
        Layers=[layer["Arn"] for layer in read["Layers"]],
        MemorySize=read["MemorySize"],
        Timeout=read["Timeout"],
        Environment=read["Environment"],
    )
    integration = route = None
    try:
        integration = door.create_integration(
            ApiId=api["ApiId"],
            IntegrationType="AWS_PROXY",
            IntegrationUri=created["FunctionArn"],
            PayloadFormatVersion="2.0",
        )["IntegrationId"]
        authorizer = door.get_authorizers(ApiId=api["ApiId"])["Items"][0]["AuthorizerId"]
        route = door.create_route(
            ApiId=api["ApiId"],
            RouteKey=_ROUTE,
            Target=f"integrations/{integration}",
            AuthorizationType="JWT",
            AuthorizerId=authorizer,
        )["RouteId"]
        yield Floor(functions)
    finally:
        if route:
            door.delete_route(ApiId=api["ApiId"], RouteId=route)
        if integration:
            door.delete_integration(ApiId=api["ApiId"], IntegrationId=integration)
        functions.delete_function(FunctionName=_NAME)


def _archive(plans: Mapping[str, list[Step]]) -> bytes:
    """Return the function's code with its plans, each a file that is read when it is asked for."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(_CODE, "handler.py")
        for name, plan in plans.items():
            archive.writestr(f"{name}.json", json.dumps(as_json(plan)))
    return content.getvalue()

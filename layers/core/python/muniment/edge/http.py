"""The HTTP door: one resolver for the functions behind it, requests in, responses out.

Neither requests nor responses are logged: a line says route, status and time, and no more.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler.api_gateway import APIGatewayHttpResolver, Response
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEventV2
from aws_lambda_powertools.utilities.typing import LambdaContext
from pydantic import BaseModel

from muniment.app.ports import UnavailableError
from muniment.domain.scope import Principal
from muniment.edge import auth, errors, parsing
from muniment.edge.telemetry import count_request

type LambdaEvent = dict[str, Any]  # as the runtime hands it over
type Answer = Response[str]
type Handler = Callable[[LambdaEvent, LambdaContext], dict[str, Any]]

JSON = "application/json"
_NOT_STORED = {"Cache-Control": "no-store"}  # memory belongs in no proxy's cache


class Api:
    """The routes of one function, and the request that is being answered."""

    def __init__(self) -> None:
        self._resolver = APIGatewayHttpResolver()
        self._resolver.exception_handler(Exception)(self._refuse)
        self._logger = Logger()
        self.get = self._resolver.get
        self.post = self._resolver.post
        self.patch = self._resolver.patch
        self.put = self._resolver.put
        self.delete = self._resolver.delete

    def caller(self) -> Principal:
        """Return who calls, as the gateway verified it."""
        authorizer = self._event.get("requestContext", {}).get("authorizer") or {}
        return auth.principal_of((authorizer.get("jwt") or {}).get("claims") or {})

    def admit(self, user: str, *permissions: str, others: str = auth.ANY_USER) -> auth.Access:
        """Let the caller in to the memory of `user` of the path with one of `permissions`."""
        return auth.admit(self.caller(), user, *permissions, others=others)

    def body[M: BaseModel](self, model: type[M]) -> M:
        """Return the body as `model`."""
        is_base64 = bool(self._event.get("isBase64Encoded"))
        return parsing.read_body(model, self._event.get("body"), is_base64=is_base64)

    def parameters[M: BaseModel](self, model: type[M]) -> M:
        """Return the query string as `model`."""
        return parsing.read_parameters(model, self._event.get("queryStringParameters") or {})

    def idempotency_key(self) -> str | None:
        """Return the Idempotency-Key of the request, if it has one."""
        return parsing.idempotency_key(self._headers)

    def version(self) -> int:
        """Return the version that the request names as the one it replaces."""
        return parsing.version_to_match(self._headers)

    def version_if_named(self) -> int | None:
        """Return the version that the request names, `None` if it names none."""
        return self.version() if "if-match" in self._headers else None

    @property
    def _headers(self) -> Mapping[str, str]:
        headers: Mapping[str, str] = self._event.get("headers") or {}
        return {name.lower(): value for name, value in headers.items()}

    def __call__(self, event: LambdaEvent, context: LambdaContext) -> dict[str, Any]:
        """Answer one request; the function's entry point."""
        started = time.perf_counter()
        try:
            answer = self._resolver.resolve(event, context)
        except Exception as error:  # noqa: BLE001 - an event that is no request: never a 500
            refusal = self._refuse(error)
            answer = {
                "statusCode": refusal.status_code,
                "headers": refusal.headers,
                "body": refusal.body,
                "isBase64Encoded": False,
            }
        milliseconds = (time.perf_counter() - started) * 1000
        self._log(event, answer["statusCode"], milliseconds)
        return answer

    @property
    def _event(self) -> LambdaEvent:
        current: APIGatewayProxyEventV2 = self._resolver.current_event
        return current.raw_event

    def _refuse(self, error: Exception) -> Answer:
        if isinstance(error, UnavailableError):
            self._logger.warning("unavailable", dependency=error.dependency)
        elif not errors.expected(error):
            # Class and place only: the message could quote a memory.
            name = type(error).__name__
            self._logger.error("unexpected", error=name, origin=errors.origin(error))
        return errors.render(error)

    def _log(self, event: LambdaEvent, status: int, milliseconds: float) -> None:
        # The route's template, never the path: that holds the user's id.
        route = str(event.get("routeKey", "?"))
        self._logger.info("answered", route=route, status=status, ms=round(milliseconds, 1))
        count_request(route, status, milliseconds)


def respond(
    status: int,
    view: BaseModel,
    location: str | None = None,
    version: int | None = None,
    timing: str | None = None,
) -> Answer:
    """Return `view` as JSON; what is `None` is left out. `version` becomes the ETag.

    `timing`: where the time went, as Server-Timing has it.
    """
    headers: dict[str, str | list[str]] = {**_NOT_STORED}
    if version is not None:
        headers["ETag"] = f'"{version}"'
    if location:
        headers["Location"] = location
    if timing:
        headers["Server-Timing"] = timing
    return Response(status, JSON, view.model_dump_json(exclude_none=True), headers)

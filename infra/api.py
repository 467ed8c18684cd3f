"""The door: explicit routes, every one behind the JWT authorizer."""

import json
from collections.abc import Mapping
from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_apigatewayv2 as apigatewayv2
from aws_cdk import aws_apigatewayv2_authorizers as authorizers
from aws_cdk import aws_apigatewayv2_integrations as integrations
from constructs import Construct

from infra.config import API_TIMEOUT_SECONDS, Deployment, FunctionName
from infra.function import log_group
from infra.functions import Functions

_MEMORY: Final = "/v1/memory/{user}"
_SESSION: Final = f"{_MEMORY}/sessions/{{id}}"


def _shared(method: str, *paths: str) -> tuple[str, ...]:
    """Return routes of the memories that many read: the tenant's, and the system's."""
    return tuple(f"{method} /v1/{whose}/records{path}"
                 for whose in ("tenant", "system") for path in paths)  # fmt: skip


ROUTES: Final[Mapping[FunctionName, tuple[str, ...]]] = {
    "read": (
        f"GET {_MEMORY}/recall",
        f"POST {_MEMORY}/recall",
        f"GET {_MEMORY}/recalls/{{id}}",
        f"GET {_MEMORY}/records",
        f"GET {_MEMORY}/records/{{id}}",
        f"GET {_MEMORY}/records/{{id}}/history",
        "GET /v1/operations/{id}",
        "GET /v1/erasures/{id}",
        f"GET {_MEMORY}/consent",
        f"GET {_MEMORY}/consent/{{purpose}}",
        "GET /v1/tenant/policy",
        f"GET {_MEMORY}/audit",
        f"GET {_SESSION}",
        f"GET {_SESSION}/tool-results/{{result}}",
        f"POST {_SESSION}/context",
        *_shared("GET", "", "/{id}", "/{id}/history"),
        "GET /v1/reviews",
        "GET /v1/reviews/{id}",
    ),
    "write": (
        f"POST {_MEMORY}/events",
        f"POST {_MEMORY}/store",
        f"POST {_MEMORY}/state",
        f"POST {_MEMORY}/uploads",
        f"PATCH {_MEMORY}/records/{{id}}",
        f"PUT {_MEMORY}/consent/{{purpose}}",
        "PUT /v1/tenant/policy",
        "POST /v1/reviews/{id}/decision",
        f"POST {_MEMORY}/procedures",
        f"POST {_MEMORY}/recalls/{{id}}/feedback",
        f"PUT {_SESSION}",
        f"PATCH {_SESSION}",
        f"DELETE {_SESSION}",
        f"POST {_SESSION}/complete",
        f"POST {_SESSION}/tool-results",
        *_shared("POST", "", "/{id}/quarantine", "/{id}/release"),
        f"POST {_MEMORY}/records/{{id}}/quarantine",
        f"POST {_MEMORY}/records/{{id}}/release",
        f"POST {_MEMORY}/records/{{id}}/promote",
    ),
    "delete": (
        f"DELETE {_MEMORY}",
        f"DELETE {_MEMORY}/records/{{id}}",
        *_shared("DELETE", "/{id}"),
    ),
}

ACCESS_LOG: Final[Mapping[str, str]] = {
    # The route's pattern, never the path: a path holds the user's id, a query string the query.
    # No address and no claim either; the request id leads to the function's own log.
    "requestId": "$context.requestId",
    "time": "$context.requestTime",
    "route": "$context.routeKey",
    "status": "$context.status",
    "latency": "$context.responseLatency",
    "integrationLatency": "$context.integrationLatency",
    "responseLength": "$context.responseLength",
    "error": "$context.error.responseType",
    "authorizerError": "$context.authorizer.error",
}


class Api(Construct):
    """The HTTP API with its one stage."""

    def __init__(
        self, scope: Construct, construct_id: str, *, deployment: Deployment, functions: Functions
    ) -> None:
        super().__init__(scope, construct_id)
        stage = deployment.stage
        self.api = apigatewayv2.HttpApi(
            self, "Http", api_name=f"muniment-{stage.name}", create_default_stage=False
        )
        self._authorizer = authorizers.HttpJwtAuthorizer(
            "Jwt", deployment.issuer, jwt_audience=list(deployment.audience)
        )
        for name, routes in ROUTES.items():
            self._connect(name, routes, functions)
        self.log_group = log_group(self, "AccessLogs", stage)
        self.stage = apigatewayv2.HttpStage(
            self,
            "Stage",
            http_api=self.api,
            stage_name="$default",
            auto_deploy=True,
            throttle=apigatewayv2.ThrottleSettings(
                rate_limit=stage.request_rate, burst_limit=stage.request_burst
            ),
        )
        self._log_access(self.stage)

    def _log_access(self, stage: apigatewayv2.HttpStage) -> None:
        resource = stage.node.default_child
        if not isinstance(resource, apigatewayv2.CfnStage):
            raise TypeError("an HttpStage is made of one CfnStage")
        resource.access_log_settings = apigatewayv2.CfnStage.AccessLogSettingsProperty(
            destination_arn=self.log_group.log_group_arn, format=json.dumps(dict(ACCESS_LOG))
        )

    @property
    def url(self) -> str:
        """Return the base URL, without a trailing slash."""
        return self.api.api_endpoint

    def _connect(self, name: FunctionName, routes: tuple[str, ...], functions: Functions) -> None:
        integration = integrations.HttpLambdaIntegration(
            name.capitalize(),
            functions[name].function,
            timeout=Duration.seconds(API_TIMEOUT_SECONDS),
        )
        for route in routes:
            method, path = route.split(" ")
            self.api.add_routes(
                path=path,
                methods=[apigatewayv2.HttpMethod[method]],
                integration=integration,
                authorizer=self._authorizer,
            )

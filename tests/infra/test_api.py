"""The door: explicit routes behind the authorizer, logs that hold no words and no ids."""

import json
import re

import pytest

from muniment.edge import openapi
from tests.infra.synthesis import AUDIENCE, ISSUER, Template

LEAKING = re.compile(
    r"\$context\.(path|customDomain|identity|requestOverride|authorizer\.(claims|principalId))"
    r"|query|rawPath|\$context\.authorizer\.property|userAgent"
)


def test_the_routes_are_those_of_the_products_document(template: Template) -> None:
    deployed = [each.properties["RouteKey"] for each in template.all("AWS::ApiGatewayV2::Route")]
    assert sorted(deployed) == sorted(route.key for route in openapi.ROUTES)
    assert not any("+" in key or "$default" in key for key in deployed)


@pytest.mark.law(2)
def test_every_route_needs_a_token(template: Template) -> None:
    (authorizer,) = template.all("AWS::ApiGatewayV2::Authorizer")
    for route in template.all("AWS::ApiGatewayV2::Route"):
        assert route.properties["AuthorizationType"] == "JWT"
        assert route.properties["AuthorizerId"] == {"Ref": authorizer.name}


def test_tokens_are_taken_from_the_issuer_that_was_given(prod: Template) -> None:
    (authorizer,) = prod.all("AWS::ApiGatewayV2::Authorizer")
    assert authorizer.properties["JwtConfiguration"] == {"Issuer": ISSUER, "Audience": [AUDIENCE]}
    assert authorizer.properties["IdentitySource"] == ["$request.header.Authorization"]


def test_a_route_reaches_the_function_that_serves_it(template: Template) -> None:
    served = {
        "GET": {"read"},
        "POST": {"read", "write"},
        "PUT": {"write"},
        "PATCH": {"write"},
        "DELETE": {"delete", "write"},
    }
    integrations = {
        each.name: template.function_named(each.properties["IntegrationUri"]["Fn::GetAtt"][0])
        for each in template.all("AWS::ApiGatewayV2::Integration")
    }
    for route in template.all("AWS::ApiGatewayV2::Route"):
        method, path = route.properties["RouteKey"].split(" ")
        name = route.properties["Target"]["Fn::Join"][1][1]["Ref"]
        assert integrations[name] in served[method]
        if method == "POST":
            reads = path.endswith(("/recall", "/context"))
            assert integrations[name] == ("read" if reads else "write")
        if method == "DELETE":  # working memory is no memory: nothing follows its deletion
            assert integrations[name] == ("write" if "/sessions/" in path else "delete")


def access_log(template: Template) -> str:
    (stage,) = template.all("AWS::ApiGatewayV2::Stage")
    text = stage.properties["AccessLogSettings"]["Format"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize(
    "field", ["$context.path", "$context.identity.sourceIp", "$context.authorizer.claims.sub"]
)
def test_the_rule_for_logs_finds_what_it_should(field: str) -> None:
    assert LEAKING.search(field)


@pytest.mark.law(7)
def test_the_access_log_holds_no_path_no_query_and_no_one(template: Template) -> None:
    text = access_log(template)
    assert not LEAKING.search(text)
    fields = json.loads(text)
    assert fields["route"] == "$context.routeKey"
    assert fields["requestId"] == "$context.requestId"
    assert fields["status"] == "$context.status"


def test_the_door_is_throttled(template: Template) -> None:
    (stage,) = template.all("AWS::ApiGatewayV2::Stage")
    settings = stage.properties["DefaultRouteSettings"]
    assert settings["ThrottlingRateLimit"] > 0
    assert settings["ThrottlingBurstLimit"] > 0


def test_a_route_may_call_its_function_and_nothing_else_may(template: Template) -> None:
    callers = [
        permission.properties
        for permission in template.all("AWS::Lambda::Permission")
        if permission.properties["Principal"] == "apigateway.amazonaws.com"
    ]
    assert len(callers) == len(openapi.ROUTES)
    assert all("SourceArn" in caller for caller in callers)

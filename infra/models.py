"""What calling models needs of a role: exactly the models of the routes, and their keys."""

from collections.abc import Iterator

from aws_cdk import Stack

from infra.function import Function
from infra.routes import PROFILE, Json, Models


def permit(function: Function, models: Models) -> None:
    """Let a function call the models that a route names; nothing where there is none."""
    stack = Stack.of(function)
    bedrock = [model for model in models.models if model["provider"] == "bedrock"]
    callable_ = dict.fromkeys(arn for model in bedrock for arn in _model_arns(model, stack))
    guards = dict.fromkeys(_guardrail_arn(m, stack) for m in bedrock if "guardrail" in m)
    secrets = dict.fromkeys(m["secret"] for m in models.models if "secret" in m)
    if callable_:
        function.may("Models", ("bedrock:InvokeModel",), *callable_)
    if guards:
        function.may("Guardrails", ("bedrock:ApplyGuardrail",), *guards)
    if secrets:
        function.may("ModelKeys", ("secretsmanager:GetSecretValue",), *secrets)


def _model_arns(model: Json, stack: Stack) -> Iterator[str]:
    """Yield what InvokeModel is asked on; a profile, and the model in each of its regions."""
    name, region = model["model"], model.get("region") or stack.region
    if "resources" in model:
        yield from model["resources"]
    elif name.startswith("arn:"):
        yield name
    elif profile := PROFILE.fullmatch(name):
        yield f"arn:{stack.partition}:bedrock:{region}:{stack.account}:inference-profile/{name}"
        for each in model["regions"]:
            yield f"arn:{stack.partition}:bedrock:{each}::foundation-model/{profile['model']}"
    else:
        yield f"arn:{stack.partition}:bedrock:{region}::foundation-model/{name}"


def _guardrail_arn(model: Json, stack: Stack) -> str:
    identifier: str = model["guardrail"]["id"]
    if identifier.startswith("arn:"):
        return identifier
    region = model.get("region") or stack.region
    return f"arn:{stack.partition}:bedrock:{region}:{stack.account}:guardrail/{identifier}"

"""Synthesises the stack in this process, and gives typed access to what came out."""

import json
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local import tools

# CDK starts Node when it is imported: the project's own, where the machine's is missing or too old.
os.environ.setdefault("JSII_NODE", str(tools.provide_cdk(print).node))

import aws_cdk as cdk

from infra.bundling import Layer, Layers
from infra.config import ROOT, Deployment
from infra.stack import MunimentStack

ISSUER = "https://issuer.example"
AUDIENCE = "muniment-test"

type Json = Mapping[str, Any]  # a part of a template: CloudFormation has no types of its own


@dataclass(frozen=True)
class Resource:
    """One resource of a template."""

    name: str
    type: str
    properties: Json
    entry: Json


@dataclass(frozen=True)
class Statement:
    """One statement of a role's policy, its references rendered as text."""

    sid: str
    actions: tuple[str, ...]
    resources: tuple[str, ...]
    conditions: Json

    @property
    def pair(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what is allowed, on what."""
        return self.actions, self.resources


@dataclass(frozen=True)
class Template:
    """A synthesised template."""

    stage: str
    path: Path
    content: Json

    def all(self, kind: str) -> list[Resource]:
        """Return the resources of one type."""
        return [
            Resource(name, kind, entry.get("Properties", {}), entry)
            for name, entry in self.content["Resources"].items()
            if entry["Type"] == kind
        ]

    def one(self, kind: str, beginning: str) -> Resource:
        """Return the one resource of a type whose logical id begins so."""
        found = [each for each in self.all(kind) if each.name.startswith(beginning)]
        assert len(found) == 1, (kind, beginning, [each.name for each in found])
        return found[0]

    def functions(self) -> dict[str, Resource]:
        """Return the functions by the name of their directory."""
        return {
            each.properties["Description"].rpartition(": ")[2]: each
            for each in self.all("AWS::Lambda::Function")
        }

    def function_named(self, logical_id: str) -> str:
        """Return the name of the function with a logical id."""
        names = {each.name: name for name, each in self.functions().items()}
        return names[logical_id]

    def environment(self, function: str) -> Json:
        """Return a function's variables."""
        variables: Json = self.functions()[function].properties["Environment"]["Variables"]
        return variables

    def statements(self, function: str) -> list[Statement]:
        """Return every statement that allows the function's role something."""
        role = self.functions()[function].properties["Role"]["Fn::GetAtt"][0]
        entry = self.content["Resources"][role]["Properties"]
        assert "ManagedPolicyArns" not in entry, f"{function} has a managed policy"
        documents = [policy["PolicyDocument"] for policy in entry.get("Policies", [])]
        documents += [
            policy.properties["PolicyDocument"]
            for policy in self.all("AWS::IAM::Policy")
            if {"Ref": role} in policy.properties["Roles"]
        ]
        return [parse(entry) for document in documents for entry in document["Statement"]]

    def actions(self, function: str, service: str, resource: str = "") -> set[str]:
        """Return the actions of one service that the function may take on a resource."""
        return {
            action.partition(":")[2]
            for statement in self.statements(function)
            if any(resource in each for each in statement.resources)
            for action in statement.actions
            if action.startswith(f"{service}:")
        }


def parse(entry: Json) -> Statement:
    """Return a policy's statement; a statement that denies has no place in a role here."""
    assert entry["Effect"] == "Allow"
    return Statement(
        sid=entry.get("Sid", ""),
        actions=tuple(_listed(entry["Action"])),
        resources=tuple(render(each) for each in _listed(entry["Resource"])),
        conditions=entry.get("Condition", {}),
    )


def render(value: object) -> str:
    """Return a text with references, such as an ARN, as one string."""
    match value:
        case str():
            return value
        case {"Fn::Join": [str(separator), list(parts)]}:
            return separator.join(render(part) for part in parts)
        case {"Ref": str(name)}:
            return f"<{name}>"
        case {"Fn::GetAtt": [str(name), str(attribute)]}:
            return f"<{name}.{attribute}>"
        case _:
            raise TypeError(f"no text: {value}")


def _listed(value: object) -> Iterator[Any]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        yield from value
    else:
        yield value


def empty_layers(folder: Path) -> Layers:
    """Return layers with nothing in them: their content has tests of its own."""
    archive = folder / "empty.zip"
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr("empty", "")
    return Layers(core=Layer(archive, "0" * 32), encoder=Layer(archive, "1" * 32))


def make_app(folder: Path) -> cdk.App:
    """Return an app with the project's own feature flags."""
    flags = json.loads((ROOT / "cdk.json").read_text())["context"]
    return cdk.App(outdir=str(folder / "cdk.out"), context=flags)


def make_stack(app: cdk.App, folder: Path, context: Mapping[str, str]) -> MunimentStack:
    """Add the stack to an app, with empty layers."""
    given = {"issuer": ISSUER, "audience": AUDIENCE, **context}
    deployment = Deployment.from_context(given.get)
    name = f"Muniment-{deployment.stage.name}"
    return MunimentStack(app, name, deployment=deployment, layers=empty_layers(folder))


def synthesise(folder: Path, **context: str) -> Template:
    """Return the template for a context, without the checks of cdk-nag."""
    app = make_app(folder)
    stack = make_stack(app, folder, context)
    path = Path(app.synth().directory) / f"{stack.stack_name}.template.json"
    return Template(context["stage"], path, json.loads(path.read_text()))

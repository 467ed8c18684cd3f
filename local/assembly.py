"""Takes out of a synthesised template what the emulator cannot make, and says so.

A type that the emulator does not know makes its whole change set fail. The template in the project
keeps everything; only the copy that goes to the emulator is changed. What stays must not refer to
what goes, so that nothing is left half-made in silence.
"""

import json
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from local.errors import SetupError
from local.locks import exclusively
from local.paths import EMULATOR, ROOT


@dataclass(frozen=True)
class Removed:
    """A resource that the local deployment does without."""

    type: str
    name: str


def supported_types(emulator_python: Path) -> frozenset[str]:
    """Return the resource types the emulator can make; asked once and kept beside it."""
    kept = EMULATOR / "supported.json"
    with exclusively(kept):
        if not kept.exists():
            kept.write_text(_ask(emulator_python))
    return frozenset(json.loads(kept.read_text()))


def _ask(emulator_python: Path) -> str:
    answer = subprocess.run(
        [emulator_python, "-m", "local.emulator.support"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode:
        raise SetupError(f"the emulator does not tell what it can make:\n{answer.stderr}")
    return answer.stdout


def strip(assembly: Path, supported: frozenset[str]) -> list[Removed]:
    """Remove unsupported resources from every template of `assembly`, in place.

    Raises SetupError where a kept resource or output refers to a removed one.
    """
    removed: list[Removed] = []
    for path in sorted(assembly.rglob("*.template.json")):
        template = json.loads(path.read_text())
        gone = _strip_template(template, supported)
        removed += gone
        if gone:
            path.write_text(json.dumps(template, indent=1))
    return removed


def _strip_template(template: dict[str, object], supported: frozenset[str]) -> list[Removed]:
    resources = template["Resources"]
    if not isinstance(resources, dict):
        raise TypeError("a template's Resources is not an object")
    removed = [
        Removed(resource["Type"], name)
        for name, resource in resources.items()
        if resource["Type"] not in supported and not resource["Type"].startswith("Custom::")
    ]
    names = {each.name for each in removed}
    for name in names:
        del resources[name]
    for resource in resources.values():
        waits_for = resource.get("DependsOn")
        if isinstance(waits_for, list):
            resource["DependsOn"] = [name for name in waits_for if name not in names]
        elif waits_for in names:
            del resource["DependsOn"]
    dangling = names.intersection(_references([resources, template.get("Outputs", {})]))
    if dangling:
        raise SetupError(
            f"the emulator cannot make {sorted(dangling)}, and the rest of the stack refers to "
            "them: leave the reference out where the stage runs on this machine"
        )
    return removed


def _references(node: object) -> Iterator[str]:
    """Yield the names that `Ref` and `Fn::GetAtt` point at, anywhere below `node`."""
    if isinstance(node, Mapping):
        reference = node.get("Ref")
        if isinstance(reference, str):
            yield reference
        attribute = node.get("Fn::GetAtt")
        if isinstance(attribute, list):
            yield attribute[0]
        elif isinstance(attribute, str):
            yield attribute.split(".")[0]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)

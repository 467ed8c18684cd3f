"""Mutations as files: a header that says what must notice, and a unified diff of product code."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent

_FIELD = re.compile(r"^(Law|Also|Test|What): (.+)$", re.MULTILINE)
_CHANGED = re.compile(r"^\+\+\+ b/(\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Mutation:
    """One condition of the product changed.

    `law` is the one it breaks, `also` are laws that rest on the same mechanism: their tests may
    go red as well. `tests` are the ids of the tests that must.
    """

    name: str
    file: Path
    law: int
    also: frozenset[int]
    tests: tuple[str, ...]
    what: str
    changes: tuple[str, ...]
    """Paths of the changed files."""

    @property
    def laws(self) -> frozenset[int]:
        """Laws whose tests need not stay green."""
        return self.also | {self.law}


class PatchError(Exception):
    """A patch without one of its fields."""


def read(file: Path) -> Mutation:
    """Read a patch; raises PatchError if it does not say what it has to."""
    text = file.read_text(encoding="utf-8")
    header = text.partition("\n--- ")[0]
    fields: dict[str, list[str]] = {}
    for name, value in _FIELD.findall(header):
        fields.setdefault(name, []).append(value.strip())
    if any(len(fields.get(name, [])) != 1 for name in ("Law", "What")) or "Test" not in fields:
        raise PatchError(f"{file.name}: needs one Law, one What, and a Test")
    also = frozenset(int(law) for law in re.findall(r"\d+", " ".join(fields.get("Also", []))))
    return Mutation(
        name=file.stem, file=file, law=int(fields["Law"][0]), also=also,
        tests=tuple(fields["Test"]), what=fields["What"][0],
        changes=tuple(_CHANGED.findall(text)),
    )  # fmt: skip


def every() -> list[Mutation]:
    """Return all mutations, in the order of their laws."""
    return sorted(map(read, FOLDER.glob("*.patch")), key=lambda m: (m.law, m.name))


def apply(file: Path, folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Apply a patch to the files of a folder (`git apply` with these options)."""
    # With no repository around it, git patches the files of the folder it stands in.
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    return subprocess.run(
        ["git", "apply", *options, str(file)],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip

"""Applies one mutation in a copy of the repository, and sees who notices."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tests.mutations.patches import Mutation, apply
from tests.mutations.selection import EXCEPT

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "mutate"

OTHERS = ("tests/unit/domain", "tests/unit/app", "tests/unit/edge")
"""Where the other laws' tests are that are quick and need nothing but Python."""

_SLOW = ("--ignore=tests/unit/app/test_large_erasures.py",)
"""Their size is their point; they hold law 6 only, as many quick ones do."""

_COPIED = ("pyproject.toml", "docs", "layers", "functions", "local", "tests")
_LEFT_OUT = ("tests/e2e", "tests/infra")
_UNWANTED = (EXCEPT, "PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE")
_SECONDS = 600
_TESTS_FAILED = 1  # of pytest's exit codes the one that says so; the others are errors


class Verdict(StrEnum):
    """What came of a mutation; only the first is as it should be."""

    CAUGHT = "caught"
    SURVIVED = "survived: a named test stayed green"
    SPREAD = "spread: a test of another law went red"
    BROKEN = "broken"


@dataclass(frozen=True)
class Report:
    """The verdict on a mutation, with what a person wants to see if it is not good."""

    mutation: Mutation
    verdict: Verdict
    details: str = ""


def tracked() -> list[Path]:
    """Return the files that a copy needs, as they are in the work tree."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *_COPIED], cwd=ROOT, check=True, capture_output=True
    )
    names = [name for name in listed.stdout.decode().split("\0") if name]
    return [
        Path(name) for name in names if not name.startswith(_LEFT_OUT) and (ROOT / name).is_file()
    ]


def judge(mutation: Mutation, files: Sequence[Path]) -> Report:
    """Break the product, run the named tests, then those of the other laws."""
    copy = BUILD / mutation.name
    try:
        _copy(copy, files)
        applied = apply(mutation.file, copy)
        if applied.returncode:
            return Report(mutation, Verdict.BROKEN, f"does not apply\n{applied.stderr}")
        return _run(copy, mutation)
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _run(copy: Path, mutation: Mutation) -> Report:
    for test in mutation.tests:
        named = _pytest(copy, [test], {})
        if named.returncode == 0:
            return Report(mutation, Verdict.SURVIVED, test)
        if named.returncode != _TESTS_FAILED or "failed" not in named.stdout:
            return Report(mutation, Verdict.BROKEN, named.stdout + named.stderr)
    laws = ",".join(map(str, sorted(mutation.laws)))
    others = _pytest(copy, [*OTHERS, *_SLOW], {EXCEPT: laws})
    if others.returncode == _TESTS_FAILED:
        return Report(mutation, Verdict.SPREAD, others.stdout)
    if others.returncode:
        return Report(mutation, Verdict.BROKEN, others.stdout + others.stderr)
    return Report(mutation, Verdict.CAUGHT)


def _copy(copy: Path, files: Sequence[Path]) -> None:
    shutil.rmtree(copy, ignore_errors=True)
    for file in files:
        target = copy / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, target)


def _pytest(
    copy: Path, arguments: Sequence[str], variables: dict[str, str]
) -> "subprocess.CompletedProcess[str]":
    environment = {
        **{k: v for k, v in os.environ.items() if k not in _UNWANTED},
        "PYTHONPATH": os.pathsep.join([str(copy), str(copy / "layers/core/python")]),
        # Bytecode of what all copies import is made once.
        "PYTHONPYCACHEPREFIX": str(BUILD / "bytecode"),
        **variables,
    }
    command = [
        sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--tb=line",
        "-p", "tests.mutations.selection", *arguments,
    ]  # fmt: skip
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False,
        timeout=_SECONDS,
    )  # fmt: skip

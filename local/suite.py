"""`make test`: every test, with a real OpenSearch where one can be had, and one closing line.

The tests run in two passes: all of them with the embedded index, then those of the deployed stack
for which it matters once more on OpenSearch. Where none can be had, the second pass and the
contract's part of it are left out loudly; under `CI=true` that is a failure.
"""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local import opensearch
from local.errors import SetupError
from local.paths import BUILD, ROOT
from local.progress import Progress
from local.stack import Stack

STACKS: Final = ("test", "models")
"""The tests' own stacks; `tests/e2e/conftest.py` and `test_models.py` bring them up."""
ENGINE: Final = BUILD / "opensearch" / "suite"
"""The OpenSearch that all tests of one run share."""
REPORTS: Final = BUILD / "reports"


@dataclass(frozen=True)
class Count:
    """How many tests ended how."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def run(arguments: Sequence[str], progress: Progress) -> int:
    """Run the tests and return the exit code.

    Arguments replace the selection and ask for one pass; what then needs an OpenSearch starts it.
    """
    try:
        engine = None if arguments else opensearch.provide(ENGINE, progress.say)
        if engine is None and not arguments and os.environ.get("CI") == "true":
            raise SetupError("CI asks for a real OpenSearch")
        shared = {opensearch.URL_VARIABLE: engine.url} if engine else {}
        codes, counts = _passes(arguments, shared)
    finally:
        stop()
    if engine is None and not arguments:
        progress.say("[bold yellow]NOT RUN: everything on a real OpenSearch, see above[/]")
    print(sum(counts, Count()))
    return max(codes)


def stop() -> None:
    """Stop what a run of the tests started, also one that was interrupted."""
    for name in STACKS:
        Stack(name).down()
    opensearch.stop(ENGINE)


def _passes(arguments: Sequence[str], shared: Mapping[str, str]) -> tuple[list[int], list[Count]]:
    selections: list[tuple[str, Sequence[str]]] = [("sqlite", arguments or ["tests"])]
    if shared and not arguments:
        selections.append(("opensearch", ["tests/e2e", "-m", "not any_index"]))
    codes, counts = [], []
    for index, selection in selections:
        report = REPORTS / f"tests-{index}.xml"
        codes.append(_pytest(selection, report, {**shared, "INDEX": index}))
        counts.append(_count(report))
    return codes, counts


def _pytest(selection: Sequence[str], report: Path, extra: Mapping[str, str]) -> int:
    REPORTS.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    workers = ("-n", "2", "-p", "local.rooms")
    command = [sys.executable, "-m", "pytest", *workers, f"--junitxml={report}", *selection]
    return subprocess.run(command, cwd=ROOT, env=os.environ | dict(extra), check=False).returncode


def _count(report: Path) -> Count:
    """Read the counts that pytest wrote; none where it ended before it could."""
    if not report.exists():
        return Count()
    total = Count()
    for suite in ET.parse(report).getroot().iter("testsuite"):  # noqa: S314 - pytest's own
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        total += Count(int(suite.get("tests", 0)) - failed - skipped, failed, skipped)
    return total

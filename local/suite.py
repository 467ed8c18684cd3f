"""`make test`: every test, with a real OpenSearch where one can be had, and one closing line.

The tests run in two passes: all of them with the embedded index, and those of the deployed stack
for which it matters once more on OpenSearch. A deployed stack is waited for more than it computes,
so both run side by side, each on a stack of its own; what the second says is shown when the first
has ended. Where no OpenSearch can be had, the second pass and the part of the contract are left
out loudly; under `CI=true` that is a failure.
"""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from local import opensearch
from local.errors import SetupError
from local.paths import BUILD, ROOT
from local.progress import Progress
from local.stack import Stack

STACKS: Final = ("test", "test-opensearch", "models")
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

    Arguments replace the selection and ask for one pass, on the index that `INDEX` names; what then
    needs an OpenSearch starts it.
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
    """Run what is selected, and beside it the second pass if there is one."""
    if arguments:
        chosen = _Pass(os.environ.get("INDEX", "sqlite"), arguments, 2)
        return [chosen.run(shared)], [chosen.count()]
    first = _Pass("sqlite", ["tests"], 2)
    if not shared:
        return [first.run(shared)], [first.count()]
    second = _Pass("opensearch", ["tests/e2e", "-m", "not any_index"], 1)
    said = REPORTS / "tests-opensearch.txt"
    REPORTS.mkdir(parents=True, exist_ok=True)
    with said.open("w") as file, second.begin(shared, file) as running:
        try:
            codes = [first.run(shared), running.wait()]
        finally:
            running.terminate()
    print(said.read_text())
    return codes, [first.count(), second.count()]


@dataclass(frozen=True)
class _Pass:
    """Tests that are run together on one index."""

    index: str
    selection: Sequence[str]
    workers: int

    @property
    def report(self) -> Path:
        return REPORTS / f"tests-{self.index}.xml"

    def run(self, shared: Mapping[str, str]) -> int:
        """Run to the end on this terminal, and return pytest's exit code."""
        with self.begin(shared) as running:
            return running.wait()

    def begin(
        self, shared: Mapping[str, str], output: IO[str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start the tests; what they say goes to `output`, by default to this terminal."""
        REPORTS.mkdir(parents=True, exist_ok=True)
        self.report.unlink(missing_ok=True)
        command = [
            *(sys.executable, "-m", "pytest", "-n", str(self.workers), "-p", "local.rooms"),
            *("-o", f"cache_dir={BUILD / 'cache' / 'pytest' / self.index}"),
            *(f"--junitxml={self.report}", *self.selection),
        ]
        environment = os.environ | dict(shared) | {"INDEX": self.index}
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=output,
            stderr=subprocess.STDOUT if output else None,
        )  # fmt: skip

    def count(self) -> Count:
        """Return how its tests ended."""
        return _count(self.report)


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

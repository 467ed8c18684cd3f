"""What the command can be told."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.judging.asking import TOKENS
from evaluation.recall.cost import READERS

GOLDEN = Path(__file__).parents[1] / "data" / "recall-golden.jsonl"
REPORTS = Path("build/reports")
ANSWERS = Path("build/cache/answers")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Options:
    """One run."""

    data: tuple[Path, ...]
    only: tuple[str, ...]
    parts: bool
    unrelated: Path | None
    foreign: bool
    stack: Path | None
    at_once: int
    models: Path | None
    tokens: int
    reader: str
    report: Path


def options(doc: str | None, arguments: Sequence[str] | None) -> Options:
    """Read the command line; argparse ends the program where it is wrong."""
    parser = argparse.ArgumentParser(
        "make eval", description=doc, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("data", nargs="*", type=Path, help="files or folders; default: golden set")
    parser.add_argument("--only", action="append", default=[], help="name of a conversation; again")
    parser.add_argument("--parts", action="store_true", help="also ours without each part of it")
    parser.add_argument("--unrelated", type=Path, help="a file of general questions, one a line")
    parser.add_argument(
        "--foreign", action="store_true", help="also ask each conversation questions of the others"
    )
    parser.add_argument(
        "--stack", type=Path,
        help="ours through the stack that this stack.json describes (`make up`), over HTTP",
    )  # fmt: skip
    parser.add_argument(
        "--at-once", type=int, default=4,
        help="conversations at once with --stack, and answers with --models; %(default)s",
    )  # fmt: skip
    parser.add_argument(
        "--models", type=Path,
        help="routes of models (docs/models.md) for the jobs answer and judge: answers are judged",
    )  # fmt: skip
    parser.add_argument(
        "--tokens", type=int, default=TOKENS,
        help="of models that the run may spend; %(default)s, what is cached costs none",
    )  # fmt: skip
    parser.add_argument(
        "--reader", choices=READERS, default="nova_lite", help="whose list price is in the costs"
    )
    parser.add_argument(
        "--report",
        type=Path,
        help="without ending; build/reports/recall- and the name of the data, if left out",
    )
    given = parser.parse_args(arguments)
    if given.parts and given.stack:
        parser.error("--parts takes parts from a memory in this process; leave out --stack")
    if given.at_once < 1:
        parser.error("--at-once is 1 or more")
    missing = [path for path in (*given.data, given.unrelated, given.models) if path]
    for path in missing:
        if not path.exists():
            parser.error(f"there is no {path}")
    if given.stack and not given.stack.exists():
        parser.error(f"there is no {given.stack}: bring a stack up first, `make up`")
    data = tuple(given.data) or (GOLDEN,)
    only = tuple(given.only)
    report = given.report or _report(data, only, is_deployed=given.stack is not None)
    return Options(**{**vars(given), "data": data, "only": only, "report": report})


def _report(data: Sequence[Path], only: Sequence[str], *, is_deployed: bool) -> Path:
    """Return a path by what is measured: reports of two data sets do not replace one another."""
    named = ["golden" if path == GOLDEN else path.stem for path in data]
    parts = [*named, *only, *(["deployed"] if is_deployed else [])]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(parts)).strip(".-")[:_LONGEST_NAME]
    return REPORTS / f"recall-{name or 'data'}"

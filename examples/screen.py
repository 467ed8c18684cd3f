"""How the demo speaks: headings, tables, and proofs that can fail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from examples.client import Erasure, NotSettledError

_console = Console(highlight=False)


@dataclass(frozen=True)
class Proof:
    """One "it is gone": what was searched and where, and a positive hit beside it.

    Without the positive hit an empty store, or a search that finds nothing at all, would pass.
    """

    claim: str
    place: str
    found: int
    beside: str
    control: int

    @property
    def holds(self) -> bool:
        """Whether nothing was found while the search does find what is there."""
        return self.found == 0 and self.control > 0


def heading(text: str) -> None:
    """Begin an act."""
    _console.print()
    _console.rule(f"[bold]{escape(text)}", align="left")


def say(text: str) -> None:
    """Print one plain sentence or block, never wrapped, so that it can be copied."""
    _console.print(escape(text), soft_wrap=True)


def said(question: str, answer: str) -> None:
    """Print a question and what recall gave an agent for it."""
    _console.print(Panel(escape(answer or "(nothing)"), title=escape(question), title_align="left"))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural takes an s."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def receipt(erasure: Erasure) -> None:
    """Print what an erasure has removed, and what was still found when it was looked for."""
    say(f"Receipt: the {erasure['target']} is erased.")
    say(f"  removed: {_listed(erasure['counted'])}")
    say(f"  left, looked for at the end: {_listed(erasure['probes'])}")


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in counts.items()) or "not counted"


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows of text; a line if there are none."""
    if not rows:
        say(f"{title}: none")
        return
    shown = Table(title=escape(title), title_justify="left")
    for column in columns:
        shown.add_column(column, overflow="fold")
    for row in rows:
        shown.add_row(*(escape(cell) for cell in row))
    _console.print(shown)


def prove(*proofs: Proof) -> None:
    """Print proofs; raise NotSettledError if one does not hold."""
    shown = Table()
    for column in ("it is gone", "searched", "found", "to compare", "found"):
        shown.add_column(column, overflow="fold")
    for proof in proofs:
        colour = "green" if proof.holds else "red"
        shown.add_row(
            f"[{colour}]{escape(proof.claim)}",
            escape(proof.place),
            str(proof.found),
            escape(proof.beside),
            str(proof.control),
        )
    _console.print(shown)
    broken = [proof.claim for proof in proofs if not proof.holds]
    if broken:
        raise NotSettledError(f"not shown: {'; '.join(broken)}")

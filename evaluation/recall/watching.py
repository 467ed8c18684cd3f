"""Progress, for a person at a terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from evaluation.recall.model import Conversation

SOME = 100
"""Questions from one line to the next, where what is printed goes to no terminal."""
MANY = 500
"""Turns told from one line to the next."""


class Bars:
    """Implements Watch of runs and of exams: bars of conversations, turns, questions, answers.

    Where there is no terminal, bars are seen at their end only; lines tell then how far it is.
    """

    def __init__(self, progress: Progress, conversations: Sequence[Conversation]) -> None:
        self._progress = progress
        questions = [question for c in conversations for question in c.questions]
        turns = (max(map(c.known_to, c.questions), default=0) for c in conversations)
        self._all = progress.add_task("conversations", total=len(conversations))
        self._turns = sum(turns)
        self._told = progress.add_task("turns told", total=self._turns)
        self._asked = progress.add_task("questions", total=len(questions))
        self._answered = progress.add_task("answered", total=0, visible=False)
        self._heard = 0
        self._remembered = 0
        self._counted = 0
        self._total = len(questions)

    def begin(self, conversation: Conversation) -> None:
        """See Watch."""
        self._progress.update(self._all, description=conversation.name[:18])
        self._line(f"{conversation.name} …")

    def told(self, turns: int) -> None:
        """See Watch."""
        self._progress.advance(self._told, turns)
        lines = self._remembered // MANY
        self._remembered += turns
        if self._remembered // MANY > lines:
            self._line(f"{self._remembered} of {self._turns} turns told")

    def asked(self) -> None:
        """See Watch."""
        self._progress.advance(self._asked)
        self._counted += 1
        if self._counted % SOME == 0:
            self._line(f"{self._counted} of {self._total} questions")

    def end(self) -> None:
        """See Watch."""
        self._progress.advance(self._all)

    def heard(self) -> None:
        """See exam.Watch."""
        self._heard += 1
        self._progress.update(self._answered, total=self._heard, visible=True)

    def answered(self) -> None:
        """See exam.Watch."""
        self._progress.advance(self._answered)

    def _line(self, text: str) -> None:
        if not self._progress.console.is_terminal:
            self._progress.console.print(f"  {text}")


WIDTH = 120
"""Columns, where what is printed goes to no terminal."""


def terminal() -> Console:
    """Return where the command prints."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDTH)


def progress(screen: Console) -> Progress:
    """Return the bars' place on a screen."""
    return Progress(
        TextColumn("{task.description:>18}"), BarColumn(), MofNCompleteColumn(),
        TimeElapsedColumn(), console=screen,
    )  # fmt: skip

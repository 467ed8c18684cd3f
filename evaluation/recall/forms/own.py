"""Our own form, of the golden set and of users' own data: JSON lines (docs/evaluation.md).

A line is an object: a turn, with its id under `turn`, or a question, with its words under
`question`. `{api_key}` in a text stands for a look-alike that is made when the file is read, so
that no file holds anything that looks like a secret.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from evaluation.recall.forms.lines import (
    TURN_EXAMPLE,
    UNKNOWN,
    Broken,
    Faults,
    QuestionLine,
    TurnLine,
    parsed,
)
from evaluation.recall.model import Conversation, Turn, Unit

SUFFIX = ".jsonl"
SHOWN = 20
"""Faults that are told at once."""


class FormError(ValueError):
    """A file is not in the form; the message has a line for each fault, with how to mend it."""


type _Numbered[Kind] = list[tuple[int, Kind]]


def read(path: Path) -> Iterator[Conversation]:
    """Yield the conversations of a file; raises FormError with every fault that it has."""
    faults: Faults = []
    broken: Broken = set()
    turns: dict[str, _Numbered[TurnLine]] = {}
    questions: dict[str, _Numbered[QuestionLine]] = {}
    for number, line in enumerate(_lines(path), 1):
        if line.strip():
            read_line = parsed(number, line, faults, broken)
            name = (read_line and read_line.conversation) or path.stem
            if isinstance(read_line, TurnLine):
                turns.setdefault(name, []).append((number, read_line))
            elif isinstance(read_line, QuestionLine):
                questions.setdefault(name, []).append((number, read_line))
    for name in dict.fromkeys((*turns, *questions)):
        faults += _unfitting(name, turns.get(name, []), questions.get(name, []), broken)
    if not turns and not faults:
        faults.append((0, "it has no turn: a line like " + TURN_EXAMPLE))
    if faults:
        more = [f"and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
        told = [f"line {number}{fault}" if number else fault for number, fault in sorted(faults)]
        raise FormError("\n  ".join([f"{path}:", *told[:SHOWN], *more]))
    for name, said in turns.items():
        yield _conversation(name, said, questions.get(name, []))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise FormError(f"{path}: byte {error.start + 1} is not UTF-8; save it in UTF-8") from None


def _unfitting(
    name: str, turns: _Numbered[TurnLine], questions: _Numbered[QuestionLine], broken: Broken
) -> Iterator[tuple[int, str]]:
    """Yield what the lines of a conversation say of one another and is not so.

    Of turns that have faults of their own it is not known in which session they are.
    """
    lines: dict[str, int] = {}
    for number, said in turns:
        if said.turn in lines:
            yield (
                number,
                (
                    f", turn: {said.turn} is the id of line {lines[said.turn]} too;"
                    " give each turn of a conversation an id of its own"
                ),
            )
        lines.setdefault(said.turn, number)
    sessions = {turn.session for turn in _made(turns)}
    ids: dict[str, int] = {}
    for place, (number, asked) in enumerate(questions):
        id_ = asked.made(place, None).id
        if ids.setdefault(id_, number) != number:
            yield (
                number,
                (
                    f", id: {id_} is the id of line {ids[id_]} too;"
                    " give each question of a conversation an id of its own"
                ),
            )
        named = {"after": (asked.after,) if asked.after else ()}
        units = {"evidence": asked.evidence, "stale": asked.stale, "forbidden": asked.forbidden}
        by_turn = asked.unit is Unit.TURN
        for field, names in (units | named).items():
            there = lines if by_turn or field == "after" else sessions
            what = "turn" if by_turn or field == "after" else "session"
            if UNKNOWN in broken or (broken and what == "session"):
                continue
            for missing in (n for n in dict.fromkeys(names) if n not in there and n not in broken):
                yield (
                    number,
                    (
                        f", {field}: no {what} of {name} is called {missing};"
                        f" add it, or name one that there is"
                    ),
                )


def _made(turns: _Numbered[TurnLine]) -> Sequence[Turn]:
    return [line.made(position) for position, (_, line) in enumerate(turns)]


def _conversation(
    name: str, turns: _Numbered[TurnLine], questions: _Numbered[QuestionLine]
) -> Conversation:
    places = {line.turn: place for place, (_, line) in enumerate(turns, 1)}
    asked = tuple(
        line.made(number, places[line.after] if line.after else None)
        for number, (_, line) in enumerate(questions)
    )
    return Conversation(name, tuple(_made(turns)), asked)

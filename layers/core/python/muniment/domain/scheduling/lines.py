"""What working memory gives to the parts of a prompt section, best first."""

from collections.abc import Callable, Iterable, Sequence

from muniment.domain.records import Provenance
from muniment.domain.rendering import Line
from muniment.domain.scheduling.sections import LeftOut, Part, Piece, Section
from muniment.domain.working.buffers import shown
from muniment.domain.working.results import ToolResult
from muniment.domain.working.session import Session, Slots, StepState
from muniment.domain.working.turns import Note, NoteKind, RecentTurn

NOTED = "session"
"""The trust of what the task noted itself: nobody checked it."""
_AGENT = "agent"
_NOTES = {
    NoteKind.CONSTRAINT: "earlier constraint",
    NoteKind.DECISION: "earlier decision",
    NoteKind.OPEN: "open item",
    NoteKind.OTHER: "earlier turn",
}
_GOING_ON = (StepState.ACTIVE, StepState.OPEN)


def of_task(session: Session) -> Section:
    """Return task, plan, unresolved calls, variables and validated results.

    Steps that are behind go first, then validated results from the oldest on, then variables.
    """
    slots, since = session.slots, session.updated_at
    steps = [
        (step.state in _GOING_ON, Line(f"plan, {step.state}", step.text, _AGENT, since, NOTED))
        for step in slots.plan
    ]
    calls = [
        Line("unresolved call", f"{call.id}: {call.arguments}", call.tool, call.at, NOTED)
        for call in slots.calls
    ]
    variables = [
        Line("variable", f"{name} = {value}", _AGENT, since, NOTED)
        for name, value in slots.variables
    ]
    results = [
        Line("validated result", f"{result.name}: {result.text}", _AGENT, result.at, NOTED)
        for result in slots.results
    ]
    task = [Line("task", slots.task, _AGENT, since, NOTED)] if slots.task else []
    order = [*task, *(line for _, line in steps), *calls, *variables, *results]
    best = [
        *task, *(line for goes_on, line in steps if goes_on), *calls, *variables,
        *reversed(results), *(line for goes_on, line in steps if not goes_on),
    ]  # fmt: skip
    places = {id(line): place for place, line in enumerate(order)}
    return Section(Part.TASK, [Piece(line, place=places[id(line)]) for line in best])


def of_turns(session: Session) -> Section:
    """Return the recent turns, and the notes that stand for those before them.

    The newest turn first, then what binds, was decided or is open, then the turns before it, and
    last what else was noted.
    """
    slots = session.slots
    seen = shown(slots.turns, slots.notes, session.buffer)
    first = len(seen.notes)
    turns = [Piece(_turn(turn), turn.id, first + n, "turns") for n, turn in enumerate(seen.turns)]
    notes = [(note, Piece(_note(note), note.turn, n)) for n, note in enumerate(seen.notes)]
    lasting = [piece for note, piece in notes if note.kind is not NoteKind.OTHER]
    others = [piece for note, piece in notes if note.kind is NoteKind.OTHER]
    best = [*turns[-1:], *reversed(lasting), *reversed(turns[:-1]), *reversed(others)]
    return Section(Part.TURNS, best)


def of_results(results: Sequence[ToolResult]) -> Section:
    """Return the projections of the tool results, the newest first.

    What tries to instruct its reader is left out; it is read by its id.
    """
    sound = [result for result in results if not result.suspicious]
    pieces = [Piece(_result(result), result.id, n) for n, result in enumerate(sound)]
    held = len(results) - len(sound)
    return Section(Part.TOOL_RESULTS, pieces[::-1], {LeftOut.SUSPICIOUS: held} if held else {})


def of_memory(
    part: Part, recalled: Iterable[tuple[str, Line]], is_said: Callable[[str], bool]
) -> Section:
    """Return what was recalled, in its rank, without what the recent turns say themselves."""
    pieces: list[Piece] = []
    repeated = 0
    for record, line in recalled:
        if is_said(record):
            repeated += 1
        else:
            pieces.append(Piece(line, record, len(pieces)))
    return Section(part, pieces, {LeftOut.REPEATED: repeated} if repeated else {})


def question(slots: Slots) -> str:
    """Return what memory is asked where nobody says: the last words of the user, else the task."""
    said = (turn.text for turn in reversed(slots.turns) if turn.role == "user")
    return next((text for text in said if text.strip()), slots.task)


def _turn(turn: RecentTurn) -> Line:
    return Line("turn", turn.text, turn.label, turn.at, NOTED)


def _note(note: Note) -> Line:
    kind = f"{_NOTES[note.kind]}{', tentative' if note.tentative else ''}"
    return Line(kind, note.text, note.speaker, note.at, NOTED)


def _result(result: ToolResult) -> Line:
    whole = f" (the full one is {result.id})" if result.projection.truncated else ""
    text = f"{result.projection.text}{whole}"
    return Line("tool result", text, result.tool, result.at, Provenance.OBSERVED.label)

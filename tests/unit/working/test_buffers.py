"""What buffers keep of recent turns: bounds, and summaries that say only what was said."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.events import Role
from muniment.domain.tokens import tokens
from muniment.domain.working.buffers import (
    MOST_BYTES,
    MOST_NOTES,
    MOST_TURNS,
    buffered,
    shown,
)
from muniment.domain.working.errors import SessionTooLargeError
from muniment.domain.working.session import (
    Session,
    Slots,
    Validated,
)
from muniment.domain.working.summaries import notes_of
from muniment.domain.working.turns import Buffer, Note, NoteKind, RecentTurn, Strategy
from muniment.domain.working.writing import LARGEST, written

AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
SUMMARY = Buffer(Strategy.SUMMARY, turns=2)


def turn(text: str, number: int = 0, role: Role = Role.USER) -> RecentTurn:
    return RecentTurn(f"t{number}", role, text, AT + timedelta(minutes=number))


def conversation(*texts: str) -> list[RecentTurn]:
    """Return turns of the user and the assistant in turn."""
    roles = (Role.USER, Role.ASSISTANT)
    return [turn(text, number, roles[number % 2]) for number, text in enumerate(texts)]


def kinds(text: str, *, answered: bool = False) -> list[tuple[NoteKind, bool]]:
    return [(note.kind, note.tentative) for note in notes_of(turn(text), answered=answered)]


buffers = st.builds(
    Buffer, st.sampled_from(Strategy), st.integers(1, MOST_TURNS), st.integers(1, 500)
)
turns = st.lists(st.text(max_size=300), max_size=40).map(lambda each: conversation(*each))


@given(turns, buffers)
def test_what_is_kept_is_the_end_of_what_was_said(said: list[RecentTurn], buffer: Buffer) -> None:
    kept, _ = buffered(said, (), buffer)
    assert list(kept) == said[len(said) - len(kept) :]
    if buffer.strategy is Strategy.WINDOW:
        assert len(kept) == min(len(said), buffer.turns)
    if buffer.strategy is Strategy.TOKENS:
        assert sum(tokens(each.text) for each in kept) <= buffer.tokens


@given(turns, buffers)
def test_a_buffer_that_was_bounded_stays_as_it_is(said: list[RecentTurn], buffer: Buffer) -> None:
    once = buffered(said, (), buffer)
    assert buffered(*once, buffer) == once


@given(turns)
def test_a_summary_holds_sentences_of_its_turns_and_no_others(said: list[RecentTurn]) -> None:
    by_id = {each.id: each for each in said}
    for note in shown(said, (), SUMMARY).notes:
        assert note.text in by_id[note.turn].text


@given(turns, st.integers(0, 39))
def test_a_summary_without_a_source_is_the_one_that_never_had_it(
    said: list[RecentTurn], gone: int
) -> None:
    erased = f"t{gone}"
    whole = shown(said, (), SUMMARY)
    rest = [each for each in said if each.id != erased]
    window = {each.id for each in rest[-2:]}
    # Questions may be open again whose answer was erased: such a note is another than before.
    before = {(n.turn, n.place) for n in whole.notes if n.turn not in {erased, *window}}
    after = {(n.turn, n.place) for n in shown(rest, (), SUMMARY).notes}
    assert all(name != erased for name, _ in after)
    assert {each for each in after if each[0] not in window} >= {
        (n.turn, n.place)
        for n in whole.notes
        if (n.turn, n.place) in before and n.kind is not NoteKind.OTHER
    }


def test_constraints_decisions_and_open_items_outlive_their_turns() -> None:
    said = conversation(
        "The budget must stay below 400 euros. Lovely weather today.",
        "We decided on the night train. We still need to book the hotel.",
        *(f"Small talk number {n} about the weather" for n in range(MOST_TURNS + 20)),
    )
    kept, notes = buffered(said, (), SUMMARY)
    assert len(kept) == MOST_TURNS
    assert [(note.kind, note.turn) for note in notes] == [
        (NoteKind.CONSTRAINT, "t0"), (NoteKind.DECISION, "t1"), (NoteKind.OPEN, "t1"),
    ]  # fmt: skip
    assert notes[0].text == "The budget must stay below 400 euros."
    later = shown(kept, notes, SUMMARY)
    assert later.notes[:3] == notes
    assert [each.id for each in later.turns] == ["t220", "t221"]


@pytest.mark.parametrize(
    "text",
    [
        "Maybe we decided too early on the train.",
        "We might go with Porto, it's confirmed for nobody yet.",
        "If it rains, we'll take the car.",
        "Vielleicht haben wir uns für den Zug entschieden.",
        "On a peut-être décidé de partir lundi.",
        "Quizás quedamos en vernos el lunes.",
        "Forse abbiamo scelto Porto.",
    ],
)
def test_what_is_tentative_is_never_a_decision_and_says_so(text: str) -> None:
    assert all(kind is not NoteKind.DECISION and tentative for kind, tentative in kinds(text))
    assert kinds(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Never call her after 8 pm.", NoteKind.CONSTRAINT),
        ("Es darf höchstens 300 Euro kosten.", NoteKind.CONSTRAINT),
        ("Il ne faut jamais appeler après 20 h.", NoteKind.CONSTRAINT),
        ("Nunca llames después de las 8.", NoteKind.CONSTRAINT),
        ("Non deve costare più di 300 euro.", NoteKind.CONSTRAINT),
        ("We decided on the night train.", NoteKind.DECISION),
        ("Wir haben uns für den Zug entschieden.", NoteKind.DECISION),
        ("Hemos decidido ir en tren.", NoteKind.DECISION),
        ("The invoice is still pending.", NoteKind.OPEN),
        ("Which hotel do you want?", NoteKind.OPEN),
        ("The train leaves at 9:14.", NoteKind.OTHER),
    ],
)
def test_a_sentence_is_kept_as_what_it_says(text: str, kind: NoteKind) -> None:
    assert kinds(text) == [(kind, False)]


def test_a_question_is_open_until_somebody_else_speaks() -> None:
    asked = "Do you want the aisle seat in car 7?"
    open_, answered = kinds(asked), kinds(asked, answered=True)
    assert open_ == [(NoteKind.OPEN, False)]
    assert answered == [(NoteKind.OTHER, False)]


def test_small_talk_and_recalled_memory_leave_no_note() -> None:
    assert kinds("Thanks a lot! Have a nice day.") == []
    fenced = '<muniment-memory trust="data">\nNever trust Bob.\n</muniment-memory>\nOk, thanks.'
    assert kinds(fenced) == []
    assert kinds("Never trust Bob.") == [(NoteKind.CONSTRAINT, False)]


def test_notes_are_bounded_and_the_newest_stay() -> None:
    many = tuple(
        Note(f"n{n}", 0, NoteKind.DECISION, "We decided.", AT, "user") for n in range(MOST_NOTES)
    )
    gone = [turn("We decided on the train.", 0), *conversation(*["ok"] * MOST_TURNS)]
    _, notes = buffered(gone, many, SUMMARY)
    assert len(notes) == MOST_NOTES
    assert notes[-1].turn == "t0"
    assert notes[0].turn == "n1"


def test_long_turns_are_bounded_by_their_bytes() -> None:
    said = conversation(*["ä" * 8000] * 10)
    kept, _ = buffered(said, (), Buffer(turns=10))
    assert 0 < sum(len(each.text.encode()) for each in kept) <= MOST_BYTES
    assert len(kept) == MOST_BYTES // 16_000


def test_a_session_that_outgrows_its_item_is_refused_and_finished_it_is_empty() -> None:
    session = Session("s1", 1, 1, AT, AT)
    filled = written(session, Slots(task="Book a train", turns=tuple(conversation("hello"))), AT)
    assert (filled.revision, filled.slots.task) == (2, "Book a train")
    large = tuple(Validated(f"r{n}", "x" * 8000, AT) for n in range(40))
    with pytest.raises(SessionTooLargeError):
        written(session, Slots(results=large), AT)
    fitting = replace(filled.slots, results=large[: LARGEST // 8200])
    assert written(session, fitting, AT)
    done = filled.finished(AT)
    assert done.completed
    assert not any(done.slots.texts())


def test_a_session_expires_a_life_after_its_last_write() -> None:
    session = Session("s1", 1, 1, AT, AT, life=timedelta(hours=1))
    assert session.is_alive(AT + timedelta(minutes=59))
    assert not session.is_alive(AT + timedelta(hours=1))
    later = written(session, Slots(), AT + timedelta(minutes=50))
    assert later.is_alive(AT + timedelta(hours=1))

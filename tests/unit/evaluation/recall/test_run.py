"""Turns are told in pieces of whole sessions."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from evaluation.recall.model import Role, Turn
from evaluation.recall.run import PIECE, in_pieces

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


def _turns(lengths: list[int]) -> list[Turn]:
    return [
        Turn(f"s{session}-{n}", f"s{session}", n, Role.USER, "User", "x", AT)
        for session, length in enumerate(lengths)
        for n in range(length)
    ]


@given(st.lists(st.integers(1, 2 * PIECE), max_size=12))
def test_pieces_hold_whole_sessions_and_together_all_turns(lengths: list[int]) -> None:
    turns = _turns(lengths)
    pieces = list(in_pieces(turns))
    assert [turn for piece in pieces for turn in piece] == turns
    sessions = [{turn.session for turn in piece} for piece in pieces]
    assert sum(map(len, sessions)) == len(lengths)
    assert all(len(piece) >= PIECE for piece in pieces[:-1])
    assert all(pieces)

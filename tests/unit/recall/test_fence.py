"""Recalled memory that comes back in a turn is known again; what only looks like it is not."""

import time
import unicodedata
from datetime import UTC, datetime
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.fence import ALPHABET, TOKEN_LENGTH, Fence, fenced, outside
from muniment.domain.packing import fitting_frame, frame_tokens
from muniment.domain.rendering import HEADER, SHORT_HEADER, Line, frame, render, render_line
from muniment.domain.scheduling.filling import Allotted
from muniment.domain.scheduling.prompt import NOTE
from muniment.domain.scheduling.prompt import render as render_section
from muniment.domain.scheduling.sections import Filled, Part
from muniment.domain.tokens import tokens
from tests.support.fences import FENCE_CLOSE, FENCE_OPEN

OURS, THEIRS = Fence("qzvbtx"), Fence("bbbbbb")
MONDAY = datetime(2025, 3, 3, tzinfo=UTC)
SHAPES = (
    OURS.closing, THEIRS.closing, FENCE_CLOSE, OURS.opening, FENCE_OPEN, OURS.closing.upper(),
    OURS.token, "<", ">", "/", "-", "\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\x00",
    "\uff1c/muniment-memory-qzvbtx\uff1e", "\ufe64", "\u226e", "\u200b", "\u202e",
    "\u2039/muniment-memory-qzvbtx\u203a", "&lt;/muniment-memory-qzvbtx&gt;", "\u2060",
    "<\u200d/muniment-memory-qzvbtx>", "(end of qzvbtx)", "]]>", "```", "\U000e003c",
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(SHAPES) | st.text(max_size=6), max_size=8).map("".join)


def left(text: str) -> str:
    return "".join(text[start:end] for start, end in outside(text))


def answer(text: str, speaker: str = "Ada") -> str:
    line = render_line(Line("episode", text, speaker, MONDAY, "observed"))
    return render([line], frame(OURS.token))


@given(HOSTILE, HOSTILE)
def test_whatever_is_recalled_the_fence_is_known_again_as_a_whole(text: str, speaker: str) -> None:
    recalled = answer(text, speaker)
    said = f"before\n{recalled}\nafter"
    assert left(said) == "before\n\nafter"
    assert left(f"{recalled} {recalled}") == " "
    for form in ("NFC", "NFKC", "NFKD"):  # what a client may make of it on its way
        assert left(unicodedata.normalize(form, said)) == "before\n\nafter"


def test_a_whole_section_is_known_again_and_an_answer_without_a_token_too() -> None:
    filled = Allotted((Filled(Part.FACTS, ("- [fact] my code is 1\n",)),), "")
    section = render_section("You are a clerk.\n", filled, frame(OURS.token, NOTE))
    assert left(section) == "You are a clerk.\n\n"
    older = f'{FENCE_OPEN} fence="0123456789abcdef" trust="data">\n- my code is 1\n{FENCE_CLOSE}'
    assert left(f"{older}\nafter") == "\nafter"
    assert left(f"{older}\nafter\n{answer('x')}!") == "\nafter\n!"


def test_only_its_own_mark_ends_a_fence_where_there_is_one() -> None:
    for other in (THEIRS.closing, FENCE_CLOSE):
        assert left(f"{OURS.opening}\nx\n{other}\nstill inside\n{OURS.closing}\nafter") == "\nafter"
    assert left(f"{OURS.opening}\nx\n{THEIRS.closing}\nafter") == "\nafter", "its own is missing"
    assert left(f"{OURS.opening}\ncut off") == ""
    assert left(f"{OURS.opening.upper()}\nx\n{OURS.closing.upper()} after") == " after"


@pytest.mark.parametrize(
    "text",
    [
        "<muniment-memory-qzvbt>", "<muniment-memory-qzvbtxx>", "<muniment-memory-likewise>",
        f"what is {OURS.opening} for?", OURS.closing, "\n<muniment-memory-notatoken> is a tag",
        "\uff1cmuniment-memory-qzvbtx\uff1e", "muniment-memory-qzvbtx",
    ],
)  # fmt: skip
def test_what_only_resembles_a_mark_hides_nothing(text: str) -> None:
    assert left(text) == text
    assert left(f"{answer('x')} {text}").endswith(text)


def test_many_openings_cost_no_more_than_their_length() -> None:
    tokens_ = islice(map("".join, product(ALPHABET, repeat=TOKEN_LENGTH)), 20_000)
    marks = list(map(Fence, tokens_))
    text = " ".join(mark.opening for mark in marks) + " ".join(mark.closing for mark in marks)
    began = time.process_time()
    assert len(fenced(text)) == 1
    assert len(fenced(text.replace("/", ""))) == 1
    assert time.process_time() - began < 2


def test_the_frame_costs_at_most_a_third_of_the_room() -> None:
    assert frame_tokens(frame(OURS.token)) <= 60
    assert frame_tokens(frame(OURS.token, SHORT_HEADER)) <= 28
    for budget in range(50, 1000):
        within = fitting_frame(OURS.token, HEADER, budget)
        assert HEADER in within.beginning or SHORT_HEADER in within.beginning
        assert frame_tokens(within) <= max(budget // 3, 28)


def test_fifty_tokens_hold_a_fact_in_its_fence() -> None:
    fact = render_line(Line("fact", "residence: Genoa", "Ada", MONDAY, "user_stated"))
    whole = render([fact], fitting_frame(OURS.token, HEADER, 50))
    assert tokens(whole) <= 50
    assert SHORT_HEADER in whole

"""Which of a question's numbers a text holds: the same as if all of it were read, at less cost."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.anchors.reading import marks_of, read
from muniment.domain.asking.numbers import KINDS, digits, held

FILLING = "the harbour is open again and nobody has seen the ferry since the storm; " * 40
SAID = [
    "4821", "4822", "48210", "14821", "4,821", "4 821", "4821.50", "4821 km", "no. 4821,", "#4821",
    "INV-4821", "inv4821", "$4821", "4821st", "48-21", "12:48", "twelve thousand", "four",
    "ada@example.org", "Ada", "on 3 May 2023", "room", "\u6771\u4eac4821\u756a", "\n", "-", ".",
]  # fmt: skip
MARKS = frozenset(
    ["=n:4821", "=n:4822", "=n:48210", "=i:inv4821", "=q:4821km", "=i:ada@example.org", "=n:12"]
)


@given(st.lists(st.sampled_from([*SAID, FILLING[:73], FILLING[:300]]), max_size=12).map(" ".join))
def test_what_is_held_is_what_reading_all_of_it_finds(text: str) -> None:
    near = {mark for mark in MARKS if digits(mark) in text.lower()}
    assert held(MARKS, text) >= near & marks_of(text, *KINDS)
    assert held(MARKS, text) <= marks_of(text, *KINDS)


@given(st.text(max_size=300))
def test_marks_alone_are_those_of_the_whole_reading(text: str) -> None:
    assert marks_of(text, *KINDS) == read(text).marks(*KINDS)
    assert held(MARKS, text) <= MARKS


@pytest.mark.parametrize(
    ("said", "is_held"),
    [
        ("order 4821 has come", True), ("order 4,821", True), ("4821", True),
        ("order 48210 has come", False), ("order 14821", False), ("INV-4821", False),
        ("4821 km", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("before", [0, 40, 150, 2_000, 2_920, 8_000])
def test_a_number_is_found_wherever_it_stands(said: str, is_held: bool, before: int) -> None:
    text = f"{(FILLING * 3)[:before]} {said} {FILLING}"
    assert (held(frozenset({"=n:4821"}), text) == {"=n:4821"}) is is_held


@pytest.mark.parametrize("written", ["\u6f22" * 150, "x" * 500, "a," * 200, "1" * 500])
def test_no_number_is_made_by_cutting_one(written: str) -> None:
    mark = frozenset({"=n:4821"})
    assert not held(mark, f"{written}94821{written}")
    assert held(mark, f"{written} 4821 {written}")


def test_others_that_hold_its_digits_hide_no_number() -> None:
    text = " ".join(f"4821{n} {FILLING}" for n in range(8)) + " 4821"
    assert held(frozenset({"=n:4821"}), text)


def test_an_address_is_known_again_without_any_digit() -> None:
    assert held(frozenset({"=i:ada@example.org"}), f"{FILLING} write to Ada@Example.org {FILLING}")
    assert not held(frozenset({"=i:ada@example.org"}), f"{FILLING} write to bob@example.org")


@pytest.mark.parametrize("times", [1, 50])
def test_a_number_in_a_long_text_costs_no_more_than_its_surroundings(times: int) -> None:
    text = f"{FILLING} order 4821 {FILLING}" * times
    began = time.process_time()
    for _ in range(20):
        assert held(frozenset({"=n:4821"}), text)
    took = (time.process_time() - began) / 20
    began = time.process_time()
    read(f"{FILLING} order 4821 {FILLING}"[:4_000])
    assert took < time.process_time() - began

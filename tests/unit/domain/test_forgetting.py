"""Tombstones, blanking, and what is left of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.events import Span
from muniment.domain.forgetting import (
    BLANK,
    blank,
    blank_event,
    forgotten_spans,
    identifier_digests,
    occurrences,
    readable,
    sentence_around,
    text_digest,
    tombstones_of,
    value_digest,
)
from muniment.domain.text import digits, identifiers
from tests.unit.domain.samples import DIGESTER, OTHER_KEY, event

SPANS = st.lists(st.tuples(st.integers(-3, 30), st.integers(-3, 30)), max_size=4)
WORDS = st.lists(st.sampled_from(["my", "city", "is", "Oslo", "boats"]), min_size=1, max_size=6)


@pytest.mark.law(6)
@given(text=st.text(max_size=25), spans=SPANS)
def test_blanking_keeps_lengths_and_every_character_outside(
    text: str, spans: list[tuple[int, int]]
) -> None:
    blanked = blank(text, spans)
    assert len(blanked) == len(text)
    for place, character in enumerate(text):
        inside = any(start <= place < end for start, end in spans)
        assert blanked[place] == (BLANK if inside else character)
    assert blank(blanked, spans) == blanked
    size, was = (len(each.encode(errors="replace")) for each in (blanked, text))
    assert size <= was, "a turn as long as an item may be still fits"


@pytest.mark.law(6)
def test_an_event_remembers_what_it_lost_and_keeps_its_offsets() -> None:
    spans = [Span("t1", 0, 15), Span("other", 0, 40)]
    blanked = blank_event(event("my city is Oslo. I like the boats"), spans)
    assert blanked.text == BLANK * 15 + ". I like the boats"
    assert blanked.erased == (spans[0],)
    assert blank_event(blanked, spans) == blanked, "once is enough"
    both = blank_event(blanked, [Span("t1", 17, 23)])
    assert both.text == BLANK * 15 + ". " + BLANK * 6 + " the boats"
    assert both.erased == (spans[0], Span("t1", 17, 23))


@pytest.mark.parametrize(
    ("blanked", "shown"),
    [
        ("nothing blanked.", "nothing blanked."),
        (f"{BLANK * 9}. The boats", "The boats"),
        (f"I was late. {BLANK * 9}! The boats", "I was late … The boats"),
        (f"late, {BLANK} {BLANK * 3}.", "late"),
        (BLANK * 5, ""),
    ],
)
def test_people_see_an_ellipsis(blanked: str, shown: str) -> None:
    assert readable(blanked) == shown


@pytest.mark.law(6)
@given(words=WORDS, upper=st.booleans(), marks=st.sampled_from(["", "!", " …", ", ", "\u200b"]))
def test_tombstones_are_the_same_in_any_case_and_punctuation(
    words: list[str], upper: bool, marks: str
) -> None:
    text = " ".join(words)
    other = f" {marks.join(['  '.join(words), ''])} "
    other = other.upper() if upper else other
    assert text_digest(DIGESTER, text) == text_digest(DIGESTER, other)
    assert value_digest(DIGESTER, "a", text) == value_digest(DIGESTER, "a", other)
    assert text_digest(DIGESTER, text) != text_digest(DIGESTER, f"{text} x")
    assert text_digest(DIGESTER, text) != text_digest(OTHER_KEY, text)


def test_the_three_kinds_of_tombstone_do_not_meet() -> None:
    digests = {
        text_digest(DIGESTER, "ab12"), value_digest(DIGESTER, "a", "ab12"),
        value_digest(DIGESTER, "b", "ab12"), *identifier_digests(DIGESTER, "ab12"),
    }  # fmt: skip
    assert len(digests) == 4


def test_a_statement_leaves_tombstones_of_quote_sentence_value_and_identifiers() -> None:
    left = tombstones_of(
        DIGESTER, "my code is zebra-4471", "Well, my code is zebra-4471.", "code", "zebra-4471"
    )
    assert left == {
        text_digest(DIGESTER, "my code is zebra-4471"),
        text_digest(DIGESTER, "Well, my code is zebra-4471."),
        value_digest(DIGESTER, "code", "zebra-4471"),
        *identifier_digests(DIGESTER, "zebra4471"),
    }
    assert tombstones_of(DIGESTER, "q", "q", None, None) == {text_digest(DIGESTER, "q")}


TEXT = "I was late. My code is zebra-4471! The boats were out."


@pytest.mark.law(6)
@pytest.mark.parametrize(
    "tombstones",
    [
        pytest.param({text_digest(DIGESTER, "my CODE is zebra 4471")}, id="by its words"),
        pytest.param(set(identifier_digests(DIGESTER, "ZEBRA_4471")), id="by its identifier"),
    ],
)
def test_whole_sentences_are_forgotten(tombstones: set[str]) -> None:
    (span,) = forgotten_spans(DIGESTER, TEXT, frozenset(tombstones))
    assert TEXT[slice(*span)] == "My code is zebra-4471!"


@pytest.mark.law(6)
def test_a_text_of_several_sentences_is_forgotten_as_a_whole_too() -> None:
    assert forgotten_spans(DIGESTER, TEXT, frozenset([text_digest(DIGESTER, TEXT.upper())])) == [
        (0, len(TEXT))
    ]


def test_nothing_is_forgotten_that_no_tombstone_names() -> None:
    assert forgotten_spans(DIGESTER, TEXT, frozenset()) == []
    others = {text_digest(DIGESTER, "My code is zebra-4472!"), text_digest(OTHER_KEY, TEXT)}
    assert forgotten_spans(DIGESTER, TEXT, frozenset(others)) == []


def test_a_value_is_found_as_words_of_its_own() -> None:
    text = "Rex barked. rex! Trex and Rexy did not; REX did."
    found = [text[start:end] for start, end in occurrences(text, "Rex")]
    assert found == ["Rex", "rex", "REX"]
    assert occurrences("I am 34, route 34", "34") == [], "too short to be sure"
    assert occurrences("a+b=c", "a+b") == [(0, 3)]


def test_the_sentence_around_a_quote() -> None:
    start = TEXT.index("zebra")
    assert sentence_around(TEXT, start, start + 5) == "My code is zebra-4471!"
    assert sentence_around(TEXT, 0, len(TEXT)) == TEXT
    assert sentence_around("   ", 0, 3) == "   "


PIECES = st.lists(
    st.sampled_from([
        "zebra-4471", "4471", "44 71", "+44 20 7946", "\uff14\uff14\uff17\uff11", "12,000", "3.5",
        "\u00b2\u00b9", "\u00bd", "DE89 3704 0044 0532", "a\u200b4471b", ". ", " ", "-", ",", "x",
        "\u0664\u0664\u0667\u0661",
    ]),
    max_size=6,
).map("".join)  # fmt: skip


@given(text=PIECES | st.text(max_size=12), around=PIECES)
def test_the_digits_of_an_identifier_stand_together_in_what_names_it(
    text: str, around: str
) -> None:
    for whole in (text, around, f"{around} {text}", f"{text}{around}"):
        held = digits(whole)
        for token in identifiers(whole):
            assert digits(token) in held
            assert digits(token)


def test_the_digits_tell_most_texts_apart() -> None:
    assert digits("We met at the harbour") == ""
    assert digits("zebra-4471") not in digits("locker 4472, on 7 May")

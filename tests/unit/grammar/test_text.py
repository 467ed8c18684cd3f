"""The normal form, sentences, identifiers, the fence, and what counts as substance."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from muniment.domain.fence import fenced, outside
from muniment.domain.substance import has_substance
from muniment.domain.text import identifiers, normalise, sentences
from tests.support.fences import FENCE_CLOSE, FENCE_OPEN

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("I always take the aisle seat.", "i always  take the aisle seat"),
        ("It\u2019s 12,000 euros!", "its 12000 euros"),
        ("12\u202f000", "12000"),
        ("Zebra-4471", "zebra 4471"),
        ("cafe\u0301", "CAF\u00c9"),
        ("\ufb01ne", "fine"),
        ("zero\u200bwidth", "zerowidth"),
    ],
)
def test_the_same_words_have_one_normal_form(left: str, right: str) -> None:
    assert normalise(left) == normalise(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [("3.5", "35"), ("C#", "C"), ("order 4821", "order 4822"), ("50%", "50"), ("10:30", "1030")],
)
def test_different_values_stay_different(left: str, right: str) -> None:
    assert normalise(left) != normalise(right)


@given(ANY_TEXT)
@example("\u0130\u00df\u01c5\u1e9e")
@example("1,000,000.5 \ud800 \0")
def test_the_normal_form_is_stable(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


_TRICKY = st.text(
    st.one_of(st.sampled_from("0123456789.,'`\u2019\u00b4\u00a0\u202f\u00ad %#Ka"), st.characters())
)


@given(_TRICKY)
@example("1.234,5.6 \u201812,000\u2019 \u00bd.\u0663")
def test_the_normal_form_is_quick_and_by_definition(text: str) -> None:
    """Digests that were made before are compared with those that are made now."""
    visible = re.sub("(?<=\\d)[\u00a0\u2009\u202f](?=\\d{3}(?!\\d))", "", text)
    visible = "".join(c for c in visible if unicodedata.category(c) != "Cf")
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    folded = re.sub("['\u2018\u2019\u201b\u02bc`\u00b4]", "", folded.casefold())
    folded = unicodedata.normalize("NFKC", folded)
    groups = r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])"
    folded = re.sub(groups, lambda match: match[0].replace(",", ""), folded)
    decimal = {match.start() for match in re.finditer(r"(?<=\d)[.,](?=\d)", folded)}
    kept = "".join(
        c if at in decimal or c in "#%&@" or _is_word(c) else " " for at, c in enumerate(folded)
    )
    assert normalise(text) == " ".join(kept.split())


def _is_word(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] not in "PZ" and category not in ("Cc", "Cs")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? four", ["One.", "Two!", "Three?", "four"]),
        ("i like tea. my name is ada", ["i like tea.", "my name is ada"]),
        ("Dr. Moor met J. Doe. They ate.", ["Dr. Moor met J. Doe.", "They ate."]),
        ("See you at 5 p.m. on Friday. Bye", ["See you at 5 p.m. on Friday.", "Bye"]),
        ("It costs 3.50 at shop.example today.", ["It costs 3.50 at shop.example today."]),
        ("Line one\nLine two\nwrapped here", ["Line one", "Line two\nwrapped here"]),
        (
            "At 5 Main St. Please ring. I like St. Gallen.",
            [
                "At 5 Main St.",
                "Please ring.",
                "I like St. Gallen.",
            ],
        ),
        ("Is it? No.", ["Is it?", "No."]),
        ("\u597d\u3002\u662f\u3002", ["\u597d\u3002", "\u662f\u3002"]),
        (" \n\0 ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected


@given(ANY_TEXT)
def test_sentences_cover_all_that_is_not_blank(text: str) -> None:
    spans = sentences(text)
    covered = {at for start, end in spans for at in range(start, end)}
    assert sum(end - start for start, end in spans) == len(covered)
    assert all(at in covered or c.isspace() or c == "\0" for at, c in enumerate(text))


def test_identifiers_hold_a_digit_and_are_folded() -> None:
    text = "Zebra-4471, order 4821, 12,000 EUR, IBAN DE89 3704 0044 0532 0130 00, v1.2, nothing"
    assert identifiers(text) == (
        "zebra4471", "4821", "12000", "de89370400440532013000", "v1.2",
    )  # fmt: skip
    assert identifiers("zebra 4471 and Zebra-4471 and ZEBRA-4471") == ("4471", "zebra4471")


def test_what_many_statements_share_identifies_none_of_them() -> None:
    assert identifiers("I'm 34, it costs 3.5, since 2024") == ()
    assert identifiers("code 3047") == ("3047",)


@given(ANY_TEXT)
def test_identifiers_and_substance_are_total(text: str) -> None:
    assert all(any(c.isdigit() for c in token) for token in identifiers(text))
    assert has_substance(text) in (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "\U0001f44d", "ok thanks", "Hi! How are you?", "Thanks so much!!",
        "good morning", "lol", "Great!", "that's nice", "Sounds good, thank you!",
        "sooo good", "thanks mate",
        "\u2588\u2588\u2588\u2588. Thanks!", "I\u2019m fine, and you?", "?!", "yes", "*** --- ***",
    ],
)  # fmt: skip
def test_courtesies_have_no_substance(text: str) -> None:
    assert not has_substance(text)


@pytest.mark.parametrize(
    "text",
    [
        "zebra-4471", "Genoa", "yes, the second one", "It was great", "not good", "a friend",
        "two", "one",
        "Thanks, Ada", "morning works", "5", "\u6771\u4eac", "ok thanks, and the code?",
        "I don't know", "Hi! How are you? Lisbon is nice.", "Preferisco il finestrino.",
    ],
)  # fmt: skip
def test_a_content_word_is_substance(text: str) -> None:
    assert has_substance(text)


def _outside(text: str) -> list[str]:
    return [text[start:end] for start, end in outside(text)]


def test_what_is_fenced_is_left_out() -> None:
    block = f'{FENCE_OPEN} trust="user">\n- my code is 1\n{FENCE_CLOSE}'
    assert _outside(f"before\n{block}\nafter") == ["before\n", "\nafter"]
    assert _outside(f"see {block}!") == ["see ", "!"]
    assert _outside(f"> {FENCE_OPEN}>\ncut off") == ["> "]
    assert _outside("before after") == ["before after"]


def test_a_mark_that_is_only_mentioned_hides_nothing() -> None:
    for text in (f"what is {FENCE_OPEN}> for?", f"\n{FENCE_OPEN}-like tags", FENCE_CLOSE):
        assert _outside(text) == [text]


@given(st.lists(st.sampled_from([f"{FENCE_OPEN}>", FENCE_CLOSE, "\n", "word ", "> "]), max_size=12))
def test_fences_are_ordered_and_in_range(parts: list[str]) -> None:
    text = "".join(parts)
    flat = [at for span in fenced(text) for at in span]
    assert flat == sorted(flat)
    assert all(0 <= at <= len(text) for at in flat)

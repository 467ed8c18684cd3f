"""Whether a later word changed an earlier one: guessed from words, and never without a change."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.succession import Word, asks_for_the_past, changes, is_changed_by
from tests.unit.domain.samples import NOW

CHANGES = [
    ("In the morning I always drink green tea.",
     "I gave up tea. In the morning I drink barley coffee now."),
    ("We booked the ferry to Palermo for 14 June.",
     "They moved our ferry to Palermo, it sails on 21 June now."),
    ("My flight is at 9:00.", "My flight was moved to 11:30."),
    ("I work at Siemens.", "I left Siemens and now work at Bosch."),
]  # fmt: skip
OTHERS = [
    ("Order 4821 has shipped.", "Order 4822 has shipped."),
    ("I bought a red bicycle.", "I bought a blue bicycle."),
    ("My dentist is Dr Ferri.", "My dentist is in Via Balbi."),
    ("We moved to Turin.", "We moved to Turin in March."),
    ("I live in Genoa.", "The concert was moved to Sunday."),
    ("My flight is at 9:00.", "Was my flight moved?"),
]


def changed(earlier: str, later: str, cosine: float = 0.65, hours: int = 1) -> bool:
    after = NOW + timedelta(hours=hours)
    return is_changed_by(Word.of(earlier, NOW), Word.of(later, after), lambda: cosine)


@pytest.mark.parametrize(("earlier", "later"), CHANGES)
def test_a_later_word_of_change_changes_an_earlier_one(earlier: str, later: str) -> None:
    assert changed(earlier, later)
    assert not changed(earlier, later, hours=-1), "what was said before changes nothing"
    assert not changed(earlier, later, hours=0)
    assert not changed(later, earlier), "the other way round it speaks of no change"


@pytest.mark.parametrize(("earlier", "later"), OTHERS)
def test_what_is_only_alike_does_not(earlier: str, later: str) -> None:
    assert not changed(earlier, later, cosine=0.95)


@pytest.mark.parametrize(
    "text",
    [
        "I now live there.", "These days I walk.", "From now on in English.", "No longer mine.",
        "Not any more.", "Not anymore.", "We've signed it.", "Since then I walk.",
        "He's back home.", "It has been sold.", "They called off the trip.",
        "It was cancelled.", "The rent went up.",
    ],
)  # fmt: skip
def test_a_change_is_told_in_many_ways(text: str) -> None:
    assert changes(text)
    assert not changes("The lift is out of order.")


def test_it_has_to_be_about_the_same_thing() -> None:
    earlier, later = CHANGES[2]
    assert not changed(earlier, later, cosine=0.3)


def test_a_long_text_is_not_held_against_another() -> None:
    earlier, later = CHANGES[2]
    assert not changed(earlier + " It is a nice day." * 40, later)


@given(earlier=st.text(max_size=80), later=st.text(max_size=80))
def test_any_text_can_be_read(earlier: str, later: str) -> None:
    assert not (changed(earlier, later) and changed(later, earlier, hours=-1))


@pytest.mark.parametrize(
    ("query", "is_past"),
    [
        ("Where did I live before?", True), ("What was my old address?", True),
        ("Where do I live?", False), ("When does our ferry sail?", False),
        ("Which city is my home?", False), ("Who used to be my dentist?", True),
    ],
)  # fmt: skip
def test_a_question_of_the_past_is_told_from_one_of_now(query: str, *, is_past: bool) -> None:
    assert asks_for_the_past(query) is is_past


@given(
    st.lists(
        st.sampled_from(
            [later for _, later in CHANGES]
            + ["now", "I live in Turin", ". ", "! ", "\n", "? ", "no longer", " "]
        )
    )
)
def test_what_speaks_of_no_change_as_a_whole_speaks_of_none_in_its_sentences(
    parts: list[str],
) -> None:
    """By which most turns are told without being read."""
    text = "".join(parts)
    assert changes(text) or not Word.of(text, NOW).is_of_change

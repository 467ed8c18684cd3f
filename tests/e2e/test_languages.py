"""Case 18: a text keeps its language, and is found again in it.

The encoder is English. It finds Italian by the pieces of its words, so a question in Italian is
answered as any; one in English finds it without a floor, and above the default floor only where
the words are alike (docs/api.md).
"""

import pytest

from examples.client import Memory
from tests.e2e.world import World, tell

SEAT = "Preferisco il posto accanto al finestrino."
DENTIST = "Ho prenotato il dentista per gioved\u00ec mattina."
OTHERS = ("My favourite tea is mountain sage.", "The regatta starts on the first Sunday of June.")


@pytest.fixture(scope="module")
def told(world: World) -> Memory:
    """A user who speaks two languages, indexed."""
    ada = world.someone()
    tell(ada, SEAT, DENTIST, *OTHERS)
    world.until_indexed(list(ada.records("episode")))
    return ada


def test_it_is_stored_as_it_was_said_and_says_its_language(told: Memory) -> None:
    languages = {record["text"]: record.get("language") for record in told.records("episode")}
    assert languages == {SEAT: "it", DENTIST: "it"} | dict.fromkeys(OTHERS, "en")
    every = [str(record) for record in told.records()]
    assert not any("window" in record or "dentist " in record for record in every)


def test_a_question_in_its_language_finds_it(told: Memory) -> None:
    for question, answer in (
        ("Quale posto preferisco in aereo?", SEAT), ("Quando ho il dentista?", DENTIST),
    ):  # fmt: skip
        context = told.recall(question)
        assert context["episodes"][0]["text"] == answer
        assert answer in context["text"]
    assert told.recall("Chi ha scritto la Divina Commedia?", floor=0.8)["episodes"] == []


def test_a_question_in_english_finds_it_where_no_floor_or_a_common_word_lets_it(
    told: Memory,
) -> None:
    without = told.recall("Which seat do I prefer on a plane?", floor=0)
    assert without["episodes"][0]["text"] == SEAT
    assert told.recall("When is my dentist appointment?")["episodes"][0]["text"] == DENTIST

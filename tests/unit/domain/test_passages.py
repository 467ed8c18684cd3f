"""What is encoded, searched and shown for a record."""

from datetime import UTC, datetime

from muniment.domain.events import Span
from muniment.domain.passages import (
    attribute_words,
    day,
    episode_passage,
    episode_search_text,
    fact_passage,
    statement,
)
from muniment.domain.records import Episode, Fact, Provenance, Status

MAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
EPISODE = Episode(
    id="e_1", span=Span("t1", 0, 9), session="s1", order="t1", speaker="Ada",
    text="I saw the boats", occurred_at=MAY, observed_at=MAY, provenance=Provenance.USER_STATED,
    revision=1, epoch=1, context="Where were you?",
)  # fmt: skip


def fact(attribute: str, value: str, subject: str = "user") -> Fact:
    return Fact(
        id="f_1", status=Status.ACTIVE, revision=1, epoch=1, attribute=attribute, value=value,
        subject=subject, quote="I live in Genoa", speaker="Ada", valid_from=MAY,
    )  # fmt: skip


def test_a_day_is_written_as_people_do() -> None:
    assert day(MAY) == "8 May 2023"


def test_an_episode_is_encoded_with_speaker_and_date_and_searched_with_the_turn_before() -> None:
    assert episode_passage(EPISODE) == "Ada: I saw the boats (8 May 2023)"
    assert episode_search_text(EPISODE) == "Where were you?\nAda: I saw the boats (8 May 2023)"


def test_a_fact_is_shown_as_a_statement() -> None:
    assert statement(fact("favourite_colour", "blue")) == "favourite colour: blue"
    assert statement(fact("name", "Leo", "brother")) == "brother, name: Leo"
    assert statement(fact("note_boats", "the boats are blue")) == "the boats are blue"
    assert attribute_words("a_b_c") == "a b c"


def test_a_fact_is_encoded_with_its_quote() -> None:
    assert fact_passage(fact("residence", "Genoa")) == (
        "Ada: I live in Genoa [residence: Genoa] (8 May 2023)"
    )

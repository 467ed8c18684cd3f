"""What becomes of a model's readings: repeated, changed, related, taken back, misread."""

import pytest

from tests.support.memory import turn
from tests.support.model_server import Json, fact, facts
from tests.unit.models.world import Talk

OSLO = fact("I have a sister in Oslo", "a sister in Oslo", "sister")


def later(talk: Talk, text: str, *entries: Json, day: int = 2) -> None:
    """Say something on a later day, read by a model that answers so."""
    talk.server.says(facts(*entries))
    talk.memory.clock.now = talk.memory.clock.now.replace(day=day)
    talk.ada.tell(turn(text, day, session=f"s{day}"))


def test_a_paraphrase_that_names_the_known_one_makes_no_second_record(talk: Talk) -> None:
    """Case 1."""
    talk.server.says(facts(fact("I always take the aisle seat", "aisle seat", "seat")))
    talk.says("I always take the aisle seat.")
    later(talk, "Aisle seat only, please.", fact("Aisle seat only", "Aisle seat", "x", known="k1"))
    (seat,) = talk.ada.facts().values()
    assert (seat.attribute, len(seat.sources), seat.times_seen) == ("seat", 2, 1)


def test_a_related_fact_stands_beside_and_a_change_closes_what_was(talk: Talk) -> None:
    """Cases 9 to 11."""
    talk.server.says(
        facts(
            fact("Ada works at Northwind", "Northwind", "employer", subject="Ada"),
            fact("Ilan is on project Kestrel", "Kestrel", "project", subject="Ilan"),
        )
    )
    talk.says("Ada works at Northwind as controller. Ilan is on project Kestrel.")
    later(
        talk,
        "Ada also administers Northwind's code host. Ilan was moved off Kestrel to project Osprey.",
        fact("administers Northwind's code host", "Northwind's code host", "administers",
             subject="Ada"),
        fact("moved off Kestrel to project Osprey", "Osprey", "project", subject="Ilan",
             known="k2"),
    )  # fmt: skip
    found = {(f.subject, f.attribute): f.value for f in talk.ada.facts().values()}
    assert found == {
        ("ada", "employer"): "Northwind",
        ("ada", "administers"): "Northwind's code host",
        ("ilan", "project"): "Osprey",
    }
    project = next(f for f in talk.ada.facts().values() if f.attribute == "project")
    history = talk.ada.history(talk.ada.scope, project.id)
    assert [(step.value, step.status) for step in history] == [
        ("Osprey", "active"), ("Kestrel", "superseded"),
    ]  # fmt: skip
    assert history[1].superseded_at == project.at


def test_what_is_taken_back_stays_so_when_it_is_read_again(talk: Talk) -> None:
    """Case 12."""
    talk.server.says(facts(OSLO))
    talk.says("I have a sister in Oslo.")
    gone = fact("I have no sister", None, "sister", known="k1", effect="retract")
    later(talk, "I misspoke, I have no sister.", gone)
    assert talk.ada.facts() == {}
    talk.server.says(facts(OSLO))
    talk.ada.tell(turn("I have a sister in Oslo.", session="again"))
    assert talk.ada.facts() == {}


SAID = (
    "My flatmate hates cilantro. If I were rich I'd buy a boat. I don't eat meat any more. "
    "He said 'I love jazz', I don't."
)
MISREAD = {
    "about_another": fact("hates cilantro", "cilantro", "dislikes"),
    "only_supposed": fact("I'd buy a boat", "a boat", "plans_to_buy"),
    "negation_lost": fact("eat meat", "meat", "eats"),
    "said_by_another": fact("I love jazz", "jazz", "likes"),
}
RIGHT = {
    ("flatmate", "cilantro"): fact("hates cilantro", "cilantro", "dislikes", subject="flatmate"),
    ("user", "don't eat meat"): fact("I don't eat meat", "don't eat meat", "diet"),
    ("he", "jazz"): fact("He said 'I love jazz'", "jazz", "likes", subject="he"),
}


@pytest.mark.law(5)
def test_what_a_model_misreads_is_counted_and_what_it_reads_right_is_kept(talk: Talk) -> None:
    """Case 15."""
    talk.server.says(facts(*MISREAD.values(), *RIGHT.values()))
    _, models = talk.say(SAID)
    assert models.dropped == dict.fromkeys(MISREAD, 1)
    assert {(f.subject, f.value) for f in talk.ada.facts().values()} == RIGHT.keys()

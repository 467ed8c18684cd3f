"""Each door has its class, and none can be talked into another."""

from datetime import timedelta

import pytest

from muniment.app.errors import NotFoundError, RefusedError
from muniment.app.remember import NewMemory
from muniment.app.views import Closed, RecordView
from muniment.domain.events import Role
from muniment.domain.handling import Category
from muniment.domain.records import Kind, Status
from tests.support.memory import START, Memory, Person, state, turn

DAY = timedelta(days=1)


# --- systems of record ---------------------------------------------------------------------------


@pytest.mark.law(3)
def test_state_is_written_as_it_is_and_no_extractor_sees_it(memory: Memory, ada: Person) -> None:
    ada.tell(state("city", "Oslo, N-0150"), turn("my dog is Rex", 1))
    city = ada.facts()["city"]
    assert (city.value, city.provenance, city.category) == (
        "Oslo, N-0150", "tool_verified", Category.STATE,
    )  # fmt: skip
    assert (city.origin.writer, city.speaker, city.quote) == ("system", "crm", "city: Oslo, N-0150")
    assert [event.partition("_")[0] for event in memory.extractor.asked] != []  # type: ignore[attr-defined]
    assert len(memory.extractor.asked) == 1  # type: ignore[attr-defined]
    assert [record.text for record in ada.records(Kind.EPISODE)] == ["my dog is Rex"]


@pytest.mark.law(3)
def test_a_system_of_record_outranks_what_the_owner_says_later(ada: Person) -> None:
    ada.tell(state("city", "Oslo"))
    ada.tell(turn("my city is Bergen", at=START + 3 * DAY))
    city = ada.facts()["city"]
    assert (city.value, city.status) == ("Oslo", "contested")
    assert [review.value for review in ada.reviews()] == ["Bergen"]
    ada.tell(state("city", "Bergen", at=START + 4 * DAY))
    city = ada.facts()["city"]
    assert (city.value, city.status, ada.reviews()) == ("Bergen", "active", [])


@pytest.mark.law(4)
def test_late_state_is_a_closed_interval(ada: Person) -> None:
    ada.tell(state("city", "Genoa", at=START + 5 * DAY))
    ada.tell(state("city", "Turin", at=START))
    assert ada.values() == {"city": "Genoa"}
    history = ada.history(ada.scope, ada.facts()["city"].id)
    assert [(entry.value, entry.status) for entry in history] == [
        ("Genoa", "active"), ("Turin", "superseded"),
    ]  # fmt: skip
    assert history[1].superseded_at == START + 5 * DAY


def test_state_that_holds_no_more_closes_its_fact(ada: Person) -> None:
    ada.tell(state("city", "Oslo"), state("plan", "pro"))
    ada.tell(state("city", None, at=START + DAY))
    assert ada.values() == {"plan": "pro"}


def test_sensitive_state_needs_nobody_s_word(ada: Person) -> None:
    ada.tell(state("allergy", "peanuts"))
    assert (ada.values(), ada.reviews()) == ({"allergy": "peanuts"}, [])


# --- documents -----------------------------------------------------------------------------------


@pytest.mark.law(3)
def test_a_document_is_observed_and_states_nothing_for_the_owner(ada: Person) -> None:
    ada.tell(turn("The ferry leaves at nine.", role=Role.DOCUMENT, speaker="timetable"))
    (episode,) = ada.records(Kind.EPISODE)
    assert (episode.provenance, episode.speaker) == ("observed", "timetable")


# --- an agent's memory ---------------------------------------------------------------------------


@pytest.mark.law(3)
def test_an_agent_s_memory_is_the_owner_s_word_only_where_a_turn_says_it(ada: Person) -> None:
    ada.tell(
        turn("We spoke of the fjord. Bergen is where I grew up.", 0, id="t1"),
        turn("Bergen is where she grew up.", 1, id="t2", role=Role.ASSISTANT),
        turn("Bergen is where I grew up.", 2, id="t3", speaker="Bo"),
        turn("Bergen is not where I live, ask me for my address.", 3, id="t4"),
    )
    grounded = ada.note(NewMemory(None, "birthplace", "bergen", cites="t1"), by_agent=True)
    assert (grounded.provenance, grounded.value, grounded.quote, grounded.sources) == (
        "user_stated", "Bergen", "Bergen is where I grew up.", ("t1",),
    )  # fmt: skip
    for cited, value, reason in (
        ("t1", "Molde", "not_in_event"),
        ("t2", "Bergen", "not_supported"),
        ("t3", "Bergen", "not_supported"),
        ("t4", "Bergen", "not_supported"),
        ("t9", "Bergen", "not_in_event"),
    ):
        with pytest.raises(RefusedError) as refused:
            ada.note(NewMemory(None, "home", value, cites=cited), by_agent=True)
        assert refused.value.reason == reason
    free = ada.note(NewMemory(None, "home", "Molde"), by_agent=True)
    assert free.provenance == "model_inferred"


@pytest.mark.law(2)
def test_another_user_s_turn_grounds_nothing(memory: Memory, ada: Person, bob: Person) -> None:
    ada.tell(turn("Bergen is where I grew up.", 0, id="t1"))
    with pytest.raises(RefusedError):
        bob.note(NewMemory(None, "birthplace", "Bergen", cites="t1"), by_agent=True)
    assert bob.values() == {}
    assert ada.note(NewMemory(None, "birthplace", "Bergen", cites="t1"), by_agent=True)


@pytest.mark.law(6)
def test_a_cited_turn_takes_what_rests_on_it_along(memory: Memory, ada: Person) -> None:
    ada.tell(turn("Bergen is where I grew up.", 0, id="t1"), turn("my dog is Rex", 1))
    ada.note(NewMemory(None, "birthplace", "Bergen", cites="t1"), by_agent=True)
    memory.project()
    ada.forget(ada.episodes()["Bergen is where I grew up."].id)
    assert ada.values() == {"dog": "Rex"}
    assert b"Bergen" not in memory.bytes()


# --- corrections ---------------------------------------------------------------------------------


def test_a_correction_supersedes_and_a_retraction_closes(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my dog is Rex", 1))
    city = ada.facts()["city"].id
    corrected = ada.correct(city, "Bergen")
    assert isinstance(corrected, RecordView)
    assert (corrected.id, corrected.value) == (city, "Bergen")
    memory.clock.forward(timedelta(minutes=1))
    assert ada.correct(city, None) == Closed(city, Status.RETRACTED)
    assert ada.values() == {"dog": "Rex"}
    assert [entry.value for entry in ada.history(ada.scope, city)] == [None, "Bergen", "Oslo"]
    with pytest.raises(NotFoundError):
        ada.correct(city, "Molde")


@pytest.mark.law(3)
def test_an_agent_corrects_nothing_that_the_owner_said(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0))
    city = ada.facts()["city"].id
    for value in ("Bergen", None):
        with pytest.raises(RefusedError, match="superseded"):
            ada.correct(city, value, by_agent=True)
        assert [(f.id, f.value, f.status) for f in ada.records(Kind.FACT)] == [
            (city, "Oslo", "active")
        ]
    agents = ada.note(NewMemory(attribute="dog", value="Rex"), by_agent=True)
    corrected = ada.correct(agents.id, "Bo", by_agent=True)
    assert isinstance(corrected, RecordView), "its own word it may take back"
    assert (corrected.id, corrected.value) == (agents.id, "Bo")


def test_an_episode_and_a_record_of_somebody_else_are_not_corrected(
    ada: Person, bob: Person
) -> None:
    ada.tell(turn("my city is Oslo", 0))
    with pytest.raises(RefusedError, match="not_a_fact"):
        ada.correct(ada.episodes()["my city is Oslo"].id, "Bergen")
    with pytest.raises(NotFoundError):
        bob.correct(ada.facts()["city"].id, "Bergen")
    assert ada.values() == {"city": "Oslo"}

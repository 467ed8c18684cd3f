"""Recall answers as it would have at another time, on both axes, under the rules of the present."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from muniment.adapters.dynamodb.store import DynamoStore
from muniment.app import candidates_as_of
from muniment.app.ports import UnavailableError
from muniment.app.propose import Proposal
from muniment.app.remember import NewMemory
from muniment.app.views import Context
from muniment.domain.as_of import AsOf
from muniment.domain.events import Role
from muniment.domain.filters import parse
from muniment.domain.records import Effect
from tests.support.memory import NOW, START, Memory, Person, turn

DAY = timedelta(days=1)
BEFORE, BETWEEN, AFTER = START - DAY, START + 3 * DAY, START + 9 * DAY


def moved(person: Person) -> str:
    person.tell(
        turn("my city is Turin", at=START),
        turn("my city is Genoa", 1, at=START + 6 * DAY),
    )
    return person.facts()["city"].id


def shown(context: Context) -> list[str]:
    return [item.text for item in (*context.facts, *context.procedures, *context.episodes)]


def recalled(
    person: Person, query: str, valid_at: datetime | None, known_at: datetime | None = None
) -> list[str]:
    context = person.recall(query, as_of=AsOf(valid_at, known_at))
    return [fact.text for fact in context.facts]


def test_recall_answers_what_held_then(ada: Person) -> None:
    moved(ada)
    assert recalled(ada, "city", BEFORE) == []
    assert recalled(ada, "city", BETWEEN) == ["city: Turin"]
    assert recalled(ada, "city", AFTER) == recalled(ada, "city", None) == ["city: Genoa"]
    then = ada.recall("which city is it, Turin", as_of=AsOf(BETWEEN))
    (fact,) = then.facts
    assert (fact.value, fact.at) == ("Turin", START)
    assert "Turin" in then.text
    assert "Genoa" not in then.text
    assert then.degraded == ()
    assert "lexical" not in fact.reasons, "the index knows what it says now"


def test_recall_answers_what_had_been_told_by_then(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Genoa", at=START + 6 * DAY))
    heard = memory.clock.now
    memory.clock.forward(DAY)
    ada.tell(turn("my city is Turin", session="import", at=START))
    assert recalled(ada, "city", BETWEEN) == ["city: Turin"]
    assert recalled(ada, "city", BETWEEN, heard) == []
    assert recalled(ada, "city", None, heard) == ["city: Genoa"]


def test_episodes_that_had_been_told_are_found_amid_many_that_came_later(ada: Person) -> None:
    ada.tell(turn("the harbour was frozen", at=START, id="old"))
    later = [turn("the harbour was frozen solid", n, session="s2", at=AFTER) for n in range(1, 36)]
    ada.tell(*later)
    (episode,) = ada.recall("the harbour was frozen", as_of=AsOf(BETWEEN)).episodes
    assert episode.sources == ("old",)


def test_a_later_turn_lends_an_earlier_one_nothing(ada: Person) -> None:
    ada.tell(turn("we went to the harbour", 0, at=START))
    alone = ada.recall("the harbour", as_of=AsOf(BETWEEN)).episodes[0]
    ada.tell(turn("the harbour was frozen", 1, at=START + 6 * DAY))
    again = ada.recall("the harbour", as_of=AsOf(BETWEEN)).episodes[0]
    assert (again.id, again.score) == (alone.id, alone.score)
    assert len(ada.recall("the harbour", as_of=AsOf(AFTER)).episodes) == 2


def test_what_was_retracted_is_recalled_as_of_before(memory: Memory, ada: Person) -> None:
    city = moved(ada)
    before = memory.clock.now
    memory.clock.forward(DAY)
    ada.correct(city, None)
    assert ada.recall("city").facts == ()
    assert [fact.value for fact in ada.recall("city", as_of=AsOf(AFTER)).facts] == ["Genoa"]
    assert [f.value for f in ada.recall("city", as_of=AsOf(None, before)).facts] == ["Genoa"]


@pytest.mark.law(6)
def test_what_was_forgotten_is_recalled_as_of_no_time(memory: Memory, ada: Person) -> None:
    city = moved(ada)
    ada.tell(turn("my dog is Rex", session="s2", at=START))
    ada.forget(ada.episodes()["my city is Turin"].id)
    ada.forget(city)
    for as_of in (AsOf(BETWEEN), AsOf(AFTER), AsOf(None, memory.clock.now)):
        context = ada.recall("city Turin Genoa dog Rex", as_of=as_of)
        assert [fact.value for fact in context.facts] == ["Rex"]
        assert "Turin" not in context.text
        assert "Genoa" not in context.text


def test_what_is_held_back_or_has_expired_is_in_no_past(memory: Memory, ada: Person) -> None:
    city = moved(ada)
    ada.note(NewMemory(attribute="parking", value="P4", expires_at=NOW + DAY))
    noted = AsOf(memory.clock.now)
    assert "parking: P4" in shown(ada.recall("parking", as_of=noted))
    memory.clock.forward(2 * DAY)
    assert "parking: P4" not in shown(ada.recall("parking", as_of=noted))
    ada.mark(city, Effect.QUARANTINE)
    assert ada.recall("city", as_of=AsOf(BETWEEN)).facts == ()


@pytest.mark.law(2)
def test_others_and_other_agents_recall_nothing_of_it(memory: Memory, ada: Person) -> None:
    mine = ada.using(agent="planner", private=True)
    mine.note(NewMemory(attribute="seat", value="aisle"))
    soon = AsOf(memory.clock.now, memory.clock.now)
    assert shown(mine.recall("seat", as_of=soon)) == ["seat: aisle"]
    for other in (ada, ada.using(agent="writer"), memory.of("bob")):
        assert shown(other.recall("seat", as_of=soon)) == []


def test_an_assistants_word_stands_until_the_owner_speaks(ada: Person) -> None:
    ada.tell(turn("my city is Turin", at=START, role=Role.ASSISTANT, by_owner=False))
    said = ada.recall("city", as_of=AsOf(BETWEEN)).facts
    ada.tell(turn("my city is Genoa", 1, at=START + 6 * DAY))
    assert ada.recall("city", as_of=AsOf(BETWEEN)).facts == said or not said
    assert [fact.value for fact in ada.recall("city", as_of=AsOf(AFTER)).facts] == ["Genoa"]


def test_shared_memory_has_a_past_too(memory: Memory, ada: Person) -> None:
    memory.tenant().publish(Proposal("office", "Turin"))
    then = memory.clock.now
    memory.clock.forward(DAY)
    memory.tenant().publish(Proposal("office", "Genoa"))
    assert shown(ada.recall("office")) == ["office: Genoa"]
    before = ada.recall("office", as_of=AsOf(then))
    assert shown(before) == ["office: Turin"]
    assert before.facts[0].scope == "tenant"
    assert shown(ada.recall("office", as_of=AsOf(then - DAY))) == []


def test_a_filter_asks_for_what_it_was_then(ada: Person) -> None:
    ada.tell(turn("my city is Turin", at=START))
    ada.tell(turn("my city is Genoa", 1, at=START + 6 * DAY, speaker="Ada", by_owner=True))
    wanted = parse({"speaker": "Ada"})
    assert ada.recall("city", wanted=wanted, as_of=AsOf(AFTER)).facts
    assert not ada.recall("city", wanted=wanted, as_of=AsOf(BETWEEN)).facts


@pytest.mark.law(8)
def test_what_was_not_looked_through_is_named(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(4):
        ada.note(NewMemory(attribute=f"boat {n}", value="blue"))
    as_of = AsOf(memory.clock.now)
    assert ada.recall("boat", as_of=as_of).degraded == ()
    monkeypatch.setattr(candidates_as_of, "MOST_STANDING", 3)
    short = ada.recall("boat", as_of=as_of)
    assert short.degraded == ("facts",)
    assert len(short.facts) == 3


@pytest.mark.law(8)
def test_without_the_index_facts_are_left_and_without_the_store_nothing_is_invented(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved(ada)

    def broken(*_: object) -> None:
        raise UnavailableError("index")

    monkeypatch.setattr(type(memory.index), "search", broken)
    context = ada.recall("city", as_of=AsOf(BETWEEN))
    assert ([f.value for f in context.facts], context.degraded) == (["Turin"], ("episodes",))
    monkeypatch.setattr(DynamoStore, "assertions", broken)
    with pytest.raises(UnavailableError):
        ada.recall("city", as_of=AsOf(BETWEEN))


def test_the_trace_of_an_answer_about_the_past_is_of_the_present(ada: Person) -> None:
    moved(ada)
    context = ada.recall("city", as_of=AsOf(BETWEEN))
    assert ada.explain(context.recall_id).trace.at == NOW
    assert replace(context, recall_id="") == replace(
        ada.recall("city", as_of=AsOf(BETWEEN)), recall_id=""
    )

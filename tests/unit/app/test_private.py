"""What is private to one agent does not exist for the others."""

import pytest

from muniment.app.errors import NotFoundError
from muniment.app.remember import NewMemory
from muniment.domain.access import NoAgentError
from muniment.domain.records import Kind
from tests.support.memory import Memory, Person, turn


@pytest.fixture
def planner(ada: Person) -> Person:
    return ada.using(agent="planner", private=True)


@pytest.fixture
def coder(ada: Person) -> Person:
    return ada.using(agent="coder")


@pytest.mark.law(2)
def test_an_agents_private_records_are_found_by_it_alone(
    memory: Memory, ada: Person, planner: Person, coder: Person
) -> None:
    planner.tell(turn("my city is Oslo"))
    ada.tell(turn("my dog is Rex", 1))
    own = planner.recall("Which city and dog?")
    assert {item.value for item in own.facts} == {"Oslo", "Rex"}
    assert {item.text for item in own.episodes} == {"my city is Oslo", "my dog is Rex"}
    for other in (coder, ada):
        found = other.recall("Which city and dog?")
        assert [item.value for item in found.facts] == ["Rex"]
        assert [item.text for item in found.episodes] == ["my dog is Rex"]
        assert "Oslo" not in found.text
        assert set(found.dropped) <= {"far_below_best"}, "nobody is told that there is more"
        assert {record.text for record in other.records()} == {"my dog is Rex", "dog: Rex"}


@pytest.mark.law(2)
def test_another_agents_private_record_is_unknown(
    memory: Memory, ada: Person, planner: Person, coder: Person
) -> None:
    record = planner.note(NewMemory(attribute="city", value="Oslo"))
    assert record.agent == "planner"
    assert planner.get(record.id) == record
    for other in (coder, ada):
        with pytest.raises(NotFoundError):
            other.get(record.id)
        with pytest.raises(NotFoundError):
            other.history(other.scope, record.id, other.caller)
        with pytest.raises(NotFoundError):
            other.forget(record.id)
    assert planner.history(planner.scope, record.id, planner.caller)
    assert planner.forget(record.id).status == "done"
    with pytest.raises(NotFoundError):
        planner.get(record.id)
    with pytest.raises(NotFoundError):
        coder.history(coder.scope, record.id, coder.caller)


@pytest.mark.law(2)
def test_what_one_agent_keeps_to_itself_changes_nothing_for_others(
    memory: Memory, ada: Person, planner: Person
) -> None:
    ada.tell(turn("my city is Oslo"), turn("it is cold there", 1))
    before = ada.recall("Which city?"), ada.records()
    planner.tell(turn("my city is Bergen", 2), turn("it rains there", 3))
    after = ada.recall("Which city?"), ada.records()
    assert after[1] == before[1]
    assert [(i.id, i.score) for i in after[0].facts] == [(i.id, i.score) for i in before[0].facts]
    assert [(i.id, i.score) for i in after[0].episodes] == [
        (i.id, i.score) for i in before[0].episodes
    ]
    assert {r.value for r in planner.records(Kind.FACT)} == {"Oslo", "Bergen"}


def test_what_an_agent_does_not_keep_to_itself_is_everybodys(
    ada: Person, coder: Person, planner: Person
) -> None:
    record = coder.note(NewMemory(attribute="city", value="Oslo"))
    assert record.agent is None
    assert ada.get(record.id).value == planner.get(record.id).value == "Oslo"


def test_a_token_without_an_agent_keeps_nothing_private(memory: Memory, ada: Person) -> None:
    with pytest.raises(NoAgentError):
        ada.using(private=True).note(NewMemory(attribute="city", value="Oslo"))
    assert memory.rows() == [row for row in memory.rows() if row["pk"] == "SYS#TENANTS"]


@pytest.mark.law(6)
def test_erasing_a_user_takes_what_is_private_as_well(
    memory: Memory, ada: Person, planner: Person
) -> None:
    planner.tell(turn("my city is Oslo"))
    assert b"Oslo" in memory.bytes()
    assert ada.erase().status == "done"
    assert b"Oslo" not in memory.bytes()
    assert planner.records() == []

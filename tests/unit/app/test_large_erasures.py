"""An erasure that takes more than one transaction holds."""

from datetime import timedelta

import pytest

from muniment.app.erasing import COMMIT
from muniment.app.errors import NotFoundError
from muniment.app.ports import UnavailableError
from tests.support.faults import throttled
from tests.support.memory import Memory, Person, turn

NAMES = [f"thing {chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(COMMIT)]


def say_often(memory: Memory, ada: Person) -> str:
    """State one fact in more turns than a transaction holds, and return its id."""
    for session in ("s1", "s2", "s3"):
        ada.send(*(turn("my city is Oslo", place, session=session) for place in range(40)))
    ada.tell(turn("my dog is Rex", session="s4"))
    return ada.facts()["city"].id


@pytest.mark.law(6)
def test_a_fact_that_was_said_in_a_hundred_turns(memory: Memory, ada: Person) -> None:
    fact = say_often(memory, ada)
    erasure = ada.forget(fact)
    assert (erasure.status, erasure.counted["assertions"]) == ("done", 120)
    assert b"Oslo" not in memory.bytes()
    assert ada.values() == {"dog": "Rex"}
    assert memory.forget_record(ada.scope, fact).id == erasure.id, "asked again, it is the same"


@pytest.mark.law(6)
def test_a_turn_of_which_a_hundred_facts_were_made(memory: Memory, ada: Person) -> None:
    ada.tell(turn(". ".join(f"my {name} is gone-{name[-2:]}" for name in NAMES), 0))
    ada.tell(turn("my dog is Rex", 1))
    assert len(ada.facts()) == COMMIT + 1
    (turn_id,) = (e.id for text, e in ada.episodes().items() if "thing" in text)

    erasure = memory.forget_record(ada.scope, turn_id)

    assert ada.values() == {"dog": "Rex"}, "before the job has run"
    with pytest.raises(NotFoundError):
        ada.get(turn_id)
    memory.settle()
    assert ada.erasure(erasure.id).status == "done"
    assert b"gone-" not in memory.bytes()
    assert b"Rex" in memory.bytes()


@pytest.mark.law(6)
@pytest.mark.parametrize("asks_again", [True, False])
def test_an_erasure_that_breaks_off_between_its_commits_is_ended(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch, *, asks_again: bool
) -> None:
    monkeypatch.setattr("muniment.app.erasing.COMMIT", 4)
    ada.tell(*(turn("my city is Oslo", place) for place in range(5)), turn("my dog is Rex", 5))
    fact = ada.facts()["city"].id
    memory.faults.before("TransactWriteItems", throttled(), nth=2)
    with pytest.raises(UnavailableError):
        memory.forget_record(ada.scope, fact)
    assert ada.values() == {"dog": "Rex"}, "the first commit stops the serving"
    assert b"Oslo" in memory.bytes()

    if asks_again:
        memory.forget_record(ada.scope, fact)
    else:
        memory.clock.forward(timedelta(minutes=2))
        memory.requeue()
    memory.settle()

    assert memory.forget_record(ada.scope, fact).status == "done"
    assert b"Oslo" not in memory.bytes()
    assert ada.values() == {"dog": "Rex"}

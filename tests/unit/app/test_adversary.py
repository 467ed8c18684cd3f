"""What an adversary found in recall and was not mended with it."""

from datetime import timedelta

import pytest

from muniment.domain.feedback import Flag, Word
from muniment.domain.reviews import Choice
from tests.support.memory import NOW, START, Memory, Person, turn

DAY = timedelta(days=1)


@pytest.mark.xfail(strict=True, reason="a head names events, not what each of them also says")
def test_what_a_superseded_turn_also_says_is_not_out_of_date(ada: Person) -> None:
    ada.tell(turn("my city is Turin. The spare key hangs behind the clock.", 0))
    ada.tell(turn("my city is Genoa", 1, at=START + DAY, session="s2"))
    context = ada.recall("where is the spare key?")
    (key,) = [item for item in context.episodes if "key" in item.text]
    assert "stale" not in key.reasons


@pytest.mark.xfail(strict=True, reason="a question that ran out is found, and not asked again")
def test_a_question_that_ran_out_undecided_is_asked_again(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my harbour is Genoa", 0))
    context = ada.recall("harbour")
    (fact,) = context.facts
    assert ada.say(context.recall_id, Word(Flag.WRONG, fact.id)).items[0].review
    memory.clock.forward(31 * DAY)
    again = ada.recall("harbour")
    assert ada.say(again.recall_id, Word(Flag.STALE, fact.id)).items[0].review


@pytest.mark.xfail(strict=True, reason="one question for each value, whatever was said since")
def test_what_is_said_anew_after_a_flag_was_approved_may_be_flagged(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my harbour is Genoa", 0))
    context = ada.recall("harbour")
    (heard,) = ada.say(context.recall_id, Word(Flag.WRONG, context.facts[0].id)).items
    ada.decide(heard.review or "", Choice.APPROVE)
    memory.clock.forward(DAY)
    ada.tell(turn("my harbour is Genoa", 5, session="s9", at=NOW + DAY))
    again = ada.recall("harbour")
    word = Word(Flag.WRONG, again.facts[0].id)
    assert ada.say(again.recall_id, word, by="another").items[0].review

"""What a later word changed stands below it, says so, and is no less there."""

from dataclasses import replace
from datetime import timedelta

import pytest

from muniment.app.outdated import STANDING, How, Later, Outdated, fit, settled, without_told
from muniment.app.ports import Scored
from muniment.app.recall import RecallRequest
from muniment.app.views import Context
from muniment.domain.events import Role
from muniment.domain.ranking import QUESTION, RECIPES, below
from tests.support.memory import START, Memory, Person, turn

OLD, NEW = "my harbour is Oslo", "my harbour is Bergen"


def lines(context: Context) -> dict[str, str]:
    """Return the rendered lines by the text they hold."""
    texts = [item.text for item in context.episodes]
    found = context.text.splitlines()
    return {text: next(line for line in found if text in line) for text in texts}


def told(ada: Person) -> None:
    ada.tell(turn(OLD, 0, session="s1"), turn("the boats were painted blue", 1, session="s1"))
    ada.tell(turn(NEW, 9, session="s2"))


def test_the_turn_of_a_fact_that_was_replaced_says_so(ada: Person) -> None:
    told(ada)
    shown = lines(ada.recall("what is my harbour?"))
    assert ", superseded]" in shown[OLD]
    assert ", superseded]" not in shown[NEW]
    assert ", superseded]" not in shown["the boats were painted blue"]


def test_it_stands_below_what_replaced_it_except_where_the_past_is_asked_for(
    ada: Person,
) -> None:
    told(ada)
    now = ada.recall("what is my harbour?")
    (fact,) = [item for item in now.facts if item.attribute == "harbour"]
    old = next(item for item in now.episodes if item.text == OLD)
    assert old.score < fact.score
    past = next(item for item in ada.recall("what was my harbour?").episodes if item.text == OLD)
    assert "stale" not in past.reasons


@pytest.mark.parametrize("besides", ["my boat is Fram", "the boats were painted blue"])
def test_a_turn_that_also_says_something_else_is_out_of_date_in_part(
    ada: Person, besides: str
) -> None:
    both = f"my harbour is Oslo. {besides}"
    ada.tell(turn(both, 0, session="s1"))
    ada.tell(turn(NEW, 9, session="s2"))
    assert ", superseded in part]" in lines(ada.recall("harbour and boat"))[both]


def test_what_is_out_of_date_in_part_is_lowered_only_where_the_query_is_about_that_part() -> None:
    found = Outdated({"e_old": Later("f_new", How.IN_PART)})
    near, far = [item("e_old", 1.2), item("f_new", 0.9)], [item("e_old", 1.5), item("f_new", 0.9)]
    assert [each.id for each in settled(near, found, 0.5)] == ["f_new", "e_old"]
    assert settled(far, found, 0.5) == far


def test_what_was_erased_put_nothing_out_of_force(memory: Memory, ada: Person) -> None:
    told(ada)
    (fact,) = [item for item in ada.recall("what is my harbour?").facts if item.value == "Bergen"]
    memory.forget_record(ada.scope, fact.id)
    assert "superseded" not in ada.recall("boats and harbour").text


def item(record: str, score: float) -> Scored:
    return Scored(record, score, 0.5, {"late_interaction": score})


def test_it_is_lowered_by_what_it_takes_and_by_no_more_than_may_be() -> None:
    scored = [item("e_old", 1.2), item("e_mid", 1.0), item("f_new", 0.9)]
    found = Outdated({"e_old": Later("f_new", How.SUPERSEDED)})
    lowered = settled(scored, found, 0.5)
    assert [each.id for each in lowered] == ["e_mid", "f_new", "e_old"]
    assert lowered[-1].score == pytest.approx(sum(lowered[-1].parts.values()))
    assert fit(lowered[-1]) == pytest.approx(1.2)
    far = settled([item("e_old", 2.0), item("f_new", 0.9)], found, 0.5)
    assert [round(each.score, 6) for each in far] == [1.5, 0.9]
    assert settled(scored, found, 0.0) == scored
    assert settled(scored, STANDING, 0.5) == scored
    assert below(0.5, 0.9, 0.5) == 0


def test_a_chain_of_changes_ends_in_the_order_of_its_words() -> None:
    found = Outdated({
        "e_2": Later("e_3", How.GUESSED), "e_1": Later("e_2", How.GUESSED),
    })  # fmt: skip
    lowered = settled([item("e_1", 1.2), item("e_2", 1.1), item("e_3", 1.0)], found, 0.5)
    assert [each.id for each in lowered] == ["e_3", "e_2", "e_1"]


def test_a_fact_that_is_out_of_date_is_told_by_its_turn_alone() -> None:
    found = Outdated({"f_old": Later("e_new", How.GUESSED), "e_old": Later("e_new", How.GUESSED)})
    shown = [item("f_old", 1.0), item("e_new", 0.9), item("e_old", 0.8)]
    turns = {"f_old": "t1", "e_old": "t1", "e_new": "t2"}
    assert [each.id for each in without_told(shown, found, turns)] == ["e_new", "e_old"]
    assert without_told(shown[:2], found, turns) == shown[:2], "nothing else tells it"


def test_the_part_can_be_taken_away(memory: Memory, ada: Person) -> None:
    told(ada)
    without = replace(RECIPES, question=QUESTION.without("stale"))
    context = memory.recall_by(without)(ada.scope, RecallRequest("what is my harbour?"))
    assert all("stale" not in each.reasons for each in context.episodes)
    assert "superseded" in context.text


@pytest.mark.law(3)
@pytest.mark.parametrize("role", [Role.USER, Role.ASSISTANT, Role.TOOL])
def test_nobody_changes_the_owners_word_by_bearing_their_name(ada: Person, role: Role) -> None:
    ada.tell(turn(OLD, 0))
    (fact,), (said,) = ada.recall("harbour").facts, ada.recall("harbour").episodes
    later = turn("my harbour is no longer Oslo", 2, role=role, by_owner=False, speaker=said.speaker)
    ada.tell(later)
    after = ada.recall("harbour")
    assert "earlier word" not in after.text
    assert fact.id in {item.id for item in after.facts}
    ada.tell(turn("my harbour is no longer Oslo", 3))
    assert "superseded" in ada.recall("harbour").text, "the owner does"


def test_what_a_superseded_turn_also_says_is_not_out_of_date(ada: Person) -> None:
    ada.tell(turn("my city is Turin. The spare key hangs behind the clock.", 0))
    ada.tell(turn("my city is Genoa", 1, at=START + timedelta(days=1), session="s2"))
    context = ada.recall("where is the spare key?")
    (key,) = [item for item in context.episodes if "key" in item.text]
    assert "stale" not in key.reasons

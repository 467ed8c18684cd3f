"""The table of sensitive topics, held to its own examples."""

import pytest

from muniment.domain.events import Door
from muniment.domain.gates import Evidence, judge
from muniment.domain.handling import Sensitivity
from muniment.domain.policy import Policy
from muniment.domain.records import Effect
from muniment.domain.rulings import Judgement, Reason, Verdict
from muniment.domain.sensitivity import TOPICS, Topic, topics_in
from tests.unit.domain.samples import DIGESTER, event, stated, turn

TEXT = "my allergy is peanuts"


def test_every_topic_has_a_row() -> None:
    assert {row.topic for row in TOPICS} == set(Sensitivity)


@pytest.mark.parametrize("row", TOPICS, ids=lambda row: row.topic.value)
def test_a_row_is_true_to_its_examples(row: Topic) -> None:
    assert all(row.topic in topics_in(example) for example in row.examples)
    assert not any(row.topic in topics_in(example) for example in row.counterexamples)


def test_case_and_hyphens_do_not_hide_a_topic() -> None:
    assert topics_in("MY DOOR CODE IS NEW") == topics_in("my door-code is new")
    assert topics_in("my door-code is new") == (Sensitivity.ACCESS,)


def said(door: Door, policy: Policy | None = None, *, by_owner: bool = True) -> Judgement:
    shown = event(TEXT, by_owner=by_owner, door=door)
    candidate = stated(TEXT, value="peanuts")
    return judge(candidate, Evidence(shown, DIGESTER, frozenset(), policy or Policy()))


def test_a_sensitive_fact_waits_for_its_owner() -> None:
    judgement = said(Door.EVENTS)
    assert (judgement.verdict, judgement.reason) == (Verdict.PROPOSED, Reason.SENSITIVE)
    assert said(Door.EVENTS, Policy(confirmed=frozenset())).verdict is Verdict.PASSED
    money = Policy(confirmed=frozenset([Sensitivity.MONEY]))
    assert said(Door.EVENTS, money).verdict is Verdict.PASSED


def test_what_the_owner_asks_to_remember_is_confirmed_by_that() -> None:
    assert said(Door.STORE).verdict is Verdict.PASSED
    assert said(Door.STORE, by_owner=False).verdict is Verdict.PROPOSED


def test_a_turn_and_a_retraction_do_not_wait() -> None:
    evidence = Evidence(event(TEXT), DIGESTER, frozenset())
    assert judge(turn(TEXT), evidence).verdict is Verdict.PASSED
    retraction = stated(TEXT, value=None, effect=Effect.RETRACT)
    assert judge(retraction, evidence).verdict is Verdict.PASSED

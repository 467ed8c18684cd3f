"""Each gate lets the good one through and names what is wrong with the other."""

from dataclasses import replace

import pytest

from muniment.domain.events import Span
from muniment.domain.forgetting import blank_event, identifier_digests, text_digest, value_digest
from muniment.domain.gates import CONFIDENCE_FLOOR, Evidence, Reason, judge
from muniment.domain.records import Candidate, Effect
from tests.unit.domain.samples import DIGESTER, OTHER_KEY, event, stated, turn

NOTHING = frozenset[str]()


def reason(
    candidate: Candidate, tombstones: frozenset[str] = NOTHING, text: str | None = None
) -> Reason | None:
    shown = event() if text is None else event(text)
    return judge(candidate, Evidence(shown, DIGESTER, tombstones))


def test_what_is_said_passes() -> None:
    assert reason(stated()) is None
    assert reason(turn()) is None
    assert reason(stated(value=None, effect=Effect.RETRACT)) is None


@pytest.mark.law(5)
@pytest.mark.parametrize("value", ["", "  ", None])
def test_a_fact_without_a_value_is_trivial(value: str | None) -> None:
    assert reason(stated(value=value)) is Reason.TRIVIAL


@pytest.mark.law(5)
@pytest.mark.parametrize("text", ["Thanks a lot!", "ok", "...", "How are you?"])
def test_a_turn_that_says_nothing_is_trivial(text: str) -> None:
    assert reason(turn(text), text=text) is Reason.TRIVIAL


@pytest.mark.law(5)
@pytest.mark.parametrize(
    "candidate",
    [
        pytest.param(stated("my city is Rome", value="Rome"), id="words that are not there"),
        pytest.param(stated(value="Rome"), id="a value that is not in the quote"),
        pytest.param(stated(start=1), id="a shifted span"),
        pytest.param(replace(stated(), span=Span("t2", 0, 15)), id="another event"),
        pytest.param(replace(stated(), span=Span("t1", -15, 0)), id="before the beginning"),
        pytest.param(replace(stated(), span=Span("t1", 0, 999)), id="beyond the end"),
        pytest.param(replace(stated(), span=Span("t1", 9, 9), text="x"), id="an empty span"),
        pytest.param(replace(turn(), text="I like the boats"), id="half of the turn"),
    ],
)
def test_what_is_not_in_the_event_is_refused(candidate: Candidate) -> None:
    assert reason(candidate) is Reason.NOT_IN_EVENT


@pytest.mark.law(6)
@pytest.mark.parametrize(
    ("candidate", "text"),
    [
        pytest.param(stated(), None, id="the same value"),
        pytest.param(stated("MY CITY IS OSLO!", value="OSLO"), "MY CITY IS OSLO!", id="other case"),
        pytest.param(stated("Oslo is my city"), "Oslo is my city", id="other words"),
    ],
)
def test_a_forgotten_value_is_refused(candidate: Candidate, text: str | None) -> None:
    forgotten = frozenset([value_digest(DIGESTER, "city", "Oslo")])
    assert reason(candidate, forgotten, text) is Reason.FORGOTTEN
    assert reason(candidate, NOTHING, text) is None


@pytest.mark.law(6)
def test_a_forgotten_sentence_is_refused_whatever_it_is_taken_for() -> None:
    forgotten = frozenset([text_digest(DIGESTER, "My city is Oslo.")])
    assert reason(stated(attribute="home"), forgotten) is Reason.FORGOTTEN
    assert reason(turn("my city is oslo"), forgotten, "my city is oslo") is Reason.FORGOTTEN


@pytest.mark.law(6)
def test_a_forgotten_identifier_is_refused_wherever_it_stands() -> None:
    forgotten = identifier_digests(DIGESTER, "zebra-4471")
    text = "the gate opens with ZEBRA 4471, or Zebra_4471"
    assert reason(turn(text), forgotten, text) is Reason.FORGOTTEN
    other = "the gate opens with zebra-4472"
    assert reason(turn(other), forgotten, other) is None


@pytest.mark.law(6)
def test_another_attribute_or_another_tenants_key_is_another_tombstone() -> None:
    assert reason(stated(), frozenset([value_digest(DIGESTER, "home", "Oslo")])) is None
    assert reason(stated(), frozenset([value_digest(OTHER_KEY, "city", "Oslo")])) is None


@pytest.mark.law(6)
def test_what_was_blanked_is_not_stated_again() -> None:
    blanked = blank_event(event(), [Span("t1", 0, 15)])
    candidate = stated(blanked.text[:15], value=None, effect=Effect.RETRACT)
    evidence = Evidence(blanked, DIGESTER, frozenset(["any"]))
    assert judge(candidate, evidence) is Reason.FORGOTTEN


def test_what_its_extractor_doubts_is_refused() -> None:
    assert reason(stated(confidence=CONFIDENCE_FLOOR)) is None
    assert reason(stated(confidence=CONFIDENCE_FLOOR - 0.01)) is Reason.LOW_CONFIDENCE


def test_the_first_gate_that_refuses_gives_the_reason() -> None:
    wrong = stated(value="", start=3, confidence=0.0)
    assert reason(wrong) is Reason.TRIVIAL
    assert reason(replace(wrong, value="Oslo")) is Reason.NOT_IN_EVENT


def test_a_fact_without_a_name_is_trivial() -> None:
    assert reason(replace(stated(), attribute="")) is Reason.TRIVIAL
    assert reason(replace(stated(), attribute="city")) is not Reason.TRIVIAL

"""Answers of models: what is grounded in the turn becomes a candidate, the rest is counted."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.app.answers import LONGEST_QUOTE, MOST_FACTS, Offer, Passage, Reading, read
from muniment.app.models import InvalidOutputError, Job
from muniment.app.prompts import load
from muniment.domain.events import Event, Role
from muniment.domain.records import Candidate, Effect
from tests.support.model_server import fact

PROMPT = load(Job.EXTRACT, 1)
AT = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = (
    "I moved: my home airport is Genoa now. My sister\u2019s birthday is 3 May. I don't eat meat."
)


def event(text: str = TEXT, id: str = "e1") -> Event:  # noqa: A002
    return Event(id, "s1", "1", Role.USER, text, AT, AT)


def offer(*texts: str, known: Sequence[tuple[str, str]] = ()) -> Offer:
    events = [event(text, f"e{n}") for n, text in enumerate(texts or (TEXT,), start=1)]
    return Offer([Passage(e, 0, len(e.text)) for e in events], known=known)


def reading(*entries: object, shown: Offer | None = None) -> Reading:
    return read(json.dumps({"facts": entries}), shown or offer(), PROMPT)


def only(found: Reading) -> Candidate:
    (candidates,) = found.candidates.values()
    (candidate,) = candidates
    return candidate


def test_a_statement_that_is_quoted_becomes_a_candidate() -> None:
    found = reading(fact("my home airport is Genoa now", "Genoa", "home_airport"))
    candidate = only(found)
    assert candidate.text == TEXT[candidate.span.start : candidate.span.end]
    assert candidate.text == "my home airport is Genoa now"
    assert (candidate.subject, candidate.attribute, candidate.value) == (
        "user", "home_airport", "Genoa",
    )  # fmt: skip
    assert found.dropped == {}


def test_a_passage_within_a_turn_gives_offsets_in_the_turn() -> None:
    start = TEXT.index("My sister")
    shown = Offer([Passage(event(), start, len(TEXT))])
    found = reading(fact("I don't eat meat", "don't eat meat", "diet"), shown=shown)
    span = only(found).span
    assert TEXT[span.start : span.end] == "I don't eat meat"
    outside = reading(fact("my home airport is Genoa", "Genoa"), shown=shown)
    assert outside.dropped == {"not_in_event": 1}


def test_a_quote_is_as_the_turn_has_it_and_so_is_the_value() -> None:
    candidate = only(
        reading(fact("my sister's  BIRTHDAY is 3 may", "3 MAY", "birthday", subject="sister"))
    )
    assert candidate.text == "My sister\u2019s birthday is 3 May"
    assert candidate.value == "3 May"
    assert candidate.subject == "sister"


def test_a_retraction_has_no_value() -> None:
    gone = fact("my home airport is Genoa now", None, "home_airport", effect="retract")
    candidate = only(reading(gone))
    assert candidate.effect is Effect.RETRACT
    assert candidate.value is None


@pytest.mark.law(5)
@pytest.mark.parametrize(
    ("quote", "known", "taken"),
    [
        ("I don't eat meat", "k1", False),  # nothing of an airport
        ("my home airport is Genoa", "k1", True),  # names the attribute
        ("I moved away from Turin", "k1", True),  # names the value, which was not shown
        ("Ilan has left", "k2", True),  # names whom it is about
        ("has left", "k2", False),
    ],
)
def test_a_model_takes_nothing_back_that_the_turn_does_not_name(
    quote: str, known: str, *, taken: bool
) -> None:
    text = "I don't eat meat, my home airport is Genoa, I moved away from Turin. Ilan has left."
    keys = [("user", "home_airport"), ("ilan", "project")]
    shown = Offer([Passage(event(text), 0, len(text))], (), keys, {keys[0]: "Turin"})
    entry = fact(quote, None, "x", known=known, effect="retract")
    found = reading(entry, shown=shown)
    assert found.dropped == ({} if taken else {"retracts_unnamed": 1})
    assert bool(found.candidates) is taken


def test_known_names_are_taken_over_by_their_handle() -> None:
    shown = offer(known=[("user", "home_airport"), ("user", "diet")])
    entry = fact("my home airport is Genoa now", "Genoa", "airport", known="k1")
    assert only(reading(entry, shown=shown)).attribute == "home_airport"


def test_attributes_have_one_name() -> None:
    entry = fact("my home airport is Genoa now", "Genoa", "Current Home Airport")
    assert only(reading(entry)).attribute == "home_airport"


GOOD = fact("my home airport is Genoa now", "Genoa", "home_airport")
WRONG = {
    "unknown_turn": {**GOOD, "turn": "t2"},
    "unknown_key": {**GOOD, "known": "k1"},
    "not_in_event": {**GOOD, "quote": "my home airport is Turin", "value": "Turin"},
    "value_not_in_quote": {**GOOD, "value": "Turin"},
    "subject_not_in_event": {**GOOD, "subject": "flatmate"},
    "repeats_prompt": {**GOOD, "attribute": "brisko_name"},
    "malformed": {"update": "99", "text": "x"},
}
MALFORMED: dict[str, object] = {
    "no object": "x",
    "an id that replaces": {**GOOD, "supersedes": "not-an-id"},
    "a missing member": {key: value for key, value in GOOD.items() if key != "quote"},
    "a number for a text": {**GOOD, "quote": 7},
    "no value": {**GOOD, "value": None},
    "an unknown effect": {**GOOD, "effect": "delete"},
    "a boundary": {**GOOD, "effect": "boundary"},
    "an unknown category": {**GOOD, "category": "secret"},
    "too sure": {**GOOD, "confidence": 1.5},
    "no number": {**GOOD, "confidence": float("nan")},
    "a truth value": {**GOOD, "confidence": True},
    "a claimed trust": {**GOOD, "provenance": "tool_verified"},
    "no attribute": {**GOOD, "attribute": "--"},
}


@pytest.mark.law(5)
@pytest.mark.parametrize(("reason", "wrong"), WRONG.items(), ids=str)
def test_one_wrong_statement_is_dropped_and_counted_and_the_rest_goes_on(
    reason: str, wrong: object
) -> None:
    found = reading(wrong, GOOD)
    assert found.dropped == {reason: 1}
    assert only(found).value == "Genoa"


@pytest.mark.parametrize("wrong", MALFORMED.values(), ids=MALFORMED)
def test_a_statement_of_another_form_is_dropped(wrong: object) -> None:
    found = reading(wrong, GOOD)
    assert set(found.dropped) <= {"malformed", "value_not_in_quote"}
    assert sum(found.dropped.values()) == 1
    assert only(found).value == "Genoa"


@pytest.mark.parametrize("answer", ['{"facts": "none"}', '{"facts": [{"update": "99"}]}', "none"])
def test_an_answer_without_one_statement_of_the_form_is_invalid(answer: str) -> None:
    with pytest.raises(InvalidOutputError) as refused:
        read(answer, offer(), PROMPT)
    assert "99" not in str(refused.value)
    assert reading().candidates == {}  # nothing found is an answer


def test_a_statement_goes_to_the_turn_it_names() -> None:
    shown = offer("My tent is a dome.", "My tent is a dome, I said.")
    second = fact("My tent is a dome", "a dome", "tent", turn="t2")
    assert set(reading(second, shown=shown).candidates) == {"e2"}
    assert reading({**second, "turn": "t1", "quote": "I said"}, shown=shown).candidates == {}


def test_the_same_statement_twice_is_one() -> None:
    assert len(reading(GOOD, GOOD).candidates["e1"]) == 1


def test_answers_and_quotes_are_bounded() -> None:
    many = reading(*[GOOD] * (MOST_FACTS + 5))
    assert many.dropped == {"over_limit": 5}
    text = "My tent is " + "very " * LONGEST_QUOTE + "big."
    long = reading(fact(text, "big", "tent"), {**GOOD, "quote": "My tent is"}, shown=offer(text))
    assert long.candidates == {}


def test_whom_the_turns_do_not_name_nothing_is_stated_about() -> None:
    shown = Offer(
        [Passage(event("She works at Northwind."), 0, 23)], before=[event("Ada is in Oslo.", "e0")]
    )
    entry = fact("She works at Northwind", "Northwind", "employer", subject="Ada")
    assert only(reading(entry, shown=shown)).subject == "ada"
    assert reading({**entry, "subject": "Bob"}, shown=shown).dropped == {"subject_not_in_event": 1}


def test_a_sentence_is_nobodys_name() -> None:
    text = "My colleague from the harbour office in Genoa whom we met on the ferry has a red boat."
    whole = text.removesuffix(" has a red boat.").removeprefix("My ")
    entry = fact("has a red boat", "red boat", "boat", subject="colleague")
    assert only(reading(entry, shown=offer(text))).subject == "colleague"
    dropped = reading({**entry, "subject": whole}, shown=offer(text)).dropped
    assert dropped == {"subject_not_in_event": 1}


def test_an_answer_that_repeats_the_prompt_gives_nothing() -> None:
    example = json.loads(PROMPT.system[PROMPT.system.index('{"facts"') :])
    assert example["facts"]
    assert reading(*example["facts"], shown=offer("ok, let us talk about my tent")).candidates == {}


JUNK = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8) | st.sampled_from(["t1", "user"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*GOOD, "x"]), inner, max_size=9)
    ),
    max_leaves=12,
)


@given(st.lists(JUNK | st.fixed_dictionaries(dict.fromkeys(GOOD, JUNK)), max_size=4))
def test_whatever_is_answered_every_candidate_is_in_the_turn(entries: list[object]) -> None:
    found = reading(*entries, GOOD)
    for candidates in found.candidates.values():
        for candidate in candidates:
            assert TEXT[candidate.span.start : candidate.span.end] == candidate.text
            assert candidate.value is None or candidate.value in candidate.text
    assert found.candidates["e1"]

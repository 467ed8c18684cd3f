"""Statements of one kind in other words: repeated, changed, related, taken back, not made at all.

By the deterministic extractor over the whole write path. Each has a user of their own.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.views import OutcomeView
from muniment.domain.as_of import NOW, AsOf
from muniment.domain.records import Kind
from tests.support.memory import Memory, Person, turn

REPEATED: Sequence[Sequence[str]] = (
    ("I always take the aisle seat.", "i always take the aisle seat",
     "I ALWAYS take the aisle seat!!"),
    ("I live in Utrecht.", "i live in utrecht", "I live in Utrecht!!!"),
    ("My favourite colour is teal.", "my favourite  colour is Teal \U0001f642"),
    ("I prefer window seats.", "i prefer window seats", "I prefer window seats \u2026"),
    ("I don't eat pork.", "I don\u2019t eat pork", "i don't eat pork!"),
    ("My home airport is Z\u00fcrich.", "my home airport is Zu\u0308rich"),
    ("I work at Acme Corp.", "i work at acme corp", "I work at ACME Corp"),
    ("My budget is 1,200 euros.", "My budget is 1200 euros"),
)  # fmt: skip
CHANGED: Sequence[tuple[str, str, str, str]] = (
    ("I live in Ghent.", "I moved to Bruges.", "Ghent", "Bruges"),
    ("My favourite editor is Vim.", "My favourite editor is Helix now.", "Vim", "Helix"),
    ("I work for Siemens.", "I left Siemens, I work for Bosch now.", "Siemens", "Bosch"),
    ("My girlfriend is called Lea.", "My girlfriend is called Mia now.", "Lea", "Mia"),
    ("My gym is FitBarn.", "I switched gyms, my gym is Ironhall now.", "FitBarn", "Ironhall"),
    ("My address is 5 Elm Road.", "We moved: my address is 12 Oak Lane.", "5 Elm Road",
     "12 Oak Lane"),
    ("My sister lives in Oslo.", "My sister has moved to Bergen.", "Oslo", "Bergen"),
    ("Our standup is at 9:30.", "The standup was moved to 10:15.", "at 9:30", "10:15"),
    ("My dentist is Dr Voss.", "My dentist is Dr Lindqvist now.", "Dr Voss", "Dr Lindqvist"),
)  # fmt: skip
RELATED: Sequence[tuple[str, str]] = (
    ("I play the cello.", "I also play the piano."),
    ("I like tea.", "I like coffee too."),
    ("My car is a Golf.", "My wife's car is a Leaf."),
    ("I live in Ghent.", "My parents live in Bruges."),
    ("My home airport is Turin.", "My favourite airport is Genoa."),
    ("My sister is called Ida.", "My other sister is called Eva."),
    ("I was born in Krak\u00f3w.", "I grew up in Lyon."),
    ("I work at Acme.", "I volunteer at the library as well."),
)
TAKEN_BACK: Sequence[tuple[str, str, str]] = (
    ("My home airport is Turin.", "Forget what I said about my home airport.", "Turin"),
    ("I have a dog called Rex.", "I don't have a dog any more.", "a dog called Rex"),
    ("I'm vegetarian.", "I'm not vegetarian any more.", "vegetarian"),
    ("I work at Acme.", "I no longer work at Acme.", "Acme"),
    ("I live in Ghent.", "I don't live in Ghent anymore.", "Ghent"),
    ("I have two sons.", "I was joking, I have no sons.", "two sons"),
)
UNSTATED: Sequence[str] = (
    "Imagine I lived in Tokyo.", "My mother says I'm a vegetarian, but I'm not.",
    "I wish I had a dog.", "Suppose my budget is 5000 euros.", "I might move to Lyon.",
    "Is my home airport Turin?", "Let's say my name is Alice.", "Should I become a vegan?",
    "Translate: I live in Berlin and my name is Hans.",
    "Write an email that says I live in Bonn.", "Se fossi ricco comprerei una barca.",
)  # fmt: skip
MONTHS = [datetime(2025, month, 10, 10, tzinfo=UTC) for month in range(1, 8)]
BETWEEN, LATER = AsOf(datetime(2025, 1, 20, tzinfo=UTC)), MONTHS[5]


@pytest.fixture
def memory(memory: Memory) -> Memory:
    memory.extractor = PatternExtractor()
    return memory


@pytest.fixture
def somebody(memory: Memory) -> Person:
    return memory.of("ada")


def say(
    person: Person, *texts: str, session: str = "s", at: datetime | None = None
) -> list[OutcomeView]:
    """Say each in a session of its own, a month after the other, unless `at` says when."""
    outcomes: list[OutcomeView] = []
    for n, text in enumerate(texts):
        said = turn(text, session=f"{session}{n}", at=at or MONTHS[n])
        operation = person.operation(person.tell(said).operation)
        outcomes += [outcome for event in operation.events for outcome in event.outcomes]
    return outcomes


def values(person: Person, as_of: AsOf = NOW) -> set[str]:
    return {fact.value or "" for fact in person.records(Kind.FACT, as_of=as_of)}


@pytest.mark.parametrize("texts", REPEATED, ids=lambda texts: texts[0])
def test_the_same_in_another_form_is_more_evidence(somebody: Person, texts: Sequence[str]) -> None:
    """Case 1."""
    outcomes = say(somebody, *texts)
    (fact,) = somebody.records(Kind.FACT)
    assert (len(fact.sources), fact.times_seen) == (len(texts), 1)
    into = [o.deduplicated_into for o in outcomes if o.deduplicated_into]
    assert into == [fact.id] * (len(texts) - 1)


@pytest.mark.parametrize("late", [False, True], ids=["in order", "the later first"])
@pytest.mark.parametrize("change", CHANGED, ids=lambda change: change[1])
def test_a_change_closes_what_was_and_leaves_it_to_the_past(
    somebody: Person, change: tuple[str, str, str, str], late: bool
) -> None:
    """Cases 9, 11 and 23."""
    before, after, was, now = change
    if late:
        say(somebody, after, at=MONTHS[1])
        say(somebody, before, session="import")
    else:
        say(somebody, before, after)
    (fact,) = [f for f in somebody.records(Kind.FACT) if f.value == now]
    assert was not in values(somebody)
    assert was in values(somebody, BETWEEN)
    assert now not in values(somebody, BETWEEN)
    history = somebody.history(somebody.scope, fact.id)
    closed = next(step for step in history if step.value == was)
    assert (closed.status, closed.superseded_at) == ("superseded", MONTHS[1])


@pytest.mark.parametrize(("one", "other"), RELATED)
def test_what_is_merely_related_stands_beside(somebody: Person, one: str, other: str) -> None:
    """Case 10."""
    say(somebody, one)
    first = values(somebody)
    assert first
    say(somebody, other, session="later", at=LATER)
    assert first < values(somebody)


@pytest.mark.parametrize(("said", "taken_back", "value"), TAKEN_BACK)
def test_what_is_taken_back_stays_so_when_it_is_told_again(
    somebody: Person, said: str, taken_back: str, value: str
) -> None:
    """Case 12: the first transcript, delivered once more under another session."""
    say(somebody, said, taken_back)
    assert value not in values(somebody)
    assert value in values(somebody, BETWEEN)
    say(somebody, said, session="again")
    assert value not in values(somebody)
    say(somebody, said, session="anew", at=LATER)
    assert value in values(somebody), "said anew it holds again"


@pytest.mark.parametrize("text", UNSTATED)
def test_what_is_not_stated_makes_no_fact_and_the_turn_is_kept(somebody: Person, text: str) -> None:
    """Case 15."""
    outcomes = say(somebody, text)
    assert values(somebody) == set()
    assert [o.kind for o in outcomes if o.outcome == "committed"] == ["episode"]

"""The assistant's own words: kept apart, doubted more, shorter-lived, and promoted by others only.

In these tests' grammar an assistant who says "my A is V" states it, as the owner would.
"""

from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.errors import NotFoundError, RefusedError
from muniment.app.policies import SetPolicy
from muniment.app.remember import NewMemory
from muniment.app.views import Closed, Waits
from muniment.domain.events import Role
from muniment.domain.namespaces import Namespace, counterpart
from muniment.domain.policy import ASSISTANT_DAYS, DEFAULT
from muniment.domain.records import Effect, Kind, Status
from muniment.domain.reviews import Choice
from tests.support.memory import state, turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from muniment.app.intake import NewTurn
    from muniment.app.views import RecordView
    from tests.support.memory import Memory, Person

OWNER, ASSISTANT = Namespace.OWNER, Namespace.ASSISTANT
LIFE = timedelta(days=ASSISTANT_DAYS)


def says(text: str, position: int = 0, *, speaker: str | None = None) -> "NewTurn":
    """Return a turn of an assistant."""
    return turn(text, position, role=Role.ASSISTANT, speaker=speaker)


def of_assistant(person: "Person", kind: Kind | None = Kind.FACT) -> "list[RecordView]":
    return person.records(kind, namespace=ASSISTANT)


def of_owner(person: "Person") -> "list[tuple[str | None, str | None, Status, int]]":
    """Return what the owner's own memory says, and on how many sources."""
    facts = person.records(Kind.FACT, namespace=OWNER)
    return [(f.attribute, f.value, f.status, f.times_seen) for f in facts]


def night(memory: "Memory") -> None:
    memory.nightly()
    for job in memory.consolidation.take():
        memory.consolidate_owner(job)
    memory.project()


# --- apart ---------------------------------------------------------------------------------------


@pytest.mark.law(3)
@pytest.mark.parametrize(
    "words", ["my city is Oslo", "my city is Bergen", "forget my city"], ids=["same", "other", "no"]
)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["before", "after"])
def test_an_assistant_changes_nothing_that_the_owner_said(
    ada: "Person", bob: "Person", words: str, order: tuple[int, int]
) -> None:
    turns = turn("my city is Oslo", order[0], id="own"), says(words, order[1])
    for place in order:
        ada.tell(turns[place])
    assert of_owner(ada) == [("city", "Oslo", Status.ACTIVE, 1)]
    assert ada.facts()["city"].sources == ("own",)
    assert ada.reviews() == [], "nothing is contested"
    # Positive control: the same words of a tool are folded with the owner's.
    for place in order:
        bob.tell(turns[0] if place == 0 else turn(words, order[1], role=Role.TOOL))
    changed = of_owner(bob) != of_owner(ada)
    assert changed is (words == "my city is Oslo" or order == (0, 1))


@pytest.mark.law(3)
def test_where_nobody_else_speaks_of_it_it_is_shown_and_marked(ada: "Person") -> None:
    ada.tell(turn("my dog is Rex", 0), says("my city is Oslo", 1))
    dog, city = ada.records(Kind.FACT)
    assert (dog.attribute, dog.namespace, dog.provenance) == ("dog", OWNER, "user_stated")
    assert (city.attribute, city.namespace, city.provenance) == (
        "city", ASSISTANT, "model_inferred",
    )  # fmt: skip
    assert city.confidence == DEFAULT.discounts[min(DEFAULT.discounts)] < dog.confidence == 1.0
    assert city.expires_at == ada.memory.clock() + LIFE
    assert dog.expires_at is None


@pytest.mark.law(3)
def test_recall_puts_it_last_and_says_whose_words_they_are(ada: "Person") -> None:
    ada.tell(turn("my boat is Selkie", 0), says("my boat harbour is Oslo", 1))
    context = ada.recall("boat harbour Oslo")
    assert [(f.attribute, f.namespace) for f in context.facts] == [
        ("boat", OWNER), ("boat_harbour", ASSISTANT),
    ]  # fmt: skip
    best = max(context.facts, key=lambda fact: fact.score)
    assert best.namespace is ASSISTANT, "else there is no order to turn round"
    lines = context.text.splitlines()
    (marked,) = (line for line in lines if "[assistant fact" in line)
    assert "model_inferred" in marked
    own = next(line for line in lines if line.startswith("- [fact"))
    assert lines.index(own) < lines.index(marked)


@pytest.mark.law(3)
def test_recall_gives_it_no_place_that_the_owner_s_facts_fill(ada: "Person") -> None:
    ada.tell(says("my boat harbour is Oslo", 0))
    assert [f.namespace for f in ada.recall("boat", k=2).facts] == [ASSISTANT]
    ada.tell(turn("my boat is Selkie", 1), turn("my boat colour is blue", 2))
    assert [f.namespace for f in ada.recall("boat harbour Oslo", k=2).facts] == [OWNER, OWNER]
    assert [f.namespace for f in ada.recall("boat harbour Oslo", k=3).facts][2:] == [ASSISTANT]


@pytest.mark.law(3)
@pytest.mark.parametrize("last", ["my city is Bergen", "forget my city"])
def test_what_the_owner_says_of_it_silences_it(ada: "Person", last: str) -> None:
    ada.tell(says("my city is Oslo", 0))
    assert ada.values() == {"city": "Oslo"}
    ada.tell(turn(last, 1))
    assert "Oslo" not in ada.values().values()
    context = ada.recall("city")
    assert "Oslo" not in {fact.value for fact in context.facts}
    assert context.dropped["overridden"] == 1
    (kept,) = of_assistant(ada)
    assert (kept.value, kept.status) == ("Oslo", Status.ACTIVE), "what was said is not denied"
    ada.tell(says("my city is Oslo", 2))
    assert "Oslo" not in ada.values().values(), "nor does saying it again help"


def test_a_list_shows_the_owner_s_first_page_by_page(ada: "Person") -> None:
    ada.tell(*(turn(f"my n{n} is v{n}", n) for n in range(5)))
    ada.tell(*(says(f"my m{n} is v{n}", 10 + n) for n in range(5)))
    lister = ada.lister
    for kind in (Kind.FACT, Kind.EPISODE):
        for asked, expected in ((None, 10), (OWNER, 5), (ASSISTANT, 5)):
            cursor, found = None, []
            for _ in range(12):
                page = lister(ada.scope, kind, 2, cursor, duplicates=True, namespace=asked)
                found += [record.namespace for record in page.records]
                cursor = page.next_cursor
                if cursor is None:
                    break
            assert found == sorted(found, key=lambda each: each is ASSISTANT)
            assert len(found) == expected
            assert set(found) == ({OWNER, ASSISTANT} if asked is None else {asked})


@pytest.mark.law(4)
def test_every_order_ends_alike(memories: "Callable[[], Memory]") -> None:
    turns = (
        turn("my city is Oslo", 1, id="a"), says("my city is Bergen", 0), says("my dog is Rex", 3),
        turn("forget my dog", 2, id="b"),
    )  # fmt: skip
    ends = []
    for order in permutations(turns):
        person = memories().of("ada")
        for told in order:
            person.tell(told)
        ends.append([(r.id, r.value, r.status, r.expires_at) for r in person.records(
            duplicates=True)] + [(r.id, r.value) for r in of_assistant(person)])  # fmt: skip
    assert all(end == ends[0] for end in ends)
    assert len(ends[0]) > 4


# --- an agent that stores ------------------------------------------------------------------------


@pytest.mark.law(3)
def test_an_agent_stores_in_its_own_memory_what_nobody_said(ada: "Person") -> None:
    stored = ada.note(NewMemory(attribute="city", value="Oslo"), by_agent=True)
    assert (stored.namespace, stored.provenance) == (ASSISTANT, "model_inferred")
    assert stored.expires_at == ada.memory.clock() + LIFE
    assert ada.get(stored.id) == stored
    own = ada.note(NewMemory(attribute="city", value="Bergen"))
    assert (own.namespace, own.times_seen, own.expires_at) == (OWNER, 1, None)
    assert own.id == counterpart(stored.id, OWNER) != stored.id
    assert ada.values() == {"city": "Bergen"}


@pytest.mark.law(3)
def test_an_agent_is_told_what_the_owner_said_already(ada: "Person") -> None:
    own = ada.note(NewMemory(attribute="city", value="Oslo"))
    assert ada.note(NewMemory(attribute="city", value="oslo"), by_agent=True) == own
    with pytest.raises(RefusedError, match="superseded"):
        ada.note(NewMemory(attribute="city", value="Bergen"), by_agent=True)
    assert of_assistant(ada) == []


# --- a shorter life ------------------------------------------------------------------------------


@pytest.mark.law(6)
def test_it_is_not_read_when_its_time_is_over_though_it_is_still_there(
    memory: "Memory", ada: "Person"
) -> None:
    ada.tell(turn("my boat is Selkie", 0), says("my city is Oslo", 1))
    (fact,), (episode,) = of_assistant(ada), of_assistant(ada, Kind.EPISODE)
    memory.clock.forward(LIFE - timedelta(seconds=1))
    assert {fact.id, episode.id} <= {record.id for record in ada.records()}
    memory.clock.forward(timedelta(seconds=1))
    assert b"my city is Oslo" in memory.bytes()
    shown = ada.recall("my city boat Oslo")
    assert "Oslo" not in shown.text
    assert "Selkie" in shown.text
    assert [record.namespace for record in ada.records()] == [OWNER, OWNER]
    for record in (fact, episode):
        with pytest.raises(NotFoundError):
            ada.get(record.id)
    with pytest.raises(NotFoundError):
        ada.promote(fact.id)


@pytest.mark.law(6)
def test_the_night_takes_it_out_of_everything_that_holds_it(
    memory: "Memory", ada: "Person"
) -> None:
    ada.tell(
        turn("We talk of the boat trip", 0),
        says("my city is Oslo", 1),
        turn("The harbour suits me well", 2),
    )
    memory.clock.forward(LIFE + timedelta(days=1))  # the night after it
    night(memory)
    (fact,) = memory.store.heads(ada.scope).facts
    assert (fact.status, fact.value) == (Status.EXPIRED, None)
    left = {row["sk"][:2] for row in memory.rows() if "Oslo" in repr(row)}
    assert left <= {"6T", "6X"}, "but for the event and what was pinned, which are evidence"
    texts = {record.text: record for record in ada.records(Kind.EPISODE)}
    assert texts.keys() == {"We talk of the boat trip", "The harbour suits me well"}
    after = texts["The harbour suits me well"].id
    (answer,) = memory.store.episodes(ada.scope, 1, [after]).values()
    assert answer.context == "We talk of the boat trip"


def test_a_policy_says_how_long(memory: "Memory", ada: "Person") -> None:
    set_policy = SetPolicy(memory.policies, memory.clock)
    set_policy("acme", replace(DEFAULT, assistant_days=3), was=1, by="h")
    memory.clock.forward(timedelta(minutes=1))
    ada.tell(says("my city is Oslo", 1))
    assert {r.expires_at for r in of_assistant(ada, None)} == {memory.clock() + timedelta(days=3)}
    assert memory.policies.current("acme").assistant_days == 3
    lowered = replace(DEFAULT, confidence_floor=0.9)
    set_policy("acme", lowered, was=2, by="h")
    memory.clock.forward(timedelta(minutes=1))
    operation = ada.operation(ada.tell(says("my dog is Rex", 2)).operation)
    assert {o.reason for o in operation.events[0].outcomes} == {"low_confidence"}


# --- promoted by others --------------------------------------------------------------------------


def by_turn(person: "Person") -> None:
    person.tell(turn("my city is Oslo", 9))


def by_store(person: "Person") -> None:
    person.note(NewMemory(attribute="city", value="Oslo"))


def by_tool(person: "Person") -> None:
    person.tell(state("city", "Oslo", at=person.memory.clock()))


def by_owner(person: "Person") -> None:
    person.promote(of_assistant(person)[0].id)


def by_reviewer(person: "Person") -> None:
    person.promote(of_assistant(person)[0].id, may_review=True)


def by_correction(person: "Person") -> None:
    person.correct(of_assistant(person)[0].id, "Oslo")


@pytest.mark.law(3)
@pytest.mark.parametrize(
    ("promote", "given"),
    [
        (by_turn, "user_stated"), (by_store, "user_stated"), (by_tool, "tool_verified"),
        (by_owner, "user_stated"), (by_reviewer, "user_stated"), (by_correction, "user_stated"),
    ],
)  # fmt: skip
def test_who_promotes_makes_it_their_own_word_and_history_says_what_it_was(
    ada: "Person", promote: "Callable[[Person], None]", given: str
) -> None:
    ada.send(replace(says("my city is Oslo", 0), id="said"))
    ada.memory.settle()
    (said,) = of_assistant(ada)
    promote(ada)
    (city,) = ada.records(Kind.FACT)
    assert (city.value, city.namespace, city.provenance) == ("Oslo", OWNER, given)
    assert (city.times_seen, city.expires_at, city.confidence) == (1, None, 1.0)
    (entry,) = ada.history(ada.scope, city.id)
    assert entry.promotes == ("said",)
    ada.memory.clock.forward(LIFE)
    night(ada.memory)
    assert ada.values() == {"city": "Oslo"}, "it lives on without the assistant's"
    assert of_assistant(ada) == []
    assert said.id != city.id


@pytest.mark.law(3)
def test_nobody_else_promotes(ada: "Person", bob: "Person") -> None:
    for person in (ada, bob):
        person.send(replace(says("my city is Oslo", 0), id="said"))
    ada.tell(says("my city is Oslo", 1), says("my city is Oslo", 2, speaker="Another Bot"))
    ada.note(NewMemory(attribute="city", value="Oslo"), by_agent=True)
    assert of_owner(ada) == []
    (city,) = of_assistant(ada)
    assert city.provenance == "model_inferred"
    bob.tell(turn("my city is Oslo", 1, role=Role.DOCUMENT, speaker="a brochure"))
    (city,) = bob.records(Kind.FACT)
    assert (city.provenance, city.times_seen) == ("observed", 1)
    (entry,) = bob.history(bob.scope, city.id)
    assert entry.promotes == (), "a document speaks for itself"


def test_a_promotion_is_one_however_often_it_is_asked_for(ada: "Person") -> None:
    ada.tell(says("my city is Oslo", 0))
    (said,) = of_assistant(ada)
    first = ada.promote(said.id)
    ada.memory.clock.forward(timedelta(hours=1))
    assert ada.promote(said.id) == first
    assert ada.promote(first.id) == first, "the owner's own is nobody's to promote"
    assert set(first.sources) > {said.sources[0]}
    (entry,) = ada.history(ada.scope, first.id)
    assert entry.decision is not None
    assert (entry.decision.review, entry.decision.by) == (said.id, "owner")


def test_an_episode_and_another_s_record_are_not_promoted(ada: "Person", bob: "Person") -> None:
    ada.tell(says("my city is Oslo", 0))
    (episode,) = of_assistant(ada, Kind.EPISODE)
    with pytest.raises(RefusedError, match="not_a_fact"):
        ada.promote(episode.id)
    with pytest.raises(NotFoundError):
        bob.promote(of_assistant(ada)[0].id)


@pytest.mark.law(3)
def test_what_waits_is_promoted_by_the_approval(ada: "Person") -> None:
    waits = ada.remember(NewMemory(attribute="allergy", value="peanuts"), by_agent=True)
    assert isinstance(waits, Waits)
    record = ada.decide(waits.review, Choice.APPROVE).record
    assert record is not None
    allergy = ada.get(record)
    assert (allergy.value, allergy.namespace, allergy.provenance) == (
        "peanuts", OWNER, "user_stated",
    )  # fmt: skip
    (entry,) = ada.history(ada.scope, record)
    assert len(entry.promotes) == 1
    assert entry.decision is not None
    assert of_assistant(ada) == []


@pytest.mark.law(3)
def test_the_owner_takes_it_back_and_it_is_silent(ada: "Person") -> None:
    ada.tell(says("my city is Oslo", 0))
    (said,) = of_assistant(ada)
    closed = ada.correct(said.id, None)
    assert closed == Closed(counterpart(said.id, OWNER), Status.RETRACTED)
    assert ada.values() == {}
    assert "Oslo" not in {fact.value for fact in ada.recall("city").facts}


def test_an_operator_takes_it_out_of_sight_without_touching_the_owner_s(ada: "Person") -> None:
    ada.tell(says("my city is Oslo", 0), turn("my dog is Rex", 1))
    (said,) = of_assistant(ada)
    ada.mark(said.id, Effect.QUARANTINE)
    assert ada.values() == {"dog": "Rex"}
    ada.mark(said.id, Effect.RELEASE)
    assert ada.values() == {"dog": "Rex", "city": "Oslo"}


# --- forgetting ----------------------------------------------------------------------------------


@pytest.mark.law(6)
def test_what_the_owner_forgets_an_assistant_does_not_remember(
    memory: "Memory", ada: "Person"
) -> None:
    ada.tell(
        turn("my city is Oslo", 0), says("my city is Oslo", 1), says("my dog is Rex", 2),
    )  # fmt: skip
    assert [fact.value for fact in of_assistant(ada)] != []
    ada.forget(ada.facts()["city"].id)
    assert ada.values() == {"dog": "Rex"}
    assert {fact.value for fact in of_assistant(ada)} == {"Rex"}
    assert b"Oslo" not in memory.bytes()
    ada.tell(says("my city is Oslo", 3))
    assert b"my city is Oslo" not in memory.bytes(), "nor may it say it again"


@pytest.mark.law(6)
def test_a_promoted_fact_is_forgotten_with_the_words_it_was_made_of(
    memory: "Memory", ada: "Person"
) -> None:
    ada.tell(says("my city is Oslo", 0))
    promoted = ada.promote(of_assistant(ada)[0].id)
    ada.forget(promoted.id)
    assert ada.values() == {}
    assert of_assistant(ada) == []
    assert b"Oslo" not in memory.bytes()


def test_what_an_assistant_said_is_forgotten_without_what_the_owner_said(ada: "Person") -> None:
    ada.tell(turn("my city is Oslo", 0), says("my city is Bergen", 1))
    (said,) = of_assistant(ada)
    ada.forget(said.id)
    assert of_assistant(ada) == []
    assert ada.values() == {"city": "Oslo"}


# --- case 14 -------------------------------------------------------------------------------------


@pytest.mark.law(3)
def test_a_suggestion_is_no_preference_of_the_user(memory: "Memory", ada: "Person") -> None:
    memory.extractor = PatternExtractor()
    told = ada.tell(
        turn("Any ideas for a trip?", 0, id="asked"),
        replace(says("You might love Lisbon, you seem to enjoy trams.", 1), id="guess"),
        replace(says("I booked a table for 7 at the Ramiro.", 2), id="deed"),
        turn("I love funiculars.", 3, id="taste"),
    )
    outcomes = {event.id: event.outcomes for event in ada.operation(told.operation).events}
    guesses = [o for o in outcomes["guess"] if o.kind == "fact"]
    assert [(o.outcome, o.reason) for o in guesses] == [("rejected", "low_confidence")] * 2
    assert [(f.value, f.provenance) for f in ada.records(Kind.FACT)] == [
        ("love funiculars", "user_stated"),
        ("booked a table for 7 at the Ramiro", "model_inferred"),
    ]
    (deed,) = of_assistant(ada)
    assert deed.subject == "assistant"
    shown = {episode.text: episode.namespace for episode in ada.records(Kind.EPISODE)}
    assert shown["You might love Lisbon, you seem to enjoy trams."] is ASSISTANT

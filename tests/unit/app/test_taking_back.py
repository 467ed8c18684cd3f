"""Taking back what is not plainly there: what is closed, what waits, what is dated ahead."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.errors import DecidedError, NotFoundError, RefusedError
from muniment.app.remember import NewMemory
from muniment.app.views import Closed, RecordView
from muniment.domain.as_of import AsOf
from muniment.domain.records import Effect, Kind, Status
from muniment.domain.reviews import Choice
from tests.support.memory import NOW, START, Memory, Person, state, turn

DAY = timedelta(days=1)
WORD = NewMemory(attribute="code word", value="heron")
ASTHMA = turn("my diagnosis is asthma", 0)


# --- forgetting what holds no more -------------------------------------------------------------


@pytest.mark.law(6)
def test_what_was_retracted_can_still_be_forgotten(memory: Memory, ada: Person) -> None:
    word = ada.note(WORD).id
    other = ada.note(NewMemory(attribute="boat", value="Selkie")).id
    ada.correct(word, None)
    assert b"heron" in memory.bytes()
    erasure = ada.forget(word)
    assert erasure.status == "done"
    assert b"heron" not in memory.bytes()
    assert ada.forget(word).id == erasure.id
    assert ada.get(other).value == "Selkie"
    with pytest.raises(RefusedError):
        ada.note(WORD)


@pytest.mark.law(6)
def test_with_a_fact_go_the_values_of_before_that_no_turn_tells(
    memory: Memory, ada: Person
) -> None:
    word = ada.note(WORD).id
    memory.clock.forward(DAY)
    ada.correct(word, "ibis")
    ada.tell(turn("my city is Oslo", 0), turn("my city is Bergen", 1))
    city = ada.facts()["city"].id
    ada.forget(word)
    ada.forget(city)
    kept = memory.bytes()
    assert b"heron" not in kept
    assert b"ibis" not in kept
    assert b"Bergen" not in kept
    assert "my city is Oslo" in ada.episodes(), "a turn is a record of its own"
    assert ada.values() == {}


def test_what_a_system_had_said_before_it_may_say_again(ada: Person) -> None:
    ada.tell(state("plan", "Basic"), state("plan", "Pro", at=START + 3 * DAY))
    ada.forget(ada.facts()["plan"].id)
    ada.tell(state("plan", "Pro", at=START + 5 * DAY))
    assert ada.values() == {}
    ada.tell(state("plan", "Basic", at=START + 6 * DAY))
    assert ada.values() == {"plan": "Basic"}


# --- saying it again after a system closed it --------------------------------------------------


@pytest.mark.parametrize("how", ["forgotten", "retracted"])
def test_the_owner_may_say_what_holds_when_a_system_says_nothing_does(
    ada: Person, how: str
) -> None:
    ada.tell(state("plan", "Pro"))
    plan = ada.facts()["plan"].id
    if how == "forgotten":
        ada.forget(plan)
    else:
        ada.tell(state("plan", None, at=START + 2 * DAY))
    assert ada.values() == {}
    ada.tell(turn("my plan is Free", at=START + 9 * DAY))
    assert ada.values() == {"plan": "Free"}
    assert ada.note(NewMemory(attribute="plan", value="Team")).value == "Team"
    ada.tell(state("plan", "Gold", at=NOW + DAY))
    assert ada.values() == {"plan": "Gold"}


@pytest.mark.law(6)
def test_of_a_contested_fact_both_words_go(memory: Memory, ada: Person) -> None:
    ada.tell(state("plan", "Pro"), turn("my plan is Free", at=START + 9 * DAY))
    plan = ada.facts()["plan"]
    assert plan.status is Status.CONTESTED
    ada.forget(plan.id)
    assert ada.values() == {}
    assert b"Free" not in memory.bytes()


# --- a clock that is ahead ---------------------------------------------------------------------


def test_a_correction_holds_though_what_it_corrects_was_dated_ahead(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my city is Turin", at=NOW + 900 * DAY))
    city = ada.facts()["city"].id
    corrected = ada.correct(city, "Genoa")
    assert isinstance(corrected, RecordView)
    assert (corrected.value, ada.values()) == ("Genoa", {"city": "Genoa"})
    memory.clock.forward(DAY)
    assert isinstance(ada.correct(city, None), Closed)
    assert ada.values() == {}


def test_a_statement_that_does_not_show_is_refused_and_not_answered_with_another(
    ada: Person,
) -> None:
    """A cited turn keeps its own time: what was said after it stands."""
    ada.tell(turn("Bergen is where I live", 0, id="old"), turn("my city is Oslo", 5))
    cited = NewMemory(attribute="city", value="Bergen", cites="old")
    with pytest.raises(RefusedError) as refused:
        ada.note(cited)
    assert refused.value.reason == "superseded"
    assert ada.values() == {"city": "Oslo"}


# --- reviews that are overtaken ----------------------------------------------------------------


def test_what_the_owner_takes_back_is_not_asked_any_more(memory: Memory, ada: Person) -> None:
    memory.extractor = PatternExtractor()
    ada.tell(turn("I'm allergic to nuts.", 0), turn("I'm allergic to pollen.", 1))
    assert {review.value for review in ada.reviews()} == {"nuts", "pollen"}
    ada.tell(turn("I was wrong, I'm not allergic to nuts.", 2))
    (left,) = ada.reviews()
    assert left.value == "pollen"
    ada.decide(left.id, Choice.APPROVE)
    assert [fact.value for fact in ada.facts().values()] == ["pollen"]


def test_an_approval_of_what_was_taken_back_brings_nothing_back(ada: Person) -> None:
    ada.tell(ASTHMA)
    (review,) = ada.reviews()
    ada.tell(turn("Please forget my diagnosis", 1))
    assert ada.reviews() == []
    ada.decide(review.id, Choice.APPROVE)
    assert ada.values() == {}


@pytest.mark.parametrize("others", list(Choice))
@pytest.mark.parametrize("mine", list(Choice))
def test_of_two_who_decide_at_once_one_decides(
    memory: Memory, ada: Person, mine: Choice, others: Choice
) -> None:
    ada.tell(ASTHMA)
    (review,) = ada.reviews()
    said = {Choice.EDIT: "hay fever"}

    def other() -> None:
        ada.decide(review.id, others, said.get(others), may_review=True)

    memory.faults.before("TransactWriteItems", other)
    rejects = Choice.REJECT
    if (mine is rejects) is not (others is rejects):
        with pytest.raises(DecidedError):
            ada.decide(review.id, mine, said.get(mine))
    else:
        ada.decide(review.id, mine, said.get(mine))
    expected = {rejects: {}, Choice.APPROVE: {"diagnosis": "asthma"}}
    assert ada.values() == expected.get(others, {"diagnosis": "hay fever"})
    assert ada.reviews(may_review=True) == []


@pytest.mark.law(6)
@pytest.mark.parametrize("settled", [False, True])
def test_nothing_is_approved_whose_turn_is_erased(
    memory: Memory, ada: Person, settled: bool
) -> None:
    ada.tell(ASTHMA, turn("my city is Oslo", 1))
    (review,) = ada.reviews()
    said = next(e.id for e in ada.records(Kind.EPISODE) if "asthma" in e.text)
    memory.forget_record(ada.scope, said)
    if settled:
        memory.settle()
    for choice, value in ((Choice.APPROVE, None), (Choice.EDIT, "hay fever")):
        with pytest.raises(NotFoundError):
            ada.decide(review.id, choice, value, may_review=True)
    memory.settle()
    assert b"asthma" not in memory.bytes()
    assert ada.values() == {"city": "Oslo"}


@pytest.mark.law(7)
def test_an_edit_puts_no_secret_into_memory(memory: Memory, ada: Person) -> None:
    secret = "ghp_" + "a1B2" * 9
    ada.tell(ASTHMA)
    (review,) = ada.reviews()
    with pytest.raises(RefusedError):
        ada.decide(review.id, Choice.EDIT, secret)
    ada.decide(review.id, Choice.EDIT, f"treated under {secret}")
    assert secret.encode() not in memory.bytes()
    assert ada.values()["diagnosis"].startswith("treated under [redacted")


# --- marks and erasures ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["private", "purpose", "plain"])
def test_an_episode_is_held_and_shown_wherever_it_belongs(ada: Person, kind: str) -> None:
    """Also where it stands among turns of its own: private ones, or those of another purpose."""
    readers: dict[str, Callable[[], Person]] = {
        "private": lambda: ada.using(agent="planner", private=True),
        "purpose": lambda: ada.using("work"),
        "plain": lambda: ada,
    }
    person = readers[kind]()
    person.tell(turn("the kiln cracked", 0), turn("the ramp is wet", 1))
    kiln = person.episodes()["the kiln cracked"].id
    assert person.mark(kiln, Effect.QUARANTINE).status is Status.QUARANTINED
    assert list(person.episodes()) == ["the ramp is wet"]
    assert person.mark(kiln, Effect.RELEASE).status is Status.ACTIVE
    assert set(person.episodes()) == {"the kiln cracked", "the ramp is wet"}


@pytest.mark.law(6)
def test_what_was_forgotten_in_quarantine_is_not_released(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my dog is Rex", 1))
    city = ada.facts()["city"].id
    ada.mark(city, Effect.QUARANTINE)
    ada.forget(city)
    with pytest.raises(NotFoundError):
        ada.mark(city, Effect.RELEASE)
    assert ada.values() == {"dog": "Rex"}
    assert b"Oslo" not in memory.bytes()
    for at in (AsOf(START + DAY), AsOf(None, NOW)):
        with pytest.raises(NotFoundError):
            ada.get(city, at)


@pytest.mark.law(6)
@pytest.mark.parametrize("retired", [False, True])
def test_what_has_expired_since_stays_taken_back(
    memory: Memory, ada: Person, *, retired: bool
) -> None:
    memory.extractor = PatternExtractor()
    guest = ada.note(NewMemory(attribute="guest", value="Bo", expires_at=NOW + 30 * DAY)).id
    said = NOW + timedelta(hours=1)
    memory.clock.forward(DAY)
    ada.tell(turn("Forget my guest.", id="e1", at=said, session="e1"))
    back = ada.note(NewMemory(attribute="guest", value="Cy", expires_at=NOW + 30 * DAY)).id
    assert back == guest
    memory.project()
    memory.clock.forward(30 * DAY)
    if retired:
        memory.nightly()
        for job in memory.consolidation.take():
            memory.consolidate_owner(job)
    known = {a.id for a in memory.store.assertions(ada.scope, 1, guest)}
    assert len(known) == 3  # positive control: it was taken back in between
    ada.tell(turn("My dog is called Rex.", id="e0", at=NOW - DAY, session="e0"))
    left = {a.id: a.effect for a in memory.store.assertions(ada.scope, 1, guest)}
    assert set(left) == known
    assert (Effect.BOUNDARY in left.values()) is retired

"""What waits for a decision is not recalled before, and is decided once."""

from datetime import timedelta

import pytest

from muniment.app.errors import DecidedError, InvalidDecisionError, NotFoundError, RefusedError
from muniment.app.remember import NewMemory
from muniment.app.views import ReviewView, Waits
from muniment.domain.events import Role
from muniment.domain.reviews import Choice, ReviewStatus, Waiting
from tests.support.memory import Memory, Person, of_kinds, turn

ALLERGY = "my allergy is peanuts"


def propose(ada: Person) -> ReviewView:
    """Say something sensitive and something plain; return what waits."""
    ada.tell(turn(ALLERGY, 0), turn("my dog is Rex", 1))
    (review,) = ada.reviews()
    return review


def test_a_proposal_is_neither_listed_nor_recalled_before_it_is_confirmed(ada: Person) -> None:
    review = propose(ada)
    assert (review.waiting, review.attribute, review.value) == ("proposed", "allergy", "peanuts")
    assert (review.quote, review.provenance, review.reasons) == (
        ALLERGY, "user_stated", ("sensitive",),
    )  # fmt: skip
    assert ada.values() == {"dog": "Rex"}
    assert {fact.attribute for fact in ada.recall("allergy dog").facts} == {"dog"}

    decided = ada.decide(review.id, Choice.APPROVE)

    assert ada.values() == {"dog": "Rex", "allergy": "peanuts"}
    fact = ada.facts()["allergy"]
    assert (decided.record, decided.status) == (fact.id, ReviewStatus.APPROVED)
    assert (fact.provenance, fact.quote, fact.origin.writer) == ("user_stated", ALLERGY, "owner")
    assert {fact.attribute for fact in ada.recall("allergy dog").facts} == {"dog", "allergy"}
    assert ada.reviews() == []


def test_the_operation_says_where_it_waits(ada: Person) -> None:
    accepted = ada.tell(turn(ALLERGY, 0))
    (event,) = ada.operation(accepted.operation).events
    waiting = next(outcome for outcome in event.outcomes if outcome.kind == "fact")
    (review,) = ada.reviews()
    assert (waiting.outcome, waiting.review, waiting.reason) == ("proposed", review.id, "sensitive")
    assert [(said.gate, said.verdict) for said in waiting.gates] == [("sensitive", "proposed")]


@pytest.mark.law(4)
def test_a_repeat_neither_asks_again_nor_undoes_a_decision(memory: Memory, ada: Person) -> None:
    review = propose(ada)
    ada.send(turn(ALLERGY, 0))
    memory.settle()
    assert [r.id for r in ada.reviews()] == [review.id]
    ada.decide(review.id, Choice.APPROVE)
    before = memory.rows()
    ada.decide(review.id, Choice.APPROVE)
    ada.tell(turn(ALLERGY, 0))
    assert memory.rows() == before


def test_what_is_confirmed_is_not_asked_again(ada: Person) -> None:
    ada.decide(propose(ada).id, Choice.APPROVE)
    ada.tell(turn(ALLERGY, 5))
    assert ada.reviews() == []
    assert len(ada.facts()["allergy"].sources) == 1, "it still waits, and is not asked about"
    ada.tell(turn("my allergy is pollen", 6))
    assert [review.value for review in ada.reviews()] == ["pollen"]
    assert ada.values()["allergy"] == "peanuts"


@pytest.mark.law(6)
def test_a_rejected_value_leaves_digests_and_is_not_proposed_again(
    memory: Memory, ada: Person
) -> None:
    ada.decide(propose(ada).id, Choice.REJECT)
    assert ada.values() == {"dog": "Rex"}
    accepted = ada.tell(turn(ALLERGY, 7))
    (event,) = ada.operation(accepted.operation).events
    assert [o.reason for o in event.outcomes if o.kind == "fact"] == ["declined"]
    assert ada.reviews() == []
    assert all("peanuts" not in str(row) for row in of_kinds(memory.rows(), "4Q", "9D"))
    ada.tell(turn("my allergy is pollen", 8))
    assert [review.value for review in ada.reviews()] == ["pollen"], "another value is asked about"
    assert ada.note(NewMemory(attribute="allergy", value="peanuts")).value == "peanuts"


def test_an_edit_is_the_word_of_who_decides(ada: Person) -> None:
    review = propose(ada)
    ada.decide(review.id, Choice.EDIT, "hazelnuts")
    fact = ada.facts()["allergy"]
    assert (fact.value, fact.provenance, fact.quote) == (
        "hazelnuts", "user_stated", "allergy: hazelnuts",
    )  # fmt: skip
    assert len(ada.history(ada.scope, fact.id)) == 1, "what was proposed was never a statement"


def test_a_decision_fits_what_is_decided(ada: Person) -> None:
    review = propose(ada)
    with pytest.raises(InvalidDecisionError):
        ada.decide(review.id, Choice.EDIT)
    with pytest.raises(InvalidDecisionError):
        ada.decide(review.id, Choice.APPROVE, "hazelnuts")
    ada.decide(review.id, Choice.REJECT)
    with pytest.raises(DecidedError):
        ada.decide(review.id, Choice.APPROVE)
    assert ada.values() == {"dog": "Rex"}


def test_what_is_not_decided_in_time_is_dropped(memory: Memory, ada: Person) -> None:
    review = propose(ada)
    memory.clock.forward(timedelta(days=29))
    assert len(ada.reviews()) == 1
    memory.clock.forward(timedelta(days=2))
    assert ada.reviews() == []
    with pytest.raises(NotFoundError):
        ada.decide(review.id, Choice.APPROVE)


@pytest.mark.law(2)
def test_another_user_sees_and_decides_nothing(memory: Memory, ada: Person, bob: Person) -> None:
    review = propose(ada)
    assert bob.reviews() == []
    with pytest.raises(NotFoundError):
        bob.decide(review.id, Choice.APPROVE)
    assert [r.id for r in ada.reviews()] == [review.id]


def test_a_reviewer_lists_the_tenants_queue_page_by_page(
    memory: Memory, ada: Person, bob: Person
) -> None:
    for person in (ada, bob, memory.of("cleo")):
        person.tell(turn(ALLERGY, 0), turn("my salary is low", 1))
    elsewhere = memory.of("dora", tenant="globex")
    elsewhere.tell(turn(ALLERGY, 0))
    reviewer = ada.reviewer(may_review=True)
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(10):
        page = memory.read_reviews.of_tenants(["acme"], 2, cursor, reviewer)
        seen += [review.id for review in page.reviews]
        cursor = page.next_cursor
        if cursor is None:
            break
    own = {r.id for p in (ada, bob, memory.of("cleo")) for r in p.reviews()}
    assert len(seen) == len(set(seen)) == 6
    assert set(seen) == own
    assert len(elsewhere.reviews()) == 1


def test_a_contested_fact_asks_and_either_answer_settles_it(memory: Memory) -> None:
    for choice, value, expected in (
        (Choice.APPROVE, None, "Bergen"),
        (Choice.REJECT, None, "Oslo"),
        (Choice.EDIT, "Turku", "Turku"),
    ):
        person = memory.of(f"user-{choice.value}")
        person.tell(turn("my city is Oslo", 0), turn("my city is Bergen", 1, role=Role.TOOL))
        (review,) = person.reviews()
        assert (review.waiting, review.value) == (Waiting.CONTESTED, "Bergen")
        assert review.fact is not None
        assert review.fact.value == "Oslo"
        memory.clock.forward(timedelta(minutes=1))
        person.decide(review.id, choice, value)
        city = person.facts()["city"]
        assert (city.value, city.status) == (expected, "active")
        assert person.reviews() == []


def test_a_question_that_a_later_word_has_answered_is_not_asked(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my city is Bergen", 1, role=Role.TOOL))
    assert len(ada.reviews()) == 1
    ada.tell(turn("my city is Bergen", 2))
    assert ada.reviews() == []


def test_an_agents_sensitive_memory_waits_and_the_owners_does_not(ada: Person) -> None:
    waits = ada.remember(NewMemory(attribute="allergy", value="peanuts"), by_agent=True)
    assert isinstance(waits, Waits)
    assert (waits.waiting, waits.reason) == ("proposed", "sensitive")
    assert ada.remember(NewMemory(attribute="allergy", value="peanuts"), by_agent=True) == waits
    assert [review.id for review in ada.reviews()] == [waits.review]
    assert ada.values() == {}
    assert ada.note(NewMemory(attribute="allergy", value="pollen")).value == "pollen"


def test_what_ran_out_waits_again_when_it_is_stored_again(memory: Memory, ada: Person) -> None:
    (event,) = ada.operation(ada.tell(turn(ALLERGY, 0)).operation).events
    told = NewMemory(attribute="allergy", value="pollen")
    cited = NewMemory(attribute="allergy", value="peanuts", cites=event.id)
    for new in (cited, told):
        first = ada.remember(new, by_agent=True)
        memory.clock.forward(timedelta(days=31))
        assert ada.reviews() == []
        again = ada.remember(new, by_agent=True)
        assert isinstance(first, Waits)
        assert isinstance(again, Waits)
        assert [review.id for review in ada.reviews()] == [again.review]
        ada.decide(again.review, Choice.APPROVE)
        assert ada.values() == {"allergy": new.value}


@pytest.mark.law(6)
def test_an_erasure_takes_what_waits_along(memory: Memory, ada: Person) -> None:
    review = propose(ada)
    turn_id = ada.episodes()[ALLERGY].id
    assert b"peanuts" in memory.bytes()
    memory.forget_record(ada.scope, turn_id)
    assert ada.reviews() == [], "before the job has run"
    with pytest.raises(NotFoundError):
        ada.decide(review.id, Choice.APPROVE)
    memory.settle()
    assert b"peanuts" not in memory.bytes()
    assert ada.values() == {"dog": "Rex"}


@pytest.mark.law(6)
def test_a_forgotten_value_goes_wherever_it_waits(memory: Memory, ada: Person) -> None:
    ada.note(NewMemory(attribute="city", value="Oslo"))
    ada.tell(turn("my allergy is pollen", 1))
    ada.decide(ada.reviews()[0].id, Choice.APPROVE)
    ada.tell(turn("my allergy is peanuts", 2))
    (review,) = ada.reviews()
    ada.note(NewMemory(attribute="allergy", value="peanuts"))
    ada.forget(ada.facts()["allergy"].id)
    assert ada.reviews() == []
    with pytest.raises((NotFoundError, RefusedError)):
        ada.decide(review.id, Choice.APPROVE)
    assert ada.values() == {"city": "Oslo"}


@pytest.mark.law(6)
def test_erasing_the_user_empties_the_queue(memory: Memory, ada: Person, bob: Person) -> None:
    propose(ada)
    bob.tell(turn(ALLERGY, 0))
    reviewer = ada.reviewer(may_review=True)
    assert len(memory.read_reviews.of_tenants(["acme"], 10, None, reviewer).reviews) == 2
    erasure = ada.erase()
    assert (erasure.status, erasure.probes["reviews"]) == ("done", 0)
    left = memory.read_reviews.of_tenants(["acme"], 10, None, reviewer).reviews
    assert [review.id for review in left] == [review.id for review in bob.reviews()]
    assert [row["sk"] for row in memory.rows() if "#R#" in row["pk"]] == [left[0].id]

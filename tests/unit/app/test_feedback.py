"""Feedback moves ranks, asks where it objects, decides nothing, and goes with what it is about."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from muniment.app.errors import InvalidDecisionError, NotFoundError, NotRecalledError
from muniment.app.propose import Proposal
from muniment.app.storage import StaleError
from muniment.app.views import Context
from muniment.domain.events import Role
from muniment.domain.feedback import Effect, Flag, Heard, Word
from muniment.domain.ranking import FEEDBACK
from muniment.domain.reviews import Choice
from tests.support.memory import Memory, Person, of_kinds, turn

PARTS_OF_A_VECTOR = ("feedback", "feedback_of", "feedback_revision")
BLUE = "the boats were painted blue"
RED = "the boats were painted red"


def told(ada: Person) -> Context:
    ada.tell(turn("my harbour is Oslo", 0), turn(BLUE, 1), turn(RED, 2, session="s2"))
    return ada.recall("harbour boats painted")


def reasons(context: Context, record: str) -> float:
    return next(i for i in context.items if i.id == record).reasons.get("feedback", 0.0)


def effects(heard: Sequence[Heard]) -> list[Effect]:
    return [each.effect for each in heard]


def test_a_word_raises_or_lowers_what_it_is_about_and_nothing_else(ada: Person) -> None:
    before = told(ada)
    blue, red = (ada.episodes()[text].id for text in (BLUE, RED))
    heard = ada.say(before.recall_id, Word(Flag.HELPFUL, red), Word(Flag.WRONG, blue))
    assert effects(heard.items) == [Effect.COUNTED, Effect.COUNTED]
    after = ada.recall("harbour boats painted")
    assert 0 < reasons(after, red) < FEEDBACK
    assert -FEEDBACK < reasons(after, blue) < 0
    changed = {i.id for i in before.items} & {red, blue}
    assert {i.id: i.score for i in before.items if i.id not in changed} == {
        i.id: i.score for i in after.items if i.id not in changed
    }


def test_of_two_that_fit_as_well_the_helpful_one_is_first(ada: Person) -> None:
    ada.tell(turn("my dog is Rex", 0), turn("my cat is Rex", 1, session="s2"))
    for favourite in ("cat", "dog"):
        context = ada.recall("Rex", k=2)
        words = {"cat": Flag.WRONG, "dog": Flag.WRONG, favourite: Flag.HELPFUL}
        said = [Word(flag, ada.facts()[name].id) for name, flag in words.items()]
        ada.say(context.recall_id, *said)
        assert next(fact.attribute for fact in ada.recall("Rex").facts) == favourite


def test_recall_reads_what_was_said_without_another_call(memory: Memory, ada: Person) -> None:
    context = told(ada)
    memory.faults.seen.clear()
    ada.recall("harbour boats painted")
    without = sorted(memory.faults.seen)
    ada.say(context.recall_id, *(Word(Flag.HELPFUL, item.id) for item in context.items))
    memory.faults.seen.clear()
    after = ada.recall("harbour boats painted")
    assert sorted(memory.faults.seen) == without
    assert all(reasons(after, item.id) for item in after.items)


@pytest.mark.law(4)
def test_the_same_words_again_change_nothing_and_the_last_word_counts(
    memory: Memory, ada: Person
) -> None:
    context = told(ada)
    red = ada.episodes()[RED].id
    words = (Word(Flag.STALE, red), Word(Flag.MISSING))
    ada.say(context.recall_id, *words)
    rows = memory.rows()
    assert effects(ada.say(context.recall_id, *words).items) == [Effect.REPEATED] * 2
    assert memory.rows() == rows
    ada.say(context.recall_id, Word(Flag.HELPFUL, red))
    assert reasons(ada.recall("harbour boats painted"), red) > 0, "of one caller only the last"
    ada.say(context.recall_id, Word(Flag.WRONG, red), by="somebody")
    assert reasons(ada.recall("harbour boats painted"), red) == 0


def test_a_record_is_never_rewritten_by_what_is_said_of_it(memory: Memory, ada: Person) -> None:
    context = told(ada)
    records = of_kinds(memory.rows(), "1F", "2A", "3E", "6T")
    index = memory.bytes()
    assert records
    ada.say(context.recall_id, *(Word(Flag.WRONG, item.id) for item in context.items))
    assert of_kinds(memory.rows(), "1F", "2A", "3E", "6T") == records
    assert memory.bytes() != index, "what was said is kept"
    assert len(ada.reviews()) == len(context.items)


def test_a_flagged_fact_waits_and_stands_until_somebody_decides(ada: Person) -> None:
    context = told(ada)
    fact = ada.facts()["harbour"].id
    (heard,) = ada.say(context.recall_id, Word(Flag.WRONG, fact)).items
    (review,) = ada.reviews()
    assert (review.id, review.waiting, review.reasons) == (heard.review, "flagged", ("wrong",))
    assert (review.quote, review.value) == ("my harbour is Oslo", "Oslo")
    assert review.fact
    assert review.fact.id == fact
    assert ada.values() == {"harbour": "Oslo"}
    ada.decide(review.id, Choice.APPROVE)
    assert ada.values() == {}
    assert ada.reviews() == []


def test_a_flag_is_settled_by_a_correction_or_turned_down_for_good(ada: Person) -> None:
    context = told(ada)
    fact = ada.facts()["harbour"].id
    (heard,) = ada.say(context.recall_id, Word(Flag.STALE, fact)).items
    ada.decide(heard.review or "", Choice.REJECT)
    assert ada.values() == {"harbour": "Oslo"}
    (again,) = ada.say(context.recall_id, Word(Flag.WRONG, fact)).items
    assert (again.effect, again.review) == (Effect.COUNTED, None), "it was decided"
    ada.correct(fact, "Bergen")
    recall = ada.recall("harbour").recall_id
    (other,) = ada.say(recall, Word(Flag.WRONG, fact)).items
    assert other.review not in (None, heard.review), "another value is another question"
    ada.decide(other.review or "", Choice.EDIT, "Turku")
    assert ada.values() == {"harbour": "Turku"}


def test_a_flag_is_put_up_again_where_nobody_decided(memory: Memory, ada: Person) -> None:
    context = told(ada)
    words = [Word(Flag.WRONG, ada.facts()["harbour"].id), Word(Flag.STALE, ada.episodes()[RED].id)]
    first = [each.review for each in ada.say(context.recall_id, *words).items]
    memory.clock.now += timedelta(days=31)
    assert ada.reviews() == []
    again = ada.say(ada.recall("harbour boats painted").recall_id, *words)
    assert [each.review for each in again.items] == first
    assert {review.id for review in ada.reviews()} == set(first)
    ada.decide(first[0] or "", Choice.APPROVE)
    assert ada.values() == {}


def test_what_is_said_anew_after_it_was_taken_back_may_be_flagged_anew(
    memory: Memory, ada: Person
) -> None:
    for times in range(1, 4):
        memory.clock.now += timedelta(days=1)
        ada.tell(turn("my harbour is Oslo", times, session=f"s{times}", at=memory.clock.now))
        recall, fact = ada.recall("harbour").recall_id, ada.facts()["harbour"].id
        (heard,) = ada.say(recall, Word(Flag.WRONG, fact)).items
        assert [review.id for review in ada.reviews()] == [heard.review]
        ada.decide(heard.review or "", Choice.APPROVE)
        assert ada.values() == {}
        assert ada.decide(heard.review or "", Choice.APPROVE).status == "approved", "once more"


def test_what_was_said_to_stand_is_not_asked_again_however_often_it_is_said(ada: Person) -> None:
    context = told(ada)
    fact = ada.facts()["harbour"].id
    (heard,) = ada.say(context.recall_id, Word(Flag.WRONG, fact)).items
    ada.decide(heard.review or "", Choice.REJECT)
    ada.tell(turn("my harbour is Oslo", 9, session="s9"))
    (again,) = ada.say(ada.recall("harbour").recall_id, Word(Flag.STALE, fact)).items
    assert again.review is None


def test_what_says_something_else_by_now_is_not_asked_about(ada: Person) -> None:
    context = told(ada)
    fact = ada.facts()["harbour"].id
    (heard,) = ada.say(context.recall_id, Word(Flag.WRONG, fact)).items
    assert reasons(ada.recall("harbour"), fact) < 0
    ada.correct(fact, "Bergen")
    assert ada.reviews() == []
    with pytest.raises(NotFoundError):
        ada.decide(heard.review or "", Choice.APPROVE)
    assert reasons(ada.recall("harbour"), fact) == 0, "the word was about another value"


def test_what_is_said_outlives_more_evidence_of_the_same(ada: Person) -> None:
    context = told(ada)
    fact = ada.facts()["harbour"].id
    ada.say(context.recall_id, Word(Flag.HELPFUL, fact))
    ada.tell(turn("my harbour is Oslo", 9, session="s9"))
    assert ada.facts()["harbour"].times_seen >= 1
    assert reasons(ada.recall("harbour"), fact) > 0


def test_a_flagged_turn_is_taken_out_of_sight_by_a_decision(ada: Person) -> None:
    context = told(ada)
    red = ada.episodes()[RED].id
    (heard,) = ada.say(context.recall_id, Word(Flag.WRONG, red)).items
    with pytest.raises(InvalidDecisionError):
        ada.decide(heard.review or "", Choice.EDIT, "green")
    (review,) = ada.reviews()
    assert review.quote == RED
    ada.decide(review.id, Choice.APPROVE)
    assert RED not in ada.episodes()
    assert BLUE in ada.episodes()


def test_what_an_assistant_said_is_taken_out_of_sight_and_nothing_of_the_owners(
    ada: Person,
) -> None:
    ada.tell(turn("my harbour is Oslo", 0, role=Role.ASSISTANT))
    context = ada.recall("harbour")
    (fact,) = context.facts
    (heard,) = ada.say(context.recall_id, Word(Flag.WRONG, fact.id)).items
    ada.decide(heard.review or "", Choice.APPROVE)
    assert ada.recall("harbour").facts == ()
    assert ada.reviews() == []


@pytest.mark.law(6)
def test_an_erasure_takes_what_was_said_along(memory: Memory, ada: Person) -> None:
    context = told(ada)
    red = ada.episodes()[RED].id
    fact = ada.facts()["harbour"].id
    ada.say(context.recall_id, Word(Flag.WRONG, red), Word(Flag.STALE, fact))
    assert len(of_kinds(memory.rows(), "4Q")) == 2
    ada.forget(red)
    assert [r.reasons for r in ada.reviews()] == [("stale",)]
    left = [row["record"] for row in memory.rows() if "feedback" in row]
    assert left == [fact]
    assert effects(ada.say(context.recall_id, Word(Flag.WRONG, red)).items) == [Effect.GONE]
    ada.erase()
    assert [row for row in memory.rows() if row["sk"].startswith(("4Q", "5V", "9C"))] == []


@pytest.mark.law(6)
def test_a_word_that_comes_during_an_erasure_leaves_nothing(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = told(ada)
    red = ada.episodes()[RED].id
    commit = memory.store.__class__.commit

    def late(*args: object, **named: object) -> None:
        monkeypatch.undo()
        ada.forget(red)
        commit(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(memory.store.__class__, "commit", late)
    assert effects(ada.say(context.recall_id, Word(Flag.WRONG, red)).items) == [Effect.GONE]
    assert [row for row in memory.rows() if "feedback" in row] == []


def test_what_was_said_goes_with_the_consent_of_its_record(memory: Memory, ada: Person) -> None:
    ada.consent("finance", "requested", "granted")
    saver = ada.using("finance")
    context = told(saver)
    saver.say(context.recall_id, *(Word(Flag.WRONG, item.id) for item in context.items))
    assert of_kinds(memory.rows(), "4Q", "5V")
    resting = memory.store.resting(ada.scope, "finance")
    memory.store.delete_items(ada.scope, [*resting.named, *resting.items])
    assert of_kinds(memory.rows(), "4Q", "5V", "7R", "9C") == []


@pytest.mark.law(2)
def test_nobody_speaks_on_what_they_were_not_shown(
    memory: Memory, ada: Person, bob: Person
) -> None:
    context = told(ada)
    theirs = told(bob)
    rows = of_kinds(memory.rows(), "5V")
    planned = ada.using(agent="planner").recall("harbour").recall_id
    for person in (bob, ada, ada.using(agent="spy")):
        with pytest.raises(NotFoundError):
            person.say(planned, Word(Flag.WRONG, context.items[0].id))
    foreign = theirs.items[0].id
    with pytest.raises(NotRecalledError):
        ada.say(context.recall_id, Word(Flag.WRONG, foreign))
    (heard,) = ada.say(context.recall_id, Word(Flag.MISSING, foreign)).items
    assert heard.effect is Effect.GONE, "as if there were no such record"
    assert of_kinds(memory.rows(), "5V") == rows


def test_what_was_missing_is_raised_where_it_is_named(ada: Person) -> None:
    told(ada)
    context = ada.recall("harbour", k=1, budget=50)
    red = ada.episodes()[RED].id
    assert red not in {item.id for item in context.items}
    heard = ada.say(context.recall_id, Word(Flag.MISSING, red), Word(Flag.MISSING))
    assert effects(heard.items) == [Effect.COUNTED, Effect.COUNTED]
    assert reasons(ada.recall("harbour boats painted"), red) > 0
    assert ada.reviews() == []


@pytest.mark.law(2)
def test_one_users_word_moves_nothing_that_many_read(
    memory: Memory, ada: Person, bob: Person
) -> None:
    memory.tenant().publish(Proposal("holiday", "Monday"))
    context = ada.recall("holiday")
    (item,) = context.items
    before = bob.recall("holiday").items[0].score
    assert effects(ada.say(context.recall_id, Word(Flag.WRONG, item.id)).items) == [Effect.SHARED]
    assert bob.recall("holiday").items[0].score == before
    assert memory.tenant().reviews(may_review=True) == []


def test_two_callers_at_once_are_both_heard(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = told(ada)
    red = ada.episodes()[RED].id
    commit = memory.store.__class__.commit

    def late(*args: object, **named: object) -> None:
        monkeypatch.undo()
        ada.say(context.recall_id, Word(Flag.HELPFUL, red), by="first")
        with pytest.raises(StaleError):
            commit(*args, **named)  # type: ignore[arg-type]
        raise StaleError("another came between")

    monkeypatch.setattr(memory.store.__class__, "commit", late)
    ada.say(context.recall_id, Word(Flag.HELPFUL, red), by="second")
    (row,) = [row for row in memory.rows() if "feedback" in row]
    assert [caller for caller, _ in row["feedback"]] == ["first", "second"]


def test_two_callers_who_missed_something_at_once_are_both_heard(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = told(ada)
    commit = memory.store.__class__.commit

    def late(*args: object, **named: object) -> None:
        monkeypatch.undo()
        ada.say(context.recall_id, Word(Flag.MISSING), by="first")
        commit(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(memory.store.__class__, "commit", late)
    ada.say(context.recall_id, Word(Flag.MISSING), by="second")
    assert ada.explain(context.recall_id).trace.missed_by == {"first", "second"}

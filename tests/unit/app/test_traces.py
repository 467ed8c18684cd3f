"""A recall leaves a trace that explains it, to whoever asked and to nobody else."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from muniment.adapters.dynamodb.codec import to_trace
from muniment.app.errors import NotFoundError
from muniment.app.propose import Proposal
from muniment.domain.as_of import NOW, AsOf
from muniment.domain.asking.understood import Question, Understood
from muniment.domain.consent import ConsentState
from muniment.domain.filters import parse
from muniment.domain.handling import UNRESTRICTED
from muniment.domain.ranking import QUESTION
from muniment.domain.recalls import Explained, Limits, Standing
from muniment.domain.scope import Reach
from muniment.edge.recalls import TraceView
from tests.functions.word_encoder import WordEncoder
from tests.support.memory import Memory, Person, of_kinds, turn


def told(ada: Person) -> None:
    ada.tell(turn("my harbour is Oslo", 0), turn("the boats were painted blue", 1))


def test_a_trace_says_how_the_answer_came_about(memory: Memory, ada: Person) -> None:
    told(ada)
    context = ada.recall("harbour boats", k=1)
    trace = ada.explain(context.recall_id).trace
    assert context.items
    assert {i.id: (i.score, i.reasons) for i in trace.items} == {
        i.id: (i.score, i.reasons) for i in context.items
    }
    assert all("late_interaction" in item.reasons for item in trace.items)
    assert trace.recipe == context.recipe == QUESTION.label
    assert trace.encoder == WordEncoder.model
    assert (trace.tokens, trace.relevance) == (context.tokens, context.relevance)
    assert trace.dropped == context.dropped != {}
    assert (trace.degraded, trace.at, trace.milliseconds) == ((), memory.clock(), 0)


@pytest.mark.law(7)
def test_a_trace_says_how_the_question_was_understood_and_no_word_of_it(
    memory: Memory, ada: Person
) -> None:
    told(ada)
    zone, then = ZoneInfo("Pacific/Honolulu"), memory.clock() - timedelta(days=1)
    for query in ("Did Hilda pay INV-2041 and 4821 last Tuesday?", "what did I say in 0800-01-02?"):
        context = ada.recall(query, zone=zone, as_of=AsOf(then, memory.clock()))
        trace = ada.explain(context.recall_id).trace
        assert (trace.as_of, trace.zone) == (AsOf(then, memory.clock()), "Pacific/Honolulu")
        assert trace.understood == context.understood
        assert trace.understood.since
        assert not any(word in repr(trace) for word in ("Hilda", "2041", "4821", "pay"))
    plain = ada.explain(ada.recall("What is my harbour?").recall_id).trace
    assert (plain.as_of, plain.zone) == (NOW, "UTC")
    assert plain.understood == Understood(Question.WHAT)


def test_a_trace_says_within_which_limits_it_was_asked(ada: Person) -> None:
    told(ada)
    asked = ada.recall("harbour boats", k=1, floor=0.25, budget=99)
    assert ada.explain(asked.recall_id).trace.limits == Limits(1, 0.25, 99)


@pytest.mark.law(7)
def test_a_trace_names_the_fields_of_a_filter_and_nothing_that_a_caller_wrote(
    memory: Memory, ada: Person
) -> None:
    told(ada)
    wanted = parse(
        {
            "speaker": {"ne": "Hilda"}, "session": {"in": ["inv-2041", "s1"]},
            "metadata.hilda_pays": {"gte": 4821}, "metadata.for_hilda": "cash", "tags": "payroll",
            "at": {"gte": "2026-01-01", "lt": "2027-01-01"},
        }
    )  # fmt: skip
    recall = ada.recall("harbour", wanted=wanted).recall_id
    limits = ada.explain(recall).trace.limits
    assert limits is not None
    assert limits.filtered_by == ("at", "metadata", "session", "speaker", "tags")
    (row,) = of_kinds(memory.rows(), "9C")
    assert not any(w in repr(row).lower() for w in ("hilda", "2041", "4821", "cash", "payroll"))


@pytest.mark.law(7)
def test_what_was_erased_since_is_named_as_gone(ada: Person) -> None:
    told(ada)
    context = ada.recall("harbour boats")
    assert set(ada.explain(context.recall_id).standing.values()) == {Standing.THERE}
    erased = ada.episodes()["the boats were painted blue"].id
    ada.forget(erased)
    fact = ada.facts()["harbour"].id
    ada.correct(fact, None)
    explained = ada.explain(context.recall_id)
    assert explained.standing[erased] is Standing.GONE
    assert explained.standing[fact] is Standing.CLOSED
    assert "blue" not in repr(explained), "a trace never held text"


def test_agents_who_ask_the_same_at_once_leave_a_trace_each(ada: Person) -> None:
    told(ada)
    planner = ada.using(agent="planner")
    own, other = ada.recall("harbour").recall_id, planner.recall("harbour").recall_id
    assert own != other
    assert ada.explain(own).trace.id == own
    assert planner.explain(other).trace.id == other


@pytest.mark.law(2)
def test_a_trace_is_its_owners_and_its_agents(memory: Memory, ada: Person, bob: Person) -> None:
    told(ada)
    told(bob)
    recall = ada.using(agent="planner").recall("harbour").recall_id
    shown = ada.using(agent="planner").explain(recall)
    assert shown.trace.handling.agent == "planner"
    others = (ada.using(agent="spy"), ada, bob.using(agent="planner"), memory.of("ada", "other"))
    for other in others:
        with pytest.raises(NotFoundError):
            other.explain(recall)
    with pytest.raises(NotFoundError):
        ada.using(agent="planner").explain("r_unknown")


def test_a_trace_ends_with_the_owners_epoch_and_goes_with_the_user(
    memory: Memory, ada: Person
) -> None:
    told(ada)
    recall = ada.recall("harbour").recall_id
    assert of_kinds(memory.rows(), "9C")
    assert ada.erase().counted["recalls"] == 1
    assert of_kinds(memory.rows(), "9C") == []
    with pytest.raises(NotFoundError):
        ada.explain(recall)


def test_a_trace_goes_with_the_consent_it_rested_on(memory: Memory, ada: Person) -> None:
    ada.consent("finance", "requested", "granted")
    saver = ada.using("finance")
    told(saver)
    recall = saver.recall("harbour").recall_id
    told(ada)
    kept = ada.recall("boats").recall_id
    assert saver.explain(recall).trace.handling.purposes == {"finance"}
    with pytest.raises(NotFoundError):
        ada.explain(recall)
    ada.consent("finance", "revoked", "delete_requested")
    assert saver.recall("harbour boats").items == ()
    memory.clock.forward(timedelta(minutes=2))
    memory.requeue()
    memory.erase()
    assert ada.consent("finance").state is ConsentState.DELETED
    left = of_kinds(memory.rows(), "9C")
    assert len(left) == 2
    assert any(row["sk"].endswith(kept) for row in left)
    assert not any(row["sk"].endswith(recall) for row in left)


def test_what_others_share_is_explained_where_it_lies(memory: Memory, ada: Person) -> None:
    memory.tenant().publish(Proposal("holiday", "Monday"))
    context = ada.recall("holiday")
    (item,) = ada.explain(context.recall_id).trace.items
    assert item.reach is Reach.TENANT
    assert standings(ada.explain(context.recall_id)) == {Standing.THERE}
    memory.tenant().forget(item.id)
    assert standings(ada.explain(context.recall_id)) == {Standing.GONE}


def test_a_trace_of_an_older_shape_is_still_read(memory: Memory, ada: Person) -> None:
    told(ada)
    recall = ada.recall("harbour").recall_id
    (row,) = of_kinds(memory.rows(), "9C")
    older = {
        name: row[name] for name in ("pk", "sk", "epoch", "at", "tokens", "relevance", "degraded")
    }
    trace = to_trace({**older, "items": [["f_1", 0.5]]})
    assert (trace.id, trace.handling, trace.recipe) == (recall, UNRESTRICTED, "")
    assert (trace.as_of, trace.zone, trace.understood, trace.limits) == (NOW, "UTC", None, None)
    seen = TraceView.of(Explained(trace, {})).model_dump(exclude_none=True)
    assert "limits" not in seen
    assert [(item.id, item.score, item.reasons) for item in trace.items] == [("f_1", 0.5, {})]


def test_a_trace_is_kept_for_thirty_days(memory: Memory, ada: Person) -> None:
    told(ada)
    ada.recall("harbour")
    (row,) = of_kinds(memory.rows(), "9C")
    assert row["ttl"] == int((memory.clock() + timedelta(days=30)).timestamp())


def standings(explained: Explained) -> set[Standing]:
    return set(explained.standing.values())

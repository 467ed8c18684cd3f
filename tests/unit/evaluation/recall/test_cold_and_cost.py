"""Cold start: copies that count for nothing else. Costs: by the price file, of what is served."""

from datetime import UTC, datetime, timedelta

import pytest

from costs.prices import Prices
from evaluation.recall.cold import COLD, NEW, with_cold_start
from evaluation.recall.cost import cost_sheet
from evaluation.recall.measures import Answer, Answers, Line, measured
from evaluation.recall.model import Conversation, Question, Role, Turn
from evaluation.recall.statistics import Mean

AT = datetime(2026, 1, 1, tzinfo=UTC)


def talked(turns: int) -> Conversation:
    said = tuple(
        Turn(f"t{n}", "s", n, Role.USER, "User", "x", AT + timedelta(minutes=n))
        for n in range(turns)
    )
    questions = (
        Question("early", "?", "x", frozenset({"t3"}), stale=frozenset({"t2"})),
        Question("late", "?", "x", frozenset({"t3", f"t{turns - 1}"})),
        Question("nothing", "?", "x", frozenset()),
        Question("then", "?", "x", frozenset({"t3"}), known=NEW),
    )
    return Conversation("c", said, questions)


def test_what_the_first_turns_answer_is_asked_right_after_them_too() -> None:
    (got,) = with_cold_start([talked(3 * NEW)])
    assert [q.id for q in got.questions] == ["early", "late", "nothing", "then", "cold-early"]
    cold = got.questions[-1]
    assert (cold.category, cold.known, cold.stale) == (COLD, NEW, frozenset())
    served = Answer((Line(("t3",), 9),), "x", 9)
    values = measured(got, cold, Answers(served, served, served))
    assert values == {"cold_start": 1}, "it counts for nothing else"
    assert "recall@10" in measured(got, got.questions[0], Answers(served, served, served))
    (short,) = with_cold_start([talked(NEW + 5)])
    assert len(short.questions) == 4, "nobody is new in a short conversation"


def test_a_context_costs_what_its_tokens_cost_and_ours_the_recall_too() -> None:
    tokens = {"ours": Mean(100, 90, 110, 5), "BM25": Mean(500, 400, 600, 5)}
    sheet = cost_sheet(tokens, "nova_lite")
    price = Prices.read()["nova_lite_in"].of(1)
    ours, plain = sheet.by_condition["ours"], sheet.by_condition["BM25"]
    assert ours.context.mean == pytest.approx(1000 * 100 * price)
    assert plain.context.high == pytest.approx(1000 * 600 * price)
    assert plain.service is None
    assert plain.total == plain.context.mean
    assert ours.service is not None
    assert 0 < ours.service < 1, "US dollars of a thousand recalls"
    assert ours.total == pytest.approx(ours.context.mean + ours.service)
    assert cost_sheet(tokens, "nova_micro").by_condition["ours"].context.mean < ours.context.mean

"""The ways to remember, each on a small conversation, with an encoder that knows words."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from evaluation.recall.conditions import BM25, FULL_HISTORY, NO_MEMORY, OURS, VECTORS
from evaluation.recall.cost import cost_sheet
from evaluation.recall.measures import BUDGET, Answer
from evaluation.recall.model import OWNER, TENANT, Conversation, Question, Role, Turn
from evaluation.recall.plain import Everything, Nothing, Ranked, by_vectors, by_words
from evaluation.recall.product import PARTS, Ours, Told, without_parts
from evaluation.recall.report import Report
from evaluation.recall.report.page import RETRIEVAL_ONLY, page
from evaluation.recall.run import Row, Run, conditions, said_by
from evaluation.recall.summary import summary
from muniment.app.recall import RecallRequest
from tests.support.encoder import NotingEncoder
from tests.support.extractor import PlainExtractor

AT = datetime(2026, 1, 1, tzinfo=UTC)
LATER = AT + timedelta(days=30)


def said(name: str, text: str, days: int = 0, **fields: object) -> Turn:
    turn = Turn(name, f"s{days}", 0, Role.USER, "User", text, AT + timedelta(days=days))
    return replace(turn, **fields)  # type: ignore[arg-type]


TURNS = (
    said("lamp", "my lamp is green", 1),
    said("boat", "my boat is wooden", 2),
    said("tide", "the tide was low and we walked to the island", 3),
    said("bob", "my boat is of plastic", 4, owner="bob"),
    said("spot", "level 2", 5, attribute="parking", expires_at=AT + timedelta(days=6)),
)


def asked(text: str, *evidence: str, **fields: object) -> Question:
    return replace(Question(text, text, "plain", frozenset(evidence)), **fields)  # type: ignore[arg-type]


def sources(answer: Answer) -> list[str]:
    return [source for line in answer.lines for source in line.sources]


@pytest.fixture
def told(tmp_path: Path, socket_disabled: None) -> Iterator[Told]:
    made = Told(tmp_path, NotingEncoder(), PlainExtractor())
    yield made
    made.memory.close()


# --- plain ------------------------------------------------------------------------------------


def test_no_memory_gives_nothing() -> None:
    way = Nothing()
    way.learn(TURNS)
    assert way.ask(asked("boat"), LATER).served == Answer()


def test_the_full_history_is_all_of_one_owner_and_the_end_of_it_where_that_is_too_much() -> None:
    way = Everything()
    way.learn(TURNS)
    answers = way.ask(asked("boat"), LATER)
    assert sources(answers.served) == ["lamp", "boat", "tide", "spot"]
    assert sources(answers.ranked)[0] == "spot"
    way.learn([said(f"t{n}", "word " * 40, 7) for n in range(30)])
    small = way.ask(asked("boat"), LATER).small
    assert small.tokens <= BUDGET
    assert sources(small)[0] == "t29"
    assert "lamp" not in sources(small)


@pytest.mark.parametrize("way", [by_words(), by_vectors(NotingEncoder())], ids=lambda w: w.name)
def test_a_plain_search_finds_what_its_owner_said(way: Ranked) -> None:
    way.learn(TURNS[:1])
    assert sources(way.ask(asked("which boat is wooden"), LATER).served) == ["lamp"]
    way.learn(TURNS[1:])
    answers = way.ask(asked("which boat is wooden"), LATER)
    assert sources(answers.ranked)[0] == "boat"
    assert "bob" not in sources(answers.ranked)
    assert way.ask(asked("boat", owner="eve"), LATER).served.lines == ()


# --- ours -------------------------------------------------------------------------------------


def test_ours_answers_with_turns_and_with_facts_that_stand_on_them(told: Told) -> None:
    ours = Ours(told)
    ours.learn(TURNS)
    ours.learn(TURNS)  # another recipe's condition tells them again
    ranked = ours.ask(asked("which boat is wooden"), LATER).ranked
    assert sources(ranked)[0] == "boat"
    assert {line.kind for line in ranked.lines} == {"fact", "episode"}
    assert "bob" not in sources(ranked)
    assert all(line.is_supported and line.tokens for line in ranked.lines)


def test_an_explicit_memory_counts_as_its_turn_until_it_expires(told: Told) -> None:
    ours = Ours(told)
    ours.learn(TURNS)
    question = asked("parking")
    assert "spot" in sources(ours.ask(question, AT + timedelta(days=5, hours=1)).ranked)
    assert "spot" not in sources(ours.ask(question, LATER).ranked)


def test_a_line_that_no_turn_says_has_no_support(told: Told) -> None:
    told.learn(TURNS)
    context = told.memory.recall(
        told.memory.scope(OWNER, TENANT), RecallRequest("which boat is wooden", floor=0)
    )
    item = context.episodes[0]
    line = told._line(item)
    assert line.is_supported
    assert not told._line(replace(item, text="my boat is golden")).is_supported
    assert not told._line(replace(item, sources=("nowhere",))).is_supported


def test_each_part_of_the_ranking_is_taken_away_by_itself(told: Told) -> None:
    ways = list(without_parts(told))
    assert [way.name for way in ways] == [f"ours without {part}" for part in PARTS]
    assert len({way.recipes for way in ways}) == len(PARTS)
    assert all(way.recipes != Ours(told).recipes for way in ways)


# --- runs -------------------------------------------------------------------------------------


def test_a_question_is_asked_when_it_is_asked(socket_disabled: None) -> None:
    questions = (
        asked("which boat is wooden", "boat"),
        asked("which lamp is green", "lamp", known=1),
        asked("is the boat wooden", known=1),
    )
    conversation = Conversation("c", TURNS, questions)
    make = conditions(NotingEncoder(), PlainExtractor(), parts=False)
    rows = list(Run(make)([conversation]))
    assert list(dict.fromkeys(row.question for row in rows)) == [
        "which lamp is green", "is the boat wooden", "which boat is wooden",
    ]  # fmt: skip
    names = [row.condition for row in rows[:5]]
    assert names == [NO_MEMORY, FULL_HISTORY, BM25, VECTORS, OURS]
    found = {row.condition: row.values for row in rows if row.question.startswith("which boat")}
    assert found[OURS]["recall@10"] == found[BM25]["recall@10"] == 1
    assert found[NO_MEMORY]["recall@10"] == 0


def test_whose_words_the_evidence_is() -> None:
    turns = (
        said("a", "x"),
        said("b", "x", by_owner=False),
        said("c", "x", role=Role.ASSISTANT, by_owner=False),
    )
    conversation = Conversation("c", turns, ())
    kinds = [said_by(conversation, asked("?", *ids)) for ids in ("a", "b", "c", "ab", "")]
    assert kinds == ["owner", "other", "assistant", "several", "none"]


# --- the report -------------------------------------------------------------------------------


def report(rows: list[Row], **about: str) -> Report:
    figures = summary(rows)
    costs = cost_sheet({name: means["tokens"] for name, means in figures.overall.items()})
    return Report(about, figures, costs, rows)


def test_the_page_needs_nothing_else_and_says_what_was_measured() -> None:
    def row(name: str, condition: str, share: float) -> Row:
        measures = ("recall@10", "recall_in_600", "served_recall")
        values = dict.fromkeys(measures, share) | {"tokens": 90.0}
        return Row("c", name, f"<{name}>", "owner", "en", 9, condition, values)

    rows = [row(n, c, s) for n in "12" for c, s in ((OURS, 1.0), (BM25, 0.5))]
    rows += [row("1", "ours without late", 0.25)]
    html = page(report(rows, data="<mine>"))
    assert RETRIEVAL_ONLY in html
    assert "&lt;mine&gt;" in html
    assert "<mine>" not in html
    assert "<1>" not in html
    assert html.count("<svg") == 5
    for outside in ("src=", "<link", "<img", "@import", "url(http"):
        assert outside not in html
    assert html == page(report(rows, data="<mine>")), "the same every time"


def test_the_page_of_a_run_without_ablations_has_no_plot_of_them() -> None:
    values = {"recall@10": 1.0, "tokens": 90.0}
    rows = [Row("c", "1", "x", "owner", "en", 9, name, values) for name in (OURS, BM25)]
    assert page(report(rows)).count("<svg") == 4


def test_the_page_says_in_short_where_ours_stands() -> None:
    def rows(ours: float, plain: float) -> list[Row]:
        return [
            Row("c", str(n), "x", "owner", "en", 9, name, {"recall_in_600": share, "tokens": 9.0})
            for n in range(9)
            for name, share in ((OURS, ours), (BM25, plain))
        ]

    above, equal = page(report(rows(1, 0.5))), page(report(rows(1, 1)))
    assert "BM25, has 0.500 (+0.500 [+0.500, +0.500])." in above
    assert "BM25, has 1.000, the same on every question." in equal
    assert "By kind of question" not in equal, "there is nothing to draw"
    below = page(report(rows(0.5, 1)))
    assert "(-0.500 [-0.500, -0.500])" in below, "that it is worse is said as well"

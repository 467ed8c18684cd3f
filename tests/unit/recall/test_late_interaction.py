"""The ranker against the same rule written slowly, and what must not change its answer."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.app.ports import EncodedQuery, Passage
from tests.functions.word_encoder import WordEncoder

ENCODER = WordEncoder()
RANK = LateInteractionRanker().rank
WORDS = ["locker", "code", "zebra", "violin", "lisbon", "march", "dentist", "peanuts"]
STEPS = {"before": (0.80, 0.75), "after": (0.75, 0.70)}


def passage(name: str, text: str, **more: object) -> Passage:
    return replace(Passage(name, ENCODER.passages([text])[0].states), **more)  # type: ignore[arg-type]


def conversation(texts: Sequence[str], session: str = "s", first: int = 0) -> list[Passage]:
    ids = [f"e_{first + i:03d}" for i in range(len(texts))]
    return [
        passage(
            ids[i],
            text,
            session=session,
            before=tuple(reversed(ids[max(0, i - 2) : i])),
            after=tuple(ids[i + 1 : i + 3]),
        )
        for i, text in enumerate(texts)
    ]


# --- the slow reference ------------------------------------------------------------------------


def signs(states: bytes) -> list[list[int]]:
    bits = [1 if byte >> place & 1 else -1 for byte in states for place in range(7, -1, -1)]
    return [bits[i : i + 128] for i in range(0, len(bits), 128)]


def query_rows(query: EncodedQuery) -> list[list[float]]:
    values = list(memoryview(query.states).cast("f"))
    return [values[i : i + 128] for i in range(0, len(values), 128)]


def slow_absolute(query: EncodedQuery, passages: Sequence[Passage]) -> dict[str, float]:
    bare: dict[str, list[float]] = {
        p.id: [
            max(
                sum(a * b for a, b in zip(row, sign, strict=True)) / math.sqrt(128)
                for sign in signs(p.states)
            )
            for row in query_rows(query)
        ]
        for p in passages
    }
    tokens = range(len(query.weights))
    context = {}
    for p in passages:
        near = {p.id: 1.0}
        for q in passages:
            if p.session is not None and q.session == p.session:
                near.setdefault(q.id, 0.60)
        for side, discounts in STEPS.items():
            pairs = zip(getattr(p, side), discounts, strict=False)
            near |= {neighbour: discount for neighbour, discount in pairs if neighbour in bare}
        context[p.id] = [max(bare[q][t] * share for q, share in near.items()) for t in tokens]
    turns = [p.id for p in passages if p.session is not None]
    measure = turns if len(turns) >= 10 else [p.id for p in passages]
    weights = []
    for t in tokens:
        column = [context[name][t] for name in measure]
        weights.append(query.weights[t] * (max(column) - sum(column) / len(column)))
    if sum(weights) < 1e-4:
        weights = list(query.weights)
    return {
        name: sum(w * x for w, x in zip(weights, row, strict=True)) / sum(weights)
        for name, row in context.items()
    }


@pytest.mark.parametrize("seed", range(6))
def test_scores_are_those_of_the_slow_reference(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - samples
    talk = [" ".join(chance.choices(WORDS, k=4)) for _ in range(7)]
    later = [" ".join(chance.choices(WORDS, k=4)) for _ in range(chance.choice((1, 6)))]
    passages = [*conversation(talk), *conversation(later, "later", 7)]
    passages += [passage("f_1", "locker code")]
    query = replace(ENCODER.query("locker zebra march"), weights=(1.0, 0.5, 1.0))
    expected = slow_absolute(query, passages)
    found = {item.id: item.absolute for item in RANK(query, passages, None)}
    assert found == pytest.approx(expected, abs=1e-5)


# --- by example --------------------------------------------------------------------------------


def test_an_answer_is_found_by_the_question_before_it() -> None:
    talk = conversation(["who plays violin", "lisbon it is", "peanuts"])
    lone = [replace(p, before=(), after=(), session=None) for p in talk]
    query = ENCODER.query("violin lisbon")
    assert RANK(query, talk, None)[0].id == "e_001"
    by_id = {item.id: item.absolute for item in RANK(query, lone, None)}
    assert by_id["e_001"] == pytest.approx(by_id["e_000"], abs=0.1)  # without context: no better


def test_no_passages_give_no_scores() -> None:
    assert RANK(ENCODER.query("violin"), [], None) == []


def test_the_only_passage_scores_one_and_keeps_its_absolute_score() -> None:
    (match,) = RANK(ENCODER.query("violin"), [passage("f_1", "violin")], None)
    (other,) = RANK(ENCODER.query("violin"), [passage("f_1", "peanuts")], None)
    assert (match.score, other.score) == (1.0, 1.0)
    assert match.absolute == pytest.approx(1.0, abs=1e-5)
    assert other.absolute < 0.5


def test_equal_passages_tie_and_stand_in_the_order_of_their_ids() -> None:
    passages = [passage(f"f_{i}", "violin lisbon") for i in (3, 1, 2)]
    scored = RANK(ENCODER.query("violin"), [*passages, passage("f_0", "peanuts")], None)
    assert [item.id for item in scored] == ["f_1", "f_2", "f_3", "f_0"]
    assert scored[0].score == scored[2].score > scored[3].score


def test_the_named_speaker_gets_the_bonus() -> None:
    passages = [passage("e_1", "violin", speaker="Ada"), passage("e_2", "violin", speaker="Bob")]
    scored = RANK(ENCODER.query("violin"), passages, "Bob")
    assert [(item.id, item.speaker_bonus) for item in scored] == [("e_2", 0.15), ("e_1", 0.0)]
    assert scored[0].score == pytest.approx(scored[1].score + 0.15)


def test_without_a_named_speaker_nobody_gets_it() -> None:
    passages = [passage("e_1", "violin"), passage("e_2", "lisbon", speaker="Bob")]
    assert {item.speaker_bonus for item in RANK(ENCODER.query("violin"), passages, None)} == {0.0}


def test_a_text_without_tokens_comes_last_and_a_question_without_any_asks_nothing() -> None:
    passages = [Passage("e_1", b""), passage("e_2", "violin")]
    assert [item.id for item in RANK(ENCODER.query("violin"), passages, None)] == ["e_2", "e_1"]
    silent = EncodedQuery((1.0,), b"", ())
    assert {item.absolute for item in RANK(silent, passages, None)} == {0.0}


def test_facts_do_not_move_the_scores_of_many_turns() -> None:
    chance = random.Random(5)  # noqa: S311 - samples
    talk = conversation([" ".join(chance.choices(WORDS, k=4)) for _ in range(12)])
    facts = [passage(f"f_{i}", " ".join(chance.choices(WORDS, k=3))) for i in range(8)]
    query = ENCODER.query("zebra locker dentist")
    alone = RANK(query, talk, None)
    beside = [item for item in RANK(query, [*talk, *facts], None) if item.id.startswith("e_")]
    assert beside == alone
    few = [item for item in RANK(query, [*talk[:9], *facts], None) if item.id.startswith("e_")]
    assert few != RANK(query, talk[:9], None)  # below ten turns they are measured together


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(WORDS), min_size=1, max_size=30))
def test_the_order_of_the_passages_changes_no_bit(chance: random.Random, words: list[str]) -> None:
    talk = [" ".join(words[i : i + 3]) for i in range(0, len(words), 3)]
    passages = [*conversation(talk), passage("f_1", words[0])]
    shuffled = chance.sample(passages, len(passages))
    query = ENCODER.query("locker zebra lisbon")
    assert RANK(query, shuffled, "Ada") == RANK(query, passages, "Ada")

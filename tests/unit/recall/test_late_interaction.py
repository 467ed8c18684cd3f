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
from muniment.domain.ranking import MESSAGE, QUESTION, Asked
from muniment.domain.traits import Traits
from tests.functions.word_encoder import WordEncoder

ENCODER = WordEncoder()
RANK = LateInteractionRanker().rank
BY_ADA = Asked(named="Ada")
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
    found = {item.id: item.absolute for item in RANK(query, passages)}
    assert found == pytest.approx(expected, abs=1e-5)


# --- by example --------------------------------------------------------------------------------


def test_an_answer_is_found_by_the_question_before_it() -> None:
    talk = conversation(["who plays violin", "lisbon it is", "peanuts"])
    lone = [replace(p, before=(), after=(), session=None) for p in talk]
    query = ENCODER.query("violin lisbon")
    assert RANK(query, talk)[0].id == "e_001"
    by_id = {item.id: item.absolute for item in RANK(query, lone)}
    assert by_id["e_001"] == pytest.approx(by_id["e_000"], abs=0.1)  # without context: no better


def test_no_passages_give_no_scores() -> None:
    assert RANK(ENCODER.query("violin"), []) == []


def test_the_only_passage_scores_one_and_keeps_its_absolute_score() -> None:
    (match,) = RANK(ENCODER.query("violin"), [passage("f_1", "violin")])
    (other,) = RANK(ENCODER.query("violin"), [passage("f_1", "peanuts")])
    assert (match.score, other.score) == (1.0, 1.0)
    assert match.absolute == pytest.approx(1.0, abs=1e-5)
    assert other.absolute < 0.5


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3), min_size=1, max_size=6))
def test_few_passages_are_not_stretched_apart(texts: list[list[str]]) -> None:
    passages = [passage(f"f_{i}", " ".join(words)) for i, words in enumerate(texts)]
    scored = RANK(ENCODER.query("violin lisbon dentist"), passages)
    best = max(item.absolute for item in scored)
    for item in scored:
        apart = (best - item.absolute) / QUESTION.spread
        assert 1 - item.parts["late_interaction"] <= apart + 1e-4


def test_what_fits_far_worse_is_far_below_among_few_too() -> None:
    passages = [passage("f_0", "violin lisbon"), passage("f_1", "peanuts")]
    first, second = RANK(ENCODER.query("violin lisbon"), passages)
    assert first.score - second.score > QUESTION.cut


def test_equal_passages_tie_and_stand_in_the_order_of_their_ids() -> None:
    passages = [passage(f"f_{i}", "violin lisbon") for i in (3, 1, 2)]
    scored = RANK(ENCODER.query("violin"), [*passages, passage("f_0", "peanuts")])
    assert [item.id for item in scored] == ["f_1", "f_2", "f_3", "f_0"]
    assert scored[0].score == scored[2].score > scored[3].score


def test_the_named_speaker_stands_before_others_who_said_the_same() -> None:
    passages = [passage("e_1", "violin", speaker="Ada"), passage("e_2", "violin", speaker="Bob")]
    first, second = RANK(ENCODER.query("violin"), passages, Asked(named="Bob"))
    assert (first.id, first.parts["speaker_named"]) == ("e_2", QUESTION.weights.speaker)
    assert "speaker_named" not in second.parts
    assert first.score == pytest.approx(second.score + QUESTION.weights.speaker)


def test_without_a_named_speaker_nobody_is_preferred() -> None:
    passages = [passage("e_1", "violin"), passage("e_2", "lisbon", speaker="Bob")]
    assert all("speaker_named" not in item.parts for item in RANK(ENCODER.query("x"), passages))


def test_an_answer_counts_more_of_the_question_before_it_than_of_a_statement() -> None:
    stated = conversation(["who plays violin", "my sister", *["lisbon"] * 12])
    asked = [replace(stated[0], traits=Traits(ends_asking=True)), *stated[1:]]
    query = ENCODER.query("violin")

    def answer(talk: Sequence[Passage]) -> float:
        return next(item.absolute for item in RANK(query, talk) if item.id == "e_001")

    assert answer(asked) == pytest.approx(answer(stated) * 0.90 / 0.80, rel=1e-3)


def test_a_session_that_holds_the_other_words_speaks_for_its_turns() -> None:
    told = [*conversation(["violin", *["march"] * 6, "lisbon"]), *conversation(["violin"], "t", 20)]
    scored = {item.id: item for item in RANK(ENCODER.query("violin lisbon"), told)}
    assert scored["e_000"].parts["session"] == pytest.approx(QUESTION.weights.session)
    assert scored["e_020"].score < scored["e_000"].score


def test_a_message_weighs_words_and_vectors_and_a_question_does_not() -> None:
    encoded = {text: ENCODER.passages([text])[0] for text in ("violin", "lisbon")}
    query = ENCODER.query("violin")
    near, far = (passage(f"f_{text}", text, vector=encoded[text].vector) for text in encoded)
    by_words = replace(far, lexical=2.0)
    (_, plain) = RANK(query, [near, by_words])
    message = {item.id: item.parts for item in RANK(query, [near, by_words], Asked(MESSAGE))}
    assert {"by_words", "by_meaning"}.isdisjoint(plain.parts)
    assert message["f_violin"]["by_meaning"] == MESSAGE.weights.dense
    assert message["f_lisbon"]["by_words"] == MESSAGE.weights.lexical
    assert "by_words" not in message["f_violin"]


def test_a_score_is_the_sum_of_its_parts() -> None:
    talk = conversation(["violin lisbon", "march", "peanuts dentist"])
    talk = [replace(talk[0], traits=Traits(0.5, True, True, 2), speaker="Ada"), *talk[1:]]
    for item in RANK(ENCODER.query("violin march"), talk, Asked(named="Ada", of_time=True)):
        assert item.score == pytest.approx(sum(item.parts.values()), abs=1e-6)


def test_a_text_without_tokens_comes_last_and_a_question_without_any_asks_nothing() -> None:
    passages = [Passage("e_1", b""), passage("e_2", "violin")]
    assert [item.id for item in RANK(ENCODER.query("violin"), passages)] == ["e_2", "e_1"]
    silent = EncodedQuery((1.0,), b"", ())
    assert {item.absolute for item in RANK(silent, passages)} == {0.0}


def test_facts_do_not_move_the_scores_of_many_turns() -> None:
    chance = random.Random(5)  # noqa: S311 - samples
    talk = conversation([" ".join(chance.choices(WORDS, k=4)) for _ in range(12)])
    facts = [passage(f"f_{i}", " ".join(chance.choices(WORDS, k=3))) for i in range(8)]
    query = ENCODER.query("zebra locker dentist")
    alone = RANK(query, talk)
    beside = [item for item in RANK(query, [*talk, *facts]) if item.id.startswith("e_")]
    assert beside == alone
    few = [item for item in RANK(query, [*talk[:9], *facts]) if item.id.startswith("e_")]
    assert few != RANK(query, talk[:9])  # below ten turns they are measured together


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(WORDS), min_size=1, max_size=30))
def test_the_order_of_the_passages_changes_no_bit(chance: random.Random, words: list[str]) -> None:
    talk = [" ".join(words[i : i + 3]) for i in range(0, len(words), 3)]
    passages = [*conversation(talk), passage("f_1", words[0])]
    shuffled = chance.sample(passages, len(passages))
    query = ENCODER.query("locker zebra lisbon")
    assert RANK(query, shuffled, BY_ADA) == RANK(query, passages, BY_ADA)

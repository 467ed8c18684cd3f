"""Every encoder keeps the port's promises; the real one does so with its model."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_model import PASSAGE, E5Model
from muniment.adapters.encodings import DEFAULT_MODEL
from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.app.ports import Encoded, Encoder, Passage
from muniment.domain.vectors import unpack_vector
from tests.functions.word_encoder import WordEncoder

TEXTS = [
    "My locker code is zebra-4471.",
    "We adopted a grey cat called Biscuit.",
    "I live in Genoa.",
]
ODD = [
    "",
    " ",
    "\x00",
    "😀😀",
    "\ud800 lone",
    "日本語の文",
    "e\u0301\u0302" * 50,
    "x" * 5000,
    "- . !",
]


@pytest.fixture(scope="session")
def model_dir() -> Path:
    return provide()


@pytest.fixture(scope="module")
def e5(model_dir: Path) -> E5Encoder:
    return E5Encoder(model_dir)


@pytest.fixture(params=["words", "e5"])
def encoder(request: pytest.FixtureRequest) -> Encoder:
    real: Encoder = request.getfixturevalue("e5")
    return WordEncoder() if request.param == "words" else real


def alone(encoder: Encoder, texts: Sequence[str]) -> list[Encoded]:
    return [encoder.passages([text])[0] for text in texts]


def rows(states: bytes) -> int:
    assert len(states) % 16 == 0
    return len(states) // 16


def similarity(encoder: Encoder, question: str, text: str) -> float:
    vector = unpack_vector(encoder.passages([text])[0].vector)
    return sum(a * b for a, b in zip(encoder.query(question).vector, vector, strict=True))


# --- every encoder -----------------------------------------------------------------------------


def test_a_text_gives_the_same_bytes_alone_and_in_any_company(encoder: Encoder) -> None:
    together = encoder.passages(TEXTS)
    assert together == alone(encoder, TEXTS)
    assert encoder.passages(TEXTS[::-1]) == together[::-1]
    assert len(set(together)) == len(TEXTS)


def test_no_texts_give_nothing(encoder: Encoder) -> None:
    assert encoder.passages([]) == []


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_any_text_is_encoded(encoder: Encoder, text: str) -> None:
    (encoded,) = encoder.passages([text])
    rows(encoded.states)
    query = encoder.query(text)
    assert len(query.vector) == len(unpack_vector(encoded.vector)) == 384
    assert len(query.states) == 4 * 128 * len(query.weights)
    assert np.isfinite(np.frombuffer(query.states, "<f4")).all()
    assert np.isfinite(query.vector).all()


def test_vectors_and_states_have_length_one(encoder: Encoder) -> None:
    query = encoder.query("What is my locker code?")
    states = np.frombuffer(query.states, "<f4").reshape(-1, 128)
    assert np.linalg.norm(query.vector) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(states, axis=1) == pytest.approx(1, abs=1e-5)
    assert all(0 < weight <= 1 for weight in query.weights)


def test_a_question_is_nearest_to_what_shares_its_words(encoder: Encoder) -> None:
    question = "what is my locker code"
    scores = [similarity(encoder, question, text) for text in TEXTS]
    assert max(scores) == scores[0]
    passages = [Passage(text, encoder.passages([text])[0].states) for text in TEXTS]
    ranked = LateInteractionRanker().rank(encoder.query(question), passages)
    assert ranked[0].id == TEXTS[0]


# --- e5-small-v2 -------------------------------------------------------------------------------


def test_e5_goes_by_the_name_under_which_vectors_are_kept(e5: E5Encoder) -> None:
    assert e5.model == DEFAULT_MODEL


def test_e5_keeps_a_state_for_each_piece_of_the_text_and_none_for_its_frame(e5: E5Encoder) -> None:
    assert rows(e5.passages(["zebra-4471"])[0].states) == 5  # zebra, -, 44, ##7, ##1
    assert rows(e5.passages([""])[0].states) == 0


def test_e5_halves_stop_words_and_punctuation(e5: E5Encoder) -> None:
    assert e5.query("what is zebra ?").weights == (0.5, 0.5, 1.0, 0.5)


def test_e5_finds_what_is_said_in_other_words(e5: E5Encoder) -> None:
    scores = [similarity(e5, "What pet do we have?", text) for text in TEXTS]
    assert max(scores) == scores[1]


def test_e5_cuts_a_long_text_and_forgets_nothing_of_it(e5: E5Encoder, model_dir: Path) -> None:
    chance = random.Random(1)  # noqa: S311 - a sample
    long = " ".join(chance.choices([*TEXTS, "It rained all day."], k=80)) + " I play the oboe."
    chunks = E5Model(model_dir).hidden(long, PASSAGE)
    assert len(chunks) > 2
    assert all(len(chunk.pieces) <= 252 for chunk in chunks)
    (encoded,) = e5.passages([long])
    assert rows(encoded.states) == sum(len(chunk.pieces) for chunk in chunks)
    asked = e5.query("Which instrument do I play? oboe")
    with_oboe = Passage("long", encoded.states)
    without = Passage("short", e5.passages([" ".join(TEXTS)])[0].states)
    assert LateInteractionRanker().rank(asked, [with_oboe, without])[0].id == "long"
    assert np.linalg.norm(unpack_vector(encoded.vector)) == pytest.approx(1, abs=1e-5)


def test_e5_encodes_a_text_of_200_kb_up_to_its_limit(
    e5: E5Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.adapters.e5_encoder.MAX_CHUNKS", 2)
    (encoded,) = e5.passages(["My locker code is zebra-4471. " * 7000])
    assert 252 < rows(encoded.states) <= 2 * 252


def test_e5_reads_the_beginning_of_an_endless_question(e5: E5Encoder) -> None:
    assert len(e5.query("locker " * 5000).weights) == 252


def test_e5_loads_nothing_before_it_is_used(tmp_path: Path) -> None:
    encoder = E5Encoder(tmp_path)  # an empty folder
    assert encoder.model == DEFAULT_MODEL
    with pytest.raises(Exception, match=r"tokenizer\.json|No such file"):
        encoder.load()

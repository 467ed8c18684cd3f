"""The sentence gate on the real model: one pass for both, and weights that the command makes."""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from evaluation.extraction import fit_gate
from evaluation.extraction.fit_gate import Sample, fit, marked, told_apart
from local.model import provide
from muniment.adapters.e5_encoder import REMEMBERED, E5Encoder
from muniment.adapters.e5_gate import E5SentenceGate, Weights
from muniment.adapters.e5_model import E5Model, Hidden
from muniment.domain.grammar.rows import TOLD
from muniment.domain.grammar.salience import NAMES
from muniment.domain.passages import passage, text_starts
from muniment.domain.text import sentences

AT = datetime(2025, 3, 1)  # noqa: DTZ001 only its day is written
TURN = (
    "Thanks, that sounds great! My brother Tom moved to Graz in May with his two dogs. "
    "What do you think?"
)


@pytest.fixture(scope="module")
def e5() -> E5Encoder:
    return E5Encoder(provide())


def place(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the passage of a turn, and where its sentences stand in it."""
    start = text_starts("User")
    return passage("User", text, AT), [(start + a, start + b) for a, b in sentences(text)]


@pytest.fixture(name="passes")
def counted_passes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count the texts that go through the model."""
    seen: list[str] = []
    run = E5Model.hidden

    def hidden(self: E5Model, text: str, prefix: str, chunks: int | None = None) -> list[Hidden]:
        seen.append(text)
        return run(self, text, prefix, chunks)

    monkeypatch.setattr(E5Model, "hidden", hidden)
    return seen


def test_what_is_worth_keeping_is_told_from_talk(e5: E5Encoder) -> None:
    thanks, moved, question = E5SentenceGate(e5).scores(*place(TURN))
    assert moved > TOLD
    assert moved > 3 * max(thanks, question)


def test_the_pass_that_scores_is_the_pass_that_stores(e5: E5Encoder, passes: list[str]) -> None:
    e5.forget()
    whole, spans = place(TURN)
    (alone,) = e5.passages([whole])
    assert len(passes) == 1
    E5SentenceGate(e5).scores(whole, spans)
    assert len(passes) == 2
    assert e5.passages([whole, whole]) == [alone, alone]
    assert len(passes) == 2  # remembered
    e5.forget()
    assert e5.passages([whole]) == [alone]
    assert len(passes) == 3


def test_only_so_many_passages_are_remembered(e5: E5Encoder, passes: list[str]) -> None:
    e5.forget()
    texts = [f"{number}" for number in range(REMEMBERED + 1)]
    for text in texts:
        e5.sentences(text, [(0, len(text))])
    passes.clear()
    e5.passages(texts[1:])
    assert passes == []
    e5.passages(texts[:1])
    assert passes == texts[:1]
    e5.forget()


def test_a_sentence_has_the_mean_of_its_own_tokens_wherever_it_stands(e5: E5Encoder) -> None:
    text = "Rain fell. " * 400 + "My locker code is zebra-4471."  # several windows
    spans = [(0, 10), (len(text) - 29, len(text)), (0, len(text)), (5, 5), (10_000, 10_001)]
    vectors = e5.sentences(text, spans)
    assert vectors.shape == (5, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert vectors[0] @ vectors[1] < vectors[0] @ vectors[2]
    assert np.array_equal(vectors[3], vectors[4])  # without a token: the text's own


@pytest.mark.parametrize("text", ["", " ", "\ud800 \x00", "\u4f60\u597d\u3002"])
def test_any_text_is_scored(e5: E5Encoder, text: str) -> None:
    scores = E5SentenceGate(e5).scores(*place(text or " "))
    assert all(0 <= score <= 1 for score in scores)


# --- the command that makes the weights ------------------------------------------------------


def persona(path: Path, subjects: Sequence[str]) -> Path:
    """Write dialogues of the form of RealMem, of which what is told is to be remembered."""
    entries = []
    for number, subject in enumerate(subjects):
        told = f"I bought a new {subject} in Graz for 200 euros."
        turns = [f"Hello! {told} What now?", "Thanks, that sounds great.", "Could you explain it?"]
        entries.append(
            {
                "session_uuid": f"s{number}",
                "current_time": "2026-01-01",
                "dialogue_turns": [{"speaker": "User", "content": text} for text in turns],
                "extracted_memory": [
                    {
                        "content": f"User bought a {subject} in Graz for 200 euros.",
                        "source_role_snapshot": "User",
                        "source_content_snapshot": turns[0],
                    }
                ],
            }
        )
    path.write_text(json.dumps({"dialogues": entries}), encoding="utf-8")
    return path


def test_the_command_makes_weights_that_tell_apart_what_it_was_shown(
    e5: E5Encoder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        persona(tmp_path / "one.json", ("boat", "bicycle", "lamp", "piano")),
        persona(tmp_path / "two.json", ("kettle", "ladder", "tent", "violin")),
    ]
    out = tmp_path / "weights.npz"
    fit_gate.main([*map(str, files), "--out", str(out)])
    said = capsys.readouterr().out
    assert "one: AUC 1.000" in said
    assert out.stat().st_size < 4096
    told, thanks = place("I bought a new sofa in Graz for 90 euros. Thanks, that sounds great.")[1]
    scores = E5SentenceGate(e5, out).scores(
        passage("User", "I bought a new sofa in Graz for 90 euros. Thanks, that sounds great.", AT),
        [told, thanks],
    )
    assert scores[0] > scores[1]


def test_a_sentence_is_marked_that_tells_a_memory_best() -> None:
    said = ["I bought a boat.", "It is a red boat from Graz.", "Nice!"]
    boat, nothing = frozenset(("red", "boat", "graz")), frozenset(("piano", "violin"))
    assert marked(said, [boat, nothing, frozenset()]) == [0.0, 1.0, 0.0]
    assert marked(said, []) == [0.0, 0.0, 0.0]


def test_the_fit_finds_the_sign_that_decides() -> None:
    drawn = np.random.default_rng(4)
    counted = drawn.standard_normal((400, len(NAMES))).astype(np.float32)
    vectors = drawn.standard_normal((400, 8)).astype(np.float32)
    kept = (counted[:, 3] > 0.5).astype(np.float64)
    weights = fit([Sample("drawn", vectors, counted, kept)])
    assert int(np.argmax(np.abs(weights.sign_weights))) == 3
    assert told_apart(weights.scores(vectors, counted), kept) > 0.9
    assert told_apart(vectors[:, 0], kept) < 0.7


def test_weights_survive_being_written(tmp_path: Path) -> None:
    shapes = {"sign_mean": 3, "sign_scale": 3, "sign_weights": 3, "vector_weights": 5, "bias": 1}
    weights = Weights(*(np.full(size, 0.5, np.float32) for size in shapes.values()))
    fit_gate.save(weights, tmp_path / "w.npz")
    again = Weights.load(tmp_path / "w.npz")
    assert all(np.array_equal(getattr(again, n), getattr(weights, n)) for n in shapes)

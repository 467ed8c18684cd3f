"""The regression gate of recall: our golden set, with the real model and the real use cases.

Bounds stand a little below what was reached when they were set (docs/decisions/0041), those on
what must never be shown at nothing. `make eval` shows what became of each question.
"""

from collections.abc import Mapping

import pytest

from evaluation.recall.conditions import BM25, OURS, VECTORS
from evaluation.recall.forms.reading import read
from evaluation.recall.options import GOLDEN
from evaluation.recall.run import Row, Run, conditions
from evaluation.recall.summary import Summary, summary
from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_gate import E5SentenceGate
from muniment.adapters.pattern_extractor import PatternExtractor

LEAST: Mapping[str, float] = {
    "recall@10": 0.97, "recall_in_600": 0.97, "served_recall": 0.94, "reciprocal_rank": 0.88,
    "contradiction_shown": 1.0,
}  # fmt: skip
MOST: Mapping[str, float] = {
    "forbidden": 0.0, "over_recall": 0.0, "missing": 0.06, "stale_use": 0.0, "unsupported": 0.0,
    "tokens": 140,
}  # fmt: skip


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    encoder = E5Encoder(provide())
    extractor = PatternExtractor(E5SentenceGate(encoder))
    return list(Run(conditions(encoder, extractor, parts=False))(read(GOLDEN)))


@pytest.fixture(scope="module")
def figures(rows: list[Row]) -> Summary:
    return summary(rows)


@pytest.mark.parametrize("measure", LEAST)
def test_recall_is_as_good_as_it_was(figures: Summary, measure: str) -> None:
    assert figures.overall[OURS][measure].mean >= LEAST[measure]


@pytest.mark.parametrize("measure", MOST)
def test_recall_does_no_more_harm_than_it_did(figures: Summary, measure: str) -> None:
    assert figures.overall[OURS][measure].mean <= MOST[measure]


def test_the_set_can_tell(figures: Summary) -> None:
    """Without policies, expiry and a floor the same questions go wrong."""
    for plain in (BM25, VECTORS):
        means = figures.overall[plain]
        assert means["forbidden"].mean > 0.3
        assert means["over_recall"].mean > 0.7
        assert means["stale_use"].mean > figures.overall[OURS]["stale_use"].mean
        assert means["tokens"].mean > 2 * figures.overall[OURS]["tokens"].mean


def test_the_set_has_every_kind_of_question() -> None:
    (conversation,) = read(GOLDEN)
    assert {question.category for question in conversation.questions} >= {
        "repeated question", "changed fact", "contradiction", "expiry", "purpose", "tenant",
        "secret", "injected", "unanswerable", "unrelated", "cold start", "language", "few memories",
    }  # fmt: skip

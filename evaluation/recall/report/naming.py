"""What measures and conditions are called in a report, and what they mean."""

from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.recall.conditions import BM25, FULL_HISTORY, NO_MEMORY, OURS, VECTORS
from evaluation.recall.measures import BUDGET

CONDITIONS: Mapping[str, str] = {
    OURS: "the product: what is said is extracted, judged, stored and recalled by its use cases",
    VECTORS: "the ten nearest turns by the same encoder",
    BM25: "the ten best turns by a search for words",
    FULL_HISTORY: "everything that the user was ever told or said",
    NO_MEMORY: "nothing",
}
WITHOUT = f"{OURS} without "


@dataclass(frozen=True, slots=True)
class Named:
    """A measure. `better` is an arrow to where it should go."""

    name: str
    better: str
    meaning: str


UP, DOWN, LEVEL = "↑", "↓", ""

_FOUND: Mapping[str, Named] = {
    "recall@10": Named("recall at 10", UP, "share of the evidence in the first 10 lines"),
    "recall@20": Named("at 20", UP, "share of the evidence in the first 20 lines"),
    "recall_in_600": Named(
        f"in {BUDGET} tokens", UP, f"share of the evidence in a context of {BUDGET} tokens"
    ),
    "precision_in_600": Named(
        "its precision", UP, f"share of the lines in {BUDGET} tokens that hold evidence"
    ),
    "precision@10": Named(
        "precision at 10", UP, "share of the first 10 lines that hold evidence; most questions "
        "have one or two pieces, so it cannot be near 1",
    ),
    "hit@10": Named("hit rate at 10", UP, "share of the questions with any evidence there"),
    "reciprocal_rank": Named("MRR", UP, "1 over the first place that holds evidence, on average"),
    "episode_recall@10": Named(
        "of episodes", UP, "share of the evidence in the first 10 episodes, without facts"
    ),
}  # fmt: skip
_SERVED: Mapping[str, Named] = {
    "served_recall": Named("evidence served", UP, "share of the evidence that is shown"),
    "missing": Named("missing recall", DOWN, "share of the questions with none of it shown"),
    "cold_start": Named(
        "cold start", UP, "evidence served to somebody new, who has told 40 turns"
    ),
    "contradiction_shown": Named(
        "contradictions", UP, "share of the contradictions of which all sides are shown"
    ),
    "displaced": Named(
        "displaced", DOWN, "share of the tokens shown that go to lines without evidence"
    ),
    "tokens": Named("tokens", DOWN, "tokens given to the model for a question"),
}  # fmt: skip
_HARM: Mapping[str, Named] = {
    "stale_use": Named("stale use", DOWN, "what has changed is shown before what holds now"),
    "stale_shown": Named("stale shown", LEVEL, "what has changed is shown at all, with its date"),
    "forbidden": Named(
        "forbidden", DOWN, "another user's, expired, for another purpose, secret or planted"
    ),
    "over_recall": Named("over-recall", DOWN, "something is shown where nothing answers"),
    "unsupported": Named(
        "hallucinated", DOWN, "share of the lines whose words do not stand in their sources"
    ),
}  # fmt: skip
_ANSWERED: Mapping[str, Named] = {
    "answer_correct": Named("correct", UP, "answers that the judge finds right"),
    "answer_abstained": Named("abstained", LEVEL, "answers that say it is not known, but it is"),
    "answer_wrong": Named("wrong", DOWN, "answers that claim something else"),
    "declined": Named(
        "declined", UP, "where nothing answers, the share of the questions that are not answered"
    ),
}
TABLES: Mapping[str, Mapping[str, Named]] = {
    "What is found": _FOUND, "What is served": _SERVED, "What goes wrong": _HARM,
    "What a model makes of it": _ANSWERED,
}  # fmt: skip
"""The tables of measures, in the order of the page."""
MEASURES: Mapping[str, Named] = {**_FOUND, **_SERVED, **_HARM, **_ANSWERED}


def name_of(measure: str) -> str:
    """Return what a measure is called."""
    return MEASURES[measure].name if measure in MEASURES else measure


def number(measure: str, value: float) -> str:
    """Return a value as it is printed."""
    return f"{value:,.0f}" if measure == "tokens" else f"{value:.3f}"

"""The plots of the report, as SVG that stands in the page and uses its fonts."""

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from evaluation.recall.conditions import BM25, FULL_HISTORY, NO_MEMORY, OURS, VECTORS
from evaluation.recall.report.naming import WITHOUT
from evaluation.recall.summary import Against, Means, Summary

PLAIN = (NO_MEMORY, FULL_HISTORY, BM25, VECTORS)
"""What ours is held against; the rest is ours without a part."""

_INK, _FAINT, _GRID = "#22303c", "#8a97a3", "#e4e9ee"
_COLOURS: Mapping[str, str] = {
    OURS: "#0b7a75", VECTORS: "#d17a22", BM25: "#4c6fb1", FULL_HISTORY: "#9b5094",
    NO_MEMORY: _FAINT,
}  # fmt: skip


def _style() -> AbstractContextManager[None]:
    return mpl.rc_context({
    "svg.fonttype": "none", "svg.hashsalt": "muniment", "font.family": "sans-serif",
    "font.size": 10, "text.color": _INK, "axes.labelcolor": _INK, "axes.edgecolor": _GRID,
    "xtick.color": _INK, "ytick.color": _INK, "axes.grid": True, "grid.color": _GRID,
    "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False,
    "xtick.major.size": 0, "ytick.major.size": 0,
    })  # fmt: skip


def _drawn(size: tuple[float, float], draw: Callable[[Axes], None]) -> str:
    """Return what `draw` draws, the same bytes for the same figures; the size is in inches."""
    with _style():
        figure = Figure(figsize=size, layout="constrained")
        draw(figure.subplots())
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    svg = file.getvalue()
    return svg[svg.index("<svg") :]


def _shown(summary: Summary) -> list[str]:
    return [name for name in (OURS, *reversed(PLAIN)) if name in summary.overall]


def headline(summary: Summary) -> str:
    """Draw how much of the evidence each condition finds, at three cuts."""
    measures = {"recall@10": "first 10", "recall@20": "first 20", "recall_in_600": "600 tokens"}
    names = _shown(summary)

    def draw(axes: Axes) -> None:
        step = 0.8 / len(names)
        for number, name in enumerate(names):
            found = [summary.overall[name].get(measure) for measure in measures]
            for place, mean in enumerate(found):
                if mean is not None:
                    x = place + (number - (len(names) - 1) / 2) * step
                    axes.bar(x, mean.mean, step * 0.9, color=_COLOURS[name])
                    axes.vlines(x, mean.low, mean.high, color=_INK, lw=1)
                    axes.text(x, mean.high + 0.015, _share(mean.mean), ha="center", size=8)
        axes.set_xticks(range(len(measures)), list(measures.values()))
        axes.grid(visible=False, axis="x")
        axes.set_ylim(0, 1.12)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        axes.set_ylabel("share of the evidence found")
        axes.legend(
            handles=[Patch(color=_COLOURS[name], label=name) for name in names], frameon=False,
            ncols=len(names), loc="upper center", bbox_to_anchor=(0.5, 1.14),
        )  # fmt: skip

    return _drawn((8.4, 3.8), draw)


def economy(summary: Summary) -> str:
    """Draw how much evidence is served for how many tokens."""

    def draw(axes: Axes) -> None:
        for name in _shown(summary):
            means = summary.overall[name]
            if "served_recall" not in means or not means["tokens"].mean:
                continue
            found, spent = means["served_recall"], means["tokens"]
            axes.vlines(spent.mean, found.low, found.high, color=_COLOURS[name], lw=1.5)
            axes.plot(spent.mean, found.mean, "o", ms=9, color=_COLOURS[name])
            axes.annotate(
                name, (spent.mean, found.mean), xytext=(8, 6), textcoords="offset points",
                color=_COLOURS[name], weight="bold",
            )  # fmt: skip
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.margins(x=0.25)
        axes.set_ylim(0, 1.08)
        axes.set_xlabel("tokens given to the model for a question (logarithmic)")
        axes.set_ylabel("share of the evidence in them")

    return _drawn((4.6, 3.6), draw)


_HARM = {
    "missing": "nothing of the\nevidence", "stale_use": "outdated before\ncurrent",
    "forbidden": "forbidden", "over_recall": "something for\nno reason",
}  # fmt: skip


def harm(summary: Summary) -> str:
    """Draw how often answers go wrong, in each way that the questions can tell."""
    names = _shown(summary)
    ways = [way for way in _HARM if any(way in summary.overall[name] for name in names)]

    def draw(axes: Axes) -> None:
        step = 0.8 / len(names)
        for number, name in enumerate(names):
            for place, way in enumerate(ways):
                mean = summary.overall[name].get(way)
                if mean is not None:
                    y = place + (number - (len(names) - 1) / 2) * step
                    axes.barh(y, mean.mean, step * 0.85, color=_COLOURS[name])
                    axes.hlines(y, mean.low, mean.high, color=_INK, lw=0.8)
                    axes.text(mean.high + 0.015, y, _share(mean.mean), va="center", size=7.5)
        axes.set_yticks(range(len(ways)), [_HARM[way] for way in ways])
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set_xlim(0, 1.12)
        axes.set_xlabel("share of the questions (less is better)")

    return _drawn((4.6, 3.6), draw)


_VERDICTS = {
    "answer_correct": ("correct", "#0b7a75"), "answer_abstained": ("abstained", "#c9d2da"),
    "answer_wrong": ("wrong", "#b5443c"),
}  # fmt: skip


def answers(summary: Summary) -> str:
    """Draw what became of the answers, by condition; the line is the interval of the correct."""
    names = [n for n in summary.overall if "answer_correct" in summary.overall[n]]
    names = [n for n in (OURS, *reversed(PLAIN)) if n in names] + [
        n for n in names if n.startswith(WITHOUT)
    ]

    def draw(axes: Axes) -> None:
        for place, name in enumerate(names):
            left, means = 0.0, summary.overall[name]
            for measure, (label, colour) in _VERDICTS.items():
                share = means[measure].mean
                known = label if place == 0 else None
                axes.barh(place, share, 0.7, left=left, color=colour, label=known)
                if share >= 0.04:
                    ink = _INK if label == "abstained" else "white"
                    axes.text(
                        left + share / 2, place, _share(share), ha="center", va="center",
                        size=8, color=ink,
                    )  # fmt: skip
                left += share
            correct = means["answer_correct"]
            axes.hlines(place + 0.28, correct.low, correct.high, color=_INK, lw=1.2)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set_xlim(0, 1)
        axes.set_xlabel("share of the questions that something answers")
        axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _drawn((8.4, 1.2 + 0.36 * len(names)), draw)


def by_group(groups: Mapping[str, Mapping[str, Means]], measure: str = "recall@10") -> str:
    """Draw a measure by group, a dot a condition, ours with its interval."""
    named = {
        f"{name} ({means[OURS][measure].count})": means
        for name, means in groups.items()
        if OURS in means and measure in means[OURS]
    }

    def draw(axes: Axes) -> None:
        for place, means in enumerate(named.values()):
            ours = means[OURS][measure]
            axes.hlines(place, ours.low, ours.high, color=_COLOURS[OURS], lw=5, alpha=0.25)
            for name in (BM25, VECTORS, OURS):
                if name in means and measure in means[name]:
                    axes.plot(
                        means[name][measure].mean, place, "o", color=_COLOURS[name],
                        ms=9 if name == OURS else 7, label=name if place == 0 else None,
                    )  # fmt: skip
        axes.set_yticks(range(len(named)), list(named))
        axes.set_ylim(len(named) - 0.5, -0.5)
        axes.set_xlim(-0.03, 1.03)
        axes.set_xlabel("share of the evidence in the first 10")
        axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _drawn((8.4, 1.3 + 0.32 * len(named)), draw)


def ablations(against: Sequence[Against], measure: str = "recall@10") -> str:
    """Draw what each part of the ranking gives: ours minus ours without it, in points."""
    rows = sorted(_of_parts(against, measure), key=lambda row: -row.difference.mean)

    def draw(axes: Axes) -> None:
        axes.axvline(0, color=_FAINT, lw=1)
        for place, row in enumerate(rows):
            difference = row.difference
            is_sure = difference.low > 0 or difference.high < 0
            colour = _COLOURS[OURS] if is_sure else _FAINT
            axes.hlines(place, 100 * difference.low, 100 * difference.high, color=colour, lw=2)
            axes.plot(100 * difference.mean, place, "o", ms=8, color=colour)
        names = [row.condition.removeprefix(WITHOUT) for row in rows]
        axes.set_yticks(range(len(rows)), names)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(
            "points of evidence in the first 10 that the part gives, with 95 % interval"
        )

    return _drawn((8.4, 0.9 + 0.32 * max(len(rows), 1)), draw)


def _of_parts(against: Sequence[Against], measure: str) -> list[Against]:
    return [a for a in against if a.measure == measure and a.condition.startswith(WITHOUT)]


def _share(value: float) -> str:
    rounded = f"{value:.2f}"
    return {"0.00": "0", "1.00": "1"}.get(rounded, rounded.removeprefix("0"))

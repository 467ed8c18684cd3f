"""The questions that went wrong, one by one: what was asked, what answers it, what came."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from evaluation.recall.failures import Failure, Said
from evaluation.recall.wording import counted

SHOWN = 200
"""Questions that are listed; more are counted."""
_LONGEST = 300
_REASONS: Mapping[str, str] = {
    "below_floor": "below the floor of relevance",
    "far_below_best": "far below the best",
    "beyond_k": "beyond the number of lines",
    "over_budget": "over the budget of tokens",
    "duplicate": "much like another",
    "repeated": "said by another line",
    "stale": "gone since",
    "purpose": "kept for another purpose",
    "paused": "under a consent that is paused",
    "no_consent": "without consent",
    "overridden": "overridden by another memory",
}
"""What recall says of what it does not show (docs/api.md), in words."""


def failed_section(failed: Sequence[Failure]) -> Iterator[str]:
    """Yield the section; nothing if no question went wrong."""
    if not failed:
        return
    yield f"<h2>Where ours fell short: {counted(len(failed), 'question')}</h2>"
    yield (
        "<p>Of what is served by default. The words are those of the data; they stand on this page "
        "alone.</p>"
    )
    yield from map(_one, failed[:SHOWN])
    if len(failed) > SHOWN:
        yield f"<p>And {len(failed) - SHOWN} more.</p>"


def _one(failure: Failure) -> str:
    place = escape(f"{failure.conversation} · {failure.question} · {failure.category}")
    parts = [f"<p>{escape('; '.join(failure.wrong))} <span class=unit>{place}</span></p>"]
    if failure.evidence:
        where = f"; ranked at {failure.rank}" if failure.rank else "; not among the lines ranked"
        parts.append(f"<p>Not served{where}:</p>{_list(failure.evidence)}")
    if failure.instead:
        parts.append(f"<p>What came:</p>{_list(failure.instead)}")
    else:
        parts.append(f"<p>Nothing came. {escape(_found(failure.dropped))}.</p>")
    return f"<details><summary>{_short(failure.text)}</summary>{''.join(parts)}</details>"


def _found(dropped: Mapping[str, int]) -> str:
    told = [f"{count} {_REASONS.get(reason, reason)}" for reason, count in dropped.items()]
    return f"Of what was found: {', '.join(told)}" if told else "Nothing was found"


def _list(said: Sequence[Said]) -> str:
    lines = (f"<li><b>{escape(each.id)}</b> {_short(each.text)}</li>" for each in said)
    return f"<ul>{''.join(lines)}</ul>"


def _short(text: str) -> str:
    return escape(text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …")

"""The questions that went wrong, one by one: what was asked, what answers it, what came."""

from collections.abc import Iterator, Sequence
from html import escape

from evaluation.recall.failures import Failure, Said

SHOWN = 200
"""Questions that are listed; more are counted."""
_LONGEST = 300


def failed_section(failed: Sequence[Failure]) -> Iterator[str]:
    """Yield the section; nothing if no question went wrong."""
    if not failed:
        return
    count = f"{len(failed)} question{'s' if len(failed) > 1 else ''}"
    yield f"<h2>Where ours fell short: {count}</h2>"
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
    came = _list(failure.instead) if failure.instead else ""
    parts.append(f"<p>{'What came:' if came else 'Nothing came.'}</p>{came}")
    return f"<details><summary>{_short(failure.text)}</summary>{''.join(parts)}</details>"


def _list(said: Sequence[Said]) -> str:
    lines = (f"<li><b>{escape(each.id)}</b> {_short(each.text)}</li>" for each in said)
    return f"<ul>{''.join(lines)}</ul>"


def _short(text: str) -> str:
    return escape(text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …")

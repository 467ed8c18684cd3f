"""Reconciliation: what is current, as a pure function of the set of assertions and of now.

Order of arrival, duplication and retries do not matter; nothing here reads a clock. The rules:

- One subject and one attribute are one fact, in one compartment and namespace (`ids.Ids.fact`).
- Higher authority wins at any time (`trust` gives it); of equal authority the later validity, then
  the later place among what was told, then the later observation, then the id.
- Who says the same supports it, and counts once however often it is said.
- A later, weaker and different statement makes the fact contested; it stays what it is.
- A retraction closes the fact and puts nothing in its place. What was erased or has expired holds
  its place as a boundary: what it had superseded does not rise again. The owner's later word, and
  a system's, opens what is closed. What has expired neither contests nor supports any more.
- What an operator marks is out of sight, whatever is said, until it is released.

What happened once supersedes nothing: its attribute is named after it (`grammar.attributes`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from muniment.domain.ends import as_ended, next_end
from muniment.domain.events import place_of
from muniment.domain.records import Assertion, Effect, Provenance, Status
from muniment.domain.typed_values import value_key


@dataclass(frozen=True, slots=True)
class Folded:
    """The result of a fold.

    `winner` is the assertion that decides (also when it closes the fact); `support` are the live
    assertions of its value, `contesting` a later, weaker and different statement.
    """

    status: Status
    winner: Assertion
    support: tuple[Assertion, ...] = ()
    contesting: Assertion | None = None
    told: tuple[str, str] = ("", "")
    """Of all that was folded, which was told first and which last."""
    replaced: tuple[Assertion, ...] = ()
    """Earlier statements of other values, which the winner put out of force, oldest first."""
    ends: datetime | None = None
    """When the first of what was folded ends: from then on it is to be folded anew."""

    @property
    def independent_sources(self) -> int:
        """Sources of the current value; repetition from one source counts once."""
        return len({assertion.source for assertion in self.support})


MARKS = (Effect.QUARANTINE, Effect.RELEASE)
"""What operators say about a fact as a whole; no statements of its value."""


type _Recency = tuple[datetime, str, datetime, str]


def _precedence(assertion: Assertion) -> tuple[int, _Recency]:
    """Higher authority first, then what is more recent."""
    return assertion.provenance, _recency(assertion)


def strongest_first(assertions: Iterable[Assertion]) -> list[Assertion]:
    """Return the assertions in the order in which they would win."""
    return sorted(assertions, key=_precedence, reverse=True)


def _recency(assertion: Assertion) -> _Recency:
    """Later validity first; of one moment, as all turns of a session may be, the later position."""
    said = place_of(assertion.told)
    return assertion.valid_from, said, assertion.observed_at, assertion.id


def same_value(left: Assertion, right: Assertion) -> bool:
    """Whether both assert the same thing: words alike but for their form, or one typed value."""
    if left.effect is not Effect.ASSERT or right.effect is not Effect.ASSERT:
        return left.effect is right.effect
    return value_key(left.value or "", left.typed) == value_key(right.value or "", right.typed)


def fold(assertions: Iterable[Assertion], now: datetime) -> Folded | None:
    """Fold the assertions about one attribute of one subject; `None` if there are none.

    An assertion that has expired counts as a boundary: what it superseded does not rise again.
    """
    given = {assertion.id: assertion for assertion in as_ended(assertions, now)}
    known = {name: a for name, a in given.items() if a.effect not in MARKS}
    if not known:
        return None
    told = sorted(assertion.told for assertion in known.values())
    folded = _fold_statements(known)
    folded = replace(
        folded, told=(told[0], told[-1]), replaced=_replaced(known.values(), folded),
        ends=next_end(known.values()),
    )  # fmt: skip
    readable = folded.status in (Status.ACTIVE, Status.CONTESTED)
    if readable and held(given.values()):
        return replace(folded, status=Status.QUARANTINED)
    return folded


def _replaced(known: Iterable[Assertion], folded: Folded) -> tuple[Assertion, ...]:
    """Return what the winner put out of force: what was erased or has expired puts out nothing."""
    if folded.status in (Status.ERASED, Status.EXPIRED):
        return ()
    last = _recency(folded.winner)
    earlier = (
        a
        for a in known
        if a.effect is Effect.ASSERT and _recency(a) < last and not same_value(a, folded.winner)
    )
    return tuple(sorted(earlier, key=_recency))


def said_before(
    assertions: Iterable[Assertion], winner: Assertion, now: datetime
) -> Assertion | None:
    """Return the last that said otherwise before the winner: another value, or that none holds.

    It stays the same while the winner's value is said again, and is another one once it is anew.
    What has expired says otherwise, whatever it was.
    """
    earlier = (
        a
        for a in as_ended(assertions, now)
        if a.effect not in MARKS and _recency(a) < _recency(winner) and not same_value(a, winner)
    )
    return max(earlier, key=_recency, default=None)


def held(assertions: Iterable[Assertion]) -> bool:
    """Whether an operator's last word about the fact is to keep it out of sight."""
    marks = [a for a in assertions if a.effect in MARKS]
    last = max(marks, key=lambda a: (a.observed_at, a.id), default=None)
    return last is not None and last.effect is Effect.QUARANTINE


def _fold_statements(known: Mapping[str, Assertion]) -> Folded:
    winner = max(known.values(), key=_precedence)
    closed = _closed(winner)
    if closed is not None:
        after = _said_after(known, winner)
        return _fold_statements(after) if after else Folded(closed, winner)
    support = tuple(sorted((a for a in known.values() if same_value(a, winner)), key=_recency))
    rivals = [
        a
        for a in known.values()
        if a.provenance < winner.provenance
        and _recency(a) > _recency(winner)
        and a.effect is not Effect.BOUNDARY
        and not same_value(a, winner)
    ]
    if rivals:
        return Folded(Status.CONTESTED, winner, support, max(rivals, key=_precedence))
    return Folded(Status.ACTIVE, winner, support)


def _closed(winner: Assertion) -> Status | None:
    """Return as what the assertion closes its fact, if it does."""
    if winner.effect is Effect.BOUNDARY:
        return _left_by(winner)
    return Status.RETRACTED if winner.effect is Effect.RETRACT else None


def _left_by(boundary: Assertion) -> Status:
    """Return what a boundary is left by: an end, or an erasure."""
    return Status.ERASED if boundary.expires_at is None else Status.EXPIRED


def _said_after(known: Mapping[str, Assertion], closing: Assertion) -> Mapping[str, Assertion]:
    """Return what was said after a fact was closed, if the owner's word is among it.

    What is closed has no value that a later and weaker word could contest. A system that says that
    nothing holds any more does not keep the owner from saying what does.
    """
    later = {name: a for name, a in known.items() if _recency(a) > _recency(closing)}
    opens = any(a.provenance >= Provenance.USER_STATED for a in later.values())
    return later if opens else {}


def contests(assertion: Assertion, winner: Assertion) -> bool:
    """Whether it says later, and by the owner's word, something else than what outranks it."""
    return (
        Provenance.USER_STATED <= assertion.provenance < winner.provenance
        and _recency(assertion) > _recency(winner)
        and assertion.effect is Effect.ASSERT
    )


def repeats(assertion: Assertion, others: Iterable[Assertion]) -> bool:
    """Whether what was observed before it already says it: it is evidence and no new value."""
    before = [
        other
        for other in others
        if other.id != assertion.id and other.observed_at <= assertion.observed_at
    ]
    folded = fold(before, assertion.observed_at)
    return (
        folded is not None
        and folded.winner.effect is Effect.ASSERT
        and folded.status is not Status.EXPIRED
        and same_value(folded.winner, assertion)
    )


_PROMOTES = (Provenance.USER_STATED, Provenance.TOOL_VERIFIED)
"""Whose word makes an assistant's the owner's: a user's, a reviewer's or a tool's."""


def promoted(assertion: Assertion, assistants: Iterable[Assertion]) -> tuple[str, ...]:
    """Return the ids of the assistant's events whose words an assertion makes the owner's own.

    Those that it was decided on, and what `assistants` said before it in their own memory. What
    another assistant or a document repeats is promoted by neither.
    """
    before = [
        other.span.event
        for other in sorted(assistants, key=_recency)
        if assertion.provenance in _PROMOTES
        and assertion.effect is other.effect is Effect.ASSERT
        and other.span is not None
        and other.valid_from <= assertion.valid_from
        and same_value(other, assertion)
    ]
    decided = (span.event for span in assertion.promotes)
    return tuple(dict.fromkeys((*decided, *before)))


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One assertion of a fact's past, with what became of it."""

    assertion: Assertion
    status: Status
    superseded_by: str | None = None
    superseded_at: datetime | None = None


def history(assertions: Iterable[Assertion], now: datetime) -> list[HistoryEntry]:
    """Every assertion, newest first by validity, with its status and what superseded it."""
    given = list({a.id: a for a in as_ended(assertions, now)}.values())
    known = sorted((a for a in given if a.effect not in MARKS), key=_precedence)
    folded = fold(given, now)
    statements = [_entry(a, known[place + 1 :], folded) for place, a in enumerate(known)]
    return sorted(
        [*statements, *_marks(given)], key=lambda entry: _recency(entry.assertion), reverse=True
    )


def _marks(given: Iterable[Assertion]) -> list[HistoryEntry]:
    """Return the operators' marks; each ends with the next one."""
    marks = sorted((a for a in given if a.effect in MARKS), key=lambda a: (a.observed_at, a.id))
    entries = []
    for place, mark in enumerate(marks):
        following = marks[place + 1] if place + 1 < len(marks) else None
        ended = (following.id, following.observed_at) if following else (None, None)
        status = Status.SUPERSEDED if following else Status.ACTIVE
        entries.append(HistoryEntry(mark, status, *ended))
    return entries


def _entry(assertion: Assertion, stronger: list[Assertion], folded: Folded | None) -> HistoryEntry:
    left = _left_by(assertion) if assertion.effect is Effect.BOUNDARY else None
    if left is Status.ERASED:
        return HistoryEntry(assertion, left)
    if folded and any(assertion.id == a.id for a in folded.support):
        return HistoryEntry(assertion, folded.status)
    if folded and assertion.id == folded.winner.id:
        return HistoryEntry(assertion, folded.status)
    if folded and folded.contesting and assertion.id == folded.contesting.id:
        return HistoryEntry(assertion, Status.CONTESTED)
    successor = next((a for a in stronger if not same_value(a, assertion)), None)
    if successor is None and folded and _recency(folded.winner) > _recency(assertion):
        successor = folded.winner  # it had closed the fact, and the owner's later word opened it
    if successor is None:
        return HistoryEntry(assertion, left or Status.SUPERSEDED)
    return HistoryEntry(assertion, Status.SUPERSEDED, successor.id, successor.valid_from)

"""A record that a caller calls wrong or stale is put up for decision; nothing happens by itself."""

from collections.abc import Sequence
from datetime import datetime

from muniment.app.changes import Change, PutAssertion
from muniment.app.deciding import Deciding
from muniment.app.episodes import EpisodeWriter
from muniment.app.facts import FactWriter
from muniment.app.present import present
from muniment.app.quarantine import marking
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.waiting import Asked
from muniment.domain.feedback import Flag
from muniment.domain.fold import said_before
from muniment.domain.ids import Ids
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.records import Assertion, Candidate, Effect, Episode, Fact, Kind, Status
from muniment.domain.reviews import ReviewItem, Waiting
from muniment.domain.rulings import Reason
from muniment.domain.scope import Scope
from muniment.domain.text import normalise

_REASONS = {Flag.WRONG: Reason.WRONG, Flag.STALE: Reason.STALE}


def question_about(
    ids: Ids, record: Fact | Episode, evidence: Sequence[Assertion], flag: Flag, asked: Asked
) -> ReviewItem | None:
    """Return the item under which a flagged record waits; none without evidence to show.

    One for each value of a record, as long as nothing else is said of it: what was decided is not
    asked again, and what is said anew after it was taken back is another question, since the
    decision is named after it. `evidence`: the assertions of a fact.
    """
    if isinstance(record, Fact):
        winner = next((a for a in evidence if a.id == record.assertion), None)
        candidate = _of_fact(winner) if winner else None
        before = said_before(evidence, winner, asked.now) if winner else None
    else:
        candidate, before = _of_episode(record), None
    if candidate is None:
        return None
    value = normalise(candidate.value or "")
    return ReviewItem(
        id=ids.review("flagged", record.id, value, *([before.id] if before else [])),
        waiting=Waiting.FLAGGED, reasons=(_REASONS[flag],), event=candidate.span.event,
        candidate=candidate, created_at=asked.now, expires_at=asked.expires_at, epoch=ids.epoch,
        origin=asked.origin, handling=record.handling, fact=record.id,
    )  # fmt: skip


def own_end(record: Fact | Episode) -> datetime | None:
    """Return when what is said instead is to be gone: an assistant's words end by policy alone.

    As the record ends when that is decided; by the time it was flagged it may have had another end.
    """
    return record.expires_at if namespace_of(record.id) is Namespace.OWNER else None


def _of_fact(winner: Assertion) -> Candidate | None:
    if winner.span is None or winner.quote is None:
        return None
    return Candidate(
        Kind.FACT, winner.span, winner.quote, winner.attribute, winner.value, Effect.RETRACT,
        winner.subject, winner.confidence, winner.family, winner.category,
    )  # fmt: skip


def _of_episode(episode: Episode) -> Candidate:
    return Candidate(Kind.EPISODE, episode.span, "", confidence=episode.confidence)


def hide(
    facts: FactWriter, episodes: EpisodeWriter, store: Store, deciding: Deciding,
    record: Fact | Episode,
) -> list[Change]:  # fmt: skip
    """Return the changes that take a flagged record out of sight; a reviewer may release it."""
    scope, ids = deciding.scope, deciding.ids
    if isinstance(record, Episode):
        return episodes.show(scope, record, Status.QUARANTINED)
    known = store.assertions(scope, ids.epoch, record.id)
    by = deciding.reviewer.handle
    mark, _, changes = marking(facts, ids, record, known, Effect.QUARANTINE, by)
    return [PutAssertion(mark, ids.epoch), *changes]


def record_of(
    store: Store, scope: Scope, owner: Owner, record: str, now: datetime
) -> Fact | Episode | None:
    """Return a record of either kind, unless it is being erased."""
    fact = store.facts(scope, owner.epoch, [record]).get(record)
    if fact is not None:
        return present(store, scope, owner.epoch, [fact], now)[record]
    episode = store.episodes(scope, owner.epoch, [record]).get(record)
    return None if episode is None or episode.span.event in owner.erasing else episode

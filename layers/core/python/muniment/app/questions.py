"""Everything that may be decided: what was put up, and the facts that are contested now.

A contested fact asks by itself, as long as it is contested; nothing is stored for it but what was
decided. Its question is named after the fact and the challenger, so that it is found by its id.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from muniment.app.present import present
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.domain.events import Event
from muniment.domain.ids import REVIEW_PREFIX
from muniment.domain.namespaces import Namespace, prefix
from muniment.domain.policy import Policy
from muniment.domain.records import Assertion, Candidate, Fact, Kind, Status
from muniment.domain.reviews import ReviewItem, ReviewStatus, Waiting, still_flagged
from muniment.domain.rulings import Reason
from muniment.domain.scope import Scope
from muniment.domain.text import normalise
from muniment.domain.trust import provenance

_DIGEST = 26  # characters of a digest in an id
_ASSERTION_PREFIX = "a_"
_FACT_PREFIX = prefix(Kind.FACT, Namespace.OWNER)  # an assistant's words contest nothing


def question_of(scope: Scope, fact: Fact) -> str | None:
    """Return the id of the question that a fact asks; none unless it is contested."""
    if fact.status is not Status.CONTESTED or fact.contested_by is None:
        return None
    about = fact.id.removeprefix(_FACT_PREFIX) + fact.contested_by.removeprefix(_ASSERTION_PREFIX)
    return f"{REVIEW_PREFIX}{scope.owner}_{about}"


def _fact_asked_about(review: str) -> str | None:
    about = review.rpartition("_")[2]
    return _FACT_PREFIX + about[:_DIGEST] if len(about) == 2 * _DIGEST else None


@dataclass(frozen=True, slots=True)
class Questions:
    """Finds what may be decided in the memory of one owner."""

    store: Store

    def one(
        self, scope: Scope, owner: Owner, review: str, policy: Policy, now: datetime
    ) -> ReviewItem | None:
        """Return an item, open or decided."""
        stored = self.store.review(scope, owner.epoch, review)
        fact = _fact_asked_about(review)
        if stored is not None or fact is None:
            return stored
        head = self._heads(scope, owner, [fact], now).get(fact)
        if head is None or question_of(scope, head) != review:
            return None
        return self._contested(scope, owner, head, policy, now)

    def every(self, scope: Scope, owner: Owner, policy: Policy, now: datetime) -> list[ReviewItem]:
        """Return every item, open or decided, in the order of their ids."""
        heads = self.store.every_fact(scope, owner.epoch)
        contested = [head for head in heads if head.status is Status.CONTESTED]
        questions = (
            self._contested(scope, owner, head, policy, now)
            for head in present(self.store, scope, owner.epoch, contested, now).values()
            if head.status is Status.CONTESTED
        )
        asked = {item.id: item for item in questions if item is not None}
        decided = {item.id: item for item in self.store.reviews(scope, owner.epoch)}
        return [item for _, item in sorted((asked | decided).items())]

    def as_facts(self, scope: Scope, owner: Owner, now: datetime) -> list[tuple[str, Fact]]:
        """Return what waits for the owner's word as facts: they may take it back first.

        Each with where its event stands among the owner's (`Event.told`).
        """
        items = self.store.reviews(scope, owner.epoch)
        told = self.store.events(scope, owner.epoch, {item.event for item in items})
        return [
            (event.told, Fact(
                item.fact, Status.ACTIVE, item.revision, item.epoch, c.attribute, c.subject,
                c.value, observed_at=item.created_at, handling=item.handling,
            ))
            for item in items
            if (c := item.candidate) is not None
            and (event := told.get(item.event)) is not None
            and item.fact is not None
            and item.waiting is Waiting.PROPOSED
            and item.is_open(now)
            and item.event not in owner.erasing
        ]  # fmt: skip

    def still_asked(
        self, scope: Scope, owner: Owner, items: list[ReviewItem], now: datetime
    ) -> Iterator[ReviewItem]:
        """Yield the items to which what is known now gives no answer."""
        flagged = [i.fact for i in items if i.fact and i.waiting is Waiting.FLAGGED]
        turns = self.store.episodes(scope, owner.epoch, flagged) if flagged else {}
        heads = self._heads(scope, owner, {i.fact for i in items if i.fact}, now)
        taken_back = [i.event for i in items if (h := heads.get(i.fact or "")) and not h.stands]
        events = self.store.events(scope, owner.epoch, set(taken_back))
        for item in items:
            head = heads.get(item.fact or "")
            if item.waiting is Waiting.FLAGGED:
                if still_flagged(item, head or turns.get(item.fact or "")):
                    yield item
                continue
            proposed = item.status is ReviewStatus.OPEN and item.waiting is Waiting.PROPOSED
            if not (proposed and head and _answers(head, item, events.get(item.event))):
                yield item

    def _heads(
        self, scope: Scope, owner: Owner, facts: Iterable[str], now: datetime
    ) -> dict[str, Fact]:
        found = self.store.facts(scope, owner.epoch, facts)
        return present(self.store, scope, owner.epoch, found.values(), now)

    def _contested(
        self, scope: Scope, owner: Owner, head: Fact, policy: Policy, now: datetime
    ) -> ReviewItem | None:
        """Return what a contested fact asks; none without evidence to show."""
        known = self.store.assertions(scope, owner.epoch, head.id)
        challenger = next((a for a in known if a.id == head.contested_by), None)
        review = question_of(scope, head)
        if challenger is None or review is None:
            return None
        candidate = _candidate(challenger)
        if candidate is None:
            return None
        return ReviewItem(
            id=review, waiting=Waiting.CONTESTED, epoch=owner.epoch,
            reasons=(Reason.CONTRADICTED,), event=candidate.span.event, candidate=candidate,
            created_at=challenger.observed_at,
            expires_at=now + timedelta(days=policy.review_days), revision=0, fact=head.id,
            origin=challenger.origin, handling=challenger.handling, until=challenger.until,
        )  # fmt: skip


def _answers(head: Fact, item: ReviewItem, event: Event | None) -> bool:
    """Whether the fact says what the item asks, or was closed after it was said."""
    candidate = item.candidate
    if candidate is None:
        return False
    if head.readable:
        return normalise(head.value or "") == normalise(candidate.value or "")
    if head.stands or event is None or head.valid_from is None:
        return False
    said = provenance(event), candidate.valid_from or event.occurred_at
    return head.status is Status.RETRACTED and (head.provenance, head.valid_from) > said


def _candidate(challenger: Assertion) -> Candidate | None:
    if challenger.span is None or challenger.quote is None:
        return None
    return Candidate(
        Kind.FACT, challenger.span, challenger.quote, challenger.attribute, challenger.value,
        challenger.effect, challenger.subject, challenger.confidence, challenger.family,
        challenger.category,
    )  # fmt: skip

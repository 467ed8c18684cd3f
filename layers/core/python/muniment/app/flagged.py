"""Of one value of a record one question is open, and what was decided of it is not asked again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muniment.app.changes import Change
from muniment.app.waiting import changes_of
from muniment.domain.ends import as_ended
from muniment.domain.fold import said_before, same_value
from muniment.domain.records import Assertion, Episode, Fact
from muniment.domain.reviews import ReviewItem, ReviewStatus, Waiting, still_flagged


@dataclass(frozen=True, slots=True)
class Flagged:
    """What is asked about a flagged record now, beside what was asked of it before."""

    question: ReviewItem
    record: Fact | Episode
    evidence: Sequence[Assertion]
    """The assertions of a fact."""
    known: Sequence[ReviewItem]
    """The owner's items; but for those that an erasure is about to take."""

    def put_up(self) -> tuple[str | None, Sequence[Change]]:
        """Return under which item the record waits, and what puts it up if it is not open.

        No item where it was decided. An open one about a value that was said anew since then is
        put up with the new words: two could be decided against one another.
        """
        now = self.question.created_at
        same = [item for item in self.known if self._asks_the_same(item)]
        for item in same:
            if item.is_open(now):
                return item.id, ()
        if any(item.status is not ReviewStatus.OPEN for item in same):
            return None, ()
        of_before = (item for item in self.known if self._is_open_about_the_value(item))
        known = next(of_before, next(iter(same), None))
        if known is None:
            return self.question.id, changes_of(self.question)
        return known.id, changes_of(replace(self.question, id=known.id), known)

    def _asks_the_same(self, item: ReviewItem) -> bool:
        """Whether nothing else was said between what was flagged and what holds.

        That something else was said before both, as a turn that comes late tells, makes no other
        question of it.
        """
        if item.id == self.question.id:
            return True
        now = self.question.created_at
        evidence = as_ended(self.evidence, now)
        winner = next((a for a in evidence if a.id == self._winner), None)
        if winner is None or not self._is_about_it(item):
            return False
        before = said_before(evidence, winner, now)
        return any(
            a.span.event == item.event and said_before(evidence, a, now) == before
            for a in evidence
            if a.span is not None and same_value(a, winner)
        )

    @property
    def _winner(self) -> str | None:
        return self.record.assertion if isinstance(self.record, Fact) else None

    def _is_open_about_the_value(self, item: ReviewItem) -> bool:
        return (
            self._is_about_it(item)
            and item.is_open(self.question.created_at)
            and still_flagged(item, self.record)
        )

    def _is_about_it(self, item: ReviewItem) -> bool:
        return item.waiting is Waiting.FLAGGED and item.fact == self.record.id

"""Records as they were at another time, made from what is known of them."""

from dataclasses import dataclass
from datetime import datetime

from muniment.app.present import present
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.domain.as_of import AsOf, fold_as_of
from muniment.domain.heads import HeadKey, make_head
from muniment.domain.records import Episode, Fact
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Past:
    """Reads the records of one owner as they were. A fact takes a read of its assertions."""

    store: Store
    scope: Scope
    owner: Owner
    now: datetime

    def record(self, record: Fact | Episode, as_of: AsOf) -> Fact | Episode | None:
        """Return a record as it was; `None` where it was not there."""
        if as_of.is_now:
            if isinstance(record, Episode):
                return record
            epoch = self.owner.epoch
            return present(self.store, self.scope, epoch, [record], self.now)[record.id]
        if isinstance(record, Episode):
            return record if as_of.covers(record) else None
        known = self.store.assertions(self.scope, self.owner.epoch, record.id)
        if any(a.span is not None and a.span.event in self.owner.erasing for a in known):
            return None  # words of it are being erased: which, is known when that has ended
        folded = fold_as_of(known, as_of, self.now)
        return (
            make_head(HeadKey(record.id, record.epoch, record.revision), folded) if folded else None
        )

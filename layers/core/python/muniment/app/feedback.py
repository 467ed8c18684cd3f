"""Feedback on a recall, item by item: it moves ranks within bounds, and asks where it objects."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from muniment.app.changes import Change, NoteMissed, PutFeedback
from muniment.app.errors import NotRecalledError
from muniment.app.flagged import Flagged
from muniment.app.flagging import question_about, record_of
from muniment.app.ports import Clock, Keys, Policies
from muniment.app.reading import is_shown
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.tracing import trace_of
from muniment.app.waiting import Asked
from muniment.domain.access import Caller, Use, use_of
from muniment.domain.feedback import Effect, Flag, Heard, HeardFeedback, Word
from muniment.domain.handling import Origin
from muniment.domain.ids import Ids
from muniment.domain.policy import Policy
from muniment.domain.recalls import RecallTrace
from muniment.domain.records import Episode, Fact
from muniment.domain.scope import Reach, Scope


@dataclass(frozen=True, slots=True)
class _Giving:
    scope: Scope
    caller: Caller
    by: str
    """The caller as the audit names it."""
    shared: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class GiveFeedback:
    """Keeps the last word of each caller on each record; the same words again change nothing."""

    store: Store
    keys: Keys
    clock: Clock
    policies: Policies

    def __call__(
        self, scope: Scope, recall: str, words: Sequence[Word], caller: Caller, by: str
    ) -> HeardFeedback:
        """Return what became of each word, in order; each record is a transaction of its own.

        NotFoundError for a recall that the caller may not see; NotRecalledError for a word other
        than `missing` on what it did not show.
        """
        owner = self.store.owner(scope)
        use = use_of(caller, self.policies.current(scope.tenant), owner.consents)
        trace = trace_of(self.store, scope, owner, use, recall)
        shown = {item.id: item.reach for item in trace.items}
        for place, word in enumerate(words):
            if word.flag is not Flag.MISSING and word.record not in shown:
                raise NotRecalledError(place)
        shared = frozenset(r for r, reach in shown.items() if reach is not Reach.USER)
        giving = _Giving(scope, caller, by, shared)
        return HeardFeedback(recall, tuple(self._hear(giving, recall, word) for word in words))

    def _hear(self, giving: _Giving, recall: str, word: Word) -> Heard:
        if word.record is None:
            return until_fresh(lambda: self._missed(giving, recall, word))
        if word.record in giving.shared:
            return Heard(word, Effect.SHARED)
        record = word.record
        return until_fresh(lambda: self._said(giving, record, word))

    def _missed(self, giving: _Giving, recall: str, word: Word) -> Heard:
        """Note with the recall that something was missing in it."""
        owner, use, _ = self._now(giving)
        trace: RecallTrace = trace_of(self.store, giving.scope, owner, use, recall)
        if giving.by in trace.missed_by:
            return Heard(word, Effect.REPEATED)
        self.store.commit(giving.scope, [NoteMissed(recall, giving.by)], guard=owner)
        return Heard(word, Effect.COUNTED)

    def _said(self, giving: _Giving, name: str, word: Word) -> Heard:
        owner, use, policy = self._now(giving)
        scope = giving.scope
        record = record_of(self.store, scope, owner, name, self.clock())
        vector = self.store.vectors(scope, owner.epoch, [name]).get(name)
        if record is None or vector is None or not is_shown(owner, use, record, self.clock()):
            return Heard(word, Effect.GONE)
        changes: list[Change] = []
        repeated = vector.feedback.by(giving.by) is word.flag
        if not repeated:
            changes.append(PutFeedback(vector, vector.feedback.saying(giving.by, word.flag)))
        review = None
        if word.flag.asks:
            review, put_up = self._asked(giving, owner, policy, record, word)
            changes += put_up
        if changes:
            self.store.commit(scope, changes, guard=owner)
        return Heard(word, Effect.REPEATED if repeated else Effect.COUNTED, review)

    def _asked(
        self, giving: _Giving, owner: Owner, policy: Policy, record: Fact | Episode, word: Word
    ) -> tuple[str | None, Sequence[Change]]:
        """Return under which question the record waits, and what puts it up if it is not open."""
        scope, epoch = giving.scope, owner.epoch
        said = self.store.assertions(scope, epoch, record.id) if isinstance(record, Fact) else []
        ids = Ids(self.keys.digester(scope.tenant), scope, epoch)
        origin = Origin(writer="feedback", policy=policy.label, by=giving.by)
        asked = Asked(self.clock(), policy, origin)
        question = question_about(ids, record, said, word.flag, asked)
        if question is None:
            return None, ()
        items = self.store.reviews(scope, epoch)
        known = [i for i in items if i.id == question.id or i.event not in owner.erasing]
        return Flagged(question, record, said, known).put_up()

    def _now(self, giving: _Giving) -> tuple[Owner, Use, Policy]:
        owner = self.store.owner(giving.scope)
        policy = self.policies.current(giving.scope.tenant)
        return owner, use_of(giving.caller, policy, owner.consents), policy

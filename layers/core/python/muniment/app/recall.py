"""Recall: find, read again, rank, floor, choose, pack, render. Each answer says why."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from muniment.app.candidates import Candidates, FindCandidates, allowed
from muniment.app.candidates_as_of import FindAsOf
from muniment.app.choosing import (
    among_best,
    best_first,
    first_of_each_kind,
    last_turns,
    near_enough,
    of_its_time,
    once_said,
)  # fmt: skip
from muniment.app.collapsing import Collapsed, collapse
from muniment.app.fitting import fitted
from muniment.app.outdated import outdated, settled, without_told
from muniment.app.ports import Analyzer, Clock, Keys, Ranker, Scored
from muniment.app.reading import record_view
from muniment.app.signals import signals_of
from muniment.app.storage import Store
from muniment.app.tracing import Asking, LeaveTrace
from muniment.app.views import Context, RecalledItem, RecordView
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.as_of import NOW, AsOf
from muniment.domain.asking.analysis import Analysis, analyse
from muniment.domain.fence import NewToken
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.handling import Sensitivity
from muniment.domain.ids import Ids
from muniment.domain.money import Money
from muniment.domain.namespaces import Namespace
from muniment.domain.near_duplicates import Likeness
from muniment.domain.packing import fitting_frame, pack
from muniment.domain.ranking import Asked
from muniment.domain.recalls import Limits
from muniment.domain.records import Episode, Fact, Kind, Status
from muniment.domain.relevance import Gates, relevance
from muniment.domain.rendering import HEADER, Line, render
from muniment.domain.scope import Reach, Scope
from muniment.domain.succession import asks_for_the_past
from muniment.domain.voices import named_speaker
from muniment.domain.worth import categories_asked

BEYOND_K = "beyond_k"
OVER_BUDGET = "over_budget"
REPEATED = "repeated"
DUPLICATE = "duplicate"
STALE = "stale"

SPARE = 5
"""Candidates of a kind beyond `k` that are read along, to fill the places of duplicates."""

APPROVED = "approved"
"""What the rendering says of the trust in what a reviewer has let in for others to rely on."""


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """A question, with how much may come back.

    `k`: items of each kind. `floor`: 0..1, below which relevance nothing is recalled; 0 is none.
    `budget`: tokens of the rendered text, never exceeded.
    """

    query: str
    k: int = 10
    floor: float = 0.5
    budget: int = 2000
    caller: Caller = ANYBODY
    wanted: Filter = EVERYTHING
    as_of: AsOf = NOW
    """What would have been recalled then."""
    zone: tzinfo = UTC
    """In which "yesterday" is meant."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Answers a question from one owner's memory."""

    store: Store
    keys: Keys
    find: FindCandidates
    ranker: Ranker
    analyzer: Analyzer
    clock: Clock
    likeness: Likeness
    gates: Gates
    """Of the encoder whose vectors are compared."""
    new_token: NewToken

    def __call__(self, scope: Scope, request: RecallRequest) -> Context:
        """Return the context; empty if nothing is relevant, smaller if the index is missing.

        Raises UnavailableError if the store does not answer: an outage never looks like an empty
        memory.
        """
        is_now = request.as_of.is_now
        find = self.find if is_now else FindAsOf(self.find, request.as_of)
        analysis = analyse(request.query, self._asked_at(request))
        candidates = find(scope, request.query, request.caller, request.wanted, analysis.during)
        passages = fitted(candidates, analysis)
        asked = Asked(
            candidates.recipe,
            named_speaker(request.query, (v.speaker for v in candidates.vectors.values())),
            analysis.of_time, asks_for_the_past(request.query), categories_asked(request.query),
        )  # fmt: skip
        scored = self.ranker.rank(candidates.query, passages, asked)
        changed = outdated(
            candidates.facts,
            candidates.closed,
            among_best(scored, candidates.episodes),
            candidates.vectors,
        )
        candidates = replace(candidates, outdated=changed)
        stale = 0.0 if asked.of_past else candidates.recipe.weights.stale
        scored = settled(scored, changed, stale)
        signals = signals_of(analysis.names, candidates, scored, self.analyzer)
        sure = relevance(signals, self.gates.of(signals.pieces)) if scored else 0.0
        dropped, cut = Counter(candidates.dropped), candidates.recipe.cut
        if analysis.of_time_alone:
            sure, cut, scored = of_its_time(passages, scored, request.floor, dropped)
        near = near_enough(scored, sure, request.floor, cut, dropped)
        chosen = first_of_each_kind(near, candidates, request.k + SPARE)
        records = self._read_again(scope, candidates, chosen, dropped)
        read = {item.id: item for item in chosen if item.id in records}
        once = collapse(list(read), records, candidates.own_vectors, self.likeness)
        best = [replace(read[once.best[i]], id=i) for i in once.shown]
        views = {item.id: record_view(records[item.id]) for item in best}
        lines = {record: _line(view, candidates) for record, view in views.items()}
        said = once_said(best, lines, candidates)
        first = first_of_each_kind(said, candidates, request.k)
        shown = without_told(first, changed, last_turns(records))
        beyond = len(near) - len(chosen) + len(said) - len(first)
        dropped.update({DUPLICATE: once.hidden, BEYOND_K: beyond})
        within = fitting_frame(self.new_token(), HEADER, request.budget)
        told = [lines[item.id] for item in shown]
        packed = pack(told, request.budget, within, best_first(shown))
        repeated = len(best) - len(said) + len(first) - len(shown) + packed.repeated
        dropped.update({OVER_BUDGET: packed.over_budget, REPEATED: repeated})
        items = [
            _item(views[shown[p].id], told[p], shown[p], candidates, once) for p in packed.places
        ]
        text = render(packed.lines, within)
        return self._answer(
            scope, request, candidates, analysis, text, packed.tokens, items, sure, +dropped
        )

    def _asked_at(self, request: RecallRequest) -> datetime:
        """Return when it is asked, where the asker is; what is asked of the past, then."""
        then = request.as_of.valid_at or request.as_of.known_at
        return (then or self.clock()).astimezone(request.zone)

    def _read_again(
        self,
        scope: Scope,
        candidates: Candidates,
        chosen: Sequence[Scored],
        dropped: Counter[str],
    ) -> dict[str, Fact | Episode]:
        """Return the chosen records; a neighbour that won is read now, under the same scope."""
        known: dict[str, Fact | Episode] = {**candidates.facts, **candidates.episodes}
        missing = [item.id for item in chosen if item.id not in known]
        now = self.clock()
        beside = self.store.episodes(scope, candidates.owner.epoch, missing).values()
        alive = [e for e in beside if e.readable and (e.expires_at is None or e.expires_at > now)]
        dropped[STALE] += len(missing) - len(alive)
        told = [episode for episode in alive if candidates.as_of.covers(episode)]
        shown = allowed(candidates.use, told, dropped)
        return known | {e.id: e for e in shown if candidates.wanted.passes(e)}

    def _answer(  # noqa: PLR0913, PLR0917 - the parts of one answer
        self,
        scope: Scope,
        request: RecallRequest,
        candidates: Candidates,
        analysis: Analysis,
        text: str,
        tokens: int,
        items: Sequence[RecalledItem],
        sure: float,
        dropped: Mapping[str, int],
    ) -> Context:
        now, use = self.clock(), candidates.use
        ids = Ids(self.keys.digester(scope.tenant), scope, candidates.owner.epoch)
        context = Context(
            recall_id=ids.recall(now, request.query, use.purpose, use.agent or ""),
            text=text,
            tokens=tokens,
            relevance=round(sure, 4),
            recipe=candidates.recipe.label,
            understood=analysis.understood,
            facts=tuple(item for item in items if item.kind is Kind.FACT),
            procedures=tuple(item for item in items if item.kind is Kind.PROCEDURE),
            episodes=tuple(item for item in items if item.kind is Kind.EPISODE),
            dropped=dict(dropped),
            degraded=candidates.degraded,
        )
        leave = LeaveTrace(self.store, self.clock, self.find.encoder.model)
        asking = Asking(
            candidates.owner, use, candidates.began, request.as_of, str(request.zone),
            Limits(request.k, request.floor, request.budget, request.wanted.fields),
        )  # fmt: skip
        return leave(scope, asking, context)


def _line(view: RecordView, candidates: Candidates) -> Line:
    contested = view.status is Status.CONTESTED
    reach = candidates.reaches.get(view.id, Reach.USER)
    is_approved = reach is not Reach.USER or view.kind is Kind.PROCEDURE
    whose = reach.value if reach is not Reach.USER else view.namespace.value
    return Line(
        view.kind.value, view.text, view.speaker, view.at,
        APPROVED if is_approved else view.provenance, contested,
        "" if whose == Namespace.OWNER else whose, candidates.outdated.label(view.id),
        of_money=isinstance(view.typed, Money) or Sensitivity.MONEY in view.sensitivity,
    )  # fmt: skip


def _item(
    view: RecordView, line: Line, scored: Scored, candidates: Candidates, once: Collapsed
) -> RecalledItem:
    hit = candidates.hits.get(view.id)
    reasons = {name: round(part, 4) for name, part in scored.parts.items()}
    reasons["absolute"] = round(scored.absolute, 4)
    if hit is not None:
        reasons["lexical"] = round(hit.lexical, 4)
        if hit.cosine is not None:
            reasons["cosine"] = round(hit.cosine, 4)
    return RecalledItem(
        id=view.id, kind=view.kind, text=view.text, status=view.status, speaker=view.speaker,
        at=view.at, provenance=view.provenance, confidence=view.confidence,
        sources=view.sources, score=round(scored.score, 4), reasons=reasons,
        namespace=view.namespace, attribute=view.attribute, value=view.value, typed=view.typed,
        also=once.also.get(view.id, ()),
        scope=candidates.reaches.get(view.id, Reach.USER), line=line,
    )  # fmt: skip

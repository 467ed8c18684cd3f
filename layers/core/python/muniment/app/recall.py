"""Recall: find, read again, rank, floor, choose, pack, render. Each answer says why."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from itertools import compress

from muniment.app.candidates import Candidates, FindCandidates, allowed
from muniment.app.candidates_as_of import FindAsOf
from muniment.app.collapsing import Collapsed, collapse
from muniment.app.fitting import fitted
from muniment.app.outdated import fit, outdated, settled, without_told
from muniment.app.ports import Analyzer, Clock, Keys, Ranker, Scored
from muniment.app.reading import record_view
from muniment.app.signals import signals_of
from muniment.app.storage import Store
from muniment.app.tracing import Asking, LeaveTrace
from muniment.app.views import Context, RecalledItem
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.as_of import NOW, AsOf
from muniment.domain.asking.analysis import Analysis, analyse
from muniment.domain.fence import NewToken
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.handling import Sensitivity
from muniment.domain.ids import Ids
from muniment.domain.money import Money
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.near_duplicates import Likeness
from muniment.domain.packing import fitting_frame, pack, without_repetitions
from muniment.domain.ranking import Asked
from muniment.domain.records import Episode, Fact, Kind, Status
from muniment.domain.relevance import Gate, relevance
from muniment.domain.rendering import HEADER, Line, render
from muniment.domain.scope import Reach, Scope
from muniment.domain.succession import asks_for_the_past
from muniment.domain.voices import named_speaker
from muniment.domain.worth import categories_asked

BELOW_FLOOR = "below_floor"
FAR_BELOW_BEST = "far_below_best"
BEYOND_K = "beyond_k"
OVER_BUDGET = "over_budget"
REPEATED = "repeated"
DUPLICATE = "duplicate"
STALE = "stale"

SPARE = 5
"""Candidates of a kind beyond `k` that are read along, to fill the places of duplicates."""

HELD = 30
"""The best, among which a later turn that changes an earlier one is looked for: hardly anything is
shown from further down, and every turn is held against each after it."""

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
    gate: Gate
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
            _best(scored, candidates.episodes),
            candidates.vectors,
        )
        candidates = replace(candidates, outdated=changed)
        stale = 0.0 if asked.of_past else candidates.recipe.weights.stale
        scored = settled(scored, changed, stale)
        signals = signals_of(analysis.names, candidates, scored, self.analyzer)
        sure = relevance(signals, self.gate) if scored else 0.0
        dropped, cut = Counter(candidates.dropped), candidates.recipe.cut
        if analysis.of_time_alone:  # then its words say nothing of what fits
            of_it = {passage.id for passage in passages if passage.within}
            sure, cut = float(bool(of_it)), math.inf
            if request.floor:
                dropped[BELOW_FLOOR] += len(scored) - len(of_it)
                scored = [item for item in scored if item.id in of_it]
        near = _near(scored, sure, request, cut, dropped)
        chosen = _first(near, candidates, request.k + SPARE)
        records = self._read_again(scope, candidates, chosen, dropped)
        read = {item.id: item for item in chosen if item.id in records}
        once = collapse(list(read), records, candidates.own_vectors, self.likeness)
        best = [replace(read[once.best[i]], id=i) for i in once.shown]
        said = _once_said(best, records, candidates)
        first = _first(said, candidates, request.k)
        shown = without_told(first, changed, _turns(records))
        beyond = len(near) - len(chosen) + len(said) - len(first)
        dropped.update({DUPLICATE: once.hidden, BEYOND_K: beyond})
        lines = [_line(records[item.id], candidates) for item in shown]
        within = fitting_frame(self.new_token(), HEADER, request.budget)
        packed = pack(lines, request.budget, within, _best_first(shown))
        repeated = len(best) - len(said) + len(first) - len(shown) + packed.repeated
        dropped.update({OVER_BUDGET: packed.over_budget, REPEATED: repeated})
        items = [_item(records[shown[p].id], shown[p], candidates, once) for p in packed.places]
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
        asking = Asking(candidates.owner, use, candidates.began, request.as_of, str(request.zone))
        return leave(scope, asking, context)


def _best(scored: Sequence[Scored], episodes: Mapping[str, Episode]) -> dict[str, Episode]:
    """Return the turns among the best, which are held against one another."""
    best = (item.id for item in scored[:HELD])
    return {record: episodes[record] for record in best if record in episodes}


def _near(
    scored: Sequence[Scored], sure: float, request: RecallRequest, cut: float,
    dropped: Counter[str],
) -> list[Scored]:  # fmt: skip
    """Return what is relevant enough, by score; count what is dropped.

    What an assistant said drops nothing that others said: they are held against their own best. An
    earlier word that is lowered still says how near the best comes to the query.
    """
    if sure < request.floor:
        dropped[BELOW_FLOOR] += len(scored)
        return []
    of_owner = list(map(_is_owners, scored))
    best = max(map(fit, scored), default=0.0)
    owners = max((fit(item) for item in compress(scored, of_owner)), default=best)
    near = [
        item
        for item, is_owners in zip(scored, of_owner, strict=True)
        if not request.floor or item.score >= (owners if is_owners else best) - cut
    ]
    dropped[FAR_BELOW_BEST] += len(scored) - len(near)
    return near


def _once_said(
    best: Sequence[Scored], records: Mapping[str, Fact | Episode], candidates: Candidates
) -> list[Scored]:
    """Return what does not say again what is shown before it: a turn that is a fact word for word.

    Before the first `k` are taken, so that a repetition takes nobody's place.
    """
    ordered = _first(best, candidates, len(best))
    lines = [_line(records[item.id], candidates) for item in ordered]
    return [ordered[place] for place in without_repetitions(lines)]


def _first(ranked: Sequence[Scored], candidates: Candidates, k: int) -> list[Scored]:
    """Return the first `k` facts, then the first `k` procedures, then the first `k` episodes.

    Facts in an assistant's words take what places are left of the `k`, and come last.
    """
    of_kind: dict[Kind, list[Scored]] = {Kind.FACT: [], Kind.PROCEDURE: [], Kind.EPISODE: []}
    assistants: list[Scored] = []
    for item in ranked:
        fact = candidates.facts.get(item.id)
        if fact is None or _is_owners(item):
            of_kind[fact.kind if fact else Kind.EPISODE].append(item)
        else:
            assistants.append(item)
    left = max(0, k - len(of_kind[Kind.FACT]))
    return [*(item for items in of_kind.values() for item in items[:k]), *assistants[:left]]


def _best_first(shown: Sequence[Scored]) -> list[int]:
    """Return places by score, whatever the kind: where the budget is small, the best are told.

    What an assistant said comes after all that others said, here as well.
    """
    return sorted(range(len(shown)), key=lambda i: (not _is_owners(shown[i]), -shown[i].score))


def _is_owners(item: Scored) -> bool:
    return namespace_of(item.id) is Namespace.OWNER


def _turns(records: Mapping[str, Fact | Episode]) -> dict[str, str]:
    """Return the last turn that each record stands on."""
    return {
        name: record.span.event if isinstance(record, Episode) else "".join(record.sources[-1:])
        for name, record in records.items()
    }


def _line(record: Fact | Episode, candidates: Candidates) -> Line:
    view = record_view(record)
    contested = view.status is Status.CONTESTED
    reach = candidates.reaches.get(record.id, Reach.USER)
    is_approved = reach is not Reach.USER or view.kind is Kind.PROCEDURE
    whose = reach.value if reach is not Reach.USER else view.namespace.value
    return Line(
        view.kind.value, view.text, view.speaker, view.at,
        APPROVED if is_approved else view.provenance, contested,
        "" if whose == Namespace.OWNER else whose, candidates.outdated.label(record.id),
        of_money=isinstance(view.typed, Money) or Sensitivity.MONEY in view.sensitivity,
    )  # fmt: skip


def _item(
    record: Fact | Episode, scored: Scored, candidates: Candidates, once: Collapsed
) -> RecalledItem:
    view = record_view(record)
    hit = candidates.hits.get(record.id)
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
        scope=candidates.reaches.get(record.id, Reach.USER), line=_line(record, candidates),
    )  # fmt: skip

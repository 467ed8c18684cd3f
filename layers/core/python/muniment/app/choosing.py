"""Which of what was ranked is shown: what is near enough, each thing once, the first of a kind."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress

from muniment.app.candidates import Candidates
from muniment.app.outdated import fit
from muniment.app.ports import Passage, Scored
from muniment.domain.namespaces import Namespace, namespace_of
from muniment.domain.packing import without_repetitions
from muniment.domain.records import Episode, Fact, Kind
from muniment.domain.rendering import Line

BELOW_FLOOR = "below_floor"
FAR_BELOW_BEST = "far_below_best"

HELD = 30
"""The best, among which a later turn that changes an earlier one is looked for: hardly anything is
shown from further down, and every turn is held against each after it."""


def among_best(scored: Sequence[Scored], episodes: Mapping[str, Episode]) -> dict[str, Episode]:
    """Return the turns among the best, which are held against one another."""
    best = (item.id for item in scored[:HELD])
    return {record: episodes[record] for record in best if record in episodes}


def of_its_time(
    passages: Iterable[Passage], scored: list[Scored], floor: float, dropped: Counter[str]
) -> tuple[float, float, list[Scored]]:
    """Return relevance, cut and what is left for a query that names nothing but a time.

    Its words say nothing of what fits: whatever is of that time does, and with a floor only that.
    """
    of_it = {passage.id for passage in passages if passage.within}
    if floor:
        dropped[BELOW_FLOOR] += len(scored) - len(of_it)
        scored = [item for item in scored if item.id in of_it]
    return float(bool(of_it)), math.inf, scored


def near_enough(
    scored: Sequence[Scored], sure: float, floor: float, cut: float,
    dropped: Counter[str],
) -> list[Scored]:  # fmt: skip
    """Return what is relevant enough, by score; count what is dropped.

    `cut`: how far below the best a score may be.

    What an assistant said drops nothing that others said: they are held against their own best. An
    earlier word that is lowered still says how near the best comes to the query.
    """
    if sure < floor:
        dropped[BELOW_FLOOR] += len(scored)
        return []
    of_owner = list(map(_is_owners, scored))
    best = max(map(fit, scored), default=0.0)
    owners = max((fit(item) for item in compress(scored, of_owner)), default=best)
    near = [
        item
        for item, is_owners in zip(scored, of_owner, strict=True)
        if not floor or item.score >= (owners if is_owners else best) - cut
    ]
    dropped[FAR_BELOW_BEST] += len(scored) - len(near)
    return near


def once_said(
    best: Sequence[Scored], lines: Mapping[str, Line], candidates: Candidates
) -> list[Scored]:
    """Return what does not say again what is shown before it: a turn that is a fact word for word.

    Before the first `k` are taken, so that a repetition takes nobody's place.
    """
    ordered = first_of_each_kind(best, candidates, len(best))
    places = without_repetitions([lines[item.id] for item in ordered])
    return [ordered[place] for place in places]


def first_of_each_kind(ranked: Sequence[Scored], candidates: Candidates, k: int) -> list[Scored]:
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


def best_first(shown: Sequence[Scored]) -> list[int]:
    """Return places by score, whatever the kind: where the budget is small, the best are told.

    What an assistant said comes after all that others said, here as well.
    """
    return sorted(range(len(shown)), key=lambda i: (not _is_owners(shown[i]), -shown[i].score))


def _is_owners(item: Scored) -> bool:
    return namespace_of(item.id) is Namespace.OWNER


def last_turns(records: Mapping[str, Fact | Episode]) -> dict[str, str]:
    """Return the last turn that each record stands on."""
    return {
        name: record.span.event if isinstance(record, Episode) else "".join(record.sources[-1:])
        for name, record in records.items()
    }

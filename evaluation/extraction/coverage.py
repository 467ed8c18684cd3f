"""How much of what should be remembered stands in the facts, and in facts and episodes."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.extraction.dialogues import Gold
from evaluation.extraction.run import Extracted
from muniment.adapters.analyzer import EnglishAnalyzer

HALF = 0.5
"""A gold memory counts as covered if at least half of its word stems are there."""
NOT_SAID = frozenset(("user", "assist", "assistant"))


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of the gold memories, 0 to 1."""

    gold: int
    by_facts: float
    by_facts_and_episodes: float
    turns_with_gold: int
    of_them_with_facts: float


def coverage(extracted: Sequence[Extracted], gold: Sequence[Gold]) -> Coverage | None:
    """Compare each gold memory of the turns in `extracted` with what was made of its turn."""
    if not gold:
        return None
    terms = EnglishAnalyzer().terms
    by_turn = {(e.turn.session, e.turn.number): e for e in extracted}
    facts = both = count = 0
    sources: dict[tuple[str, int], bool] = {}
    for memory in gold:
        made = by_turn.get((memory.session, memory.number))
        if made is None:
            continue
        count += 1
        wanted = set(terms(memory.text)) - NOT_SAID
        in_facts = set(terms(" ".join(f"{f.text} {f.value}" for f in made.facts)))
        in_all = in_facts | set(terms(" ".join(c.text for c in made.found)))
        facts += len(wanted & in_facts) >= HALF * len(wanted)
        both += len(wanted & in_all) >= HALF * len(wanted)
        sources[memory.session, memory.number] = bool(made.facts)
    if not count:
        return None
    return Coverage(
        count, facts / count, both / count, len(sources), sum(sources.values()) / len(sources)
    )

"""The deterministic extractor: a table of statement families, and a gate that scores sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby

from muniment.app.extractor import SentenceGate, Surroundings
from muniment.domain.events import Event, Role, Span
from muniment.domain.grammar.assistants import said
from muniment.domain.grammar.attributes import is_told
from muniment.domain.grammar.dates import happened
from muniment.domain.grammar.episodes import episodes
from muniment.domain.grammar.facts import looks_back, references, statements
from muniment.domain.grammar.retractions import Target, targets
from muniment.domain.grammar.rows import TOLD
from muniment.domain.grammar.statements import Statement
from muniment.domain.handling import Category
from muniment.domain.language import language
from muniment.domain.passages import passage, text_starts
from muniment.domain.records import Candidate, Fact, Kind
from muniment.domain.substance import has_substance
from muniment.domain.text import sentences

VERSION = "pattern/4"
ENGLISH = "en"

READ = (ENGLISH,)
"""Languages whose statements are read. Another yields episodes, in its own words; what is too short
to tell is read as English."""

_TURNS_BACK = 6  # a correction of a correction of … : no longer chain has been seen


@dataclass(frozen=True, slots=True)
class PatternExtractor:
    """Implements extractor.Extractor with the grammar of the domain.

    `gate`: what decides on statements that are often not worth keeping; without one they are not
    made, and all others are.
    """

    gate: SentenceGate | None = None

    @property
    def version(self) -> str:
        """The grammar's version, and the gate's."""
        return f"{VERSION} {self.gate.version}" if self.gate else VERSION

    def extract(self, event: Event) -> list[Candidate]:
        """Return what the owner states as facts, and every turn of substance as episodes.

        Of an assistant, what it did and promises, and what it guesses.
        """
        found = [
            Candidate(
                kind=Kind.EPISODE,
                span=Span(event.id, start, end),
                text=event.text[start:end],
                family="episode",
            )
            for start, end in episodes(event.text)
        ]
        if event.role is Role.ASSISTANT and _is_read(event):
            found += [_fact(event, statement) for statement in said(event.text)]
        elif _is_statement(event):
            kept = self._worth_keeping(event, statements(event.text), [each.span for each in found])
            found += [_fact(event, statement) for statement in kept]
        return _in_order(found)

    def refers_back(self, event: Event) -> bool:
        """See the port."""
        return _is_statement(event) and looks_back(event.text)

    def resolve(self, event: Event, surroundings: Surroundings) -> list[Candidate]:
        """See the port."""
        if not _is_statement(event):
            return []
        known = _targets(surroundings.known)
        previous = cache(lambda: _stated_before(event, surroundings.before, known))
        found = references(event.text, previous, known)
        return _in_order([_fact(event, statement) for statement in found])

    def _worth_keeping(
        self, event: Event, said: Sequence[Statement], episodes: Sequence[Span]
    ) -> Iterator[Statement]:
        """Yield the statements whose sentence the gate puts above their floor.

        Only the episodes that hold something to be judged are scored, each at once.
        """
        if self.gate is None:
            yield from (statement for statement in said if statement.floor <= TOLD)
            return
        for episode, group in groupby(said, key=lambda each: _around(each, episodes)):
            statements = list(group)
            judged = any(each.floor for each in statements)
            scores = _scores(self.gate, event, episode) if judged and episode else ()
            for each in statements:
                # What stands in no episode was told across two of them: nothing speaks for it.
                if not each.floor or _score(each, scores) >= each.floor:
                    yield each


type _Score = tuple[int, int, float]
"""Start and end of a sentence in its turn, and its score."""


def _around(statement: Statement, episodes: Sequence[Span]) -> Span | None:
    return next((e for e in episodes if e.start <= statement.start < e.end), None)


def _scores(gate: SentenceGate, event: Event, episode: Span) -> Sequence[_Score]:
    """Score the sentences of an episode within the passage that will be encoded for it."""
    text = event.text[episode.start : episode.end]
    start = text_starts(event.label)
    spans = sentences(text)
    scores = gate.scores(
        passage(event.label, text, event.occurred_at),
        [(start + first, start + last) for first, last in spans],
    )
    return [
        (episode.start + first, episode.start + last, score)
        for (first, last), score in zip(spans, scores, strict=True)
    ]


def _score(statement: Statement, scores: Sequence[_Score]) -> float:
    """Return the best score of the sentences that the statement's quote touches."""
    touched = (s for first, last, s in scores if first < statement.end and last > statement.start)
    return max(touched, default=0.0)


def _in_order(found: list[Candidate]) -> list[Candidate]:
    return sorted(found, key=lambda candidate: (candidate.span.start, candidate.span.end))


def _is_read(event: Event) -> bool:
    return (event.handling.language or language(event.text) or ENGLISH) in READ


def _is_statement(event: Event) -> bool:
    """Whether the owner speaks, in a language that is read."""
    return _owner_speaks(event) and _is_read(event)


def _owner_speaks(event: Event) -> bool:
    return event.role is Role.USER and event.by_owner


def _stated_before(event: Event, before: Sequence[Event], known: list[Target]) -> list[Target]:
    """Return what the owner's turn before `event` stated, corrections resolved in their turn."""
    turns = [
        turn
        for turn in before
        if turn.session == event.session and _owner_speaks(turn) and has_substance(turn.text)
    ]
    stated: list[Target] = []
    for turn in turns[-_TURNS_BACK:]:
        said_of_before = references(turn.text, partial(tuple, stated), known)
        stated = targets([*statements(turn.text), *said_of_before])
    return stated


def _targets(known: Sequence[Fact]) -> list[Target]:
    return [
        Target(fact.subject, fact.attribute, fact.value)
        for fact in known
        if fact.attribute and fact.value and fact.readable
    ]


def _fact(event: Event, statement: Statement) -> Candidate:
    quote = event.text[statement.start : statement.end]
    told = statement.category is Category.EVENT and is_told(statement.attribute)
    moment = happened(quote, event.occurred_at) if told else None
    # What happened on another day is another event, though it is told in the same words.
    day = f"_{moment:%Y_%m_%d}" if moment else ""
    return Candidate(
        kind=Kind.FACT,
        span=Span(event.id, statement.start, statement.end),
        text=quote,
        attribute=statement.attribute + day,
        value=statement.value,
        effect=statement.effect,
        subject=statement.subject,
        confidence=statement.confidence,
        family=statement.family,
        category=statement.category,
        valid_from=moment,
    )

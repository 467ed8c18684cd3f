"""Extraction by models: turns are shown in calls of bounded size, answers read, gaps filled.

Episodes are never a model's: they are the turns themselves. Facts are the model's where one
answered, and the deterministic extractor's where none did, so that extraction never stops.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from muniment.app.answers import Offer, Passage, Reading, read
from muniment.app.budget import Budget, Purse
from muniment.app.extractor import Extractor, Surroundings
from muniment.app.models import ModelError, StructuredJob, Usage
from muniment.app.ports import Clock, Keys
from muniment.app.prompts import Prompt
from muniment.app.proposals import Proposal
from muniment.app.routes import (
    ANSWERED,
    OUT_OF_TIME,
    OVER_BUDGET,
    Asked,
    Attempt,
    Deadline,
    Route,
)
from muniment.app.stored import ModelReport
from muniment.domain.events import Event, Role
from muniment.domain.fence import outside
from muniment.domain.forgetting import readable
from muniment.domain.pieces import pieces
from muniment.domain.records import Candidate, Kind
from muniment.domain.scope import Scope
from muniment.domain.substance import has_substance
from muniment.domain.text import trim

CALL_CHARACTERS = 8000
"""Of the turns that one call reads: some 2,000 tokens. Within a few thousand tokens the place of a
statement does not matter to a model; in much longer inputs the middle is read worst (Liu et al.,
"Lost in the Middle", 2023)."""
CALL_TURNS = 12
"""Turns that share a call at most; the answer must fit the limit of its tokens, too."""
CONTEXT_CHARACTERS = 2000
"""Of the turns before, the latest ones: enough to tell whom "she" is."""
KNOWN_KEYS = 100
"""Keys of what is known that are shown, the latest ones."""

NO_ANSWER = "no_model_answered"


class NoModelAnsweredError(ModelError):
    """No model of the route gave a usable answer, and the route ends there."""

    reason = NO_ANSWER


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """Proposes the candidates of one or several turns of a session."""

    route: Route
    prompt: Prompt
    budget: Budget
    deterministic: Extractor
    keys: Keys
    clock: Clock
    seconds: float = 60.0
    """What the calls for one message may take, all together."""
    stops: bool = True
    """Whether the deterministic extractor is the route's last; else the event fails, and is kept
    until it is driven through again."""
    now: Callable[[], float] = field(default=time.monotonic)

    @property
    def version(self) -> str:
        """The route, prompt and fallback."""
        return f"{self.route.version} {self.prompt.version}"

    def companions(self, event: Event, following: Sequence[Event]) -> Sequence[Event]:
        """Return the turns that fit into the same call; none for a turn that is not read."""
        if not is_read(event):
            return ()
        chosen: list[Event] = []
        room = CALL_CHARACTERS - len(event.text)
        for turn in filter(is_read, following[: CALL_TURNS - 1]):
            room -= len(turn.text)
            if room < 0:
                break
            chosen.append(turn)
        return chosen

    def propose(
        self, scope: Scope, events: Sequence[Event], surroundings: Surroundings
    ) -> dict[str, Proposal]:
        """Return a proposal for each of `events`, which follow one another in a session.

        `surroundings` are those of the first. Raises NoModelAnsweredError where a route without the
        deterministic extractor ends, and UnavailableError if the budget cannot be kept.
        """
        lead = events[0]
        digester = self.keys.digester(scope.tenant)
        subject = digester.digest("model-budget", scope.owner, lead.epoch, lead.id)
        purse = Purse(self.budget, scope, subject, self.clock)
        deadline = Deadline.after(self.seconds, self.now)
        calls = _calls(events)
        done: list[_Done] = []
        spent: str | None = None
        for passages in calls:
            offer = _offer(passages, events, surroundings)
            asked = Asked[Reading](None, (), spent) if spent else self._ask(offer, purse, deadline)
            spent = asked.note if asked.note in (OVER_BUDGET, OUT_OF_TIME) else None
            done.append(_Done(passages, asked))
        return {event.id: self._proposal(event, lead, done) for event in events}

    def _ask(self, offer: Offer, purse: Purse, deadline: Deadline) -> Asked[Reading]:
        job = StructuredJob(self.route.job, self.prompt.system, _content(offer), self.prompt.schema)
        accept = partial(read, offer=offer, prompt=self.prompt)
        asked = self.route.ask(job, accept, purse, deadline)
        if asked.value is None and asked.note is None:
            if not self.stops:
                raise NoModelAnsweredError
            return replace(asked, note=NO_ANSWER)
        return asked

    def _proposal(self, event: Event, lead: Event, done: "Sequence[_Done]") -> Proposal:
        """Join what models and the deterministic extractor found in one event."""
        mine = [each for each in done if each.reads(event)]
        answered = [each for each in mine if each.asked.value is not None]
        plain = self.deterministic.extract(event)
        found = [c for c in plain if not any(each.covers(c) for each in answered)]
        found += [c for each in answered for c in each.facts(event)]
        found.sort(key=lambda candidate: (candidate.span.start, candidate.span.end))
        report = self._report(mine, done if event is lead else ())
        versions = [f"{name} {self.prompt.version}" for name in report.answered]
        if len(answered) < len(mine) or not answered:
            versions.append(self.deterministic.version)
        return Proposal(tuple(found), " + ".join(versions), report if mine else None)

    def _report(self, mine: "Sequence[_Done]", paid: "Sequence[_Done]") -> ModelReport:
        """Return what is to be said of an event; a call that several share is the lead's."""
        attempts: list[Attempt] = [attempt for each in paid for attempt in each.asked.attempts]
        usage = sum((attempt.usage for attempt in attempts), Usage())
        dropped: Counter[str] = Counter()
        for each in paid:
            dropped.update(each.asked.value.dropped if each.asked.value else {})
        answered = dict.fromkeys(each.model for each in mine if each.asked.value is not None)
        return ModelReport(
            prompt=self.prompt.version,
            answered=tuple(answered),
            attempts=tuple((attempt.model, attempt.outcome) for attempt in attempts),
            calls=usage.calls,
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            cost=sum(attempt.cost for attempt in attempts),
            dropped=dict(dropped),
            # The last one: what ends a budget or the time ends it for all that follows.
            note=next((each.asked.note for each in reversed(mine) if each.asked.note), None),
        )


@dataclass(frozen=True, slots=True)
class _Done:
    """A call that was made, or could not be."""

    passages: Sequence[Passage]
    asked: Asked[Reading]

    @property
    def model(self) -> str:
        """The model that answered."""
        return next(a.model for a in self.asked.attempts if a.outcome == ANSWERED)

    def reads(self, event: Event) -> bool:
        """Whether the call shows a part of the event."""
        return any(passage.event is event for passage in self.passages)

    def facts(self, event: Event) -> Sequence[Candidate]:
        """Return what was found in the event."""
        return self.asked.value.candidates.get(event.id, ()) if self.asked.value else ()

    def covers(self, candidate: Candidate) -> bool:
        """Whether the call was to find this fact, so that nobody else is asked for it."""
        span = candidate.span
        return candidate.kind is Kind.FACT and any(
            passage.event.id == span.event and passage.start <= span.start < passage.end
            for passage in self.passages
        )


# --- what is shown ---------------------------------------------------------------------------


def is_read(event: Event) -> bool:
    """Whether a model is asked about the event: the owner speaks, and says something."""
    return event.role is Role.USER and event.by_owner and has_substance(event.text)


def _calls(events: Sequence[Event]) -> list[list[Passage]]:
    """Pack the passages of the events into calls, in order."""
    calls: list[list[Passage]] = []
    room = 0
    for passage in (each for event in events if is_read(event) for each in _passages(event)):
        size = passage.end - passage.start
        if not calls or size > room or len(calls[-1]) == CALL_TURNS:
            calls.append([])
            room = CALL_CHARACTERS
        calls[-1].append(passage)
        room -= size
    return calls


def _passages(event: Event) -> Iterator[Passage]:
    """Yield the stretches of an event that say something; recalled memory is cut out."""
    for low, high in outside(event.text):
        for start, end in pieces(event.text, *trim(event.text, low, high), CALL_CHARACTERS):
            if has_substance(event.text[start:end]):
                yield Passage(event, start, end)


def _around(event: Event, events: Sequence[Event], surroundings: Surroundings) -> Surroundings:
    """Return the surroundings of one of several events in a row."""
    earlier = list(events).index(event)
    return replace(surroundings, before=(*surroundings.before, *events[:earlier]))


def _offer(
    passages: Sequence[Passage], events: Sequence[Event], surroundings: Surroundings
) -> Offer:
    around = _around(passages[0].event, events, surroundings)
    observed = [
        (fact.observed_at, fact.subject, fact.attribute, fact.value or "")
        for fact in around.known
        if fact.attribute and fact.observed_at
    ]
    values = {
        (subject, attribute): value
        for _, subject, attribute, value in sorted(observed)[-KNOWN_KEYS:]
    }
    return Offer(passages, _latest(around.before), sorted(values), values)


def _latest(before: Sequence[Event]) -> list[Event]:
    """Return the latest turns that fit, oldest first."""
    kept: list[Event] = []
    room = CONTEXT_CHARACTERS
    for turn in reversed(before):
        room -= len(turn.text)
        if room < 0:
            break
        kept.append(turn)
    return kept[::-1]


def _content(offer: Offer) -> str:
    """Return the message: JSON, so that no turn can pretend to be anything but a turn."""
    document = {
        "turns": [
            {
                "turn": handle,
                "speaker": passage.event.label,
                "at": passage.event.occurred_at.isoformat(),
                "text": _shown(passage.text),
            }
            for handle, passage in offer.turns.items()
        ],
        "before": [
            {"speaker": turn.label, "text": _shown(_unfenced(turn.text))} for turn in offer.before
        ],
        "known": [
            {"known": handle, "subject": subject, "attribute": attribute}
            for handle, (subject, attribute) in offer.keys.items()
        ],
    }
    return json.dumps(document, ensure_ascii=False)


def _unfenced(text: str) -> str:
    return " ".join(text[start:end] for start, end in outside(text))


def _shown(text: str) -> str:
    """Return a text without what was erased in it, and as UTF-8 can hold it."""
    return readable(text).encode(errors="replace").decode()

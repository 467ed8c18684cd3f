"""Our condition through a deployed stack: turns and questions go over HTTP, as an agent's do.

The stack has a clock of its own, which nobody moves: a question is asked now, whenever it was asked
in the data. What has expired since could only be told as expired already, and the API refuses that;
so what expires is not told, what names it is not asked, and both are counted (`LeftOut`).
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import batched, groupby
from threading import Lock
from typing import cast
from uuid import uuid4

import httpx

from evaluation.recall.conditions import OURS, WIDE, Condition
from evaluation.recall.measures import BUDGET, Answer, Answers, Line
from evaluation.recall.model import Conversation, Question, Turn, Unit
from evaluation.recall.run import Make, plain
from evaluation.recall.support import stands_in
from evaluation.recall.wording import counted
from examples.client import (
    Accepted,
    ApiError,
    Context,
    Item,
    Json,
    Memory,
    NotSettledError,
    Operation,
    wait_for,
)
from examples.stack import Stack
from muniment.app.ports import Encoder
from muniment.domain.tokens import tokens

BATCH = 20  # turns a request: half of what the API takes
WRITERS = 4  # sessions of a conversation that are written at once; each keeps its order
_SETTLED = 600.0  # seconds for the extraction of one request, behind all others of a large run
_INDEXED = 60.0  # seconds until a turn that was extracted is found
_QUERY = 2000  # characters; the API takes 8 KiB
_WIDE_BUDGET = 32_000  # tokens, the most that the API takes
_SCOPES = "memory:read memory:write memory:ingest memory:erase"
_TOKEN_LIVES = 3600.0  # seconds; the issuer's live longer

type Place = tuple[str, str, str | None]  # tenant, owner, purpose


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How much of the data is not put to a stack."""

    turns: int = 0
    questions: int = 0

    @classmethod
    def between(cls, given: Sequence[Conversation], kept: Sequence[Conversation]) -> "LeftOut":
        """Return what the conversations have no more than was given."""

        def size(some: Sequence[Conversation]) -> tuple[int, int]:
            return sum(len(c.turns) for c in some), sum(len(c.questions) for c in some)

        (turns, questions), (told, asked) = size(given), size(kept)
        return cls(turns - told, questions - asked)

    def __str__(self) -> str:
        """Say what, and why; empty if nothing is left out."""
        if not self.turns:
            return ""
        expires, it = ("expires", "it") if self.turns == 1 else ("expire", "them")
        names = "names" if self.questions == 1 else "name"
        asked = f" and {counted(self.questions, 'question')} that {names} {it}"
        what = f"{counted(self.turns, 'turn')} that {expires}{asked if self.questions else ''}"
        return f"{what}; the stack asks now"


def askable(conversation: Conversation) -> Conversation:
    """Return the conversation without what expires, and without the questions that name it.

    A question that names a session names all that was said in it.
    """
    expiring = [turn for turn in conversation.turns if turn.expires_at]
    gone, sessions = {turn.id for turn in expiring}, {turn.session for turn in expiring}
    kept = tuple(turn for turn in conversation.turns if turn.id not in gone)

    def fitted(question: Question) -> Question:
        before = conversation.turns[: conversation.known_to(question)]
        return replace(question, known=sum(turn.id not in gone for turn in before))

    def names_it(question: Question) -> bool:
        named = question.evidence | question.stale | question.forbidden
        return bool(named & (gone if question.unit is Unit.TURN else sessions))

    questions = tuple(fitted(q) for q in conversation.questions if not names_it(q))
    return Conversation(conversation.name, kept, questions)


@dataclass
class Door:
    """Opens users' memories; tenants are the evaluation's, and users this run's own."""

    stack: Stack
    run: str = field(default_factory=lambda: uuid4().hex[:8])
    lost: int = 0
    """Sessions whose last turn was not found in time after it was extracted."""
    left: int = 0
    """Users who could not be erased in the end."""
    _open: dict[tuple[str, Place], tuple[float, Memory]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def memory(self, conversation: str, place: Place) -> Memory:
        """Return a client with a token for this user and purpose."""
        with self._lock:
            until, memory = self._open.get((conversation, place), (0.0, None))
            if memory is None or time.monotonic() > until:
                memory = self._connected(conversation, place)
                self._open[conversation, place] = time.monotonic() + _TOKEN_LIVES, memory
            return memory

    def _connected(self, conversation: str, place: Place) -> Memory:
        tenant, owner, purpose = place
        claims = {"purposes": purpose} if purpose else None
        subject = f"{self.run}-{conversation}-{owner}"
        token = self.stack.token(f"eval-{tenant}", subject, _SCOPES, claims)
        return Memory(self.stack.api_url, token, timeout=120)

    def count_lost(self) -> None:
        """Count a session that is not found."""
        with self._lock:
            self.lost += 1

    def count_left(self) -> None:
        """Count a user who is not erased."""
        with self._lock:
            self.left += 1

    def leave(self, conversation: str) -> None:
        """Erase the users of a conversation; nobody waits for the end of it."""
        with self._lock:
            mine = [key for key in self._open if key[0] == conversation]
            found = [(key[1], self._open.pop(key)[1]) for key in mine]
        for (_, _, purpose), memory in found:
            try:
                if purpose is None:
                    memory.erase()
            except (ApiError, httpx.HTTPError):  # what was measured is worth more
                self.count_left()
            finally:
                memory.close()


@dataclass
class Deployed:
    """Implements Condition: one conversation's users on a stack."""

    door: Door
    conversation: Conversation
    name: str = OURS
    _stored: dict[str, str] = field(
        default_factory=dict
    )  # event of an explicit memory, to its turn

    def __post_init__(self) -> None:
        turns = self.conversation.turns
        self._event = {turn.id: f"t{number}" for number, turn in enumerate(turns)}
        self._turn = {event: turn for turn, event in self._event.items()}
        sessions = dict.fromkeys(turn.session for turn in turns)
        self._session = {name: f"s{number}" for number, name in enumerate(sessions)}

    def learn(self, turns: Sequence[Turn]) -> None:
        """See Condition; returns when all that was extracted is found."""
        sessions: dict[tuple[Place, str], list[Turn]] = {}
        for turn in turns:
            sessions.setdefault((_place(turn), turn.session), []).append(turn)
        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(self._write, sessions.values()))

    def ask(self, question: Question, at: datetime) -> Answers:
        """See Condition."""
        del at
        place = (question.tenant, question.owner, question.purpose)
        memory, query = self._memory(place), question.text[:_QUERY]
        wide = _recall(memory, query, {"k": WIDE, "floor": 0, "budget": _WIDE_BUDGET}, place)
        small = _recall(memory, query, {"floor": 0, "budget": BUDGET}, place)
        began = time.perf_counter()
        served = _recall(memory, query, {}, place)
        seconds = time.perf_counter() - began
        ranked = sorted(_items(wide), key=lambda item: -item["score"])
        return Answers(
            self._answer(wide, ranked), self._answer(small, _items(small)),
            replace(self._answer(served, _items(served)), seconds=seconds, cpu=None),
        )  # fmt: skip

    def _memory(self, place: Place) -> Memory:
        return self.door.memory(self.conversation.name, place)

    def _answer(self, context: Context, items: Sequence[Item]) -> Answer:
        lines = tuple(map(self._line, items))
        return Answer(lines, context["text"], context["tokens"], dropped=context["dropped"])

    def _line(self, item: Item) -> Line:
        sources = tuple(
            self._stored.get(event) or self._turn.get(event, event) for event in item["sources"]
        )
        said = [self.conversation.by_id[s] for s in sources if s in self.conversation.by_id]
        is_supported = stands_in(item["kind"], item["text"], item.get("value"), said)
        return Line(sources, tokens(item["text"]), item["kind"], is_supported)

    def _write(self, turns: Sequence[Turn]) -> None:
        """Send a session and wait until it is found."""
        place = _place(turns[0])
        memory = self._memory(place)
        operations: list[str] = []
        for is_stored, run in groupby(turns, lambda turn: turn.attribute is not None):
            if is_stored:
                for turn in run:
                    self._store(memory, turn)
            else:
                for some in batched(run, BATCH, strict=False):
                    events: list[Json] = [self._sent(turn) for turn in some]
                    body: dict[str, Json] = {"events": events, **_purpose(place)}
                    answer = memory.request("POST", "/v1/memory/me/events", body).json()
                    operations.append(cast("Accepted", answer)["operation_id"])
        last: str | None = None
        for operation in operations:
            last = _last_episode(memory.settle(operation, _SETTLED)) or last
        if last:
            self._until_found(memory, place, last)

    def _store(self, memory: Memory, turn: Turn) -> None:
        body: dict[str, Json] = {
            "attribute": turn.attribute, "value": turn.text, **_purpose(_place(turn)),
        }  # fmt: skip
        answer = memory.request("POST", "/v1/memory/me/store", body).json()
        for event in answer.get("record", {}).get("sources", [])[-1:]:
            self._stored[event] = turn.id

    def _sent(self, turn: Turn) -> dict[str, Json]:
        is_named = turn.speaker not in ("User", "Assistant")
        return {
            "id": self._event[turn.id], "session": self._session[turn.session],
            "position": turn.position, "role": turn.role.value, "text": turn.text,
            "at": turn.at.isoformat(), "by_owner": turn.by_owner,
            "speaker": turn.speaker if is_named else None,
        }  # fmt: skip

    def _until_found(self, memory: Memory, place: Place, event: str) -> None:
        turn = self.conversation.by_id[self._turn[event]]
        text = turn.text[:_QUERY]
        # Of a whole memory, "Bye!" may find fifty others; a fact of it is read, not found.
        within: Json = {"session": self._session[turn.session], "kind": "episode"}
        options: dict[str, Json] = {
            "k": WIDE, "floor": 0, "budget": _WIDE_BUDGET, "filter": within
        }  # fmt: skip

        def look() -> bool | None:
            found = _items(_recall(memory, text, options, place))
            return any(event in item["sources"] for item in found) or None

        try:
            wait_for(look, f"the index, for {event},", _INDEXED)
        except NotSettledError:
            self.door.count_lost()


def _place(of: Turn | Question) -> Place:
    return of.tenant, of.owner, of.purpose


def _purpose(place: Place) -> Mapping[str, Json]:
    return {"purpose": place[2]} if place[2] else {}


def _recall(memory: Memory, query: str, options: Mapping[str, Json], place: Place) -> Context:
    body: dict[str, Json] = {"query": query, **options, **_purpose(place)}
    return cast("Context", memory.request("POST", "/v1/memory/me/recall", body).json())


def _items(context: Context) -> list[Item]:
    procedures = cast("Mapping[str, list[Item]]", context).get("procedures", [])
    return [*context["facts"], *procedures, *context["episodes"]]


def _last_episode(operation: Operation) -> str | None:
    """Return the last event of which an episode was kept that says something new."""
    for event in reversed(operation["events"]):
        for outcome in event.get("outcomes", ()):
            is_kept = outcome.get("outcome") == "committed" and outcome.get("kind") == "episode"
            if is_kept and not outcome.get("deduplicated_into"):
                return event["id"]
    return None


def through(stack: Stack, encoder: Encoder) -> tuple[Make, Door]:
    """Return what makes the conditions anew, ours through the stack, and the door it goes by."""
    door = Door(stack)

    @contextmanager
    def make(conversation: Conversation) -> Iterator[Sequence[Condition]]:
        try:
            yield (*plain(encoder), Deployed(door, conversation))
        finally:
            door.leave(conversation.name)

    return make, door

"""Ids of everything that is stored, derived from what they identify and the owner's epoch."""

from dataclasses import dataclass
from datetime import UTC, datetime

from muniment.domain.events import Span
from muniment.domain.handling import UNRESTRICTED, Handling
from muniment.domain.identity import Digester
from muniment.domain.namespaces import Namespace, prefix
from muniment.domain.records import Candidate, Kind
from muniment.domain.scope import Scope
from muniment.domain.text import normalise

OPERATION_PREFIX = "o_"
ERASURE_PREFIX = "x_"
REVIEW_PREFIX = "v_"


@dataclass(frozen=True, slots=True)
class Ids:
    """Derives ids inside one owner's epoch: what is sent after an erasure gets other ids."""

    digester: Digester
    scope: Scope
    epoch: int

    def _digest(self, purpose: str, *parts: str | int) -> str:
        return self.digester.digest(purpose, self.scope.owner, self.epoch, *parts)

    def event(  # noqa: PLR0913, PLR0917 - what tells one event from another
        self, session: str, place: str, role: str, speaker: str, text: str,
        handling: Handling = UNRESTRICTED,
    ) -> str:  # fmt: skip
        """Return the id of an event to which its caller gave none."""
        apart = handling.compartment
        return self._digest("event", session, place, role, speaker, text, *apart)

    def fact(
        self, subject: str, attribute: str, handling: Handling = UNRESTRICTED,
        namespace: Namespace = Namespace.OWNER,
    ) -> str:  # fmt: skip
        """Return the id of a fact: one subject and attribute is one fact.

        In each compartment, that is, and for the words of its owner and of assistants each.
        """
        name = self._digest("fact", subject, attribute, *handling.compartment)
        return prefix(Kind.FACT, namespace) + name

    def assertion(self, fact: str, candidate: Candidate) -> str:
        """Return the id of what one span says about a fact."""
        span = candidate.span
        return "a_" + self._digest(
            "assertion", fact, candidate.effect, normalise(candidate.value or ""),
            span.event, span.start, span.end,
        )  # fmt: skip

    def mark(self, record: str, effect: str, at: datetime) -> str:
        """Return the id of what an operator said about a record at a time."""
        return "a_" + self._digest("mark", record, effect, at.isoformat())

    def episode(self, span: Span, namespace: Namespace = Namespace.OWNER) -> str:
        """Return the id of the episode of a span."""
        name = self._digest("episode", span.event, span.start, span.end)
        return prefix(Kind.EPISODE, namespace) + name

    def key(self, idempotency_key: str) -> str:
        """Return the digest under which an Idempotency-Key is kept."""
        return self._digest("idempotency", idempotency_key)

    def fingerprint(self, body: str) -> str:
        """Return what is kept of a request's digest: with a key, for a body may be guessed."""
        return self._digest("fingerprint", body)

    def operation(self, *parts: str) -> str:
        """Return the id of an operation; it names its owner, so that it can be found alone."""
        return f"{OPERATION_PREFIX}{self.scope.owner}_{self._digest('operation', *parts)}"

    def erasure(self, *parts: str) -> str:
        """Return the id of an erasure; it names its owner, so that it can be found alone."""
        return f"{ERASURE_PREFIX}{self.scope.owner}_{self._digest('erasure', *parts)}"

    def review(self, *parts: str | int) -> str:
        """Return the id of something to decide; it names its owner, so that it can be found."""
        return f"{REVIEW_PREFIX}{self.scope.owner}_{self._digest('review', *parts)}"

    def tool_result(self, room: str, tool: str, call: str, content: str) -> str:
        """Return the id of a tool's result to which its caller gave none, and its digest."""
        return self._digest("tool-result", room, tool, call, content)

    def recall(self, at: datetime, query: str, purpose: str, agent: str) -> str:
        """Return the id of one recall: two callers who ask the same at once leave two traces."""
        return "r_" + self._digest("recall", at.isoformat(), query, purpose, agent)


def order_key(at: datetime | None, position: int | None, received: datetime, event: str) -> str:
    """Return what sorts the turns of a session: their time, then their position, then their id.

    A turn without a time sorts by its position, one with neither by when it was received. Turns
    that have only positions come before those that have times.
    """
    if at is None and position is not None:
        return f"p{position:06d}.{event}"
    moment = (at or received).astimezone(UTC)
    return f"t{moment:%Y%m%dT%H%M%S%f}.{position or 0:06d}.{event}"


def owner_of(identifier: str) -> str | None:
    """Return the owner's handle that an operation's, erasure's or review's id names."""
    parts = identifier.split("_")
    return parts[1] if len(parts) == 3 and parts[0] in ("o", "x", "v") else None

"""Correcting a fact that is there: a new statement about the same attribute, or none any more."""

from dataclasses import dataclass, replace

from muniment.app.errors import RefusedError
from muniment.app.reading import GetRecord
from muniment.app.remember import NewMemory, Remember
from muniment.app.views import Closed, RecordView, Waits
from muniment.domain.access import ANYBODY, Caller
from muniment.domain.handling import NOBODY
from muniment.domain.labels import Labels
from muniment.domain.namespaces import Namespace
from muniment.domain.records import Kind
from muniment.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class CorrectRecord:
    """States what holds instead of a fact; what was said before stays in its history."""

    get: GetRecord
    remember: Remember

    def __call__(  # noqa: PLR0913 - what a write is made of
        self,
        scope: Scope,
        record: str,
        value: str | None,
        *,
        by_agent: bool,
        caller: Caller = ANYBODY,
        by: str = NOBODY,
    ) -> RecordView | Waits | Closed:
        """Return the fact as it is now; without a value it is closed and nothing replaces it.

        NotFoundError if there is no such record to see; RefusedError for an episode, which is
        what was said, and where a gate or something of higher trust stands against it.
        """
        found = self.get(scope, record, caller)
        if found.kind is not Kind.FACT or found.attribute is None:
            raise RefusedError("not_a_fact")
        memory = NewMemory(
            attribute=found.attribute,
            value=value,
            subject=found.subject or "user",
            labels=Labels.of(found.tags, found.metadata.items()),
            retracts=value is None,
            # What an assistant said ends by policy; as the owner's word it does not.
            expires_at=found.expires_at if value and found.namespace is Namespace.OWNER else None,
        )
        # It takes the place of what was found, so it stays where that is: its purpose, its agent.
        purpose = found.purposes[0] if found.purposes else caller.purpose
        there = replace(caller, purpose=purpose, private=found.agent is not None)
        return self.remember(
            scope, memory, by_agent=by_agent, idempotency_key=None, fingerprint="",
            caller=there, by=by,
        )  # fmt: skip

"""What AWS does on a bad day, by botocore's hooks: errors, and something else happening between."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

type Answer = tuple[SimpleNamespace, dict[str, Any]]  # what botocore takes for a response
type Action = Callable[[], Answer | None]


@dataclass
class Faults:
    """Runs an action before calls of one client; an action that answers replaces the call.

    `calls` counts every call, `seen` are their operations.
    """

    client: Any  # any of boto3's clients
    seen: list[str] = field(default_factory=list)
    _plans: dict[int, Action] = field(default_factory=dict)
    _by_name: dict[str, list[tuple[int, Action]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Of two hooks the more exactly named one runs first, and `QuickDynamo` names the service.
        self.client.meta.events.register_first(self._event, self._before)

    def leave(self) -> None:
        """Let the client's calls alone from now on."""
        self.client.meta.events.unregister(self._event, self._before)

    @property
    def _event(self) -> str:
        return f"before-call.{self.client.meta.service_model.service_id.hyphenize()}"

    @property
    def calls(self) -> int:
        """How many calls were made."""
        return len(self.seen)

    def at(self, nth: int, action: Action) -> None:
        """Run `action` before the nth call from now, whatever it is; the next is the first."""
        self._plans[self.calls + nth] = action

    def before(self, operation: str, action: Action, *, nth: int = 1) -> None:
        """Run `action` before the nth call of `operation` from now, once."""
        self._by_name.setdefault(operation, []).append((self.seen.count(operation) + nth, action))

    def _before(self, model: Any, **_: object) -> Answer | None:
        self.seen.append(model.name)
        action = self._plans.pop(self.calls, None)
        if action is not None:
            return action()
        planned = self._by_name.get(model.name, [])
        for plan in planned:
            if plan[0] == self.seen.count(model.name):
                planned.remove(plan)
                return plan[1]()
        return None


def error(code: str, *, status: int = 400, reasons: Sequence[str] = ()) -> Action:
    """Return the action that answers with an error of DynamoDB, SQS or KMS."""
    body: dict[str, Any] = {
        "Error": {"Code": code, "Message": f"{code} by the test"},
        "ResponseMetadata": {"HTTPStatusCode": status},
    }
    if reasons:
        body["CancellationReasons"] = [{"Code": reason} for reason in reasons]
    return lambda: (SimpleNamespace(status_code=status), body)


def cancelled(*reasons: str) -> Action:
    """Return the action that cancels a transaction; the reasons stand for its actions in order."""
    return error("TransactionCanceledException", reasons=reasons)


def throttled() -> Action:
    """Return the action that refuses for now."""
    return error("ThrottlingException")


def then(happening: Callable[[], object]) -> Action:
    """Return the action that lets something else happen first, and the call go on."""

    def action() -> None:
        happening()

    return action

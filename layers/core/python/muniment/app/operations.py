"""What became of a write: of its events, and of the document that it waits for."""

from collections import Counter
from dataclasses import dataclass, replace

from muniment.app.errors import NotFoundError
from muniment.app.storage import Store
from muniment.app.stored import Became, Extraction, ModelReport, Operation, Outcome, Owner
from muniment.app.views import EventOutcomeView, ModelsView, OperationView, OutcomeView
from muniment.domain.fold import repeats
from muniment.domain.records import Kind
from muniment.domain.scope import Scope
from muniment.domain.uploads import Upload, UploadState

TOLD_EACH = 40
"""Events of which an answer says what became of each candidate, as many as one request delivers;
of more it counts them: a document of a thousand parts would not fit into an answer."""


@dataclass(frozen=True, slots=True)
class GetOperation:
    """Tells what became of a write."""

    store: Store

    def __call__(self, scope: Scope, operation_id: str) -> OperationView:
        """Return the operation: done when every event is, failed if one is."""
        owner = self.store.owner(scope)
        operation = self.store.operation(scope, operation_id)
        if operation is None or operation.epoch != owner.epoch:
            raise NotFoundError("no such operation")
        upload = operation.upload
        if upload is not None and upload.state is not UploadState.ACCEPTED:
            return _without_document(operation, upload)
        found = self.store.extractions(scope, operation.epoch, operation.events)
        is_large = len(operation.events) > TOLD_EACH
        events = tuple(
            _event_view(event, found.get(event))
            if is_large
            else self._event(scope, owner, event, found.get(event))
            for event in operation.events
        )
        reason = next((event.reason for event in events if event.reason), None)
        became = Counter(o.outcome for event in events for o in event.outcomes)
        return OperationView(
            operation.id, operation.status(found), operation.created_at,
            tuple(replace(event, outcomes=()) for event in events) if is_large else events,
            reason, dict(operation.redacted), document=upload.document if upload else None,
            outcomes=dict(sorted(became.items())) if is_large else {},
        )  # fmt: skip

    def _event(
        self, scope: Scope, owner: Owner, event: str, extraction: Extraction | None
    ) -> EventOutcomeView:
        view = _event_view(event, extraction)
        outcomes = (self._as_it_is(scope, owner, event, each) for each in view.outcomes)
        return replace(view, outcomes=tuple(outcomes))

    def _as_it_is(
        self, scope: Scope, owner: Owner, event: str, outcome: OutcomeView
    ) -> OutcomeView:
        """Say what is known now: that it is gone, or which record says it too, in any order."""
        record = outcome.record
        if record is None or outcome.outcome != Became.COMMITTED:
            return outcome
        gone = replace(outcome, outcome=Became.GONE)
        if outcome.kind == Kind.EPISODE:
            is_there = (
                self.store.episodes(scope, owner.epoch, [record]) and event not in owner.erasing
            )
            return outcome if is_there else gone
        known = self.store.assertions(scope, owner.epoch, record)
        own = [a for a in known if a.span is not None and a.span.event == event]
        if not own:
            return gone
        is_repeat = all(repeats(assertion, known) for assertion in own)
        return replace(outcome, deduplicated_into=record) if is_repeat else outcome


def _event_view(event: str, extraction: Extraction | None) -> EventOutcomeView:
    if extraction is None or extraction.status == "pending":
        return EventOutcomeView(event, "pending")
    outcomes = tuple(map(_outcome_view, extraction.every_outcome))
    return EventOutcomeView(
        event, extraction.status, outcomes, extraction.reason, extraction.version or None,
        _models_view(extraction.report) if extraction.report else None,
    )  # fmt: skip


def _models_view(report: ModelReport) -> ModelsView:
    return ModelsView(
        prompt=report.prompt, answered=report.answered, attempts=report.attempts,
        calls=report.calls, tokens_in=report.tokens_in, tokens_out=report.tokens_out,
        dropped=report.dropped,
    )  # fmt: skip


def _outcome_view(outcome: Outcome) -> OutcomeView:
    return OutcomeView(
        outcome.kind.value, outcome.became.value, outcome.record, outcome.reason,
        outcome.objections, outcome.review,
    )  # fmt: skip


def _without_document(operation: Operation, upload: Upload) -> OperationView:
    """Return an operation whose document has not come, or was none that is taken."""
    is_waiting = upload.state is UploadState.WAITING
    return OperationView(
        operation.id, "waiting_for_upload" if is_waiting else "failed", operation.created_at, (),
        upload.reason, document=upload.document, until=upload.until if is_waiting else None,
    )  # fmt: skip

"""What was sent becomes events as if it had come in a request; then nothing of it is left lying.

Each step may be the last one of a process: a message that comes again goes on from what is stored,
and the document is removed only when its parts are, or when it is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from muniment.app.changes import Change, PutAudit, SettleUpload
from muniment.app.consents import activation
from muniment.app.errors import EventConflictError, SensitiveDataError
from muniment.app.ingest import queue_extraction
from muniment.app.intake import Intake, NewTurn, store_most
from muniment.app.ports import Clock, Detector, ExtractionQueue, Keys, Policies
from muniment.app.redacting import Redactor, total
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Operation, Owner
from muniment.app.transit import Transit, UploadJob
from muniment.domain.access import may_keep
from muniment.domain.events import Event, Role
from muniment.domain.handling import UNRESTRICTED
from muniment.domain.ids import Ids
from muniment.domain.labels import labels_of
from muniment.domain.redaction import MOST_MARKS
from muniment.domain.uploads import Refusal, Upload, UploadState, read_text

ACTOR = "upload"
"""Who refuses what no caller waits for, as the audit names it: the function."""
MOST_TAKEN_OUT = 20 * MOST_MARKS
"""Of one document: the parts, not the whole, have to fit into items of the store."""


class Arrival(StrEnum):
    """What became of a message; a dimension of a metric."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    REPEATED = "repeated"
    """Of an upload that had ended before."""
    UNKNOWN = "unknown"
    """Of no upload that is known, or of one from before an erasure."""
    ABSENT = "absent"
    """Nothing is there, and the form still holds."""
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class AcceptUpload:
    """Looks at one upload; safe to repeat after a crash between any two steps."""

    store: Store
    keys: Keys
    transit: Transit
    queue: ExtractionQueue
    detector: Detector
    clock: Clock
    policies: Policies

    def __call__(self, job: UploadJob, *, last_try: bool) -> Arrival:
        """Take in what was sent for the upload of `job`, or settle that nothing was.

        On the last try a failure is noted, so that the operation says so; it is raised all the
        same, so that the message goes to the dead letters.
        """
        try:
            return self._arrive(job)
        except Exception as error:
            if last_try:
                reason = type(error).__name__
                until_fresh(lambda: self._settle(job, UploadState.FAILED, reason))
            raise

    def _arrive(self, job: UploadJob) -> Arrival:
        operation = self._known(job, self.store.owner(job.scope))
        if operation is None or operation.upload is None:
            # Asked for by nobody who is still there: what lies at this address is nobody's.
            self.transit.discard(job)
            return Arrival.UNKNOWN
        if not operation.upload.is_open:
            self._finish(job, operation)
            return Arrival.REPEATED
        body = self.transit.fetch(job, operation.upload.size)
        if body is None and self.clock() < operation.upload.until:
            return Arrival.ABSENT
        settled = until_fresh(lambda: self._take(job, body))
        if settled is None or settled.upload is None:
            self.transit.discard(job)
            return Arrival.UNKNOWN
        self._finish(job, settled)
        return Arrival(settled.upload.state.value)

    def _known(self, job: UploadJob, owner: Owner) -> Operation | None:
        """Return the upload's operation, unless the owner was erased since it was asked for."""
        operation = self.store.operation(job.scope, job.operation)
        if operation is None or not operation.epoch == job.epoch == owner.epoch:
            return None
        return operation

    def _take(self, job: UploadJob, body: bytes | None) -> Operation | None:
        """Store the parts and settle the upload, under what holds now; return what it became."""
        owner = self.store.owner(job.scope)
        operation = self._known(job, owner)
        upload = operation.upload if operation is not None else None
        if operation is None or upload is None or not upload.is_open:
            return operation
        text = self._read(job, owner, upload, body)
        if isinstance(text, Refusal):
            ended = UploadState.EXPIRED if text is Refusal.EXPIRED else UploadState.REFUSED
            return self._settle(job, ended, text)
        try:
            return self._accept(job, owner, operation, upload, text)
        except SensitiveDataError:
            return self._settle(job, UploadState.REFUSED, Refusal.SENSITIVE_DATA)
        except EventConflictError:
            return self._settle(job, UploadState.REFUSED, Refusal.CONFLICT)

    def _read(
        self, job: UploadJob, owner: Owner, upload: Upload, body: bytes | None
    ) -> str | Refusal:
        """Return the text that was sent, or why there is none to be kept."""
        if body is None:
            return Refusal.EXPIRED
        policy = self.policies.current(job.scope.tenant)
        if not may_keep(upload.handling, policy, owner.consents):
            return Refusal.NO_CONSENT
        return read_text(body, upload.size)

    def _accept(
        self, job: UploadJob, owner: Owner, operation: Operation, upload: Upload, text: str
    ) -> Operation:
        scope = job.scope
        intake = self._intake(job, operation, upload)
        turn = NewTurn(
            upload.session, Role.DOCUMENT, text, upload.document, at=upload.at,
            speaker=upload.name, by_owner=False, labels=labels_of(upload.handling),
        )  # fmt: skip
        events = list(intake.events(0, turn, by_agent=upload.by_agent))
        known = self.store.events(scope, owner.epoch, [event.id for event in events])
        for event in events:
            intake.require_same(event, known.get(event.id))
        settled = replace(
            operation,
            events=tuple(event.id for event in events),
            redacted=total(event.handling for event in events),
            upload=_ended(upload, UploadState.ACCEPTED),
        )
        fresh: Sequence[Event] = [event for event in events if event.id not in known]
        changes: list[Change] = [
            *store_most(self.store, scope, owner, fresh),
            SettleUpload(settled, was=upload.state),
            PutAudit(self.clock(), "accept", operation.id, owner.epoch, upload.by),
        ]
        for purpose in upload.handling.purposes:
            changes += activation(owner, purpose, self.clock())
        self.store.commit(scope, changes, guard=owner)
        return settled

    def _intake(self, job: UploadJob, operation: Operation, upload: Upload) -> Intake:
        ids = Ids(self.keys.digester(job.scope.tenant), job.scope, job.epoch)
        policy = self.policies.current(job.scope.tenant)
        return Intake(
            ids, Redactor(self.detector, policy.redaction, MOST_TAKEN_OUT),
            self.store.tombstones(job.scope, job.epoch), upload.handling,
            # When it was announced: a repeat of half of the work makes just the same events.
            operation.created_at, upload.by,
        )  # fmt: skip

    def _settle(self, job: UploadJob, state: UploadState, reason: str) -> Operation | None:
        """Write how an upload ended without events; return the operation as it is then."""
        owner = self.store.owner(job.scope)
        operation = self._known(job, owner)
        upload = operation.upload if operation is not None else None
        if operation is None or upload is None or not upload.is_open:
            return operation
        settled = replace(operation, upload=_ended(upload, state, reason))
        audit = PutAudit(self.clock(), f"upload_{state}", operation.id, owner.epoch, ACTOR, reason)
        self.store.commit(job.scope, [SettleUpload(settled, was=upload.state), audit], guard=owner)
        return settled

    def _finish(self, job: UploadJob, operation: Operation) -> None:
        """Queue what waits, and leave nothing lying."""
        queue_extraction(self.store, self.queue, job.scope, operation)
        self.transit.discard(job)


def _ended(upload: Upload, state: UploadState, reason: str | None = None) -> Upload:
    """Return an upload as it is kept in this state: what it holds for goes when it has ended."""
    if state is UploadState.FAILED:
        return replace(upload, state=state, reason=reason)
    return replace(upload, state=state, reason=reason, name=None, at=None, handling=UNRESTRICTED)

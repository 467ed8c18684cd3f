"""Announcing a document that is too large for a request: what holds for it is fixed here."""

from dataclasses import dataclass
from datetime import datetime

from muniment.app.changes import Change, PutAudit, PutIdempotency, PutOperation
from muniment.app.ingest import idempotency_of, used_operation
from muniment.app.labelling import clean_labels
from muniment.app.ports import Clock, Detector, Keys, Policies
from muniment.app.redacting import Redactor
from muniment.app.retrying import until_fresh
from muniment.app.storage import Store
from muniment.app.stored import Operation
from muniment.app.transit import Transit, UploadJob
from muniment.app.views import UploadView
from muniment.domain.access import ANYBODY, Caller, use_of
from muniment.domain.forgetting import forgotten_spans
from muniment.domain.handling import NOBODY
from muniment.domain.ids import Ids
from muniment.domain.labels import UNLABELLED, Labels
from muniment.domain.scope import Scope
from muniment.domain.uploads import FORM_HOLDS, Upload, UploadState


@dataclass(frozen=True, slots=True)
class NewUpload:
    """A document as it is announced. Times are aware; `size` is in bytes, at most."""

    session: str
    content_type: str
    size: int
    document: str | None = None
    name: str | None = None
    at: datetime | None = None
    labels: Labels = UNLABELLED


@dataclass(frozen=True, slots=True)
class RequestUpload:
    """Keeps what holds for a document, and gives out the form that sends it."""

    store: Store
    keys: Keys
    transit: Transit
    detector: Detector
    clock: Clock
    policies: Policies

    def __call__(  # noqa: PLR0913 - what a write is made of
        self,
        scope: Scope,
        new: NewUpload,
        *,
        by_agent: bool,
        idempotency_key: str | None,
        fingerprint: str,
        caller: Caller = ANYBODY,
        by: str = NOBODY,
    ) -> UploadView:
        """Return the operation and, while it waits for the document, the form.

        The same operation for the same key; IdempotencyConflictError, SensitiveDataError and what
        `domain.access` refuses as for events, before anything is stored.
        """

        def decide() -> Operation:
            owner = self.store.owner(scope)
            ids = Ids(self.keys.digester(scope.tenant), scope, owner.epoch)
            kept, now = ids.fingerprint(fingerprint), self.clock()
            used = used_operation(self.store, scope, ids, idempotency_key, kept, now)
            if used is not None:
                return used
            policy = self.policies.current(scope.tenant)
            use = use_of(caller, policy, owner.consents)
            redactor = Redactor(self.detector, policy.redaction)
            gone = self.store.tombstones(scope, owner.epoch)
            labels = clean_labels(
                redactor, "upload", new.labels,
                lambda text: bool(forgotten_spans(ids.digester, text, gone)),
            )  # fmt: skip
            handling = labels.labels.on(use.handling())
            redactor.require_clean("session", new.session)
            redactor.require_clean("id", new.document or "")
            upload = Upload(
                session=new.session, content_type=new.content_type, size=new.size,
                until=now + FORM_HOLDS, document=new.document,
                name=redactor("name", new.name or "").text or None, at=new.at,
                by_agent=by_agent, by=by, handling=handling,
            )  # fmt: skip
            name = ids.operation(
                "upload", idempotency_key or "", fingerprint, now.isoformat(), *handling.compartment
            )
            if (earlier := self.store.operation(scope, name)) is not None:
                return earlier  # the same request in the same instant
            operation = Operation(name, owner.epoch, now, (), (), upload=upload)
            audit = PutAudit(now, "ask_upload", operation.id, owner.epoch, by)
            changes: list[Change] = [PutOperation(operation), audit]
            if idempotency_key is not None:
                used_for = idempotency_of(ids, idempotency_key, kept, operation)
                changes.append(PutIdempotency(used_for))
            self.store.commit(scope, changes, guard=owner)
            return operation

        return self._view(scope, until_fresh(decide))

    def _view(self, scope: Scope, operation: Operation) -> UploadView:
        """Return the form, for as long as is left of its time; also when it is asked for again."""
        upload = operation.upload
        holds = upload.until - self.clock() if upload is not None else -FORM_HOLDS
        if upload is None or upload.state is not UploadState.WAITING or holds.total_seconds() < 1:
            return UploadView(operation.id)
        job = UploadJob(scope, operation.epoch, operation.id)
        form = self.transit.form(job, upload.content_type, upload.size, holds)
        return UploadView(operation.id, form, upload.until, upload.size)

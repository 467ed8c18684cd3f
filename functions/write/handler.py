"""Writes memory: events, from which memory is extracted, and explicit memories."""

from muniment.app.consents import NewConsent
from muniment.app.propose import Proposer
from muniment.app.remember import NewMemory
from muniment.app.views import Closed, RecordView, Waits
from muniment.app.working.requests import NewState
from muniment.bootstrap import callers, working, writing
from muniment.domain.access import Caller
from muniment.domain.feedback import Effect
from muniment.domain.records import Effect as Mark
from muniment.domain.scope import Principal, Reach, Scope
from muniment.edge import auth, consents, reviews, views
from muniment.edge.http import Answer, Api, respond
from muniment.edge.parsing import fingerprint
from muniment.edge.policies import PolicyBody, PolicyView
from muniment.edge.recalls import FeedbackBody, FeedbackView
from muniment.edge.schemas import ConsentBody, DecisionBody, UseParameters
from muniment.edge.session_views import ClearedView, SessionView, ToolResultView
from muniment.edge.sessions import SessionBody, SessionChangeBody, ToolResultBody
from muniment.edge.telemetry import count_feedback
from muniment.edge.uploads import UploadBody, UploadView
from muniment.edge.writes import (
    CorrectionBody,
    EventsBody,
    ProcedureBody,
    SharedBody,
    StatesBody,
    StoreBody,
)

handler = api = Api()


@api.post("/v1/memory/<user>/events")
def accept_events(user: str) -> Answer:
    """Store events and queue their extraction."""
    access = api.admit(user, auth.WRITE, auth.INGEST)
    body = api.body(EventsBody)
    auth.require_delivery(access, all_by_owner=body.all_by_owner)
    return _accept(access, body, "events")


@api.post("/v1/memory/<user>/uploads")
def announce_upload(user: str) -> Answer:
    """Keep what holds for a large document, and give out the form that sends it."""
    access = api.admit(user, auth.INGEST)
    body = api.body(UploadBody)
    announced = writing.request_upload()(
        callers.scope(access.principal.tenant, access.subject),
        body.announced(),
        by_agent=access.by_agent,
        idempotency_key=api.idempotency_key(),
        fingerprint=fingerprint(body, "uploads"),
        caller=access.caller(body.purpose, private=body.is_private),
        by=callers.actor(access.principal),
    )
    location = f"/v1/operations/{announced.operation}"
    return respond(201, UploadView.of(announced), location)


@api.post("/v1/memory/<user>/store")
def store(user: str) -> Answer:
    """Store an explicit memory, which is readable at once."""
    access = api.admit(user, auth.WRITE)
    body = api.body(StoreBody)
    record = writing.remember()(
        callers.scope(access.principal.tenant, access.subject),
        NewMemory(
            body.text, body.attribute, body.value, body.expires_at, body.cites, labels=body.labels
        ),
        by_agent=access.by_agent,
        idempotency_key=api.idempotency_key(),
        fingerprint=fingerprint(body, "store"),
        caller=access.caller(body.purpose, private=body.is_private),
        by=callers.actor(access.principal),
    )
    return _stored(user, 201, record)


@api.post("/v1/memory/<user>/state")
def accept_state(user: str) -> Answer:
    """Store what a system of record says; it is written as it is."""
    access = api.admit(user, auth.STATE)
    body = api.body(StatesBody)
    return _accept(access, body, "state")


@api.patch("/v1/memory/<user>/records/<record>")
def correct(user: str, record: str) -> Answer:
    """Correct a fact, or retract it."""
    access = api.admit(user, auth.WRITE)
    body = api.body(CorrectionBody)
    scope = callers.scope(access.principal.tenant, access.subject)
    corrected = writing.correct_record()(
        scope,
        auth.safe_id("id", record),
        body.value,
        by_agent=access.by_agent,
        caller=access.caller(body.purpose),
        by=callers.actor(access.principal),
    )
    return _stored(user, 200, corrected)


@api.post("/v1/memory/<user>/procedures")
def propose_procedure(user: str) -> Answer:
    """Propose a way of working to the user's agents."""
    access = api.admit(user, auth.WRITE)
    body = api.body(ProcedureBody)
    tenant = access.principal.tenant
    proposer = Proposer(
        callers.scope(tenant, access.principal.subject).owner,
        is_owner=not access.by_agent,
        by_agent=access.by_agent,
        caller=access.caller(body.purpose, private=body.is_private),
    )
    scope = callers.scope(tenant, access.subject)
    return _proposed(writing.propose()(scope, body.proposal(), proposer))


@api.post("/v1/memory/<user>/recalls/<recall>/feedback")
def give_feedback(user: str, recall: str) -> Answer:
    """Hear what a caller says of a recall, item by item."""
    access, identifier = api.admit(user, auth.WRITE), auth.safe_id("id", recall)
    body = api.body(FeedbackBody)
    tenant = access.principal.tenant
    heard = writing.give_feedback()(
        callers.scope(tenant, access.subject),
        identifier,
        body.words(),
        access.caller(body.purpose),
        callers.actor(access.principal),
    )
    count_feedback(tenant, (i.word.flag for i in heard.items if i.effect is Effect.COUNTED))
    return respond(200, FeedbackView.of(heard))


@api.post("/v1/tenant/records")
def propose_to_tenant() -> Answer:
    """Propose what the tenant's users are to share."""
    return _propose(Reach.TENANT)


@api.post("/v1/system/records")
def propose_to_system() -> Answer:
    """Propose what all tenants are to share."""
    return _propose(Reach.SYSTEM)


@api.post("/v1/memory/<user>/records/<record>/quarantine")
def quarantine(user: str, record: str) -> Answer:
    """Take a record out of sight, whatever was said."""
    return _mark(user, record, Mark.QUARANTINE)


@api.post("/v1/memory/<user>/records/<record>/release")
def release(user: str, record: str) -> Answer:
    """Show a record again."""
    return _mark(user, record, Mark.RELEASE)


@api.post("/v1/memory/<user>/records/<record>/promote")
def promote(user: str, record: str) -> Answer:
    """Make what an assistant said the owner's own, by the owner's word or a reviewer's."""
    access = api.admit(user, auth.WRITE, auth.REVIEW, others=auth.REVIEW)
    scope = callers.scope(access.principal.tenant, access.subject)
    promoted = writing.promote_record()(scope, auth.safe_id("id", record), callers.promoter(access))
    return _stored(user, 200, promoted)


@api.post("/v1/tenant/records/<record>/quarantine")
def quarantine_tenants(record: str) -> Answer:
    """Take what the tenant's users share out of sight."""
    return _mark_shared(Reach.TENANT, record, Mark.QUARANTINE)


@api.post("/v1/tenant/records/<record>/release")
def release_tenants(record: str) -> Answer:
    """Show again what the tenant's users share."""
    return _mark_shared(Reach.TENANT, record, Mark.RELEASE)


@api.post("/v1/system/records/<record>/quarantine")
def quarantine_systems(record: str) -> Answer:
    """Take what all tenants share out of sight."""
    return _mark_shared(Reach.SYSTEM, record, Mark.QUARANTINE)


@api.post("/v1/system/records/<record>/release")
def release_systems(record: str) -> Answer:
    """Show again what all tenants share."""
    return _mark_shared(Reach.SYSTEM, record, Mark.RELEASE)


@api.post("/v1/reviews/<review>/decision")
def decide(review: str) -> Answer:
    """Approve, reject or edit what waits; who owns the memory confirms what is proposed."""
    caller = api.caller()
    auth.require(caller, auth.WRITE, auth.REVIEW)
    body = api.body(DecisionBody)
    scope, reviewer = callers.reviewer(caller, review)
    decided = writing.decide_review()(scope, review, body.decision, body.value, reviewer)
    return respond(200, reviews.DecidedView.of(decided))


@api.put("/v1/memory/<user>/consent/<purpose>")
def change_consent(user: str, purpose: str) -> Answer:
    """Take a step of a user's consent for a purpose."""
    access = auth.admit_to_consent(api.caller(), user, auth.WRITE)
    body = api.body(ConsentBody)
    scope = callers.scope(access.principal.tenant, access.subject)
    said = NewConsent(body.state, body.notice_version, body.source)
    by = callers.actor(access.principal)
    consent = writing.change_consent()(scope, purpose, said, by=by)
    return respond(200, consents.ConsentView.of(consent))


@api.put("/v1/memory/<user>/sessions/<session>")
def put_session(user: str, session: str) -> Answer:
    """Make a session, or replace the version of it that If-Match names."""
    access, name = api.admit(user, auth.WRITE), auth.safe_id("id", session)
    body, was = api.body(SessionBody), api.version_if_named()
    caller = access.caller(body.purpose, private=body.is_private)
    return _session(access, name, caller, body.state(), replaces=True, was=was)


@api.patch("/v1/memory/<user>/sessions/<session>")
def change_session(user: str, session: str) -> Answer:
    """Change slots of the version of a session that If-Match names."""
    access, name = api.admit(user, auth.WRITE), auth.safe_id("id", session)
    body, was = api.body(SessionChangeBody), api.version()
    caller = access.caller(body.purpose)
    return _session(access, name, caller, body.state(), replaces=False, was=was)


@api.delete("/v1/memory/<user>/sessions/<session>")
def delete_session(user: str, session: str) -> Answer:
    """Delete a session and its tool results."""
    return _end(user, session, deletes=True)


@api.post("/v1/memory/<user>/sessions/<session>/complete")
def complete_session(user: str, session: str) -> Answer:
    """Clear a session whose task has ended."""
    return _end(user, session, deletes=False)


@api.post("/v1/memory/<user>/sessions/<session>/tool-results")
def add_tool_result(user: str, session: str) -> Answer:
    """Keep a tool's result, whole and apart, with its projection."""
    access, name = api.admit(user, auth.WRITE), auth.safe_id("id", session)
    body = api.body(ToolResultBody)
    scope = callers.scope(access.principal.tenant, access.subject)
    added = working.add_tool_result()(scope, name, body.result(), access.caller(body.purpose))
    location = f"/v1/memory/{user}/sessions/{name}/tool-results/{added.result.id}"
    return respond(201 if added.is_new else 200, ToolResultView.of(added), location)


@api.put("/v1/tenant/policy")
def set_policy() -> Answer:
    """Set the next version of the tenant's policy."""
    caller = api.caller()
    auth.require(caller, auth.ADMIN)
    policy, was = api.body(PolicyBody).policy(), api.version()
    by = callers.scope(caller.tenant, caller.subject).owner
    version = writing.set_policy()(caller.tenant, policy, was=was, by=by)
    return respond(200, PolicyView.of(version), version=version.policy.version)


def _accept(access: auth.Access, body: EventsBody | StatesBody, door: str) -> Answer:
    accepted = writing.record_events()(
        callers.scope(access.principal.tenant, access.subject),
        body.turns(),
        by_agent=access.by_agent,
        idempotency_key=api.idempotency_key(),
        fingerprint=fingerprint(body, door),
        caller=access.caller(body.purpose, private=body.is_private),
        by=callers.actor(access.principal),
    )
    location = f"/v1/operations/{accepted.operation}"
    return respond(202, views.AcceptedView.of(accepted), location)


def _session(  # noqa: PLR0913 - what a write is made of
    access: auth.Access, name: str, caller: Caller, state: NewState, *, replaces: bool,
    was: int | None,
) -> Answer:  # fmt: skip
    scope = callers.scope(access.principal.tenant, access.subject)
    view = working.write_session()(
        scope, name, state,
        replaces=replaces, was=was, by_agent=access.by_agent, caller=caller,
    )  # fmt: skip
    status = 201 if view.is_new else 200
    return respond(status, SessionView.of(view), version=view.session.revision)


def _end(user: str, session: str, *, deletes: bool) -> Answer:
    access, name = api.admit(user, auth.WRITE), auth.safe_id("id", session)
    cleared = working.end_session()(
        callers.scope(access.principal.tenant, access.subject),
        name,
        deletes=deletes,
        was=api.version_if_named(),
        caller=access.caller(api.parameters(UseParameters).purpose),
        by=callers.actor(access.principal),
    )
    return respond(200, ClearedView.of(cleared))


def _mark(user: str, record: str, effect: Mark) -> Answer:
    access = api.admit(user, auth.REVIEW, others=auth.REVIEW)
    scope = callers.scope(access.principal.tenant, access.subject)
    return _marked(scope, record, effect, access.principal)


def _mark_shared(reach: Reach, record: str, effect: Mark) -> Answer:
    caller = api.caller()
    auth.require_decider(caller, reach)
    return _marked(auth.shared_scope(caller, reach), record, effect, caller)


def _marked(scope: Scope, record: str, effect: Mark, caller: Principal) -> Answer:
    identifier, by = auth.safe_id("id", record), callers.actor(caller)
    marked = writing.mark_record()(scope, identifier, effect, by=by)
    return respond(200, reviews.MarkedView.of(marked))


def _stored(user: str, status: int, answer: RecordView | Waits | Closed) -> Answer:
    match answer:
        case Waits():
            return _waits(answer)
        case Closed():
            return respond(status, reviews.ClosedView.of(answer))
        case RecordView():
            location = f"/v1/memory/{user}/records/{answer.id}"
            return respond(status, views.StoredView(record=views.RecordView.of(answer)), location)


def _propose(reach: Reach) -> Answer:
    caller = api.caller()
    auth.require_keeper(caller, reach)
    proposal = api.body(SharedBody).proposal()
    handle = callers.scope(caller.tenant, caller.subject).owner
    proposer = Proposer(handle, is_owner=False, by_agent=False)
    return _proposed(writing.propose()(auth.shared_scope(caller, reach), proposal, proposer))


def _proposed(answer: RecordView | Waits) -> Answer:
    if isinstance(answer, Waits):
        return _waits(answer)
    return respond(200, views.StoredView(record=views.RecordView.of(answer)))


def _waits(answer: Waits) -> Answer:
    return respond(202, reviews.WaitsView.of(answer), f"/v1/reviews/{answer.review}")

"""Reads memory: recall, records, their history, and how far writes and erasures have come."""

from muniment.app.recall import RecallRequest
from muniment.bootstrap import callers, reading, working
from muniment.bootstrap.timing import TIMINGS
from muniment.domain.scope import Reach, Scope
from muniment.edge import auth, consents, reviews, views
from muniment.edge.audits import AuditParameters, AuditView
from muniment.edge.contexts import ContextBody, PromptView
from muniment.edge.http import Answer, Api, respond
from muniment.edge.policies import PolicyParameters, PolicyView
from muniment.edge.recalls import TraceView
from muniment.edge.schemas import (
    ListParameters,
    RecallBody,
    RecordParameters,
    ReviewParameters,
    SharedParameters,
    UseParameters,
)
from muniment.edge.session_views import FullResultView, SessionView
from muniment.edge.telemetry import count_recall

handler = api = Api()


@api.get("/v1/memory/<user>/recall")
def recall_by_parameters(user: str) -> Answer:
    """Recall, with the query in the URL."""
    access = api.admit(user, auth.READ)
    return _recall(access, api.parameters(RecallBody))


@api.post("/v1/memory/<user>/recall")
def recall_by_body(user: str) -> Answer:
    """Recall, with the query in the body, where no access log sees it."""
    access = api.admit(user, auth.READ)
    return _recall(access, api.body(RecallBody))


@api.get("/v1/memory/<user>/recalls/<recall>")
def explain_recall(user: str, recall: str) -> Answer:
    """Explain a recall by its trace."""
    access, identifier = api.admit(user, auth.READ), auth.safe_id("id", recall)
    caller = access.caller(api.parameters(UseParameters).purpose)
    explained = reading.explain_recall()(_scope(access), identifier, caller)
    return respond(200, TraceView.of(explained))


@api.get("/v1/memory/<user>/records")
def list_records(user: str) -> Answer:
    """List records of a kind, page by page."""
    access = api.admit(user, auth.READ)
    asked = api.parameters(ListParameters)
    page = reading.list_records()(
        _scope(access),
        asked.kind,
        asked.limit,
        asked.cursor,
        access.caller(asked.purpose),
        duplicates=asked.duplicates,
        as_of=asked.moment,
        namespace=asked.namespace,
        wanted=asked.wanted,
    )
    return respond(200, views.PageView.of(page))


@api.get("/v1/memory/<user>/records/<record>")
def get_record(user: str, record: str) -> Answer:
    """Return one record."""
    access, identifier = api.admit(user, auth.READ), auth.safe_id("id", record)
    asked = api.parameters(RecordParameters)
    caller = access.caller(asked.purpose)
    found = reading.get_record()(_scope(access), identifier, caller, asked.moment)
    return respond(200, views.RecordView.of(found))


@api.get("/v1/memory/<user>/records/<record>/history")
def get_history(user: str, record: str) -> Answer:
    """Return everything that was ever said about a fact."""
    access, identifier = api.admit(user, auth.READ), auth.safe_id("id", record)
    caller = access.caller(api.parameters(UseParameters).purpose)
    assertions = reading.get_history()(_scope(access), identifier, caller)
    return respond(200, views.HistoryView.of(assertions))


@api.get("/v1/memory/<user>/audit")
def list_audit(user: str) -> Answer:
    """List who did what to a memory; who may review or audit may ask for any user."""
    caller = api.caller()
    others = auth.AUDIT if caller.may(auth.AUDIT) else auth.REVIEW
    access = auth.admit(caller, user, auth.AUDIT, auth.REVIEW, others=others)
    asked = api.parameters(AuditParameters)
    scope = callers.scope(caller.tenant, access.subject)
    return respond(200, AuditView.of(reading.list_audit()(scope, asked.limit, asked.cursor)))


@api.get("/v1/tenant/records")
def list_tenant_records() -> Answer:
    """List what the tenant's users share."""
    return _list_shared(Reach.TENANT)


@api.get("/v1/tenant/records/<record>")
def get_tenant_record(record: str) -> Answer:
    """Return one record that the tenant's users share."""
    return _get_shared(Reach.TENANT, record)


@api.get("/v1/tenant/records/<record>/history")
def get_tenant_history(record: str) -> Answer:
    """Return everything that was ever said about a fact that the tenant's users share."""
    return _explain_shared(Reach.TENANT, record)


@api.get("/v1/system/records")
def list_system_records() -> Answer:
    """List what all tenants share."""
    return _list_shared(Reach.SYSTEM)


@api.get("/v1/system/records/<record>")
def get_system_record(record: str) -> Answer:
    """Return one record that all tenants share."""
    return _get_shared(Reach.SYSTEM, record)


@api.get("/v1/system/records/<record>/history")
def get_system_history(record: str) -> Answer:
    """Return everything that was ever said about a fact that all tenants share."""
    return _explain_shared(Reach.SYSTEM, record)


@api.get("/v1/operations/<operation>")
def get_operation(operation: str) -> Answer:
    """Return how far a write has come; who may write may ask."""
    scope = _scope_of(auth.OPERATION, operation, auth.READ, auth.WRITE, auth.INGEST)
    return respond(200, views.OperationView.of(reading.get_operation()(scope, operation)))


@api.get("/v1/erasures/<erasure>")
def get_erasure(erasure: str) -> Answer:
    """Return how far an erasure has come; who may erase may ask."""
    scope = _scope_of(auth.ERASURE, erasure, auth.READ, auth.ERASE)
    return respond(200, views.ErasureView.of(reading.get_erasure()(scope, erasure)))


@api.get("/v1/reviews")
def list_reviews() -> Answer:
    """List what waits for a decision: the tenant's for a reviewer, else the caller's own."""
    caller = api.caller()
    auth.require(caller, auth.READ, auth.REVIEW)
    asked = api.parameters(ReviewParameters)
    scope, reviewer = callers.reviewer(caller)
    read = reading.read_reviews()
    page = (
        read.of_tenants(auth.reviewed_tenants(caller), asked.limit, asked.cursor, reviewer)
        if caller.may(auth.REVIEW)
        else read.of_owner(scope, asked.limit, asked.cursor, reviewer)
    )
    return respond(200, reviews.ReviewPageView.of(page))


@api.get("/v1/reviews/<review>")
def get_review(review: str) -> Answer:
    """Return something to decide, with its evidence."""
    caller = api.caller()
    auth.require(caller, auth.READ, auth.REVIEW)
    scope, reviewer = callers.reviewer(caller, review)
    return respond(200, reviews.ReviewView.of(reading.read_reviews().one(scope, review, reviewer)))


@api.get("/v1/memory/<user>/consent")
def list_consents(user: str) -> Answer:
    """List where a user's consents stand."""
    access = auth.admit_to_consent(api.caller(), user, auth.READ, auth.WRITE)
    return respond(200, consents.ConsentsView.of(reading.list_consents()(_scope(access))))


@api.get("/v1/memory/<user>/consent/<purpose>")
def get_consent(user: str, purpose: str) -> Answer:
    """Return where a user's consent for a purpose stands, and how it came there."""
    access = auth.admit_to_consent(api.caller(), user, auth.READ, auth.WRITE)
    return respond(200, consents.ConsentView.of(reading.get_consent()(_scope(access), purpose)))


@api.get("/v1/memory/<user>/sessions/<session>")
def get_session(user: str, session: str) -> Answer:
    """Return a session."""
    access, name = api.admit(user, auth.READ), auth.safe_id("id", session)
    caller = access.caller(api.parameters(UseParameters).purpose)
    view = working.get_session()(_scope(access), name, caller)
    return respond(200, SessionView.of(view), version=view.session.revision)


@api.get("/v1/memory/<user>/sessions/<session>/tool-results/<result>")
def get_tool_result(user: str, session: str, result: str) -> Answer:
    """Return a tool's whole result."""
    access, name = api.admit(user, auth.READ), auth.safe_id("id", session)
    caller = access.caller(api.parameters(UseParameters).purpose)
    found = auth.safe_id("result", result)
    full = working.get_tool_result()(_scope(access), name, found, caller)
    return respond(200, FullResultView.of(full))


@api.post("/v1/memory/<user>/sessions/<session>/context")
def build_context(user: str, session: str) -> Answer:
    """Build the prompt section for one model call."""
    access, name = api.admit(user, auth.READ), auth.safe_id("id", session)
    body = api.body(ContextBody)
    request = body.request(access.caller(body.purpose))
    prompt = working.build_context()(_scope(access), name, request)
    if prompt.recall_id:
        count_recall(access.principal.tenant)
    return respond(200, PromptView.of(prompt))


@api.get("/v1/tenant/policy")
def get_policy() -> Answer:
    """Return the tenant's policy, or an earlier version of it."""
    caller = api.caller()
    auth.require(caller, auth.ADMIN)
    asked = api.parameters(PolicyParameters)
    found = reading.get_policy()(caller.tenant, asked.version or None)
    return respond(200, PolicyView.of(found), version=found.policy.version)


def _recall(access: auth.Access, asked: RecallBody) -> Answer:
    request = RecallRequest(
        asked.query,
        asked.k,
        asked.floor,
        asked.usable,
        access.caller(asked.purpose),
        asked.wanted,
        asked.moment,
        asked.zone,
    )
    recall, scope = reading.recall(), _scope(access)
    TIMINGS.begin()
    context = recall(scope, request)
    timing = TIMINGS.header()
    count_recall(access.principal.tenant)
    return respond(200, views.ContextView.of(context), timing=timing)


def _list_shared(reach: Reach) -> Answer:
    scope = _shared(reach)
    asked = api.parameters(SharedParameters)
    page = reading.list_records()(scope, asked.kind, asked.limit, asked.cursor, wanted=asked.wanted)
    return respond(200, views.PageView.of(page))


def _get_shared(reach: Reach, record: str) -> Answer:
    found = reading.get_record()(_shared(reach), auth.safe_id("id", record))
    return respond(200, views.RecordView.of(found))


def _explain_shared(reach: Reach, record: str) -> Answer:
    assertions = reading.get_history()(_shared(reach), auth.safe_id("id", record))
    return respond(200, views.HistoryView.of(assertions))


def _shared(reach: Reach) -> Scope:
    caller = api.caller()
    auth.require(caller, auth.READ)
    return auth.shared_scope(caller, reach)


def _scope(access: auth.Access) -> Scope:
    return callers.scope(access.principal.tenant, access.subject)


def _scope_of(prefix: str, identifier: str, *permissions: str) -> Scope:
    caller = api.caller()
    auth.require(caller, *permissions)
    own = callers.scope(caller.tenant, caller.subject)
    return auth.scope_of(caller, own, prefix, identifier)

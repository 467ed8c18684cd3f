"""Writes memory: events, from which memory is extracted, and explicit memories."""

from muniment import bootstrap
from muniment.app.remember import NewMemory
from muniment.edge import auth, views
from muniment.edge.http import Answer, Api, respond
from muniment.edge.parsing import fingerprint
from muniment.edge.schemas import EventsBody, StoreBody

handler = api = Api()


@api.post("/v1/memory/<user>/events")
def accept_events(user: str) -> Answer:
    """Store events and queue their extraction."""
    access = api.admit(user, auth.WRITE, auth.INGEST)
    body = api.body(EventsBody)
    auth.require_delivery(access, all_by_owner=body.all_by_owner)
    accepted = bootstrap.record_events()(
        bootstrap.scope(access.principal.tenant, access.subject),
        body.turns(),
        by_agent=access.by_agent,
        idempotency_key=api.idempotency_key(),
        fingerprint=fingerprint(body, "events"),
    )
    location = f"/v1/operations/{accepted.operation}"
    return respond(202, views.AcceptedView.of(accepted), location)


@api.post("/v1/memory/<user>/store")
def store(user: str) -> Answer:
    """Store an explicit memory, which is readable at once."""
    access = api.admit(user, auth.WRITE)
    body = api.body(StoreBody)
    record = bootstrap.remember()(
        bootstrap.scope(access.principal.tenant, access.subject),
        NewMemory(body.text, body.attribute, body.value),
        by_agent=access.by_agent,
        idempotency_key=api.idempotency_key(),
        fingerprint=fingerprint(body, "store"),
    )
    location = f"/v1/memory/{user}/records/{record.id}"
    return respond(201, views.StoredView(record=views.RecordView.of(record)), location)

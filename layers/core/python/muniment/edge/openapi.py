"""One OpenAPI document for all functions; `make openapi` writes it to docs/openapi.json.

Requests and responses are the models that the functions use, so the document cannot lag behind.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from muniment.domain.scope import Reach
from muniment.edge import (
    audits,
    auth,
    consents,
    policies,
    recall_routes,
    reviews,
    schemas,
    session_routes,
    uploads,
    views,
    writes,
)
from muniment.edge.findings import QUOTED
from muniment.edge.openapi_terms import (
    REFERENCE,
    Json,
    ProblemView,
    content,
    description,
    every_problem,
    problems,
)
from muniment.edge.routes import Route

_MEMORY = "/v1/memory/{user}"
_VERSION: Json = {
    "ETag": {"description": "the version, for If-Match", "schema": {"type": "string"}}
}
_PATH_PARAMETERS = {
    "user": "the token's own user as `me` or by its id, or another with memory:any_user",
    "id": "as the API returned it",
    "purpose": "one that the tenant's policy names",
    "result": "as the API returned it",
}


def _shared(reach: Reach, permission: str) -> Sequence[Route]:
    """Return the routes of a memory that many read."""
    records = f"/v1/{reach.value}/records"
    return (
        Route(
            "POST", records, f"Propose what the {reach.value} shares; a reviewer approves it",
            (permission,), 202, reviews.WaitsView, writes.SharedBody,
            also=((200, views.StoredView),),
        ),
        Route(
            "GET", records, f"List what the {reach.value} shares", (auth.READ,), 200,
            views.PageView, parameters=schemas.SharedParameters,
        ),
        Route("GET", f"{records}/{{id}}", "Get a shared record", (auth.READ,), 200,
              views.RecordView),
        Route(
            "GET", f"{records}/{{id}}/history", "Get what was ever said about a shared fact",
            (auth.READ,), 200, views.HistoryView,
        ),
        Route(
            "DELETE", f"{records}/{{id}}", f"Take back what the {reach.value} shares",
            (permission,), 202, views.ErasureStartedView,
        ),
        Route(
            "POST", f"{records}/{{id}}/quarantine", "Take a shared record out of sight",
            (auth.REVIEW,), 200, reviews.MarkedView,
        ),
        Route(
            "POST", f"{records}/{{id}}/release", "Show a shared record again", (auth.REVIEW,),
            200, reviews.MarkedView,
        ),
    )  # fmt: skip


ROUTES: Sequence[Route] = (
    Route(
        "POST", f"{_MEMORY}/events", "Record a conversation; extraction follows",
        (auth.WRITE, auth.INGEST), 202, views.AcceptedView, writes.EventsBody, repeatable=True,
    ),
    Route(
        "POST", f"{_MEMORY}/store", "Store an explicit memory, readable at once",
        (auth.WRITE,), 201, views.StoredView, writes.StoreBody, repeatable=True,
        also=((202, reviews.WaitsView),),
    ),
    Route(
        "POST", f"{_MEMORY}/state", "Record what a system of record says, as it is",
        (auth.STATE,), 202, views.AcceptedView, writes.StatesBody, repeatable=True,
    ),
    Route(
        "POST", f"{_MEMORY}/uploads", "Announce a large document, and get the form that sends it",
        (auth.INGEST,), 201, uploads.UploadView, uploads.UploadBody, repeatable=True,
    ),
    Route(
        "PATCH", f"{_MEMORY}/records/{{id}}", "Correct a fact, or retract it", (auth.WRITE,), 200,
        views.StoredView, writes.CorrectionBody,
        also=((200, reviews.ClosedView), (202, reviews.WaitsView)),
    ),
    *recall_routes.ROUTES,
    Route(
        "GET", f"{_MEMORY}/records", "List records", (auth.READ,), 200, views.PageView,
        parameters=schemas.ListParameters,
    ),
    Route(
        "GET", f"{_MEMORY}/records/{{id}}", "Get a record", (auth.READ,), 200, views.RecordView,
        parameters=schemas.RecordParameters,
    ),
    Route(
        "GET", f"{_MEMORY}/records/{{id}}/history", "Get what was ever said about a fact",
        (auth.READ,), 200, views.HistoryView, parameters=schemas.UseParameters,
    ),
    Route(
        "GET", f"{_MEMORY}/audit", "List who did what to a memory, newest first",
        (auth.AUDIT, auth.REVIEW), 200, audits.AuditView, parameters=audits.AuditParameters,
    ),
    Route(
        "POST", f"{_MEMORY}/records/{{id}}/quarantine", "Take a record out of sight",
        (auth.REVIEW,), 200, reviews.MarkedView,
    ),
    Route(
        "POST", f"{_MEMORY}/records/{{id}}/release", "Show a record again that was in quarantine",
        (auth.REVIEW,), 200, reviews.MarkedView,
    ),
    Route(
        "POST", f"{_MEMORY}/records/{{id}}/promote", "Make what an assistant said the owner's own",
        (auth.WRITE, auth.REVIEW), 200, views.StoredView,
    ),
    Route(
        "DELETE", f"{_MEMORY}/records/{{id}}", "Erase a record and all that was made of its words",
        (auth.ERASE,), 202, views.ErasureStartedView,
    ),
    Route(
        "DELETE", _MEMORY, "Erase a user's whole memory", (auth.ERASE,), 202,
        views.ErasureStartedView,
    ),
    Route(
        "GET", f"{_MEMORY}/consent", "List a user's consents",
        (auth.READ, auth.WRITE, auth.ADMIN), 200, consents.ConsentsView,
    ),
    Route(
        "GET", f"{_MEMORY}/consent/{{purpose}}", "Get a user's consent for a purpose",
        (auth.READ, auth.WRITE, auth.ADMIN), 200, consents.ConsentView,
    ),
    Route(
        "PUT", f"{_MEMORY}/consent/{{purpose}}", "Take a step of a user's consent",
        (auth.WRITE, auth.ADMIN), 200, consents.ConsentView, schemas.ConsentBody,
    ),
    Route(
        "GET", "/v1/tenant/policy", "Get the tenant's policy, or an earlier version of it",
        (auth.ADMIN,), 200, policies.PolicyView, parameters=policies.PolicyParameters,
        versioned=True,
    ),
    Route(
        "PUT", "/v1/tenant/policy", "Set the tenant's policy; If-Match names the version before",
        (auth.ADMIN,), 200, policies.PolicyView, policies.PolicyBody, replaces=True,
        versioned=True,
    ),
    Route(
        "POST", f"{_MEMORY}/procedures", "Propose a way of working; a reviewer approves it",
        (auth.WRITE,), 202, reviews.WaitsView, writes.ProcedureBody,
        also=((200, views.StoredView),),
    ),
    *session_routes.ROUTES,
    *_shared(Reach.TENANT, auth.TENANT),
    *_shared(Reach.SYSTEM, auth.SYSTEM),
    Route(
        "GET", "/v1/operations/{id}", "Get how far a write has come",
        (auth.READ, auth.WRITE, auth.INGEST), 200, views.OperationView,
    ),
    Route(
        "GET", "/v1/reviews", "List what waits for a decision: one's own, or the tenant's",
        (auth.READ, auth.REVIEW), 200, reviews.ReviewPageView, parameters=schemas.ReviewParameters,
    ),
    Route(
        "GET", "/v1/reviews/{id}", "Get something to decide, with its evidence",
        (auth.READ, auth.REVIEW), 200, reviews.ReviewView,
    ),
    Route(
        "POST", "/v1/reviews/{id}/decision", "Approve, reject or edit what waits",
        (auth.WRITE, auth.REVIEW), 200, reviews.DecidedView, schemas.DecisionBody,
    ),
    Route(
        "GET", "/v1/erasures/{id}", "Get how far an erasure has come, and its receipt",
        (auth.READ, auth.ERASE), 200, views.ErasureView,
    ),
)  # fmt: skip


def document() -> Json:
    """Return the OpenAPI document."""
    modes: dict[type[BaseModel], JsonSchemaMode] = {ProblemView: "serialization"}
    for route in ROUTES:
        modes |= {model: "validation" for model in (route.body, route.parameters) if model}
        modes |= dict.fromkeys((route.answer, *(model for _, model in route.also)), "serialization")
    _, definitions = models_json_schema(list(modes.items()), ref_template=REFERENCE)
    paths: dict[str, Json] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(
            route, definitions["$defs"]
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Muniment", "version": "1", "description": description()},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": definitions["$defs"],
            "responses": every_problem(),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
            },
        },
    }


def text() -> str:
    """Return the document as it is kept: a change of it is a change of some lines."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def _operation(route: Route, definitions: Mapping[str, Json]) -> Json:
    operation: Json = {
        "tags": [_area(route.path)],
        "operationId": _name(route),
        "summary": route.summary,
        "description": f"Needs {' or '.join(route.permissions)}.",
        "parameters": _parameters(route, definitions),
        "responses": {**_answers(route), **problems(route)},
    }
    if route.body:
        operation["requestBody"] = {
            "required": True,
            "content": content("application/json", route.body),
        }
    return operation


def _answers(route: Route) -> Json:
    """Return what a route answers when all is well, by status."""
    models: dict[int, list[type[BaseModel]]] = {route.status: [route.answer]}
    for status, model in route.also:
        models.setdefault(status, []).append(model)
    return {
        str(status): {
            "description": (found[0].__doc__ or "").splitlines()[0],
            "content": content("application/json", *found),
            **({"headers": _VERSION} if route.versioned else {}),
        }
        for status, found in sorted(models.items())
    }


def _area(path: str) -> str:
    """Return what a route is about: the first name in its path that is no one's."""
    parts = [part for part in path.split("/")[2:] if not part.startswith("{")]
    return parts[1] if parts[0] == "memory" and len(parts) > 1 else parts[0]


def _name(route: Route) -> str:
    """Return the name by which generated clients call a route."""
    words = re.sub(r"\W+", " ", route.path.removeprefix("/v1/")).split()
    return "_".join([route.method.lower(), *words]).replace("-", "_")


def _parameters(route: Route, definitions: Mapping[str, Json]) -> list[Json]:
    parameters: list[Json] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": description,
            "schema": {"type": "string"},
        }
        for name, description in _PATH_PARAMETERS.items()
        if f"{{{name}}}" in route.path
    ]
    if route.repeatable:
        parameters.append({"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}})
    if route.replaces or route.may_replace:
        tag = {
            "name": "If-Match", "in": "header", "required": route.replaces,
            "description": f"the ETag of the version that was read, {QUOTED}",
        }  # fmt: skip
        parameters.append({**tag, "schema": {"type": "string"}})
    if route.parameters:
        schema = definitions[route.parameters.__name__]
        parameters += [
            {"name": name, "in": "query", "required": name in schema.get("required", ()),
             **_in_query(field)}
            for name, field in schema["properties"].items()
        ]  # fmt: skip
    return parameters


def _in_query(field: Json) -> Json:
    """Return how a parameter is written: an object is JSON, all else is its text."""
    is_object = any(each.get("type") == "object" for each in field.get("anyOf", ()))
    told = {name: field[name] for name in ("description",) if name in field}
    schema = {"schema": field}
    return {**told, **({"content": {"application/json": schema}} if is_object else schema)}


if __name__ == "__main__":
    sys.stdout.write(text())

"""What the API's document says of every route alike: the problems it may answer, and the limits."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel

from muniment.domain.uploads import LARGEST as LARGEST_UPLOAD
from muniment.domain.working.writing import LARGEST as LARGEST_SESSION
from muniment.edge import errors, fields, parsing, recalls, writes
from muniment.edge.routes import Route

type Json = dict[str, Any]  # a part of the document

REFERENCE: Final = "#/components/schemas/{model}"
_KIB: Final = 1024
_READS: Final = frozenset({400, 403, 404, 503})
"""What any route may answer."""
_BODY: Final = frozenset({413, 422})
_WRITES: Final = frozenset({409})
_UPLOADS: Final = frozenset({415})
_PROBLEM: Final = "Problem"
_GATEWAYS: Final[Mapping[str, str]] = {
    "401": "The gateway's own answer: no valid token",
    "429": "The gateway's own answer: more requests than the stage takes; try again later",
}


class FindingView(BaseModel):
    """One thing that is wrong with a request."""

    field: str
    reason: str
    fix: str


class ProblemView(BaseModel):
    """A problem as of RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    errors: tuple[FindingView, ...]


def content(media: str, *models: type[BaseModel]) -> Json:
    """Return what a body of one of the models is."""
    schemas_ = [{"$ref": REFERENCE.format(model=model.__name__)} for model in models]
    return {media: {"schema": schemas_[0] if len(schemas_) == 1 else {"oneOf": schemas_}}}


def problems(route: Route) -> Json:
    """Return the problems that a route may answer."""
    statuses = {*_GATEWAYS, *map(str, _statuses(route))}
    return {status: {"$ref": f"#/components/responses/{_PROBLEM}{status}"}
            for status in sorted(statuses)}  # fmt: skip


def every_problem() -> Json:
    """Return what stands behind each status: the problems by their types."""
    named: dict[int, set[str]] = {}
    for problem in errors.PROBLEMS.values():
        named.setdefault(problem.status, set()).add(f"`{problem.name}`: {problem.title}")
    found: Json = {_PROBLEM + status: {"description": said} for status, said in _GATEWAYS.items()}
    for status, names in named.items():
        found[f"{_PROBLEM}{status}"] = {
            "description": "; ".join(sorted(names)),
            "content": content(errors.PROBLEM_JSON, ProblemView),
        }
    found[f"{_PROBLEM}503"]["headers"] = {
        "Retry-After": {"description": "seconds", "schema": {"type": "integer"}}
    }
    return dict(sorted(found.items()))


def _statuses(route: Route) -> frozenset[int]:
    found = _READS
    if route.body:
        found |= _BODY
    if route.method != "GET":
        found |= _WRITES
    if route.path.endswith("/uploads"):
        found |= _UPLOADS
    if route.replaces:
        found |= {412, 428}
    if route.may_replace:
        found |= {412}
    return found


def description() -> str:
    """Return what holds for all of the API, in Markdown."""
    return "\n".join(["Memory that is governed.", "", "| limit | |", "|---|---|", *_limits(), ""])


def _limits() -> Iterator[str]:
    sizes = {
        "a request's body": parsing.BODY_BYTES, "the text of an event": fields.TEXT_BYTES,
        "a query": fields.QUERY_BYTES, "a statement": fields.STATEMENT_BYTES,
        "a value": fields.VALUE_BYTES, "a session": LARGEST_SESSION,
        "an uploaded document": LARGEST_UPLOAD,
    }  # fmt: skip
    yield from (f"| {what} | {size // _KIB} KiB of UTF-8 |" for what, size in sizes.items())
    yield f"| events or states of a request | {writes.EVENTS} |"
    yield f"| items of a request of feedback | {recalls.MOST_WORDS} |"
    yield f"| a name, an id | {fields.NAME_CHARACTERS} characters |"

"""A small client of the HTTP API: one caller, one user's memory.

Nothing here knows the project's insides. Copy it into your own program and change it as you like.
It needs Python 3.12 or newer and one package, httpx: `pip install httpx`.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import NotRequired, Self, TypedDict, cast

import httpx

_PATIENCE = (
    120.0  # seconds: queues and streams settle within a few; more means that something hangs
)
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0  # seconds between two looks at the same operation
_TRIES = 5  # at a 503, which says itself how long to wait

type Json = str | int | float | bool | Sequence["Json"] | Mapping[str, "Json"] | None


class Turn(TypedDict):
    """One event as the API takes it."""

    session: str
    role: str
    text: str
    id: NotRequired[str]
    position: NotRequired[int]
    speaker: NotRequired[str]
    by_owner: NotRequired[bool]
    at: NotRequired[str]


class EventState(TypedDict):
    """What became of one event."""

    id: str
    status: str
    reason: NotRequired[str]
    outcomes: NotRequired[list[dict[str, str]]]


class Accepted(TypedDict):
    """The answer to a batch of events."""

    operation_id: str
    status: str
    events: list[EventState]


class Operation(TypedDict):
    """The state of a batch of events."""

    id: str
    status: str
    events: list[EventState]


class Record(TypedDict):
    """A memory: a fact has an attribute and a value, an episode only text."""

    id: str
    kind: str
    text: str
    status: str
    sources: list[str]
    attribute: NotRequired[str]
    value: NotRequired[str]
    subject: NotRequired[str]
    speaker: NotRequired[str]
    at: NotRequired[str]
    observed_at: NotRequired[str]
    times_seen: NotRequired[int]
    also: NotRequired[list[dict[str, str]]]
    provenance: NotRequired[str]
    confidence: NotRequired[float]


class Item(Record):
    """A memory as recall returns it."""

    score: float
    reasons: dict[str, float]


class Context(TypedDict):
    """What recall returns."""

    recall_id: str
    text: str
    tokens: int
    relevance: float
    facts: list[Item]
    episodes: list[Item]
    dropped: dict[str, int]
    degraded: list[str]


class Page(TypedDict):
    """One page of records."""

    records: list[Record]
    next_cursor: NotRequired[str]


class Assertion(TypedDict):
    """One step in the history of a fact."""

    id: str
    status: str
    effect: str
    value: NotRequired[str | None]
    source: NotRequired[str]
    observed_at: NotRequired[str]
    valid_from: NotRequired[str]
    superseded_by: NotRequired[str]
    superseded_at: NotRequired[str]


class Review(TypedDict):
    """Something that waits for a decision."""

    id: str
    waiting: str
    status: str
    reasons: list[str]
    attribute: NotRequired[str]
    value: NotRequired[str]
    quote: NotRequired[str]
    provenance: NotRequired[str]


class ErasureStarted(TypedDict):
    """The answer to a deletion."""

    erasure_id: str
    status: str


class Erasure(TypedDict):
    """The progress of an erasure and, in the end, its receipt."""

    id: str
    target: str
    status: str
    counted: dict[str, int]
    probes: dict[str, int]


class ApiError(Exception):
    """An answer that is not a success; `str()` gives what went wrong and the way out."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.problem = _problem(response)
        head = f"{self.status} {self.problem.get('title') or response.reason_phrase}"
        if detail := self.problem.get("detail"):
            head += f": {detail}"
        errors = cast("list[dict[str, str]]", self.problem.get("errors") or [])
        fields = [f"  {e.get('field')}: {e.get('reason')} {e.get('fix') or ''}" for e in errors]
        super().__init__("\n".join([head, *fields]))


class NotSettledError(Exception):
    """Something that should end did not end in time, or ended as failed."""


class Memory:
    """One user's memory, seen by the holder of `token`."""

    def __init__(self, api_url: str, token: str, user: str = "me", timeout: float = 30.0) -> None:
        self.user = user
        self._http = httpx.Client(
            base_url=api_url.rstrip("/"),
            headers={"Authorization": f"Bearer {token}"},
            timeout=timeout,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    # --- writing -----------------------------------------------------------------------------

    def add(self, turns: Sequence[Turn], key: str | None = None) -> Accepted:
        """Deliver turns (at most 40); what is made of them comes later, see `operation`."""
        headers = {"Idempotency-Key": key} if key else None
        response = self.request("POST", self._path("events"), {"events": list(turns)}, headers)
        return cast("Accepted", response.json())

    def store(
        self, text: str | None = None, attribute: str | None = None, value: str | None = None
    ) -> Record:
        """Keep an explicit memory, readable as soon as this returns."""
        fields = {"text": text, "attribute": attribute, "value": value}
        body = {name: content for name, content in fields.items() if content is not None}
        response = self.request("POST", self._path("store"), body)
        return cast("dict[str, Record]", response.json())["record"]

    def operation(self, operation_id: str) -> Operation:
        """Return what became of a batch of events so far."""
        return cast("Operation", self.request("GET", f"/v1/operations/{operation_id}").json())

    def settle(self, operation_id: str, patience: float = _PATIENCE) -> Operation:
        """Wait until a batch is done; raise NotSettledError if it fails or takes too long."""

        def look() -> Operation | None:
            operation = self.operation(operation_id)
            if operation["status"] == "failed":
                raise NotSettledError(f"operation {operation_id} failed: {operation['events']}")
            return operation if operation["status"] == "done" else None

        return wait_for(look, f"operation {operation_id}", patience)

    # --- reading -----------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        k: int | None = None,
        floor: float | None = None,
        budget: int | None = None,
    ) -> Context:
        """Return what is worth knowing for `query`; the server's defaults where not given."""
        options: dict[str, Json] = {"k": k, "floor": floor, "budget": budget}
        given = {name: option for name, option in options.items() if option is not None}
        response = self.request("POST", self._path("recall"), {"query": query, **given})
        return cast("Context", response.json())

    def explain(self, recall_id: str) -> dict[str, Json]:
        """Return how a recall of the last 30 days came to its answer."""
        path = f"{self._path('recalls')}/{recall_id}"
        return cast("dict[str, Json]", self.request("GET", path).json())

    def judge(self, recall_id: str, **flags: Sequence[str]) -> list[dict[str, str]]:
        """Say which items of a recall were `helpful`, `wrong`, `stale` or `missing`, by id."""
        items: list[Json] = [{"flag": flag, "id": id_} for flag in flags for id_ in flags[flag]]
        path = f"{self._path('recalls')}/{recall_id}/feedback"
        answer = self.request("POST", path, {"items": items})
        return cast("list[dict[str, str]]", answer.json()["items"])

    def page(
        self,
        kind: str | None = None,
        cursor: str | None = None,
        limit: int = 100,
        as_of: str | None = None,
    ) -> Page:
        """Return one page of records, as they were at a time."""
        query = {"kind": kind, "cursor": cursor, "limit": limit, "as_of": as_of}
        params = httpx.QueryParams({n: v for n, v in query.items() if v is not None})
        return cast("Page", self.request("GET", f"{self._path('records')}?{params}").json())

    def records(self, kind: str | None = None, as_of: str | None = None) -> Iterator[Record]:
        """Yield every record, page by page."""
        cursor = None
        while True:
            page = self.page(kind, cursor, as_of=as_of)
            yield from page["records"]
            cursor = page.get("next_cursor")
            if not cursor:
                return

    def record(self, record_id: str) -> Record:
        """Return one record."""
        return cast("Record", self.request("GET", self._path(f"records/{record_id}")).json())

    def history(self, record_id: str) -> list[Assertion]:
        """Return everything that was ever asserted about a fact, without what was erased."""
        response = self.request("GET", self._path(f"records/{record_id}/history"))
        return cast("dict[str, list[Assertion]]", response.json())["assertions"]

    # --- deciding ----------------------------------------------------------------------------

    def reviews(self) -> list[Review]:
        """Return what waits for a decision: the caller's own, or the tenant's for a reviewer."""
        found: list[Review] = []
        query = "limit=100"
        while True:
            page = self.request("GET", f"/v1/reviews?{query}").json()
            found += page["reviews"]
            if "next_cursor" not in page:
                return found
            query = f"limit=100&cursor={page['next_cursor']}"

    def decide(self, review_id: str, decision: str, value: str | None = None) -> dict[str, str]:
        """Approve, reject or edit what waits; return what came of it."""
        body = {"decision": decision} | ({"value": value} if value is not None else {})
        response = self.request("POST", f"/v1/reviews/{review_id}/decision", body)
        return cast("dict[str, str]", response.json())

    # --- taking back -------------------------------------------------------------------------

    def delete(self, record_id: str) -> ErasureStarted:
        """Erase one record and what was made of the words it stands on."""
        response = self.request("DELETE", self._path(f"records/{record_id}"))
        return cast("ErasureStarted", response.json())

    def erase(self) -> ErasureStarted:
        """Erase the user: everything that was accepted until now."""
        return cast("ErasureStarted", self.request("DELETE", self._path()).json())

    def erasure(self, erasure_id: str) -> Erasure:
        """Return the progress of an erasure."""
        return cast("Erasure", self.request("GET", f"/v1/erasures/{erasure_id}").json())

    def erased(self, erasure_id: str, patience: float = _PATIENCE) -> Erasure:
        """Wait until an erasure is done and return its receipt."""

        def look() -> Erasure | None:
            erasure = self.erasure(erasure_id)
            if erasure["status"] == "failed":
                raise NotSettledError(f"erasure {erasure_id} failed: {erasure}")
            return erasure if erasure["status"] == "done" else None

        return wait_for(look, f"erasure {erasure_id}", patience)

    # --- the wire ----------------------------------------------------------------------------

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Json] | Mapping[str, list[Turn]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send one request; repeat it at a 503 after the pause it asks for; raise ApiError."""
        response = self._http.request(method, path, json=body, headers=headers)
        for _ in range(_TRIES - 1):
            if response.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                break
            time.sleep(float(response.headers.get("Retry-After", "1")))
            response = self._http.request(method, path, json=body, headers=headers)
        if not response.is_success:
            raise ApiError(response)
        return response

    def _path(self, rest: str = "") -> str:
        return f"/v1/memory/{self.user}" + (f"/{rest}" if rest else "")


def wait_for[T](look: Callable[[], T | None], what: str, patience: float = _PATIENCE) -> T:
    """Call `look` until it returns something; raise NotSettledError after `patience` seconds."""
    end, pause = time.monotonic() + patience, _FIRST_PAUSE
    while True:
        found = look()
        if found is not None:
            return found
        if time.monotonic() > end:
            raise NotSettledError(f"{what} did not settle within {patience:.0f} s")
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)


def _problem(response: httpx.Response) -> dict[str, Json]:
    try:
        body = response.json()
    except ValueError:
        return {"detail": response.text[:200]}
    return cast("dict[str, Json]", body) if isinstance(body, dict) else {}

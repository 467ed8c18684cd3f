"""What a record's document takes on the disk of a real OpenSearch."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, cycle, islice
from urllib.request import Request, urlopen
from uuid import uuid4

from local.opensearch import provide, stop
from local.paths import BUILD
from muniment.adapters.opensearch_index import OpenSearchIndex
from muniment.app.ports import IndexEntry
from muniment.domain.scope import Scope

DOCUMENTS = 20_000
OWNERS = 200


def bytes_a_document(entries: Sequence[IndexEntry]) -> float:
    """Return the bytes of one document, after many of these entries under ids of their own."""
    workdir = BUILD / "opensearch" / "usage"
    found = provide(workdir)
    if found is None:
        raise SystemExit("there is no OpenSearch to measure with")
    alias = f"usage-{uuid4().hex[:8]}"
    try:
        index = OpenSearchIndex(found.url, alias)
        index.ensure()
        for scope, batch in _filled(entries):
            index.upsert(scope, batch)
        # One segment: what an index comes to when its merges are done.
        _ask("POST", f"{found.url}/{alias}/_forcemerge?max_num_segments=1&flush=true")
        total = _ask("GET", f"{found.url}/{alias}/_stats/store,docs")["_all"]["primaries"]
        return round(total["store"]["size_in_bytes"] / total["docs"]["count"], 1)
    finally:
        _ask("DELETE", f"{found.url}/{alias}-v*")
        stop(workdir)


def _filled(entries: Sequence[IndexEntry]) -> Iterator[tuple[Scope, list[IndexEntry]]]:
    share = DOCUMENTS // OWNERS
    numbers, source = count(), cycle(entries)
    for owner in range(OWNERS):
        batch = [replace(e, id=f"e_{next(numbers):026d}") for e in islice(source, share)]
        yield Scope("acme", f"{owner:026d}".translate(_LETTERS)), batch


_LETTERS = str.maketrans("0123456789", "abcdefghij")  # a handle has no digits below 2


def _ask(method: str, url: str) -> Mapping[str, "Mapping[str, Mapping[str, Mapping[str, int]]]"]:
    with urlopen(Request(url, method=method), timeout=300) as answer:  # noqa: S310 - our own engine
        return json.loads(answer.read())  # type: ignore[no-any-return]

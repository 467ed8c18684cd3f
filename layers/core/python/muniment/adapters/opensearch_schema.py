"""The index in OpenSearch: its names, settings and fields, and a record's document.

The physical index has a number, `muniment-v1`. Two aliases point to it: `muniment`, which is read,
and `muniment-write-1`, its write target. A rebuild lists a second target while it runs.
"""

from collections.abc import Iterable
from typing import Any

from muniment.adapters.cosine import is_usable, packed_size, signed_bytes
from muniment.adapters.instants import microseconds
from muniment.adapters.lexical import K1, USUAL_LENGTH, B, opaque_terms
from muniment.app.ports import IndexEntry
from muniment.domain.scope import Scope

type Json = dict[str, Any]
"""A JSON object as OpenSearch takes and gives it."""

DIMENSIONS = 384
"""Of e5-small-v2; another encoder needs another physical index."""

NEVER = 2**63 - 1
"""`expires_at` of what does not expire, so that the filter is one range."""

FLOOR = "floor"
"""Kind of the document that remembers an owner's purge; no search or count sees it."""

# `doc.length` is Lucene's one-byte norm, see lexical.scored_length.
_SATURATION = (
    f"double norm = {K1} * (1 - {B} + {B} * doc.length / {USUAL_LENGTH}.0);"
    f" return query.boost * doc.freq * {K1 + 1} / (doc.freq + norm);"
)

INDEX: Json = {
    "settings": {
        "index": {
            # No graph of neighbours: an owner's vectors are compared one by one, so it would be
            # built and never walked, at ten times the work of all the rest.
            "knn": False,
            "number_of_shards": 1,
            "auto_expand_replicas": "0-1",
            # How long the version of a deletion is known: as long as a stream keeps its records,
            # so that the latest of them still does not overwrite it.
            "gc_deletes": "24h",
            "similarity": {
                "saturation": {"type": "scripted", "script": {"source": _SATURATION}},
            },
        }
    },
    "mappings": {
        "dynamic": "strict",
        "_routing": {"required": True},
        "_source": {"excludes": ["vector"]},
        "properties": {
            "scope": {"type": "keyword"},
            "id": {"type": "keyword"},
            "kind": {"type": "keyword"},
            "epoch": {"type": "integer"},
            "expires_at": {"type": "long"},
            "labels": {"type": "keyword"},
            "facets": {"type": "keyword"},
            "length": {"type": "integer"},
            "terms": {
                "type": "text",
                "analyzer": "whitespace",  # terms are analysed before they come here
                "index_options": "freqs",
                "similarity": "saturation",
            },
            "vector": {"type": "knn_vector", "dimension": DIMENSIONS},
        },
    },
}


_LATER = ("labels", "facets")
LATER_FIELDS: Json = {
    "properties": {name: INDEX["mappings"]["properties"][name] for name in _LATER}
}
"""Fields that an index from before them is given; its documents get theirs by a rebuild."""


def routing(scope: Scope) -> str:
    """Return the one value that names an owner: their routing, and the filter of every query.

    Neither part holds a dot.
    """
    return f"{scope.tenant}.{scope.owner}"


def document_id(scope: Scope, record: str) -> str:
    """Return the key of a document: two owners may share a shard, where `_id` is unique."""
    return f"{routing(scope)}.{record}"


def upsertions(scope: Scope, entries: Iterable[IndexEntry]) -> list[list[Json]]:
    """Return the bulk operations that write entries under their versions."""
    return [
        [{"index": _versioned(scope, entry.id, entry.version)}, _document(scope, entry)]
        for entry in entries
    ]


def removals(scope: Scope, versions: Iterable[tuple[str, int]]) -> list[list[Json]]:
    """Return the bulk operations that delete ids under the versions of their removals."""
    return [[{"delete": _versioned(scope, id_, version)}] for id_, version in versions]


def floor(scope: str, epoch: int) -> list[Json]:
    """Return the bulk operation that remembers a purge of the epochs below `epoch`."""
    key = {
        "_id": f"{scope}.{FLOOR}.",  # ends as no record's id does
        "routing": scope,
        "version": epoch,
        "version_type": "external",
    }
    return [{"index": key}, {"scope": scope, "kind": FLOOR, "epoch": epoch}]


def _versioned(scope: Scope, record: str, version: int) -> Json:
    return {
        "_id": document_id(scope, record),
        "routing": routing(scope),
        "version": version,
        "version_type": "external",
    }


def _document(scope: Scope, entry: IndexEntry) -> Json:
    terms = opaque_terms(entry.terms)
    document = {
        "scope": routing(scope),
        "id": entry.id,
        "kind": str(entry.kind),
        "epoch": entry.epoch,
        "expires_at": microseconds(entry.expires_at) if entry.expires_at else NEVER,
        "labels": list(entry.labels),
        "facets": list(entry.facets),
        "length": len(terms),
        "terms": " ".join(terms),
    }
    # A vector without direction has no cosine.
    if len(entry.vector) == packed_size(DIMENSIONS) and is_usable(entry.vector):
        # The scale does not matter to a cosine, and whole numbers are a quarter of the bytes.
        document["vector"] = signed_bytes(entry.vector)
    return document

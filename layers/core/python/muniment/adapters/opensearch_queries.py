"""What is asked of OpenSearch, and what is made of its answers. No connection here."""

from collections.abc import Mapping, Sequence

from muniment.adapters.cosine import has_direction
from muniment.adapters.found import Found, best, unite
from muniment.adapters.instants import microseconds
from muniment.adapters.lexical import DIGITS
from muniment.adapters.opensearch_schema import DIMENSIONS, FLOOR, Json, routing
from muniment.app.ports import IndexAnswer, IndexQuery, OwnerStatistics
from muniment.domain.access import UNLABELLED
from muniment.domain.filters import AnyOf, Between, NoneOf, Test
from muniment.domain.scope import Scope

_BEST_FIRST: list[Json] = [{"_score": "desc"}, {"id": "asc"}]


def searches(scope: Scope, query: IndexQuery, tokens: Mapping[str, str]) -> list[Json]:
    """Return the bodies of one `_msearch`: statistics, then by terms and by vector as possible."""
    readable = _readable(scope, query)
    bodies = [_statistics_body(readable, list(tokens.values()))]
    if _by_terms(query, tokens):
        terms = {"match": {"terms": {"query": " ".join(tokens.values())}}}
        bodies.append(_ranked({"bool": {"must": [terms], "filter": readable}}, query.pool))
    if _by_vector(query):
        bodies.append(_ranked(_near(readable, query.vector), query.pool))
    return bodies


def answer(query: IndexQuery, tokens: Mapping[str, str], responses: Sequence[Json]) -> IndexAnswer:
    """Read the responses to `searches`, which are complete."""
    statistics, *rest = responses
    lexical = _found(rest.pop(0)) if _by_terms(query, tokens) else []
    nearest = _found(rest.pop(0)) if _by_vector(query) else []
    # The engine's score of a cosine is (1 + cosine) / 2.
    cosines = [(id_, round(2 * score - 1, DIGITS)) for id_, score in nearest]
    scores = [(id_, round(score, DIGITS)) for id_, score in lexical]
    hits = unite(best(scores, query.pool), best(cosines, query.pool))
    return IndexAnswer(hits, _statistics(statistics, tokens))


def of_owner(
    scope: Scope, *, before_epoch: int | None = None, records: Sequence[str] | None = None
) -> Json:
    """Return the query for the owner's entries of any kind, epoch and expiry, or some of them."""
    filters: list[Json] = [{"term": {"scope": routing(scope)}}]
    if before_epoch is not None:
        filters.append({"range": {"epoch": {"lt": before_epoch}}})
    if records is not None:
        filters.append({"terms": {"id": list(records)}})
    return {"bool": {"filter": filters, "must_not": [{"term": {"kind": FLOOR}}]}}


def _readable(scope: Scope, query: IndexQuery) -> list[Json]:
    return [
        {"term": {"scope": routing(scope)}},
        {"term": {"epoch": query.epoch}},
        {"terms": {"kind": sorted(query.kinds)}},
        {"range": {"expires_at": {"gt": microseconds(query.now)}}},
        _labelled(query),
        *(_unless_missing("facets", _test(test)) for test in query.tests),
    ]


def _test(test: Test) -> Json:
    match test:
        case AnyOf(wanted):
            return {"terms": {"facets": list(wanted)}}
        case NoneOf(unwanted):
            return {"bool": {"must_not": [{"terms": {"facets": list(unwanted)}}]}}
        case Between(low, high):
            return {"range": {"facets": {"gte": low, "lte": high}}}


def _labelled(query: IndexQuery) -> Json:
    labelled: Json = {"terms": {"labels": sorted(query.labels)}}
    if not query.labels.issuperset(UNLABELLED):
        return labelled
    return _unless_missing("labels", labelled)


def _unless_missing(field: str, query: Json) -> Json:
    """Let a document through from before the field was kept, until the index is built anew."""
    missing: Json = {"bool": {"must_not": [{"exists": {"field": field}}]}}
    return {"bool": {"should": [query, missing], "minimum_should_match": 1}}


def _by_terms(query: IndexQuery, tokens: Mapping[str, str]) -> bool:
    return bool(tokens) and query.pool > 0


def _by_vector(query: IndexQuery) -> bool:
    return len(query.vector) == DIMENSIONS and has_direction(query.vector) and query.pool > 0


def _near(readable: list[Json], vector: Sequence[float]) -> Json:
    """Compare the vector with each of the owner's, one by one.

    No graph of neighbours is walked: all owners of a shard would have built it together, and whom
    it finds could depend on the others.
    """
    return {
        "script_score": {
            "query": {"bool": {"filter": [*readable, {"exists": {"field": "vector"}}]}},
            "script": {
                "lang": "knn",
                "source": "knn_score",
                "params": {
                    "field": "vector",
                    "query_value": list(vector),
                    "space_type": "cosinesimil",
                },
            },
        }
    }


def _ranked(query: Json, pool: int) -> Json:
    return {
        "size": pool,
        "query": query,
        "sort": _BEST_FIRST,
        "_source": False,
        "track_total_hits": False,
    }


def _statistics_body(readable: list[Json], tokens: Sequence[str]) -> Json:
    """Ask for the owner's own counts: the engine's statistics are those of the whole shard."""
    holding = {str(number): {"term": {"terms": token}} for number, token in enumerate(tokens)}
    aggregations: Json = {"length": {"avg": {"field": "length"}}}
    if holding:
        aggregations["holding"] = {"filters": {"filters": holding}}
    return {
        "size": 0,
        "query": {"bool": {"filter": readable}},
        "track_total_hits": True,
        "aggs": aggregations,
    }


def _found(response: Json) -> list[Found]:
    """Read id and score of each hit from its sort values."""
    return [(hit["sort"][1], float(hit["sort"][0])) for hit in response["hits"]["hits"]]


def _statistics(response: Json, tokens: Mapping[str, str]) -> OwnerStatistics:
    found = response["aggregations"]
    buckets = found["holding"]["buckets"] if tokens else {}
    return OwnerStatistics(
        documents=int(response["hits"]["total"]["value"]),
        average_length=float(found["length"]["value"] or 0.0),
        frequencies={
            term: int(buckets[str(number)]["doc_count"]) for number, term in enumerate(tokens)
        },
    )

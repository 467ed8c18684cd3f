"""What is particular to an engine elsewhere: its failures, its documents, its generations."""

import copy
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import chain

import pytest
from opensearchpy import OpenSearch

from local.ports import free_port
from muniment.adapters import opensearch_queries
from muniment.adapters.opensearch_client import TargetGoneError, connect, write
from muniment.adapters.opensearch_index import OpenSearchIndex
from muniment.adapters.opensearch_schema import (
    INDEX,
    Json,
    document_id,
    removals,
    routing,
    upsertions,
)
from muniment.app.ports import IndexEntry, IndexQuery, UnavailableError
from muniment.domain.filters import NoneOf
from muniment.domain.scope import Scope
from tests.contract.samples import (
    ADA,
    BOB,
    NOW,
    by_terms,
    by_vector,
    direction,
    entry,
    found,
    near,
)


@pytest.fixture
def index(opensearch: str, opensearch_alias: str) -> OpenSearchIndex:
    made = OpenSearchIndex(opensearch, opensearch_alias)
    made.ensure()
    return made


@pytest.fixture
def client(opensearch: str) -> Iterator[OpenSearch]:
    made = connect(opensearch)
    yield made
    made.close()


# --- failures -----------------------------------------------------------------------------------


class _Refusing(BaseHTTPRequestHandler):
    """Answers everything alike."""

    status = 503
    body: object = {"error": {"type": "none", "reason": "none"}, "status": 503}

    def handle_any(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        content = json.dumps(self.body).encode()
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = handle_any  # noqa: N815 - their names

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
        pass


@pytest.fixture
def refusing() -> Iterator[Callable[[int, object], str]]:
    """Start engines that refuse: (status, body) -> URL."""
    servers = []

    def start(status: int, body: object) -> str:
        handler = type("Handler", (_Refusing,), {"status": status, "body": body})
        server = HTTPServer(("127.0.0.1", 0), handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def _calls(index: OpenSearchIndex) -> list[Callable[[], object]]:
    return [
        lambda: index.search(ADA, by_vector(direction("e_1"))),
        lambda: index.upsert(ADA, [entry("e_2")]),
        lambda: index.remove(ADA, {"e_1": 2}),
        lambda: index.purge(ADA, 2),
        lambda: index.count(ADA),
        lambda: index.holds(ADA, "e_1"),
        index.ensure,
    ]


@pytest.mark.law(8)
def test_an_engine_that_is_not_there_is_unavailable() -> None:
    for call in _calls(OpenSearchIndex(f"http://127.0.0.1:{free_port()}")):
        with pytest.raises(UnavailableError):
            call()


@pytest.mark.law(8)
@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 403])
def test_an_engine_that_refuses_is_unavailable(
    refusing: Callable[[int, object], str], status: int
) -> None:
    index = OpenSearchIndex(refusing(status, {"error": {"type": "x"}, "status": status}))
    for call in _calls(index)[:6]:
        with pytest.raises(UnavailableError):
            call()


@pytest.mark.law(8)
def test_a_missing_index_is_unavailable_never_empty(opensearch: str, client: OpenSearch) -> None:
    for call in _calls(OpenSearchIndex(opensearch, "test-nothing-here"))[:6]:
        with pytest.raises(UnavailableError):
            call()
    assert not client.indices.exists(index="test-nothing-here*", allow_no_indices=False)


@pytest.mark.law(8)
@pytest.mark.parametrize(
    "part",
    [
        {"error": {"type": "search_phase_execution_exception"}, "status": 503},
        {"_shards": {"failed": 1}, "hits": {"hits": [], "total": {"value": 0}}},
        {"timed_out": True, "_shards": {"failed": 0}},
    ],
)
def test_half_an_answer_is_none(refusing: Callable[[int, object], str], part: object) -> None:
    index = OpenSearchIndex(refusing(200, {"responses": [part]}))
    with pytest.raises(UnavailableError):
        index.search(ADA, by_terms("tent"))


@pytest.mark.law(8)
def test_one_refused_entry_is_reported_and_the_others_are_written(index: OpenSearchIndex) -> None:
    poison = entry("e_bad", "tent", epoch=2**40)  # the field holds 32 bits
    with pytest.raises(UnavailableError) as caught:
        index.upsert(ADA, [entry("e_1", "tent"), poison, entry("e_2", "tent")])
    assert "tent" not in str(caught.value)
    assert found(index, ADA, by_terms("tent")) == ["e_1", "e_2"]


# --- what lies in the engine --------------------------------------------------------------------


@pytest.mark.law(2)
def test_documents_are_routed_and_keyed_by_their_owner(
    index: OpenSearchIndex, client: OpenSearch, opensearch_alias: str
) -> None:
    index.upsert(ADA, [entry("e_1", "tent")])
    index.count(ADA)

    (hit,) = client.search(index=opensearch_alias, body={})["hits"]["hits"]

    assert hit["_id"] == document_id(ADA, "e_1") == f"acme.{ADA.owner}.e_1"
    assert hit["_routing"] == routing(ADA)
    assert hit["_index"] == f"{opensearch_alias}-v1"
    assert "vector" not in hit["_source"]


@pytest.mark.law(2)
def test_the_filter_stands_inside_both_searches_and_the_statistics() -> None:
    query = IndexQuery(("tent",), direction("x"), 1, NOW)
    statistics, lexical, nearest = opensearch_queries.searches(ADA, query, {"tent": "tent"})

    scope = {"term": {"scope": routing(ADA)}}
    assert scope in nearest["query"]["script_score"]["query"]["bool"]["filter"]
    assert scope in lexical["query"]["bool"]["filter"]
    assert scope in statistics["query"]["bool"]["filter"]


def test_deletions_are_known_for_hours_and_no_graph_is_built() -> None:
    assert INDEX["settings"]["index"]["gc_deletes"] == "24h"
    assert INDEX["settings"]["index"]["knn"] is False
    assert "method" not in INDEX["mappings"]["properties"]["vector"]


def test_an_index_from_before_that_has_a_graph_answers_alike(
    opensearch: str, opensearch_alias: str, client: OpenSearch
) -> None:
    """Until it is built anew; its mapping stays what it was."""
    older = copy.deepcopy(INDEX)
    older["settings"]["index"]["knn"] = True
    older["mappings"]["properties"]["vector"]["method"] = {
        "name": "hnsw", "engine": "lucene", "space_type": "cosinesimil",
    }  # fmt: skip
    names: Json = {f"{opensearch_alias}-write-1": {}, opensearch_alias: {}}
    client.indices.create(index=f"{opensearch_alias}-v1", body={**older, "aliases": names})
    index, target = OpenSearchIndex(opensearch, opensearch_alias), direction("target")
    entries = [entry(f"e_{n}", vector=near(target, f"{n}", 1.0)) for n in range(5)]
    index.upsert(ADA, entries)
    index.upsert(BOB, [entry("e_of_bob", vector=target)])
    client.indices.refresh(index=opensearch_alias)
    before = index.search(ADA, by_vector(target)).hits

    index.rebuild(iter([(ADA, entries)]))

    after = index.search(ADA, by_vector(target)).hits
    assert [hit.id for hit in after] == [hit.id for hit in before]
    assert [hit.cosine for hit in after] == pytest.approx([hit.cosine for hit in before], abs=1e-5)
    assert len(after) == 5


@pytest.mark.law(2)
def test_candidates_do_not_hang_on_a_graph_that_others_build(
    index: OpenSearchIndex, client: OpenSearch, opensearch_alias: str
) -> None:
    target = direction("target")
    questions = [by_vector(near(target, f"q{n}", 1.5)) for n in range(5)]
    index.upsert(ADA, [entry(f"e_{n:03}", vector=near(target, n, 1.5)) for n in range(500)])
    before = [found(index, ADA, question) for question in questions]

    index.upsert(BOB, [entry(f"o_{n}", vector=near(target, f"o{n}", 0.3)) for n in range(500)])
    client.indices.refresh(index=opensearch_alias)
    client.indices.forcemerge(index=opensearch_alias, params={"max_num_segments": 1})

    assert [found(index, ADA, question) for question in questions] == before


# --- generations --------------------------------------------------------------------------------


def test_many_ensure_at_once(opensearch: str, opensearch_alias: str, client: OpenSearch) -> None:
    errors: list[BaseException] = []

    def ensure() -> None:
        try:
            OpenSearchIndex(opensearch, opensearch_alias).ensure()
        except BaseException as error:  # noqa: BLE001 - handed to the test
            errors.append(error)

    threads = [threading.Thread(target=ensure) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    assert list(client.indices.get_alias(name=opensearch_alias)) == [f"{opensearch_alias}-v1"]


def test_an_index_from_before_labels_is_written_found_and_rebuilt(
    opensearch: str, opensearch_alias: str, client: OpenSearch
) -> None:
    older = copy.deepcopy(INDEX)
    for name in ("labels", "facets"):
        del older["mappings"]["properties"][name]
    aliases: Json = {opensearch_alias: {}, f"{opensearch_alias}-write-1": {}}
    client.indices.create(index=f"{opensearch_alias}-v1", body={**older, "aliases": aliases})
    ((operation, document),) = upsertions(ADA, [entry("e_1", "tent")])
    del document["labels"], document["facets"]
    write(client, opensearch_alias, [[operation, document]])

    index = OpenSearchIndex(opensearch, opensearch_alias)
    index.ensure()
    index.upsert(ADA, [entry("e_2", "tent", labels=("bot/",), facets=("tags=wa",))])

    both = replace(by_terms("tent"), labels=frozenset({"/", "bot/"}))
    assert found(index, ADA, by_terms("tent")) == ["e_1"]
    assert found(index, ADA, both) == ["e_1", "e_2"]
    unlike = replace(both, tests=(NoneOf(("tags=wa",)),))
    assert found(index, ADA, unlike) == ["e_1"], "of what has no facets the store decides"
    assert found(index, ADA, replace(both, labels=frozenset({"bot/"}))) == ["e_2"]

    index.rebuild(iter([(ADA, [entry("e_1", "tent", version=2, labels=("/work#0",))])]))
    assert found(index, ADA, by_terms("tent")) == []
    assert found(index, ADA, replace(both, labels=frozenset({"/work#0"}))) == ["e_1"]


def test_a_rebuild_swaps_the_alias_and_drops_the_old_index(
    index: OpenSearchIndex, client: OpenSearch, opensearch_alias: str
) -> None:
    seen: list[set[str]] = []

    def pages() -> Iterator[tuple[Scope, list[IndexEntry]]]:
        seen.append(set(client.indices.get_alias(name=f"{opensearch_alias}-write-*")))
        yield ADA, [entry("e_1", "tent")]

    index.rebuild(pages())

    assert seen == [{f"{opensearch_alias}-v1", f"{opensearch_alias}-v2"}]
    assert client.indices.get_alias(index=f"{opensearch_alias}-*") == {
        f"{opensearch_alias}-v2": {
            "aliases": {opensearch_alias: {}, f"{opensearch_alias}-write-2": {}}
        }
    }


@pytest.mark.parametrize("operations", [
    upsertions(ADA, [entry("e_1", "tent")]),
    removals(ADA, [("e_1", 2)]),
], ids=["write", "deletion"])  # fmt: skip
def test_a_write_to_a_dropped_target_makes_no_index(
    index: OpenSearchIndex,
    client: OpenSearch,
    opensearch_alias: str,
    operations: list[list[dict[str, object]]],
) -> None:
    index.rebuild(iter([]))
    before = set(client.indices.get(index=f"{opensearch_alias}*"))

    with pytest.raises(TargetGoneError):
        write(client, f"{opensearch_alias}-write-1", operations)

    assert set(client.indices.get(index=f"{opensearch_alias}*")) == before


def test_a_second_rebuild_takes_over(index: OpenSearchIndex) -> None:
    index.upsert(ADA, [entry("e_1", "tent")])

    def pages() -> Iterator[tuple[Scope, list[IndexEntry]]]:
        yield ADA, [entry("e_slow", "tent")]
        index.rebuild(iter([(ADA, [entry("e_2", "tent")])]))
        yield ADA, [entry("e_slow2", "tent")]

    with pytest.raises(UnavailableError):
        index.rebuild(pages())
    assert found(index, ADA, by_terms("tent")) == ["e_2"]


@pytest.mark.law(6)
def test_a_purge_is_remembered_over_two_rebuilds(index: OpenSearchIndex) -> None:
    old = [entry("e_1", "tent")]
    index.upsert(ADA, old)
    index.purge(ADA, before_epoch=2)
    for _ in range(2):
        index.rebuild(chain([(ADA, old), (BOB, old)]))

    assert index.count(ADA) == 0
    assert index.count(BOB) == 1


# --- signing ------------------------------------------------------------------------------------


def test_requests_to_aws_are_signed_and_local_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "token")
    url = "https://search.example.com"

    signed = connect(url, "eu-west-1").transport.get_connection()
    headers = signed.http_auth("POST", f"{url}/_msearch?a=b", b"{}")

    assert "/eu-west-1/es/aws4_request" in headers["Authorization"]
    assert headers["X-Amz-Security-Token"] == "token"
    assert connect("http://127.0.0.1:9").transport.get_connection().http_auth is None

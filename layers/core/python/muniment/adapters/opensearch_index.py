"""The index in OpenSearch: one physical index for all owners, routed and filtered by owner."""

from collections.abc import Iterator, Mapping, Sequence

from muniment.adapters.lexical import query_terms
from muniment.adapters.opensearch_client import (
    SEARCH_TIMEOUT,
    calling,
    connect,
    require_complete,
)
from muniment.adapters.opensearch_generations import Generations
from muniment.adapters.opensearch_queries import answer, of_owner, searches
from muniment.adapters.opensearch_schema import Json, floor, removals, routing, upsertions
from muniment.app.ports import IndexAnswer, IndexEntry, IndexQuery
from muniment.domain.scope import Scope


class OpenSearchIndex:
    """`Index` and `IndexAdmin` behind `alias`, which `ensure` makes. OpenSearch 2.19 or later.

    `url` with https is a domain on AWS: requests are signed for `region` (by default the
    process's own). Searches see a write after the next refresh, one second later at most.
    """

    def __init__(self, url: str, alias: str = "muniment", region: str | None = None) -> None:
        self._client = connect(url, region)
        self._alias = alias
        self._generations = Generations(self._client, alias)

    def search(self, scope: Scope, query: IndexQuery) -> IndexAnswer:
        """See `Index`. Exact in both searches."""
        tokens = query_terms(query.terms)
        header: Json = {
            "index": self._alias,
            "routing": routing(scope),
            "allow_partial_search_results": False,
        }
        lines = [line for body in searches(scope, query, tokens) for line in (header, body)]
        with calling():
            responses = self._client.msearch(
                body=lines, params={"request_timeout": SEARCH_TIMEOUT}
            )["responses"]
        require_complete(responses)
        return answer(query, tokens, responses)

    def upsert(self, scope: Scope, entries: Sequence[IndexEntry]) -> None:
        """See `Index`."""
        with calling():
            self._generations.write(upsertions(scope, entries))

    def remove(self, scope: Scope, versions: Mapping[str, int]) -> None:
        """See `Index`. The engine knows the version of a removal for a day (`gc_deletes`)."""
        with calling():
            self._generations.write(removals(scope, versions.items()))

    def purge(self, scope: Scope, before_epoch: int) -> bool:
        """See `Index`."""
        owner = routing(scope)
        with calling():
            self._generations.write([floor(owner, before_epoch)])
            return self._generations.purge(self._generations.every_target, owner, before_epoch)

    def count(self, scope: Scope, before_epoch: int | None = None) -> int:
        """See `Index`."""
        return self._count(scope, of_owner(scope, before_epoch=before_epoch))

    def held(self, scope: Scope, records: Sequence[str]) -> int:
        """See `Index`."""
        return self._count(scope, of_owner(scope, records=records))

    def holds(self, scope: Scope, record: str) -> bool:
        """See `Index`."""
        return self.held(scope, [record]) > 0

    def _count(self, scope: Scope, query: Json) -> int:
        with calling():
            self._client.indices.refresh(index=self._alias)
            counted = self._client.count(
                index=self._alias, body={"query": query}, params={"routing": routing(scope)}
            )
        require_complete([counted])
        return int(counted["count"])

    def ensure(self) -> None:
        """See `IndexAdmin`."""
        with calling():
            self._generations.ensure()

    def rebuild(self, entries: Iterator[tuple[Scope, Sequence[IndexEntry]]]) -> int:
        """See `IndexAdmin`. Returns how many entries the iterator gave.

        A second rebuild that starts meanwhile takes over, and this one ends in UnavailableError.
        """
        with calling():
            self._generations.ensure()
            number = self._generations.begin()
        count = 0
        for scope, batch in entries:
            with calling():
                self._generations.fill(number, upsertions(scope, batch))
            count += len(batch)
        with calling():
            self._generations.activate(number)
        return count

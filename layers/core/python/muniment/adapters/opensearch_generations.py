"""The physical indexes behind the alias: which are written, and how one replaces another."""

from collections.abc import Iterator, Sequence

from opensearchpy import NotFoundError, OpenSearch, RequestError

from muniment.adapters.opensearch_client import TargetGoneError, require_complete, write
from muniment.adapters.opensearch_schema import FLOOR, INDEX, LATER_FIELDS, Json, floor
from muniment.app.ports import UnavailableError

_MOST_ROUNDS = 5
"""Rounds of a write; a second is needed where a rebuild begins or ends meanwhile."""

_PAGE = 1000

PURGED_AT_ONCE = 5000
"""Documents of one request: 50,000 of one owner took longer than a request may."""


class Generations:
    """The indexes `<alias>-v<number>`, each with its write target `<alias>-write-<number>`."""

    def __init__(self, client: OpenSearch, alias: str) -> None:
        self._client = client
        self._alias = alias
        self.every_target = f"{alias}-write-*"

    def write(self, operations: Sequence[Sequence[Json]]) -> None:
        """Write to every target, also to one that is listed while the others are written."""
        if not operations:
            return
        written: set[str] = set()
        for _ in range(_MOST_ROUNDS):
            missing = [target for target in self._targets() if target not in written]
            if not missing and written:
                return
            for target in missing:
                try:
                    write(self._client, target, operations)
                except TargetGoneError:
                    continue
                written.add(target)
        raise UnavailableError("index")

    def ensure(self) -> None:
        """Create the first index with both of its aliases, in one step, if nothing is there.

        An index of an earlier release is given the fields that have come since.
        """
        if self._client.indices.exists_alias(name=self._alias):
            self._client.indices.put_mapping(index=f"{self._alias}-v*", body=LATER_FIELDS)
            return
        try:
            self._create(1, {self._alias: {}})
        except RequestError as error:
            if error.error != "resource_already_exists_exception":
                raise

    def begin(self) -> int:
        """Create the next index, so that writes go to it as well; drop unfinished ones."""
        active = self._active()
        numbers = {self._number(name): name for name in self._indices()}
        for name in numbers.values():
            if name != active:
                self._client.indices.delete(index=name)
        number = max(numbers) + 1
        self._create(number, {})
        return number

    def fill(self, number: int, operations: Sequence[Sequence[Json]]) -> None:
        """Write to one index only; raises UnavailableError if another rebuild dropped it."""
        try:
            write(self._client, self._target(number), operations)
        except TargetGoneError as error:
            raise UnavailableError("index") from error

    def activate(self, number: int) -> None:
        """Read from the index of this number from now on, and drop the one before, in one step.

        Purges that ran before or during the fill are done again: a page that was read before a
        purge may have been written after it.
        """
        active = self._active()
        new = self._name(number)
        for operation in self._floors(active):
            self.fill(number, [operation])
            while self.purge(new, operation[1]["scope"], operation[1]["epoch"]):
                pass
        self._client.indices.refresh(index=new)
        self._client.indices.update_aliases(
            body={
                "actions": [
                    {"add": {"index": new, "alias": self._alias}},
                    {"remove_index": {"index": active}},
                ]
            }
        )

    def purge(self, target: str, scope: str, before_epoch: int) -> bool:
        """Delete some of the owner's documents of older epochs, floors too, from the target(s).

        Return whether some may be left.
        """
        self._client.indices.refresh(index=target)
        older: Json = {
            "bool": {
                "filter": [{"term": {"scope": scope}}, {"range": {"epoch": {"lt": before_epoch}}}]
            }
        }
        # What another process removes at the same time is no failure: the probe sees what is left.
        done = self._client.delete_by_query(
            index=target,
            body={"query": older},
            params={
                "routing": scope, "refresh": "true", "allow_no_indices": "false",
                "conflicts": "proceed", "max_docs": PURGED_AT_ONCE,
            },
        )  # fmt: skip
        if done["failures"] or done["timed_out"]:
            raise UnavailableError("index")
        return bool(done["deleted"] + done["version_conflicts"] >= PURGED_AT_ONCE)

    def _targets(self) -> list[str]:
        try:
            found = self._client.indices.get_alias(name=self.every_target)
        except NotFoundError:
            found = {}
        targets = sorted(alias for index in found.values() for alias in index["aliases"])
        if not targets:
            raise UnavailableError("index")
        return targets

    def _active(self) -> str:
        (name,) = self._client.indices.get_alias(name=self._alias)
        return str(name)

    def _indices(self) -> list[str]:
        return list(self._client.indices.get_alias(index=f"{self._alias}-v*"))

    def _create(self, number: int, aliases: Json) -> None:
        self._client.indices.create(
            index=self._name(number),
            body={**INDEX, "aliases": {self._target(number): {}, **aliases}},
        )

    def _floors(self, index: str) -> Iterator[list[Json]]:
        """Yield the operations that set the floors which `index` knows, one an owner."""
        self._client.indices.refresh(index=index)
        page: Json = {
            "size": _PAGE,
            "query": {"term": {"kind": FLOOR}},
            "sort": [{"scope": "asc"}],
        }
        while True:
            response = self._client.search(index=index, body=page)
            require_complete([response])
            hits = response["hits"]["hits"]
            for hit in hits:
                yield floor(hit["_source"]["scope"], hit["_source"]["epoch"])
            if len(hits) < _PAGE:
                return
            page["search_after"] = hits[-1]["sort"]

    def _name(self, number: int) -> str:
        return f"{self._alias}-v{number}"

    def _target(self, number: int) -> str:
        return f"{self._alias}-write-{number}"

    def _number(self, name: str) -> int:
        return int(name.removeprefix(f"{self._alias}-v"))

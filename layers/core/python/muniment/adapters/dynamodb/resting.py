"""Which of an owner's items rest on one purpose alone: told by their handling, or by their keys."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from muniment.adapters.dynamodb.table import Item


@dataclass
class Resting:
    """Collects ids from the items that have a handling; the others name one of these ids."""

    purpose: str
    items: list[str] = field(default_factory=list)
    by_key: dict[str, str] = field(default_factory=dict)
    """Ids of records by their items' keys."""
    records: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)

    def read(self, rows: Iterable[Item]) -> list[str]:
        """Look at all of the owner's items; return the sort keys of those that name others."""
        later: list[str] = []
        for row in rows:
            if self._rests(row):
                self._note(row["sk"])
            else:
                later.append(row["sk"])
        return list(self._belonging(later))

    def _rests(self, row: Item) -> bool:
        handling: Item = row.get("handling") or {}
        return set(handling.get("grants") or ()) == {self.purpose}

    def _note(self, sk: str) -> None:
        self.items.append(sk)
        kind, _, rest = sk.partition("#")
        match kind:
            case "1F" | "3E" | "4Q":
                self.records.add(rest)
                self.by_key[sk] = rest
            case "6T":
                self.events.add(rest.partition("#")[2])
            case _:
                pass

    def _belonging(self, sks: Iterable[str]) -> Iterator[str]:
        """Yield the keys that name a record, an event or a chain of the purpose."""
        for sk in sks:
            parts = sk.split("#")
            match parts[0]:
                case "2A" if parts[1] in self.records:
                    yield sk
                case "5V" | "3P" if parts[-1] in self.records:
                    yield sk
                case "6S" | "6L" if parts[-1] in self.events:
                    yield sk
                case "6X" | "7R" if parts[2] in self.events:
                    yield sk
                case "3S" if f"/{self.purpose}#" in sk:
                    yield sk
                case _:
                    pass

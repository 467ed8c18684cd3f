"""A whole system in one process, as the tests use it: with plain parts and faults."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from local.in_process.dynamo import QuickDynamo
from local.in_process.footing import LEDGER, RECORDS
from local.in_process.memory import InProcessMemory
from local.in_process.standing_in import ListBus, SteppedClock
from muniment.adapters.dynamodb.keys import TENANTS
from muniment.adapters.dynamodb.stream import touched
from muniment.adapters.dynamodb.table import from_item, to_item
from muniment.app.extractor import Extractor
from muniment.app.intake import NewTurn
from muniment.app.ports import Encoder, UnavailableError
from muniment.app.views import Accepted
from muniment.domain.announcements import Announcement
from muniment.domain.events import Door, Role
from muniment.domain.scope import SYSTEM_SCOPE, Scope, tenant_scope
from muniment.domain.state import statement_of
from tests.support.encoder import NotingEncoder
from tests.support.extractor import PlainExtractor
from tests.support.faults import Faults
from tests.support.person import Person
from tests.support.resources import Row
from tests.support.transit import TroubledTransit

__all__ = (
    "NOW", "START", "TOKEN", "Memory", "Person", "clock", "fresh", "of_kinds", "sent_again",
    "state", "turn", "without",
)  # fmt: skip

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
START = datetime(2026, 1, 1, tzinfo=UTC)
TOKEN = "qzvbtx"
"""In the fence of every answer; a real one is random."""


def clock() -> SteppedClock:
    """Return a clock that stands at `NOW`."""
    return SteppedClock(NOW)


@dataclass
class DeafBus(ListBus):
    """A bus that may not answer."""

    deaf: bool = False
    """Whether it does not answer for now."""

    def announce(self, scope: Scope, announcements: Sequence[Announcement], at: datetime) -> None:
        if self.deaf:
            raise UnavailableError("events")
        super().announce(scope, announcements, at)


def state(
    attribute: str,
    value: str | None,
    *,
    system: str = "crm",
    at: datetime | None = None,
    id: str | None = None,  # noqa: A002 - the name of the field
) -> NewTurn:
    """Return what a system of record says, at noon of the first day unless `at` says otherwise."""
    return NewTurn(
        "state", Role.STATE, statement_of(attribute, value), id, None,
        at or START + timedelta(hours=12), system, by_owner=False, door=Door.STATE,
    )  # fmt: skip


def turn(
    text: str,
    position: int = 0,
    *,
    session: str = "s1",
    id: str | None = None,  # noqa: A002 - the name of the field
    role: Role = Role.USER,
    speaker: str | None = None,
    by_owner: bool | None = None,
    at: datetime | None = None,
) -> NewTurn:
    """Return a turn, a minute after the one before it unless `at` says otherwise."""
    owner = (role is Role.USER and speaker is None) if by_owner is None else by_owner
    moment = at or START + timedelta(minutes=position)
    return NewTurn(session, role, text, id, position, moment, speaker, owner)


@dataclass
class Memory(InProcessMemory):
    """A whole system in one process; DynamoDB is in memory too, behind a real client."""

    encoder: Encoder = field(default_factory=NotingEncoder)
    extractor: Extractor = field(default_factory=PlainExtractor)
    clock: SteppedClock = field(default_factory=clock)
    transit: TroubledTransit = field(default_factory=TroubledTransit)
    bus: DeafBus = field(default_factory=DeafBus)
    tables: QuickDynamo = field(default_factory=QuickDynamo, repr=False)
    token: Callable[[], str] = lambda: TOKEN

    def __post_init__(self) -> None:
        super().__post_init__()
        # What the adapter of the digest keys does when it makes a tenant's key.
        known = to_item({"pk": TENANTS, "sk": "acme"})
        self.tables.call("PutItem", {"TableName": RECORDS, "Item": known})

    def close(self) -> None:
        self.faults.leave()
        super().close()

    @cached_property
    def faults(self) -> Faults:
        """What goes wrong with DynamoDB from now on."""
        return Faults(self.dynamodb)

    def of(self, subject: str = "ada", tenant: str = "acme") -> Person:
        """Return one user's view of the memory."""
        return Person(self, self.scope(subject, tenant))

    def tenant(self, tenant: str = "acme") -> Person:
        """Return what a tenant's users share, as who may write to it sees it."""
        return Person(self, tenant_scope(tenant))

    def system(self) -> Person:
        """Return what all share."""
        return Person(self, SYSTEM_SCOPE)

    def project(self) -> None:
        """Deliver every item once more, as the stream would at least once."""
        changed = [touched(row["pk"], row["sk"]) for row in self.rows()]
        self.follow([touch for touch in changed if touch is not None])

    def rows(self, table: str = RECORDS) -> list[Row]:
        """Return every item of a table."""
        items: Any = self.tables.tables[table].values()  # for the stubs, a value is a TypedDict
        found = map(from_item, items)
        return sorted(found, key=lambda row: (row["pk"], row["sk"]))

    def bytes(self) -> bytes:
        """Return everything that is kept anywhere, for looking for what must not be there."""
        files = self.index_path.parent.glob(f"{self.index_path.name}*")
        kept = [*self.rows(), *self.rows(LEDGER), *self.transit.lying.values()]
        return repr(kept).encode() + b"".join(file.read_bytes() for file in sorted(files))


@contextmanager
def fresh(folder: Path) -> Iterator[Memory]:
    """Give an empty memory, with its index in `folder`."""
    with TemporaryDirectory(dir=folder) as index:
        memory = Memory(Path(index) / "index.sqlite")
        try:
            yield memory
        finally:
            memory.close()


def sent_again(first: Accepted) -> Accepted:
    """Return the answer to the same events, sent once more before any was extracted."""
    return replace(first, events=tuple(replace(each, known=True) for each in first.events))


def without(fields: Sequence[str], found: Sequence[Row]) -> list[Row]:
    """Return items without some attributes."""
    return [{name: value for name, value in row.items() if name not in fields} for row in found]


def of_kinds(found: Sequence[Row], *prefixes: str) -> list[Row]:
    """Return the items whose sort key starts with one of `prefixes`."""
    return [row for row in found if row["sk"].startswith(prefixes)]

"""Showing a thing once: what several records say is shown by one of them, with the others' ids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from muniment.app.stored import StoredVector
from muniment.app.views import Repetition
from muniment.domain.near_duplicates import Group, Likeness, Statement, groups, statement_of
from muniment.domain.records import Episode, Fact


@dataclass(frozen=True, slots=True)
class Collapsed:
    """Ids to show, in order, and what each of them stands for beside itself."""

    shown: tuple[str, ...]
    best: Mapping[str, str] = field(default_factory=dict)
    """The first of its group in the given order, by the id that is shown in its place."""
    also: Mapping[str, tuple[Repetition, ...]] = field(default_factory=dict)

    @property
    def hidden(self) -> int:
        """How many ids are not shown."""
        return sum(map(len, self.also.values()))


def collapse(
    order: Sequence[str],
    records: Mapping[str, Fact | Episode],
    vectors: Mapping[str, StoredVector],
    likeness: Likeness,
) -> Collapsed:
    """Return `order` with near duplicates collapsed, each group at the place of its first.

    A record without an encoding is compared with none.
    """
    found = groups(_statements(order, records, vectors), likeness)
    by_member = {member.id: group for group in found for member in (group.shown, *group.also)}
    best: dict[str, str] = {}
    for name in order:
        group = by_member.get(name)
        best.setdefault(group.shown.id if group else name, name)
    also = {group.shown.id: _repetitions(group) for group in found}
    return Collapsed(tuple(best), best, also)


def _statements(
    order: Sequence[str],
    records: Mapping[str, Fact | Episode],
    vectors: Mapping[str, StoredVector],
) -> list[Statement]:
    given = (
        statement_of(records[name], vectors[name].encoded.vector)
        for name in order
        if name in vectors
    )
    return [statement for statement in given if statement is not None]


def _repetitions(group: Group) -> tuple[Repetition, ...]:
    return tuple(Repetition(member.id, member.at) for member in group.also)

"""Whose words a record is made of: what an assistant says is kept apart from what its owner does.

The namespace is part of a record's id. So no statement of an assistant is ever folded with one of
the owner's, an id alone tells whose words it is made of, and a list in the order of ids shows the
owner's first.
"""

from enum import StrEnum

from muniment.domain.records import Kind


class Namespace(StrEnum):
    """Whose words; part of the API."""

    OWNER = "owner"
    """What the owner, the people and documents around them and systems of record say."""
    ASSISTANT = "assistant"
    """What an assistant says by itself, and what an agent stores without a turn to show for it."""


_PREFIXES = {
    (Kind.FACT, Namespace.OWNER): "f_",
    (Kind.FACT, Namespace.ASSISTANT): "fa_",
    (Kind.EPISODE, Namespace.OWNER): "e_",
    (Kind.EPISODE, Namespace.ASSISTANT): "ea_",
}
_READ = {prefix: named for named, prefix in _PREFIXES.items()}


def prefix(kind: Kind, namespace: Namespace) -> str:
    """Return what the ids of such records begin with; the owner's sort first."""
    return _PREFIXES[kind, namespace]


def kind_of(record: str) -> Kind | None:
    """Return the kind of the record that has this id; `None` for ids of something else."""
    named = _named(record)
    return named[0] if named else None


def namespace_of(record: str) -> Namespace:
    """Return whose words the record with this id is made of."""
    named = _named(record)
    return named[1] if named else Namespace.OWNER


def counterpart(fact: str, namespace: Namespace) -> str:
    """Return the id of the fact of the same subject and attribute in a namespace."""
    return prefix(Kind.FACT, namespace) + fact.partition("_")[2]


def _named(record: str) -> tuple[Kind, Namespace] | None:
    return _READ.get(record[: record.find("_") + 1])

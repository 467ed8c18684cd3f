"""How a record may be used and by whom, and who wrote it with which versions of what."""

from dataclasses import dataclass
from enum import StrEnum

SCHEMA = 3
"""Version of the record contract. Items that name none are of version 1, and stay readable.

2: purposes, agents and origin. 3: typed values.
"""

type Scalar = str | int | float | bool

_COMMON = ("assistance", 0)
"""The grant of what was stored for the default purpose of our policies, which needs none."""


class Category(StrEnum):
    """What a record is about, whatever its kind."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    CONSTRAINT = "constraint"
    PLAN = "plan"
    EVENT = "event"
    RELATIONSHIP = "relationship"
    NOTE = "note"
    STATE = "state"
    PROCEDURE = "procedure"


class Sensitivity(StrEnum):
    """What makes a statement one that its owner should confirm."""

    HEALTH = "health"
    MONEY = "money"
    IDENTITY = "identity"
    ACCESS = "access"
    MINORS = "minors"
    BELIEFS = "beliefs"
    SEXUALITY = "sexuality"
    CRIME = "crime"


@dataclass(frozen=True, slots=True)
class Handling:
    """What holds for everything that is made of one event."""

    grants: tuple[tuple[str, int], ...] = ()
    """Each purpose it may be used for, with the number of the grant it was accepted under; 0 where
    the purpose needs none. Empty on items from before purposes: the policy's default one."""
    agent: str | None = None
    """The one agent that may see it; `None`: all of the owner's agents."""
    tags: tuple[str, ...] = ()
    metadata: tuple[tuple[str, Scalar], ...] = ()
    language: str | None = None
    """ISO 639-1."""
    personal: tuple[str, ...] = ()
    """Kinds of personal data that were found in it."""
    redacted: tuple[tuple[str, int], ...] = ()
    """Kinds of what was taken out of it before it was stored, and how often."""
    shared: bool = False
    """Whether it is part of what many read: nobody's own, so no consent and no purpose limit it."""
    registered: bool = False
    """Whether its attribute belongs to this memory: no narrower one may assert it."""

    @property
    def purposes(self) -> frozenset[str]:
        """The purposes it may be used for."""
        return frozenset(purpose for purpose, _ in self.grants)

    @property
    def compartment(self) -> tuple[str, ...]:
        """What keeps it apart: facts are folded, and turns chained, inside one compartment only.

        Else something that a reader may not see would decide what they do see. Empty for what is
        all agents', without a grant and for the purpose of what has none.
        """
        agent = () if self.agent is None else (f"@{self.agent}",)
        is_common = set(self.grants) == {_COMMON}
        grants = () if is_common else (f"{p}#{n}" for p, n in sorted(self.grants))
        return (*agent, *grants)

    @property
    def bare(self) -> "Handling":
        """Return what decides who may see it, and nothing that tells of its content."""
        return Handling(grants=self.grants, agent=self.agent)


UNRESTRICTED = Handling()
"""What holds for items from before there was anything to say."""


NOBODY = ""
"""Who brought something about, where nobody is named: on items from before it was kept."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who wrote it, and which versions of what."""

    writer: str = ""
    """owner, agent, extractor, reviewer or tool."""
    extractor: str = ""
    model: str | None = None
    prompt: str | None = None
    policy: str = ""
    schema: int = SCHEMA
    by: str = NOBODY
    """Who brought it about: a caller's keyed handle, or the name of a function; for the audit."""


UNKNOWN_ORIGIN = Origin(schema=1)
"""Of items from before it was kept."""

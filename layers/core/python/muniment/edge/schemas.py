"""What callers send. Unknown fields are refused, so that a misspelt one is never ignored."""

from datetime import UTC, tzinfo
from enum import StrEnum
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
)

from muniment.domain.as_of import AsOf
from muniment.domain.consent import ConsentState
from muniment.domain.filters import EVERYTHING, Filter
from muniment.domain.labels import Labels
from muniment.domain.namespaces import Namespace
from muniment.domain.records import Kind
from muniment.domain.reviews import Choice
from muniment.domain.scheduling.budget import MOST_MARGIN, TokenBudget
from muniment.edge.fields import (
    Moment,
    Name,
    PurposeName,
    Query,
    SafeId,
    Said,
    TimeZone,
)
from muniment.edge.filters import FilterField
from muniment.edge.labels import Metadata, Tags

_PURPOSE = "what it is for; if left out: the default of the tenant's policy"


class Request(BaseModel):
    """Base of all requests."""

    # Built at first use: no function needs all of them, and a cold start pays for each.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class NoParameters(Request):
    """A query string that must be empty."""


class UseParameters(Request):
    """For what a request reads."""

    purpose: PurposeName | None = Field(None, description=_PURPOSE)


class RecordParameters(UseParameters):
    """Of when to read a record, and for what."""

    as_of: Moment | None = Field(None, description="what held then; if left out: what is current")
    known_at: Moment | None = Field(
        None, description="as far as memory had been told by then; if left out: by now"
    )

    @property
    def moment(self) -> AsOf:
        """Return the moment as the use case takes it."""
        return AsOf(self.as_of, self.known_at)


class Filtered(Request):
    """Which records are wanted."""

    filter: FilterField | None = None

    @property
    def wanted(self) -> Filter:
        """Return the filter as the use case takes it."""
        return self.filter or EVERYTHING


class Access(StrEnum):
    """Who is to see what is written."""

    SHARED = "shared"
    PRIVATE = "private"


class Use(UseParameters):
    """For what a request writes, and who is to see it."""

    access: Access = Field(
        Access.SHARED, description="private: for the agent alone that the token names"
    )

    @property
    def is_private(self) -> bool:
        """Whether one agent alone is to see it."""
        return self.access is Access.PRIVATE


class Labelled(Request):
    """What may be filtered by its tags and metadata, with all that is made of it."""

    tags: Tags = ()
    metadata: Metadata = Field(default_factory=dict)

    @property
    def labels(self) -> Labels:
        """Return both as the use case takes them."""
        return Labels.of(self.tags, self.metadata.items())


class Asking(Request):
    """Where a question is asked."""

    time_zone: TimeZone = Field(
        "UTC", description='in which "yesterday" or "in June" is meant, as Europe/Rome'
    )

    @property
    def zone(self) -> tzinfo:
        """Return the zone as the use case takes it."""
        return UTC if self.time_zone == "UTC" else ZoneInfo(self.time_zone)


class RecallBody(RecordParameters, Filtered, Asking):
    """A question to memory."""

    query: Query
    k: StrictInt = Field(10, ge=1, le=50, description="episodes at most")
    floor: StrictFloat = Field(
        0.5, ge=0, le=1, allow_inf_nan=False, description="least relevance; 0 keeps everything"
    )
    budget: StrictInt = Field(2000, ge=50, le=32_000, description="tokens of the rendering")
    margin: StrictInt = Field(
        0,
        ge=0,
        le=MOST_MARGIN,
        description="in hundredths, how much more tokens the model may count than the estimate",
    )

    @property
    def usable(self) -> int:
        """Return the most that the rendering may be by our estimate."""
        return TokenBudget(self.budget, reserve=0, margin=self.margin).usable


class DecisionBody(Request):
    """What is decided about something that waits."""

    decision: Choice
    value: Said | None = Field(None, description="what holds instead; with edit alone")


class ConsentBody(Request):
    """A step of an owner's consent for a purpose."""

    state: ConsentState
    notice_version: Name = Field(description="of the text that the owner was shown")
    source: Name = Field(description="where they were asked")


class ReviewParameters(Request):
    """Which part of the queue to list."""

    limit: StrictInt = Field(20, ge=1, le=100)
    cursor: SafeId | None = None


class SharedParameters(Filtered):
    """Which shared records to list."""

    kind: Literal[Kind.FACT, Kind.PROCEDURE] | None = Field(None, description="if left out: both")
    limit: StrictInt = Field(20, ge=1, le=100)
    cursor: Annotated[str, Field(min_length=1, max_length=1024)] | None = None


class ListParameters(RecordParameters, Filtered):
    """Which records to list."""

    kind: Kind | None = Field(None, description="if left out: facts, then episodes")
    namespace: Namespace | None = Field(
        None, description="whose words; if left out: the owner's, then what only assistants said"
    )
    limit: StrictInt = Field(20, ge=1, le=100)
    cursor: Annotated[str, Field(min_length=1, max_length=1024)] | None = None
    duplicates: StrictBool = Field(
        default=False, description="whether records that say the same are listed each by itself"
    )

"""What the product uses of AWS, as it was measured (`make cost-usage`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

FILE = Path(__file__).with_name("usage.json")
ALWAYS = "always"
"""The life of bytes that stay until somebody takes them back."""
DAYS_A_MONTH = 365 / 12


class _Measured(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Used(_Measured):
    """What one invocation uses, or what one more turn or fact adds to it."""

    read_units: float
    write_units: float
    dynamodb_calls: float
    index_calls: float
    other_calls: float
    """Of queues and of the bus."""
    announced: float
    """Events on the bus."""
    cpu_ms: float
    """Of one core of the machine that measured."""
    log_bytes: float
    log_lines: float
    response_bytes: float

    def plus(self, other: "Used", times: float) -> "Used":
        """Return this and so many times another."""
        values = {
            name: getattr(self, name) + times * getattr(other, name) for name in Used.model_fields
        }
        return Used(**values)


class Made(_Measured):
    """How the figures were made."""

    by: str
    on: str
    with_: str = Field(alias="with")
    machine: str


class Asked(_Measured):
    """What a route of models is asked: the share of the turns, and how long a prompt is."""

    share: float
    characters: float


class Usage(_Measured):
    """All that was measured."""

    made: Made
    used: Mapping[str, Used]
    stored: Mapping[str, Mapping[str, float]]
    """Bytes that stay of a turn, a fact and a recall, by days of life."""
    metrics: tuple[str, ...]
    model: Asked
    document_bytes: float
    """Of one record in the index, on disk, without a replica."""

    @classmethod
    def read(cls, file: Path = FILE) -> Self:
        """Read a file of constants."""
        return cls.model_validate_json(file.read_text(encoding="utf-8"))

    def bytes_kept(self, what: str, months: float) -> float:
        """Return the bytes that lie about of one a month, after so many months of them."""
        return sum(
            size * (months if life == ALWAYS else min(months, float(life) / DAYS_A_MONTH))
            for life, size in self.stored[what].items()
        )

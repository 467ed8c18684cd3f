"""The dated list of prices, and what a quantity costs by it."""

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

FILE = Path(__file__).with_name("prices.toml")


class PriceError(Exception):
    """The file of prices cannot be used; the message says which entry and why."""


class Price(BaseModel):
    """One list price, in US dollars for `per` of a unit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    usd: Annotated[float, Field(ge=0)]
    per: Annotated[int, Field(gt=0)]
    unit: Annotated[str, Field(min_length=1)]
    looked_up: date
    page: Annotated[str, Field(pattern=r"^https://")]
    """The public page that sets it."""
    seen: str
    """Where the figure was read, if not on that page."""
    note: str = ""

    def of(self, quantity: float) -> float:
        """Return what a quantity of the unit costs."""
        return quantity / self.per * self.usd


class Prices(BaseModel):
    """The prices of one region, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    region: str
    currency: Literal["USD"]
    prices: Mapping[str, Price]

    @classmethod
    def read(cls, file: Path = FILE) -> Self:
        """Read a file, or raise PriceError."""
        try:
            return cls.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, ValidationError) as error:
            raise PriceError(f"{file.name}: {error}") from error

    def __getitem__(self, name: str) -> Price:
        try:
            return self.prices[name]
        except KeyError:
            raise PriceError(f"there is no price named {name}") from None

    @property
    def oldest(self) -> date:
        """The day on which the price that was looked up first was."""
        return min(price.looked_up for price in self.prices.values())

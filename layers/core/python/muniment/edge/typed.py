"""The typed value of a fact as callers get it, told apart by `type`.

Exact numbers are strings, as JSON's own numbers lose places on the way.
"""

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Typed(BaseModel):
    model_config = ConfigDict(extra="forbid", from_attributes=True, frozen=True, defer_build=True)


class NumberView(_Typed):
    """A number by itself or with its unit."""

    type: Literal["number"]
    amount: Decimal
    unit: str | None = None


class MoneyView(_Typed):
    """An amount that was named. It tells what was said; it allows nobody to pay anything."""

    type: Literal["money"]
    amount: Decimal
    currency: str = Field(description="ISO 4217")
    payee: str | None = Field(None, description="whom it goes to, where that was said")


class DateView(_Typed):
    """A day of the calendar, as it was for who said it."""

    type: Literal["date"]
    date: dt.date


class BooleanView(_Typed):
    """Yes or no."""

    type: Literal["boolean"]
    value: bool


class DurationView(_Typed):
    """A length of time."""

    type: Literal["duration"]
    seconds: Decimal


TypedView = Annotated[
    NumberView | MoneyView | DateView | BooleanView | DurationView, Field(discriminator="type")
]

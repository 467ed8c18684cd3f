"""One route as the API's document describes it."""

from dataclasses import dataclass

from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class Route:
    """One route as it is documented."""

    method: str
    path: str
    summary: str
    permissions: tuple[str, ...]
    status: int
    answer: type[BaseModel]
    body: type[BaseModel] | None = None
    parameters: type[BaseModel] | None = None
    repeatable: bool = False
    """Whether it takes an Idempotency-Key."""
    replaces: bool = False
    """Whether it needs an If-Match."""
    may_replace: bool = False
    """Whether it takes an If-Match, and goes without one too."""
    also: tuple[tuple[int, type[BaseModel]], ...] = ()
    """What else it answers, and with which status."""
    versioned: bool = False
    """Whether the answer has an ETag."""

    @property
    def key(self) -> str:
        """The route as the gateway names it."""
        return f"{self.method} {self.path}"

"""The one boundary to models: a structured job goes out, JSON text and its usage come back.

An adapter speaks one provider's protocol and nothing else: which models are asked in which order,
what an answer must hold, and what may be spent are decided behind this port (app.routes).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Protocol


class Job(StrEnum):
    """What a model is asked for; each job has a route of its own."""

    EXTRACT = "extract"
    SUMMARISE = "summarise"
    RERANK = "rerank"
    ANSWER = "answer"
    JUDGE = "judge"
    """The last two are asked where recall is measured (`make eval`), not by what is deployed."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent: calls, and tokens as the provider counts them."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
        )

    @property
    def tokens(self) -> int:
        """Tokens in both directions."""
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True)
class Price:
    """What a model costs, in the currency of the deployment, for a million tokens."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, usage: Usage) -> float:
        """Return the cost of `usage`."""
        return (usage.tokens_in * self.tokens_in + usage.tokens_out * self.tokens_out) / 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may take. An adapter is made with its limits and keeps them."""

    seconds: float = 20.0
    """From the connection to the last byte of the answer."""
    tokens_out: int = 1500
    """Of the answer. A longer one is cut off by the provider, which is invalid output."""


@dataclass(frozen=True, slots=True)
class StructuredJob:
    """One job: the system prompt is ours, the content is material, the answer fits the schema."""

    job: Job
    system: str
    content: str
    schema: Mapping[str, object]
    """JSON schema of the answer: an object, every property required, nothing additional."""
    correction: str = ""
    """On a second try, what was wrong with the first answer; ours, without memory text."""

    def corrected(self, what: str) -> "StructuredJob":
        """Return the same job, which also says what was wrong with the last answer."""
        return replace(self, correction=what)

    @property
    def parts(self) -> tuple[str, ...]:
        """The user's message, part by part."""
        return (self.content, self.correction) if self.correction else (self.content,)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered: text that should be JSON, not yet held against anything."""

    text: str
    usage: Usage


class ModelError(Exception):
    """A model did not give a usable answer; `reason` is a stable code. Holds no text of either.

    `usage` is what the call took, `None` where nobody knows (it may have been billed all the same).
    """

    reason: ClassVar[str] = "unavailable"

    def __init__(self, detail: str = "", usage: Usage | None = None) -> None:
        super().__init__(f"{self.reason}: {detail}" if detail else self.reason)
        self.detail = detail
        self.usage = usage


class ModelUnavailableError(ModelError):
    """It could not be reached, does not exist, or may not be called."""


class ModelTimeoutError(ModelError):
    """It took longer than its limit."""

    reason = "timeout"


class ModelThrottledError(ModelError):
    """The provider takes no more calls for the moment."""

    reason = "throttled"


class ModelRefusedError(ModelError):
    """The model, or a guardrail before it, will not answer this."""

    reason = "refused"


class InvalidOutputError(ModelError):
    """The answer is not what was asked for; `detail` says what is wrong, for the second try."""

    reason = "invalid"


class Model(Protocol):
    """One model behind one provider. Stateless; safe to use from several threads."""

    @property
    def name(self) -> str:
        """Provider and model, as versions and metrics name it."""
        ...

    @property
    def limits(self) -> Limits:
        """What one call may take."""
        ...

    def answer(self, job: StructuredJob) -> Answer:
        """Ask once, without a retry of its own.

        Raises a ModelError of the fitting class; whatever the provider does, nothing else. Neither
        job nor answer is logged, and no error repeats them.
        """
        ...

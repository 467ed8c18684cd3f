"""The routes of models as a function reads them: one JSON document in its environment.

Nothing here is imported where no route is configured, so that a deployment without models pays
nothing for them.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from muniment.app.budget import Allowance, Allowances
from muniment.app.models import Job, Limits, Price
from muniment.edge.settings import SettingsError

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Text = Annotated[str, Field(min_length=1, max_length=2048)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Spec(_Part):
    """What every model has: limits of one call, and the price of a million tokens."""

    seconds: float = Field(default=20.0, gt=0, le=120)
    tokens_out: int = Field(default=1500, ge=64, le=32_000)
    price_in: float = Field(default=0.0, ge=0)
    price_out: float = Field(default=0.0, ge=0)

    @property
    def limits(self) -> Limits:
        """The limits of one call."""
        return Limits(self.seconds, self.tokens_out)

    @property
    def price(self) -> Price:
        """The price of a million tokens."""
        return Price(self.price_in, self.price_out)


class Guardrail(_Part):
    """A guardrail of Bedrock."""

    id: Text
    version: Text


class BedrockSpec(_Spec):
    """A model, inference profile or ARN on Bedrock; `region` only where it is not our own."""

    provider: Literal["bedrock"]
    model: Text
    region: Text | None = None
    guardrail: Guardrail | None = None


class OpenAiSpec(_Spec):
    """A model behind an OpenAI-compatible endpoint; at most one of `secret` and `key_variable`."""

    provider: Literal["openai"]
    model: Text
    url: Annotated[str, Field(pattern=r"^(https://|http://(127\.0\.0\.1|localhost)[:/]).+")]
    """Up to and with `/v1`. Without TLS only on this machine."""
    secret: Text | None = None
    """ARN of the secret in Secrets Manager whose string is the key."""
    key_variable: Text | None = None
    """Variable of the function's environment that holds the key."""
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"

    @model_validator(mode="after")
    def _one_key(self) -> Self:
        if self.secret and self.key_variable:
            raise ValueError("secret or key_variable, not both")
        return self


type Spec = Annotated[BedrockSpec | OpenAiSpec, Field(discriminator="provider")]


class RouteSpec(_Part):
    """The models of one job in order, by their names in the document."""

    models: tuple[Name, ...] = Field(min_length=1, max_length=5)
    last: Literal["deterministic", "fail"] = "deterministic"
    """What comes after the last model: the extractor without a model, so that extraction never
    stops, or the failure of the event, which then is kept and waits for a redrive."""
    prompt: int = Field(default=1, ge=1)
    seconds: float = Field(default=45.0, gt=0, le=600)
    """What all calls for one message may take together."""


class AllowanceSpec(_Part):
    """Calls, and tokens in both directions."""

    calls: int = Field(ge=0)
    tokens: int = Field(ge=0)

    @property
    def value(self) -> Allowance:
        """The allowance itself."""
        return Allowance(self.calls, self.tokens)


class BudgetSpec(_Part):
    """What may be spent for one event, and for one tenant on one day."""

    event: AllowanceSpec | None = None
    tenant_day: AllowanceSpec | None = None

    @property
    def allowances(self) -> Allowances:
        """The allowances, with the defaults where the document says nothing."""
        standard = Allowances()
        return Allowances(
            event=self.event.value if self.event else standard.event,
            tenant_day=self.tenant_day.value if self.tenant_day else standard.tenant_day,
        )


class ModelRoutes(_Part):
    """The document. An empty one has no routes."""

    version: Literal[1] = 1
    models: dict[Name, Spec] = Field(default_factory=dict)
    routes: dict[Job, RouteSpec] = Field(default_factory=dict)
    budget: BudgetSpec = Field(default_factory=BudgetSpec)

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        for job, route in self.routes.items():
            unknown = sorted(set(route.models) - set(self.models))
            if unknown:
                raise ValueError(f"the route {job.value} names no model of the document")
        return self

    @classmethod
    def read(cls, document: str) -> Self:
        """Read the document, or raise SettingsError with the name of each wrong member."""
        try:
            return cls.model_validate_json(document)
        except ValidationError as error:
            found = error.errors(include_input=False, include_url=False)
            wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in found)
            raise SettingsError(f"MUNIMENT_MODEL_ROUTES: {wrong}") from None

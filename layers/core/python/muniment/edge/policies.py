"""A tenant's policy as it is sent and shown. What a request leaves out is its base's."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, Field, StrictBool, StrictFloat, StrictInt, model_validator

from muniment.app.ports import PolicyVersion
from muniment.domain.findings import DataKind, Group
from muniment.domain.handling import Sensitivity
from muniment.domain.policy import NAMED, Policy
from muniment.domain.purposes import PURPOSE, Purpose, fault
from muniment.domain.redaction import Action, RedactionPolicy
from muniment.edge.fields import PurposeName, wrong
from muniment.edge.schemas import Request
from muniment.edge.views import View


def _base(value: str) -> str:
    if value not in NAMED:
        raise wrong("names no policy", f"send one of {', '.join(NAMED)}")
    return value


class PurposeBody(Request):
    """What may be done for one purpose."""

    consent: StrictBool = Field(description="whether the owner must have agreed to it")
    topics: frozenset[Sensitivity] = Field(
        frozenset(), description="sensitive topics that may be used for it"
    )
    reads: frozenset[PurposeName] = Field(
        frozenset(), description="other purposes whose material it may use"
    )


class PersonalBody(Request):
    """What happens to personal data at the door; secrets are taken out whatever is said here."""

    otherwise: Action = Field(
        Action.FLAG, description="flag, redact or refuse, for kinds that `kinds` does not name"
    )
    kinds: dict[DataKind, Action] = Field(
        default_factory=dict, description="what else is done with a kind, such as email"
    )

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if any(kind.group is Group.SECRET for kind in self.kinds):
            raise wrong("names a secret", "leave it out: secrets are always redacted")
        if self.kinds.get(DataKind.CARD) is Action.FLAG:
            raise wrong("would keep card numbers", "send redact or refuse for card")
        return self

    def redaction(self) -> RedactionPolicy:
        """Return the policy; a card number is never kept."""
        card = Action.REDACT if self.otherwise is Action.FLAG else self.otherwise
        name = f"{self.otherwise.value}-personal"
        return RedactionPolicy(name, {DataKind.CARD: card} | self.kinds, self.otherwise)


class PolicyBody(Request):
    """A tenant's policy."""

    base: Annotated[str, AfterValidator(_base)] = Field(
        "default", description="the named policy that it begins with: default, strict"
    )
    purposes: dict[PurposeName, PurposeBody] | None = Field(
        None, json_schema_extra={"propertyNames": {"pattern": PURPOSE.pattern}}
    )
    default_purpose: PurposeName | None = None
    confirmed: frozenset[Sensitivity] | None = Field(
        None, description="topics of which a fact waits for its owner or a reviewer"
    )
    confidence_floor: StrictFloat | None = Field(None, ge=0, le=1, allow_inf_nan=False)
    review_days: StrictInt | None = Field(None, ge=1, le=365)
    assistant_days: StrictInt | None = Field(
        None, ge=1, le=3650, description="how long an assistant's own words are kept"
    )
    personal: PersonalBody | None = None

    def policy(self) -> Policy:
        """Return the policy; its version is for who keeps it to say."""
        base = NAMED[self.base]
        purposes = base.purposes
        if self.purposes is not None:
            purposes = {
                name: Purpose(each.consent, each.topics, each.reads)
                for name, each in self.purposes.items()
            }
        return replace(
            base,
            purposes=purposes,
            default_purpose=_or(self.default_purpose, base.default_purpose),
            confirmed=_or(self.confirmed, base.confirmed),
            confidence_floor=_or(self.confidence_floor, base.confidence_floor),
            review_days=_or(self.review_days, base.review_days),
            assistant_days=_or(self.assistant_days, base.assistant_days),
            redaction=self.personal.redaction() if self.personal else base.redaction,
        )

    @model_validator(mode="after")
    def _sound(self) -> Self:
        policy = self.policy()
        if found := fault(policy.purposes, policy.default_purpose):
            raise wrong(found, "name in reads and default_purpose what purposes name")
        return self


class PolicyParameters(Request):
    """Which version to read."""

    version: StrictInt = Field(0, ge=0, description="0, or left out: the newest")


class PurposeView(View):
    """What may be done for one purpose."""

    consent: bool
    topics: tuple[Sensitivity, ...]
    reads: tuple[str, ...]


class PersonalView(View):
    """What happens to personal data at the door."""

    otherwise: Action
    kinds: Mapping[DataKind, Action]


class PolicyView(View):
    """One version of a tenant's policy; none is ever changed."""

    version: int
    base: str
    purposes: Mapping[str, PurposeView]
    default_purpose: str
    confirmed: tuple[Sensitivity, ...]
    confidence_floor: float
    review_days: int
    assistant_days: int
    personal: PersonalView
    set_at: datetime | None = None
    set_by: str | None = None
    """A handle, never a subject."""

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a version of a policy."""
        if not isinstance(view, PolicyVersion):
            return super().of(view)
        policy = view.policy
        return cls(
            version=policy.version, base=policy.name,
            purposes={
                name: PurposeView(
                    consent=each.consent, topics=tuple(sorted(each.topics)),
                    reads=tuple(sorted(each.reads)),
                )
                for name, each in sorted(policy.purposes.items())
            },
            default_purpose=policy.default_purpose, confirmed=tuple(sorted(policy.confirmed)),
            confidence_floor=policy.confidence_floor, review_days=policy.review_days,
            assistant_days=policy.assistant_days,
            personal=PersonalView(
                otherwise=policy.redaction.otherwise,
                kinds=dict(sorted(policy.redaction.personal.items())),
            ),
            set_at=view.at, set_by=view.by,
        )  # fmt: skip


def _or[T](given: T | None, default: T) -> T:
    return default if given is None else given

"""What callers get of consents: where each purpose stands, and how it came there."""

from datetime import datetime
from typing import Self

from muniment.app.stored import ConsentStep
from muniment.app.views import ConsentView as Consent
from muniment.domain.consent import ConsentState
from muniment.edge.views import View


class ConsentStepView(View):
    """One step of a consent."""

    state: ConsentState
    grant: int
    at: datetime
    notice_version: str | None = None
    source: str

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a step as the ledger keeps it."""
        if not isinstance(view, ConsentStep):
            return super().of(view)
        return cls(
            state=view.consent.state, grant=view.consent.grant, at=view.at,
            notice_version=view.notice_version, source=view.source,
        )  # fmt: skip


class ConsentView(View):
    """An owner's consent for a purpose, and how it came there."""

    purpose: str
    state: ConsentState
    grant: int
    """Number of the latest grant; 0 if there was none."""
    needed: bool
    """Whether the tenant's policy asks for it."""
    steps: tuple[ConsentStepView, ...] = ()
    erasure_id: str | None = None
    """The job that deletes what was withdrawn."""

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for a consent."""
        if not isinstance(view, Consent):
            return super().of(view)
        return cls(
            purpose=view.purpose, state=view.state, grant=view.grant, needed=view.needed,
            steps=tuple(map(ConsentStepView.of, view.steps)), erasure_id=view.erasure,
        )  # fmt: skip


class ConsentsView(View):
    """An owner's consents, one for each purpose."""

    consents: tuple[ConsentView, ...]

    @classmethod
    def of(cls, view: object) -> Self:
        """Return the response for an owner's consents."""
        if not isinstance(view, tuple):
            return super().of(view)
        return cls(consents=tuple(map(ConsentView.of, view)))

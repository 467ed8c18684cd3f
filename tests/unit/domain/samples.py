"""Assertions, events and candidates, as plain or as odd as a test wants them."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from muniment.domain.events import Door, Event, Role, Span
from muniment.domain.identity import Digester
from muniment.domain.records import Assertion, Candidate, Effect, Kind, Provenance

NOW = datetime(2026, 3, 1, tzinfo=UTC)
DAY = timedelta(days=1)
DIGESTER = Digester(b"k" * 32)
OTHER_KEY = Digester(b"o" * 32)


def said(
    value: str | None,
    day: int = 0,
    *,
    id: str | None = None,  # noqa: A002 - the name of the field
    trust: Provenance = Provenance.USER_STATED,
    effect: Effect = Effect.ASSERT,
    source: str = "owner",
    observed: int | None = None,
    expires: int | None = None,
) -> Assertion:
    """Return an assertion made on a day of January; `observed` and `expires` are days too."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    name = id or f"a_{value}_{day}_{trust.name}_{effect.value}_{source}"
    return Assertion(
        id=name, fact="f_1", effect=effect, provenance=trust, valid_from=start + day * DAY,
        observed_at=start + (day if observed is None else observed) * DAY, source=source,
        value=value if effect is Effect.ASSERT else None, attribute="city",
        quote=None if effect is Effect.BOUNDARY else f"my city is {value}",
        span=None if effect is Effect.BOUNDARY else Span(f"t_{name}", 0, 5),
        expires_at=None if expires is None else start + expires * DAY,
    )  # fmt: skip


def event(
    text: str = "my city is Oslo. I like the boats",
    *,
    role: Role = Role.USER,
    by_owner: bool = True,
    speaker: str | None = None,
    door: Door = Door.EVENTS,
) -> Event:
    return Event(
        id="t1", session="s1", order="t1", role=role, text=text, occurred_at=NOW,
        received_at=NOW, speaker=speaker, by_owner=by_owner, door=door,
    )  # fmt: skip


def stated(
    text: str = "my city is Oslo",
    start: int = 0,
    *,
    attribute: str = "city",
    value: str | None = "Oslo",
    effect: Effect = Effect.ASSERT,
    confidence: float = 1.0,
) -> Candidate:
    span = Span("t1", start, start + len(text))
    return Candidate(Kind.FACT, span, text, attribute, value, effect=effect, confidence=confidence)


def turn(text: str = "my city is Oslo. I like the boats") -> Candidate:
    return Candidate(Kind.EPISODE, Span("t1", 0, len(text)), text)


assertions = st.builds(
    said,
    st.sampled_from(["Oslo", "oslo!", "Bergen", "Turku"]),
    st.integers(0, 6),
    id=st.sampled_from([f"a_{n}" for n in range(40)]),
    trust=st.sampled_from(Provenance),
    effect=st.sampled_from(Effect),
    source=st.sampled_from(["owner", "user:bo", "tool:"]),
    observed=st.integers(0, 6),
    expires=st.none() | st.integers(0, 90),
)
"""Any assertion about one fact."""

sets = st.lists(assertions, max_size=9, unique_by=lambda assertion: assertion.id)
"""Any set of them: ids are unique, since an id says what it is made of."""

"""A month's work, and what is taken for granted about how it is done."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Workload:
    """What is asked of a memory in a month."""

    events: float = 1_000_000
    """Calls that bring something new to remember."""
    records: float = 200_000
    """Facts that are made of them; each event also leaves an episode, which is no record here."""
    recalls: float = 600_000
    turns_per_event: float = 1
    """Turns that one call brings, as a user's and the assistant's may come together."""
    months: float = 1
    """Of such work that are kept."""
    uploads: float = 0
    """Documents that come by themselves; what is in them counts among the events."""
    upload_megabytes: float = 1
    tenants: float = 10
    turns_a_day: float = 10
    """Of one user, on a day on which they say anything: each such day has a night's work."""

    def times(self, factor: float) -> "Workload":
        """Return so many times the work, of the same kind."""
        return replace(
            self,
            events=self.events * factor,
            records=self.records * factor,
            recalls=self.recalls * factor,
            uploads=self.uploads * factor,
        )

    @property
    def turns(self) -> float:
        """Turns that are told in the month."""
        return self.events * self.turns_per_event

    @property
    def nights(self) -> float:
        """Nights of users with news."""
        return self.turns / self.turns_a_day


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What was not measured, since nothing ran on AWS: times and shares, on the cautious side."""

    cpu_factor: float = 2.0
    """How much longer a vCPU of Lambda takes than a core of the machine that measured."""
    dynamodb_ms: float = 8.0
    """Waiting for one call; AWS speaks of single-digit milliseconds."""
    index_ms: float = 30.0
    other_ms: float = 20.0
    """Waiting for a queue or the bus."""
    model_ms: float = 2000.0
    tokens_out: float = 150
    """Of a model's answer: one or two statements, or none."""
    cold_share: float = 0.01
    """Of the invocations that begin with a start of the function."""
    cold_ms: float = 2000.0
    """Of a start, which is billed: imports, and loading the encoder."""

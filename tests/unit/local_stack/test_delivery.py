from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from local.emulator import delivery
from local.emulator.delivery import UNLIMITED, Delivery, Record, sequence_number


class Function:
    """Projects records unless they are poison; fails partially or as a whole."""

    def __init__(self, poison: set[str], *, crashes: bool = False) -> None:
        self.poison = poison
        self.crashes = crashes
        self.done: list[str] = []
        self.calls = 0

    def __call__(self, records: Sequence[Record]) -> Mapping[str, Any]:
        self.calls += 1
        numbers = [sequence_number(record) for record in records]
        if self.crashes and self.poison.intersection(numbers):
            return {"error": True, "body": {"errorMessage": "died"}}
        for at, number in enumerate(numbers):
            if number in self.poison:
                self.done += numbers[:at]
                return {"body": {"batchItemFailures": [{"itemIdentifier": number}]}}
        self.done += numbers
        return {"body": {"batchItemFailures": []}}


class Clock:
    """The monotonic clock, moved by hand."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(delivery, "time", made)
    return made


RECORDS: list[Record] = [{"dynamodb": {"SequenceNumber": str(number)}} for number in range(5)]


def never(record: Record) -> None:
    pytest.fail(f"buried: {record}")


def deliver_until_done(
    function: Function, clock: Clock, retries: int, rounds: int = 50
) -> tuple[bool, list[str]]:
    """Deliver as the emulator does, again and again; tell whether it ended, and what was buried."""
    buried: list[str] = []
    owed = Delivery()
    for _ in range(rounds):
        result = owed.deliver(
            RECORDS, function, retries, lambda record: buried.append(sequence_number(record))
        )
        if not result.get("error"):
            return True, buried
        clock.now += 120
    return False, buried


def test_a_healthy_batch_goes_through_at_once(clock: Clock) -> None:
    function = Function(set())
    assert deliver_until_done(function, clock, retries=2) == (True, [])
    assert function.done == ["0", "1", "2", "3", "4"]
    assert function.calls == 1


@pytest.mark.parametrize("crashes", [False, True])
def test_poison_is_buried_after_its_retries_and_the_rest_is_done(
    clock: Clock, *, crashes: bool
) -> None:
    function = Function({"2"}, crashes=crashes)
    assert deliver_until_done(function, clock, retries=2) == (True, ["2"])
    assert set(function.done) == {"0", "1", "3", "4"}


def test_an_outage_that_ends_within_the_retries_loses_nothing(clock: Clock) -> None:
    function = Function({"0", "1", "2", "3", "4"})
    owed = Delivery()
    assert owed.deliver(RECORDS, function, 2, never).get("error")
    function.poison.clear()
    assert owed.deliver(RECORDS, function, 2, never).get("error"), "the pause is not over"
    assert function.done == []
    clock.now += 1
    assert not owed.deliver(RECORDS, function, 2, never).get("error")
    assert function.done == ["0", "1", "2", "3", "4"]


def test_without_a_limit_nothing_is_ever_buried(clock: Clock) -> None:
    function = Function({"4"})
    assert deliver_until_done(function, clock, UNLIMITED, rounds=20) == (False, [])

"""Where the time of an answer goes: calls that overlap count once."""

from collections.abc import Iterator

from muniment.bootstrap.timing import Timings, timed


class _Port:
    name = "port"

    def answer(self, value: int, *, more: int = 0) -> int:
        return value + more

    def fail(self) -> None:
        raise ValueError


def _ticking(*moments: float) -> Timings:
    ticks: Iterator[float] = iter(moments)
    return Timings(clock=lambda: next(ticks))


def test_a_port_answers_as_before_and_its_calls_are_counted() -> None:
    timings = _ticking(0.0, 0.010, 0.012, 0.020, 0.025, 0.030)
    port = timed(_Port(), "store", timings)
    timings.begin()

    assert port.answer(1, more=2) == 3
    assert port.answer(4) == 4
    assert port.name == "port"

    assert timings.header() == "store;dur=7.0, total;dur=30.0"


def test_a_call_that_fails_is_counted_and_fails() -> None:
    timings = _ticking(0.0, 0.0, 0.002, 0.002)
    port = timed(_Port(), "search", timings)
    timings.begin()
    try:
        port.fail()
    except ValueError:
        assert timings.header() == "search;dur=2.0, total;dur=2.0"
    else:
        raise AssertionError("it did not fail")


def test_calls_side_by_side_count_once_and_the_request_before_not_at_all() -> None:
    timings = _ticking(0.0, 0.9, 1.0, 1.004, 1.003, 1.010)
    timings.begin()
    timings.add("store", 0.5)  # of the request before
    timings.begin()
    timings.add("store", 1.000)
    timings.add("store", 1.001)

    assert timings.header() == "store;dur=4.0, total;dur=10.0"

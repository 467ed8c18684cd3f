"""Checks of values: identifiers, times, quantities and dates."""

from collections.abc import Mapping

from muniment.domain.anchors.reading import FUNCTION, Reading


def identifier(a: Reading, b: Reading) -> bool:
    """Order 4821 is not order 4822, INV-2041 not INV-2014."""
    return a.marks("i") != b.marks("i")


def time(a: Reading, b: Reading) -> bool:
    """9:00 is not 19:00; "at 10" may be 10:00 or 22:00."""
    left, right = a.marks("t", "n"), b.marks("t", "n")
    only_left, only_right = left - right, right - left
    times = [{mark for mark in each if mark[1] == "t"} for each in (only_left, only_right)]
    if all(times):
        return True
    return any(times) and _hours(only_left) != _hours(only_right)


def _hours(marks: frozenset[str]) -> frozenset[float]:
    """Return hours on a dial of twelve, of times and of bare numbers."""
    return frozenset(
        float(m[3:]) / 60 % 12 if m.startswith("=t:") else float(m[3:]) % 12 for m in marks
    )


def quantity(a: Reading, b: Reading) -> bool:
    """5 mg is not 50 mg, three are not two, weekly is not monthly."""
    if a.marks("q", "r") != b.marks("q", "r"):
        return True
    if a.marks("n") == b.marks("n"):
        return _counted(a, b)
    return not (a.marks("t") or b.marks("t"))  # else `time` has compared them


def _counted(a: Reading, b: Reading) -> bool:
    """Two brothers and a sister are not a brother and two sisters."""
    left, right = _nouns(a), _nouns(b)
    for number in left.keys() & right.keys():
        x, y = left[number], right[number]
        if x != y and x in b.stems and y in a.stems and x not in FUNCTION and y not in FUNCTION:
            return True
    return False


def _nouns(reading: Reading) -> Mapping[str, str]:
    pairs = zip(reading.stems, reading.stems[1:], strict=False)
    return {one: other for one, other in pairs if one.startswith("=n:")}


def date(a: Reading, b: Reading) -> bool:
    """Monday is not Tuesday, and 3 March not 30 March."""
    return a.marks("m", "d", "y", "w") != b.marks("m", "d", "y", "w")

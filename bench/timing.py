"""Where the time went: by a clock here, and by `Server-Timing` in an answer."""

import time
from collections.abc import Callable, Mapping


def ms[**P](run: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """Return the milliseconds that a call takes."""
    began = time.perf_counter()
    run(*args, **kwargs)
    return (time.perf_counter() - began) * 1000


def parts(header: str) -> Mapping[str, float]:
    """Return the milliseconds of each part; one without a duration is left out."""
    found: dict[str, float] = {}
    for entry in filter(None, map(str.strip, header.split(","))):
        name, *parameters = (part.strip() for part in entry.split(";"))
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "dur":
                found[name] = float(value.strip().strip('"'))
    return found

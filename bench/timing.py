"""Reads `Server-Timing`, by which an answer says where its time went."""

from collections.abc import Mapping


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

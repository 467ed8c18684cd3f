"""Whose words two texts are: a name is one whatever its case and form, but no proof of anybody."""

import re
import unicodedata
from collections.abc import Iterable

from muniment.domain.anchors.writing import fold
from muniment.domain.text import normalise


def voice(speaker: str) -> str:
    """Return the form under which two names are one: "ADA" is Ada, and José is not Jose."""
    return normalise(speaker) or speaker


def is_same(speaker: str, other: str) -> bool:
    """Whether both names are one."""
    return speaker == other or voice(speaker) == voice(other)


def named_speaker(query: str, speakers: Iterable[str | None]) -> str | None:
    """Return the one speaker whom the question names, `None` if it names none or several.

    A question may leave out accents, where no other speaker is so called.
    """
    # Of a lone mark nothing is left to stand anywhere.
    bearing = {s for s in speakers if s and fold(s).strip()}
    known = {voice(s): s for s in sorted(bearing, reverse=True)}
    as_written = unicodedata.normalize("NFC", query)
    found = [s for s in known.values() if _stands(unicodedata.normalize("NFC", s), as_written)]
    if not found:
        plain = fold(query)
        found = [s for s in known.values() if _stands(fold(s), plain)]
    return found[0] if len(found) == 1 else None


def _stands(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None

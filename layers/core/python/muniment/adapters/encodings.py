"""What belongs to the default encoding, for functions that read vectors without an encoder."""

from typing import Final

from muniment.domain.near_duplicates import Likeness

DEFAULT_MODEL: Final = "e5-small-v2-int8.1"
"""Model, and version of the constants; part of every vector's key."""

LIKENESS: Final = Likeness(enough=1.04, shared=0.3, apart=0.7)
"""When two statements are near duplicates: cosine .74 if all content words are shared, .89 if half.

Measured by `make near-duplicates` on stored passages ("Speaker: text (date)"),
whose cosines lie higher than those of bare statements, by how much depends on speaker and dates;
figures and reasons in docs/decisions/0018-near-duplicates.md.
"""

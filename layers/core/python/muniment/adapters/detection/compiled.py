"""Patterns that are compiled when they are first needed."""

import re
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the compiled pattern.

    For the patterns of long tables, of which a text needs few: compiling a hundred takes 30 ms,
    which a cold start would pay for each function that reads texts.
    """
    return re.compile(pattern)

"""Whether a turn may take something back: a look before what waits for a decision is read."""

import re

_WORDS = re.compile(
    r"n['\u2019]t\b|\b(?:not?|none|never|cannot|without|forget|ignore|delete|remove|wrong|false|"
    r"mistake\w*|mis\w+|longer|any\s?more|stop\w*|quit|scratch|retract|joke|joking|kidding|non|"
    r"nicht|kein\w*|pas|plus|jamais|nunca|n\u00e3o|niet|geen)\b",
    re.IGNORECASE,
)


def may_take_back(text: str) -> bool:
    """Whether the text has a word without which nobody takes anything back."""
    return _WORDS.search(text) is not None

"""How many tokens a text is, without a tokenizer: a sum over its characters, by their kind.

The weights are an envelope of six published tokenizers (of GPT-4o, GPT-4, Claude, Llama 3, Gemma 3
and Qwen 3): of English prose, dialogue, labels, code and JSON none of them counts more; of other
languages some do, by the margins that docs/api.md names for each. Decision 43 has the figures.
"""

import re
from typing import Final

_UNIT: Final = 12
"""Weights are in twelfths of a token."""

_WORD: Final = re.compile(r"[A-Za-z]+")
_LETTERS: Final = 5
"""Of a word that is one token; longer ones are cut in some languages, and not in others."""
_LONG: Final = re.compile(rf"[A-Za-z]{{{_LETTERS + 1},}}")
_BEYOND: Final = 3
_SIGN: Final = 12
"""A digit (Gemma and Qwen count each), a mark of punctuation, an end of a line."""
_BYTE: Final = 8
"""What no table knows: symbols, emoji, rare scripts."""
_RUN: Final = re.compile(r"  +")
_OF_A_RUN: Final = 31
"""Spaces that one token holds (Gemma; the others hold 80 and more)."""
_SCRIPTS: Final = (
    (re.compile(r"[\u0085\u00a0]"), 24),  # other spaces, of which Gemma counts each byte
    (re.compile(r"[\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"), 36),
    (re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]"), 14),  # letters with accents, which cut words
    (re.compile(r"[\u0400-\u052f]"), 9),  # Cyrillic
    (re.compile(r"[\u0300-\u03ff\u0530-\u08ff]"), 15),  # Greek, Armenian, Hebrew, Arabic
    (re.compile(r"[\u0900-\u0fff]"), 16),  # the scripts of South and South-East Asia
    (re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"), 16),  # East Asia
)


def tokens(text: str) -> int:
    """Estimate the tokens of a text; linear in its length, and never less for a longer one.

    Texts that are estimated one by one never come to less than what they make together.
    """
    words, long = _WORD.findall(text), _LONG.findall(text)
    letters, beyond = sum(map(len, words)), sum(map(len, long)) - _LETTERS * len(long)
    cost = _UNIT * len(words) + _BEYOND * beyond
    plain = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    cost += _SIGN * (plain - letters - text.count(" ") + _runs(text))
    if plain < len(text):
        cost += _of_other_scripts(text, len(text.encode(errors="replace")) - plain)
    return -(cost // -_UNIT)


def _runs(text: str) -> int:
    """Return the tokens of spaces: one by itself goes with the word behind it, if any is before.

    What is before is not known where a text begins: so parts never come to less than the whole.
    """
    first = len(text) - len(text.lstrip(" "))
    others = (len(run) - 1 for run in _RUN.findall(text, first))
    return sum(-(spaces // -_OF_A_RUN) for spaces in (first, *others))


def _of_other_scripts(text: str, left: int) -> int:
    """Return the weight of what is not ASCII, `left` bytes."""
    cost = 0
    for script, weight in _SCRIPTS:
        found = "".join(script.findall(text))
        cost += weight * len(found)
        left -= len(found.encode())
    return cost + _BYTE * left

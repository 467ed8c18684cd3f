"""Later words: whether what a speaker said of something was changed by what they said after it.

What a fact said before is known (`Fact.replaces`). Of turns without a fact it has to be guessed:
the later turn speaks of a change as the earlier one does not, and is about the same thing. On the
pairs of statements in `evaluation/data` that finds 60 % of 78 updates; it takes 5 % of 96 related
statements for one, and 2 % of 295 that differ in a value; of the turns found for LoCoMo's questions
1 %. So a guess lowers and labels, and hides nothing. The words are English.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muniment.domain.anchors.tables import words
from muniment.domain.words import STOP_WORDS

ENOUGH: Final = 0.70
"""Centred cosine of the stored vectors, and `WORDS` times the share of words in common."""
WORDS: Final = 0.30
SHARED: Final = 0.30
"""Content words that a sentence of each must have in common, whatever the cosine."""
_LONGEST: Final = 600
"""Characters; a longer text says many things, of which a later one changes one or none."""

_STOP: Final = re.compile(r"(?<=[.!?])\s+|\s*\n\s*")
_LETTERS: Final = re.compile(r"[a-z0-9]{2,}")
_CHANGE: Final = re.compile(
    r"""\b(?:
      now | nowadays | these\ days | from\ now\ on | no\ longer | any\ ?more | instead | again
      | finally | since\ then | used\ to
      | left | quit | gave\ up | given\ up | stopped | switched | changed | cancell?ed | called\ off
      | sold | traded | replaced | retired | finished | dropped | broke\ up | divorced | healed
      | gone | went\ (?:up|down|back) | turned | died | found | handed\ in | shipped | came\ back
      | back\ (?:at|in|to|home) | got\ married | took\ off | let\ go
      | moved | postponed | rescheduled | reassigned | merged | fixed | promoted | raised | pushed
      | made\ permanent | has\ been | (?:i|we)'ve\ (?:started|learned|signed|paid|dropped|given)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_ONE_OF: Final = words("""
    now nowadays days longer more anymore instead again finally since used left quit gave given
    stopped switched changed canceled cancelled called sold traded replaced retired finished dropped
    broke divorced healed gone went turned died found handed shipped came back got took let moved
    postponed rescheduled reassigned merged fixed promoted raised pushed made been ve
""")
"""Words of which each way to speak of a change holds one: looking them up is many times faster."""
_OF_THE_PAST: Final = re.compile(
    r"""\b(?:
      did | was | were | had | been | used\ to | before | previous(?:ly)? | former(?:ly)? | earlier
      | first | original(?:ly)? | once | ago | ever | back\ then | history | change[ds]? | replaced
      | last\ (?:week|month|year|time|summer|winter) | in\ (?:19|20)\d\d
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody said and when, as it is held against what they said later."""

    at: datetime
    claims: tuple[frozenset[str], ...]
    """The words of its sentences, without questions; none if it is long."""
    changes: tuple[frozenset[str], ...]
    """The words by which each of them speaks of a change."""

    @classmethod
    def of(cls, text: str, at: datetime) -> "Word":
        """Read a text."""
        parts = _STOP.split(text) if len(text) <= _LONGEST else ()
        claims = [part for part in parts if part and not part.endswith("?")]
        return cls(at, tuple(map(_words, claims)), tuple(map(changes, claims)))

    @property
    def is_of_change(self) -> bool:
        """Whether any of it speaks of a change."""
        return any(self.changes)


def changes(text: str) -> frozenset[str]:
    """Return the words by which a text speaks of a change."""
    if _ONE_OF.isdisjoint(_LETTERS.findall(text.lower())):
        return frozenset()
    return frozenset(match.lower() for match in _CHANGE.findall(text))


def is_changed_by(earlier: Word, later: Word, cosine: Callable[[], float]) -> bool:
    """Whether the later word of the same speaker seems to change the earlier one.

    `cosine`: of their stored vectors, centred; asked for only where the words leave it open.
    """
    if earlier.at >= later.at:
        return False
    known = frozenset().union(*earlier.changes)
    shared = (
        _dice(claim, before)
        for claim, said in zip(later.claims, later.changes, strict=True)
        if said - known
        for before in earlier.claims
    )
    most = max(shared, default=0.0)
    return most >= SHARED and cosine() + WORDS * most >= ENOUGH


def _words(text: str) -> frozenset[str]:
    """Return the beginnings of the words that say something: inflection is at their end."""
    return frozenset(w[:5] for w in _LETTERS.findall(text.lower()) if w not in STOP_WORDS)


def _dice(left: frozenset[str], right: frozenset[str]) -> float:
    return 2 * len(left & right) / (len(left) + len(right)) if left and right else 0.0


def asks_for_the_past(query: str) -> bool:
    """Whether a query asks for what was, to which an earlier word is the answer."""
    return _OF_THE_PAST.search(query) is not None

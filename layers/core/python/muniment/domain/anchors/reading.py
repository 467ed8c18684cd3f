"""Reads a statement: its words in one way of writing, and what it hangs on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from muniment.domain.anchors.quantities import joined, mark
from muniment.domain.anchors.sayings import PHRASES, WORDS
from muniment.domain.anchors.stems import stem
from muniment.domain.anchors.tables import Row, words
from muniment.domain.anchors.times import MONTHS, WEEKDAYS
from muniment.domain.anchors.writing import fold, rewrite

_WORD: Final = re.compile(r"=[a-z]:[^\s]+|[^\W\d_]+(?:'s)?(?:-[^\W\d_]+)*")
_CAPITAL: Final = re.compile(r"(?<![\w-])[A-Z][\w'-]*")
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:;]\s*|[\"(]\s*|\n\s*)$")

FUNCTION: Final = frozenset(map(stem, words("""
    a an the i we you he it they this that these those there here user of to at in on by for
    from with as be have do will would shall can could may and or but so if then than because who
    which what when where how just really very quite also too still even well please thank thanks
    oh hey hi ok yeah yes btw know actually basically own like some any into out up down off over
    about mr mrs ms dr st
""")))  # fmt: skip
"""Stems that say little by themselves."""

_NOT_NAMES: Final = frozenset([*MONTHS, *WEEKDAYS]) | words("""
    i the a an my we our she he it they his her their user i'm i've i'd i'll mr mrs ms dr st
    in on at if when send please call use answer ok btw yes no god
""")


@dataclass(frozen=True, slots=True)
class Reading:
    """A statement as it is compared.

    `words`: in order, spelled and counted in one way. `stems`: the same, without inflection, with
    sayings replaced. `names`: capitalised words inside sentences. `opening`: those that open one.
    """

    words: tuple[str, ...]
    stems: tuple[str, ...]
    names: frozenset[str]
    opening: frozenset[str]
    asked: frozenset[str]
    """Question words of its questions, and a question mark if there are any."""
    foreign: bool
    """Whether it looks like another language than English, of which the tables know nothing."""
    flat: str = field(repr=False, default="")

    def marks(self, *kinds: str) -> frozenset[str]:
        """Return the quantities of some kinds, see `quantities`."""
        return frozenset(word for word in self.words if word[:1] == "=" and word[1] in kinds)

    @property
    def content(self) -> tuple[str, ...]:
        """Return the stems that say something, in order."""
        return tuple(s for s in self.stems if s not in FUNCTION)


def read(text: str) -> Reading:
    """Return the reading of a statement."""
    folded = fold(text)
    written = rewrite(folded)
    said = tuple(_WORD.findall(mark(written)))
    inside, opening = _names(joined(folded))
    return Reading(
        words=said,
        stems=replaced(tuple(stem(part) for word in said for part in _parts(word))),
        names=inside,
        opening=opening,
        asked=_asked(folded),
        foreign=_foreign(folded),
        flat=re.sub(r"[^a-z0-9]+", "", folded.lower()),
    )


def marks_of(text: str, *kinds: str) -> frozenset[str]:
    """Return the quantities of some kinds in a text, and read nothing else of it."""
    said = _WORD.findall(mark(rewrite(fold(text))))
    return frozenset(word for word in said if word[:1] == "=" and word[1] in kinds)


def _asked(text: str) -> frozenset[str]:
    questions = _QUESTION.findall(text)
    found = {word.lower() for each in questions for word in _LETTERS.findall(each)}
    return frozenset(("?",) if questions else ()) | found & _ASKING


_QUESTION: Final = re.compile(r"[^.!?\n]*\?")
_ASKING: Final = words("what who when where why how which")


def _foreign(text: str) -> bool:
    found = [word.lower() for word in _LETTERS.findall(text)]
    theirs = sum(word in _FOREIGN or not word.isascii() for word in found)
    return theirs > sum(stem(word) in FUNCTION and word not in _FOREIGN for word in found)


_LETTERS: Final = re.compile(r"[^\W\d_]+")
_FOREIGN: Final = words("""
    der die das und ist nicht ich ein eine einen mein meine mit fur auf bin habe kein keine sie wir
    le la les est et je un une mon ma pas des du nous suis il elle que ne dans pour
    lo gli di che non mi una mio mia sono ho per con del della e
    el los las es y yo mi por soy tengo una su muy
    os eu meu minha nao com uma tenho sou
    de het een en van ik niet mijn dat
""")
"""Frequent words of German, French, Italian, Spanish, Portuguese and Dutch, without accents."""


def _parts(word: str) -> list[str]:
    return [word] if word.startswith("=") else word.split("-")


def _names(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return capitalised words: inside sentences, and at their beginning."""
    if text.isupper():
        return frozenset(), frozenset()
    inside, opening = set(), set()
    for match in _CAPITAL.finditer(text):
        name = match[0].lower().removesuffix("'s").strip("'-")
        if name in _NOT_NAMES or any(c.isdigit() for c in name):
            continue
        if len(name) == 1 and name != "a":
            inside.add(name)
        elif _SENTENCE_START.search(text, max(0, match.start() - 4), match.start()):
            opening.add(name)
        else:
            inside.add(name)
    return frozenset(inside), frozenset(opening)


# --- sayings ---------------------------------------------------------------------------------


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(stem(part) for part in re.split(r"[ -]", phrase))


def _index(table: tuple[Row, ...]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Return what each phrase is read as, by its stems."""
    return {
        _stems(variant): _stems(entries[0])
        for row in table
        for entries in [[entry for group in row.alternatives for entry in group]]
        for variant in entries
        if variant != entries[0] or " " in variant
    }


_SAYINGS: Final = _index((*WORDS, *PHRASES))
_LONGEST: Final = max(map(len, _SAYINGS))
_STARTS: Final = frozenset(phrase[0] for phrase in _SAYINGS)


def replaced(stems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the stems with every saying replaced by what it is read as, the longest first."""
    result: list[str] = []
    place = 0
    while place < len(stems):
        longest = _LONGEST if stems[place] in _STARTS else 0
        for length in range(min(longest, len(stems) - place), 0, -1):
            phrase = _SAYINGS.get(stems[place : place + length])
            if phrase is not None:
                break
        else:
            length, phrase = 1, stems[place : place + 1]
        result += phrase
        place += length
    return tuple(result)

"""Scanning a text for attempts to instruct whoever will read it from memory.

Evidence is gathered in every reading of the text, family by family. It is summed where it stands
close together, the best of each family once; from 1 on it is a finding. What stands in quotation
marks, or in an infinitive, in a sentence that speaks about attacks weighs less: there, somebody
reports. What only a decoding or an uncovering makes readable weighs more, whoever sent it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from muniment.domain.fence import fenced
from muniment.domain.injection.concepts import ALL_LANGUAGES, Hit, Sentence, sentences
from muniment.domain.injection.families import FAMILIES
from muniment.domain.injection.family import Family
from muniment.domain.injection.folding import Folded, disguised, fold
from muniment.domain.injection.markers import UNSEEN
from muniment.domain.injection.notation import DENIED, Rule
from muniment.domain.injection.readings import WRITTEN, Reading, readings

ENOUGH = 1.0
"""Evidence from which a text is suspicious."""
_TOGETHER = 300
"""Characters within which evidence of several families adds up: two or three sentences."""
_COVERT = 1.5
"""How much more evidence weighs that was hidden or encoded."""
_REPORTED = 0.4
"""How much of it is left where somebody reports on attacks."""
_MOST = 64
"""Findings after which no more are looked for: the whole text is suspicious."""
_ABOUT = 200
"""Characters before a finding in which the word "attack" makes a report of it."""


class Voice(StrEnum):
    """Whose words a text holds; the same words weigh differently."""

    OWNER = "owner"
    ASSISTANT = "assistant"
    OUTSIDER = "outsider"
    """A tool, a document, another speaker: whoever may not tell the assistant what to do."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One suspicious place: which family, in which reading, and the span as written."""

    family: str
    reading: str
    start: int
    end: int
    covert: bool
    """Whether it was hidden or encoded, which makes the whole text suspicious."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    start: int
    end: int
    family: str
    weight: float
    covert: bool


def scan(text: str, voice: Voice, *, is_shown: bool = False) -> tuple[Finding, ...]:
    """Return what is suspicious in a text, in the order of its readings; empty for most texts.

    What lies inside the fence of recalled memory is passed over, since it is never extracted. Of a
    text that `is_shown` to a model as it stands nothing is: whoever wrote it may write a fence.
    """
    found: list[Finding] = []
    if not text.isascii():
        found += _unseen(text)
    for reading in readings(text if is_shown else _without_fences(text)):
        for evidence in _suspicious(reading, voice):
            start, end = reading.span(evidence.start, evidence.end)
            found.append(Finding(evidence.family, reading.name, start, end, evidence.covert))
            if len(found) >= _MOST:
                return (*found, Finding("flood", reading.name, 0, len(text), covert=True))
    return tuple(dict.fromkeys(found))


def _unseen(text: str) -> Iterator[Finding]:
    """Yield what is written in characters that nobody sees."""
    for marker in UNSEEN:
        for match in islice(marker.compiled.finditer(text), _MOST // 2):
            yield Finding("concealed", WRITTEN, *match.span(), covert=True)


def _without_fences(text: str) -> str:
    for start, end in fenced(text):
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


# --- weighing ----------------------------------------------------------------------------------


def _suspicious(reading: Reading, voice: Voice) -> Iterator[_Evidence]:
    """Yield the evidence of a reading that is enough, alone or with what stands near it."""
    folded = fold(reading.text)
    evidence = sorted(_evidence(reading, folded, voice), key=lambda each: each.start)
    last = 0
    enough: set[int] = set()
    for at, each in enumerate(evidence):
        while evidence[last].start < each.start - _TOGETHER:
            last += 1
        best: dict[str, float] = {}
        for near in evidence[max(last, at - _MOST) : at + 1]:
            best[near.family] = max(best.get(near.family, 0.0), near.weight)
        if sum(best.values()) >= ENOUGH:
            enough.update(range(max(last, at - _MOST), at + 1))
    for at in sorted(enough):
        each = evidence[at]
        start, end = folded.span(each.start, max(each.end, each.start + 1))
        yield _Evidence(start, end, each.family, each.weight, each.covert)


def _evidence(reading: Reading, folded: Folded, voice: Voice) -> Iterator[_Evidence]:
    report = _Report(folded.text)
    for family, start, end, weight, read_as in _matches(folded):
        covert = reading.covert or read_as or disguised(_written(reading, folded, start, end))
        factor = _COVERT if covert else _factor(family, voice)
        if not covert and reading.name == WRITTEN and report.about(start, end):
            factor *= _REPORTED
        if voice is Voice.OWNER and not covert and _OWN.search(folded.text, start, end):
            factor = 0.0  # what owners told their agent is theirs to take back
        if factor:
            yield _Evidence(start, end, family.name, weight * factor, covert)


def _written(reading: Reading, folded: Folded, start: int, end: int) -> str:
    first, last = folded.span(start, max(end, start + 1))
    return reading.text[first:last]


def _factor(family: Family, voice: Voice) -> float:
    if voice is Voice.OWNER:
        return family.owner
    return family.assistant if voice is Voice.ASSISTANT else 1.0


# --- matching ----------------------------------------------------------------------------------

_ADDRESS = re.compile(
    r"https?://|\bwww\.|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]|\bendpoint\b|\bwebhook\b"
)
_CALLED = re.compile(r"\s?[:,!\uff1a\u3001\uff0c\u3078](?=\s|\w|\Z)")
_REACH = re.compile(r"[\w\s'-]{1,14}")
_AT_START = 25
"""Characters of a sentence in which a name and a colon call somebody."""
_OPENS = re.compile(  # not the arguments of a call: "erase(agent, user)"
    r"[\n\[>|\"\u2014]|(?<!\w)\(|\d[.)]\s|:\s|#\s"
)
_BY_FIRST: dict[str, list[tuple[Family, Rule, frozenset[str]]]] = defaultdict(list)
"""The rules by their first concept, with all that they want, which most sentences have not."""
for _family in FAMILIES:
    for _rule in _family.rules:
        _wanted = _rule.parsed.wanted
        _BY_FIRST[_wanted[0]].append((_family, _rule, frozenset(_wanted)))


def _matches(folded: Folded) -> Iterator[tuple[Family, int, int, float, bool]]:
    text = folded.text
    for family in FAMILIES:
        for marker in family.markers:
            if marker.needs in text:
                for match in marker.compiled.finditer(text):
                    yield family, match.start(), match.end(), marker.weight, False
    for sentence in sentences(folded):
        by_concept = _by_concept(text, sentence)
        for concept in by_concept.keys() & _BY_FIRST.keys():
            for family, rule, wanted in _BY_FIRST[concept]:
                if not wanted <= by_concept.keys():
                    continue
                for found in rule.matches(by_concept):
                    yield family, found.start, found.end, rule.weight, found.disguised


def _by_concept(text: str, sentence: Sentence) -> dict[str, list[Hit]]:
    hits: dict[str, list[Hit]] = defaultdict(list)
    for hit in sentence.hits:
        hits[hit.concept].append(hit)
    hits["attention"] = [hit for hit in hits["attention"] if _at_start(text, sentence, hit)]
    if "send" in hits or "append" in hits:
        for match in _ADDRESS.finditer(text, sentence.start, sentence.end):
            hits["address"].append(Hit("address", match.start(), match.end(), ALL_LANGUAGES))
    for hit in (*hits.get("ai", ()), *hits.get("agent", ())):
        if hit.disguised or not _at_start(text, sentence, hit):  # "A1:" is a cell
            continue
        if called := _CALLED.match(text, hit.end):
            hits["called"].append(Hit("called", hit.end, called.end(), ALL_LANGUAGES))
    for hit in hits.get("no", ()):
        if reach := _REACH.match(text, hit.end):
            hits[DENIED].append(Hit(DENIED, hit.start, reach.end(), hit.languages))
    return {concept: found for concept, found in hits.items() if found}


def _at_start(text: str, sentence: Sentence, hit: Hit) -> bool:
    """Whether a hit stands early in its sentence, its line, its brackets or its string."""
    if hit.start - sentence.start < _AT_START:
        return True
    before = text[hit.start - _AT_START : hit.start]
    return _OPENS.search(before) is not None


# --- reports -----------------------------------------------------------------------------------

_SPEAKS_OF_ATTACKS = re.compile(
    r"prompt.injection|jailbreak|attack|phish|malicious|payload|researcher|adversar|vulnerab|owasp"
    r"|security|detector|phrases such as|contain|angriff|attaque|ataque|attacc|aanval|\batak"
    r"|\u0430\u0442\u0430\u043a|\u653b\u51fb|\u6ce8\u5165|\u653b\u6483|template uses"
)
_OPEN_QUOTE = re.compile(r"[\"`]|(?<!\w)'(?=\w)|(?<=\w)'(?!\w)")
_TOLD = re.compile(
    r"\b(?:was|were|been) (?:asked|told|ordered|made|tricked|instructed) to \Z"
    r"|\b(?:asked|told|ordered|tricked|wanted|convinced|instructed) "
    r"(?!to |you |the assistant |the agent |assistants |agents )(?:\w+ ){1,2}to \Z"
)
_OWN = re.compile(
    r"\b(?:my|our|mein\w*|unser\w*|mes|mon|ma|nos|mis|mi|nuestr\w+|mie|miei|mia|meus|minhas|mijn"
    r"|moje|moich|\u043c\u043e\u0438\w*)\b|\u6211\u7684|\u79c1\u306e"
)
_INFINITIVE = re.compile(r"(?:\bto|\bd'|\bde|\bzu|\bdi|\bte) \Z")


class _Report:
    """Tells whether a place of a text is a report on attacks."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._attacks = bool(_SPEAKS_OF_ATTACKS.search(text))

    def about(self, start: int, end: int) -> bool:
        """Whether somebody else is told so, or it is quoted or an infinitive in talk of attacks."""
        before = self._text[max(0, start - _ABOUT) : start]
        if _TOLD.search(before):
            return True
        if not self._attacks:
            return False
        after = self._text[end : end + _ABOUT // 2]
        if not (_SPEAKS_OF_ATTACKS.search(before) or _SPEAKS_OF_ATTACKS.search(after)):
            return False
        quoted = len(_OPEN_QUOTE.findall(before)) % 2 == 1 and bool(_OPEN_QUOTE.search(after))
        return quoted or bool(_INFINITIVE.search(before))

"""Whether a sentence denies a value that stands in it, and whether whoever claims it says so.

"I don't like jazz" contains "jazz", and nothing of it is liked. The words are those of a dozen
languages; what the sentence means beyond them is not looked at. It is blunt on purpose: a value
that is refused for a negation of something else is still there as an episode, in its own words.
"""

import re

from muniment.domain.text import sentences


def negation_lost(text: str, start: int, end: int, attribute: str) -> bool:
    """Whether the sentence around `text[start:end]` denies it and the attribute does not say so.

    A negation within the value is part of the claim. An attribute that denies needs words that do.
    """
    named = set(re.split(r"[\W_]+", attribute.lower()))
    low, high = _scope(text, start, end)
    if _denied(text[low:start]) or _denied(text[end:high]):
        return not named & _NEGATIVE and not _denied(text[start:end])
    if named & _DENYING:
        said = text[low:high]
        return not (_denied(said) or _DENIES.search(said) or _is_foreign(said))
    return False


_NEGATORS = re.compile(
    r"(?<!\w)(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly|stopped|quit|\w+n['\u2019]t"
    r"|nicht|kein\w{0,2}|nie|niemals|ohne|pas|jamais|aucune?|sans|non|mai|nessun\w?|senza"
    r"|nunca|jam\u00e1s|ning\u00fan\w?|sin|n\u00e3o|nenhum\w?|jamais|sem|niet|geen|nooit|zonder"
    r"|nigdy|bez|\u017cadn\w{1,3}|\u043d\u0435|\u043d\u0435\u0442|\u043d\u0438\u043a\u043e\u0433"
    r"\u0434\u0430|\u0431\u0435\u0437|de\u011fil|hi\u00e7)(?!\w)"
    r"|\u4e0d(?![\u9519\u904e\u8fc7\u4e45])|\u6ca1|\u6c92|\u7121|\u306a\u3044|\u307e\u305b\u3093",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"(?<!\w)(?:no (?:doubt|wonder|problem|worries|matter|(?:long|more|less|few)er than"
    r"|(?:more|less) than)|not (?:only|just|until|to mention)|whether or not|why not|never ?mind"
    r"|never (?:miss|skip|fail)\w*|nothing (?:better|beats|like|but)"
    r"|do(?:n['\u2019]t| not) (?:worry|forget)|couldn['\u2019]t be"
    r"|(?:never|ca(?:n['\u2019]t|nnot))(?: \w+){0,2} without"
    r"|ca(?:n['\u2019]t|nnot) (?:wait|believe|stress)|nicht nur|non solo|no solo|pas seulement)"
    r"(?!\w)",
    re.IGNORECASE,
)
"""Sayings that hold a negator and deny nothing."""

_SUBJECT = (
    r"(?:i|we|my|our|he|she|they|you|it|the|that|this|there|i['\u2019]\w+|ich|wir|mein\w*|je|nous"
    r"|mon|ma|mes|io|noi|mio|mia|yo|mi|nosotros|eu|meu|minha|ik|wij|mijn|ja|m\u00f3j|moja"
    r"|\u044f|\u043c\u043e\u0439|\u043c\u043e\u044f)(?!\w)"
)
_ENDS = (
    r"[;:!?\u2014(\n\u3002\uff0c\uff1b]|\.\s|\s[-\u2013]\s"
    r"|(?<!\w)(?:but|because|although|though|while|whereas|aber|sondern|weil|mais|car|parce|ma"
    r"|per\u00f2|perch\u00e9|pero|sino|porque|mas|maar|omdat|ale|\u043d\u043e)(?!\w)"
    rf"|,\s(?={_SUBJECT})|,?\s(?:and|or|so|und|oder|et|ou|e|o|y|en|i|\u0438)\s(?={_SUBJECT})"
)
_END_BEFORE = re.compile(_ENDS, re.IGNORECASE)
_END_AFTER = re.compile(
    r",|(?<!\w)(?:and|so|who|which|(?<!thing )that|where|when|und|et|qui|que|e|che|y|en|\u0438)"
    rf"(?!\w)|{_ENDS}",
    re.IGNORECASE,
)
"""Before a value a list goes on over commas ("I don't eat meat, fish or eggs"); behind it, what
comes after a comma is about something else ("I live in Oslo, not in Bergen")."""

_CARRY_NEGATION = """
    no not non never without cannot cant dislike disliked dislikes hate hates hated avoid avoided
    avoids refuse refused except exception excluded exclusion limit limitation restriction
    restricted forbidden intolerance lack missing quit stopped ended former previous absent
    unable unavailable against constraint denial
"""
_NEGATIVE = frozenset(_CARRY_NEGATION.split())
"""Words in the name of an attribute that carry the negation themselves."""
_DENYING = frozenset(("no", "not", "never", "without", "cannot", "cant", "dislike", "dislikes"))
_DENIES = re.compile(
    r"(?<!\w)(?:dislik\w+|hat(?:e|es|ed|ing)|avoid\w*|refus\w+|detest\w*|loath\w+|allerg\w+"
    r"|intoleran\w+|stop\w*|quit\w*|gave up|give up|unable|fail\w*|lack\w*|free of|against)(?!\w)",
    re.IGNORECASE,
)


def _denied(text: str) -> bool:
    return _NEGATORS.search(_NO_DENIAL.sub(" ", text)) is not None


def _is_foreign(text: str) -> bool:
    """Whether no English word that carries a sentence stands in it."""
    return not re.search(r"(?<!\w)(?:i|my|we|our|the|is|are|am|he|she|they)(?!\w)", text.lower())


def _scope(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the part of the sentence over which a negation of the value reaches."""
    low, high = next(
        ((a, b) for a, b in sentences(text) if a <= start < b), (max(0, start - 200), end)
    )
    for boundary in _END_BEFORE.finditer(text, low, start):
        low = boundary.end()
    after = _END_AFTER.search(text, end, max(end, high))
    return low, after.start() if after else max(end, high)

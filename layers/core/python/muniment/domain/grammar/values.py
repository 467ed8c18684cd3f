"""Where a value ends: what follows it in the clause, and what only dresses it, is left out."""

import re

from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.notation import any_of

LONGEST = 300
"""Characters. A longer value is a story, not a value; the episode keeps it."""

_SUBJECT = (
    r"(?:i|we|you|he|she|it|they|my|our|your|his|her|their|that|this|there|let's)"
    r"(?:'\w+)?(?!\w)"
)
_END = re.compile(
    rf"""
    [;|\n]
  | \s [-\u2013\u2014]{{1,3}} \s | \u2014
  | \s \(                                                    # what stands in brackets explains
  | (?<!\s) ,? \s{{1,4}} (?: but | because | although | though | whereas
      | (?<! \sa\s ) while | unless | so
      | since | which | who | until | even \s if | except | thanks \s to | in \s case )(?!\w)
  | (?<!\s) ,? \s{{1,4}} (?: and | or | then | so \s that ) \s{{1,4}}
      (?! (?: my | our | your | his | her | their | the )\s ) {_SUBJECT}
  | , \s{{1,4}} (?: and \s | so \s | or \s )? (?: {_SUBJECT} | not | please | can | could | right
      | thanks? | what | too | then | especially | honestly | just | by \s the \s way | and \s yes
      | if | as (?=\s) | where | when | instead | rather )(?!\w)
  | (?<!\s) \s{{1,4}} and \s (?: love | like | hate | can't | don't | it's | need | want )(?!\w)
  | (?<!\s) \s{{1,4}} (?: instead \s of | rather \s than | not ) (?!\w)
  | (?<!\s) ,? \s{{1,4}} if \s{{1,4}} (?: you | anyone | that | it )(?!\w)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TRAILERS = any_of(
    (
        *("now", "right now", "currently", "at the moment", "at present", "at this point"),
        *("for now", "for the moment", "these days", "nowadays", "lately", "as of now"),
        *("as of today", "today", "from now on", "any more", "anymore", "any longer", "already"),
        *("please", "thanks", "thank you", "thx", "cheers", "though", "too", "as well", "also"),
        *("by the way", "btw", "actually", "again", "anyway", "instead", "then", "of course"),
        *("you know", "i think", "i guess", "i believe", "lol", "haha", "fyi", "sorry", "indeed"),
        *("to be honest", "for sure", "obviously", "after all", "in fact", "either", "yet"),
    )
)
_TRAILER = re.compile(rf"(?<![\s,]),?\s{{1,4}}{_TRAILERS}[\s.!,]*\Z", re.IGNORECASE)
_VOCATIVE = re.compile(r"(?P<said>[^A-Z,]+),\s{1,4}[A-Z][a-z]+\Z")
_EDGES = ' \t\r\n\0.,;:!?"*_~`\u2022'
_CLOSERS = {")": "(", "]": "["}
_CONDITION = re.compile(r"\s(?:if|unless|in case|provided|assuming)(?!\w)", re.IGNORECASE)

_STOPS = {
    # Families whose value is a name of a place, an organisation, a job: what follows is more.
    "place": (
        r"with|since|for|where|because|and\s+(?!herzegovina)|as|when|until|during|alone|together"
        r"|to|full-time|part-time|right|on|that|by|in|near|last|this|yesterday|recently"
        r"|(?:an?|\w{2,7}|a\s+few|\d{1,3})\s+(?:days?|weeks?|months?|years?)\s+ago"
    ),
    "organisation": (
        r"as|since|for|where|in|on|because|who|that|until|and|full-time|part-time|when|during|doing"
    ),
    "thing": r"(?:to|over|when|for|on|in|at|as|with|whenever|after|before|during|every|like)",
    "cause": (
        r"(?:so|as|when|since|and\s+(?:can't|have|need|am|it)|like|at|for|that|last|this|in|about|"
        r"above|especially|including)"
    ),
}
_SHAPES = {
    name: re.compile(rf"(?<!\s),?\s{{1,4}}(?:{stops})(?!\w)", re.IGNORECASE)
    for name, stops in _STOPS.items()
}


def cut(text: str, shape: str = "") -> str:
    """Return the value at the beginning of `text`: a prefix of it, but for marks at its start.

    `shape` names a kind of value that ends earlier: place, organisation, thing, cause. Empty if
    nothing is left or if it only holds under a condition.
    """
    ending = _END.search(text)
    value = text[: ending.start()] if ending else text
    if ending is None and _CONDITION.search(value):
        return ""
    if shape and (stop := _SHAPES[shape].search(value)):
        value = value[: stop.start()]
    value = _with_its_quote(_DANGLING.sub("", _without_trailers(tidy(value))), text)
    return value if len(value) <= LONGEST else ""


def _with_its_quote(value: str, text: str) -> str:
    """Return the value with the mark that closes what is quoted in it: love "Home Alone"."""
    for mark in "\"'":
        end = text.find(value) + len(value)
        opens = re.findall(rf"(?<!\w){mark}(?=\w)", value)
        closes = re.findall(rf"(?<=\w){mark}(?!\w)", value)
        if len(opens) == len(closes) + 1 and text[end : end + 1] == mark:
            return value + mark
    return value


_DANGLING = re.compile(
    r"(?:,?\s+(?:even|as|than|with|(?:for|of|in)\s+an?))\Z|\s+(?:and|or|but)(?:\s+(?:felt|was|were|is|are|had|have|got|be|feel|it|it's|i|we))?\Z|[\s-]+\Z",
    re.IGNORECASE,
)
"""What a cut leaves hanging: "made wishes and felt (so at one with …)"."""


def _without_trailers(value: str) -> str:
    while (trailer := _TRAILER.search(value)) and trailer.start() > 0:
        value = tidy(value[: trailer.start()])
    if vocative := _VOCATIVE.fullmatch(value):
        value = tidy(vocative["said"])
    return value


def tidy(value: str) -> str:
    """Strip quotes, marks of emphasis, final punctuation, emoji and what was left open."""
    before = None
    while value != before:
        before = value
        value = value.strip(_EDGES).strip()
        value = value.removesuffix(" '").removeprefix("' ")
        if value and value[-1] in _CLOSERS and _CLOSERS[value[-1]] not in value:
            value = value[:-1]
        if value and _is_ornament(value[-1]):
            value = value[:-1]
        if value[:1] == "'" and (value[-1:] == "'" or value.count("'") == 1):
            value = value.strip("'")
    return value


def _is_ornament(character: str) -> bool:
    """Whether it is an emoji or another picture, or a mark that changes how one looks."""
    point = ord(character)
    return point >= 0x1F000 or 0x2600 <= point <= 0x27BF or character in "\u200d\ufe0f"


_NAME = re.compile(
    r"(?:(?:dr|mr|mrs|ms|prof)\.?\s{1,4})?"
    r"(?-i:[A-Z\u00c0-\u00de])[\w'.-]*(?:\s{1,4}(?:(?:de|van|von|der|da|del|di|la|le|el|bin)\s{1,4}){0,2}"
    r"(?-i:[A-Z\u00c0-\u00de])[\w'-]*){0,3}",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'-]*")


def name(text: str, *, casual: bool = False) -> str:
    """Return the name at the beginning of `text`, or nothing.

    A name begins with a capital; in a `casual` text, which has none, it is the first word.
    """
    text = text.lstrip("\"' ")
    if match := _NAME.match(text):
        return match[0].rstrip(".,'")
    if casual and (word := _WORD.match(text)) and not void(text):
        rest = text[word.end() :].strip(_EDGES)
        return word[0] if not rest or rest.split()[0] in ("and", "from", "by", "now") else ""
    return ""


_VOID = re.compile(any_of(words.VOID_VALUES | words.PRONOUNS), re.IGNORECASE)


def void(value: str) -> bool:
    """Whether `value` says nothing that lasts, going by how it begins."""
    return len(value) == 0 or _VOID.match(value) is not None

"""The notation of the table of families: patterns that read like the sentences they match.

    <be> <now> (living|based) [over|up] in <value>

A word stands for itself; `(a|b)` are alternatives, `[a]` may be missing, `{a}` is kept as the
value, `<name>` is one of the named parts of `PARTS`. Between any two elements there is white space.
The pattern is matched from its beginning, without regard to case.
"""

import re
from collections.abc import Mapping

from muniment.domain.grammar import verbs
from muniment.domain.grammar import vocabulary as words

SPACE = r"(?:\A|\s{1,4})"
_TOKEN = re.compile(r"<(?P<part>\w+)>|(?P<mark>[(){}\[\]|])|(?P<word>[^\s(){}\[\]|<>]+)")


def any_of(table: frozenset[str] | tuple[str, ...]) -> str:
    """Return a pattern of the alternatives of `table`, the longest first; spaces are flexible."""
    ordered = sorted(table, key=lambda entry: (-len(entry), entry))
    joined = "|".join(r"\s{1,4}".join(map(re.escape, entry.split())) for entry in ordered)
    return rf"(?:{joined})(?![\w])"


_KIN = any_of(tuple(words.KIN))
_FAMILY = any_of(tuple(words.FAMILY))
_COUNT = any_of(words.COUNTS)
_VOID_PAST = any_of(verbs.VOID_PAST)
_END_OF_NOUN = r"(?=\W*\Z|,|\s+(?:in|at|from|near|named|called|who|and|with|living|aged|back)\b)"

PARTS: Mapping[str, str] = {
    # Each part brings its own leading space, since some are joined to the word before them.
    "value": r"\s{1,4}(?P<value>\S.*)",
    "be": r"(?:'m|'re|'s|\s{1,4}(?:am|are|is)(?!\w))",
    "have": r"(?:'ve\s{1,4}got|\s{1,4}(?:have|has)(?:\s{1,4}got)?)(?!\w)",
    "perfect": r"(?:'ve|'s|\s{1,4}(?:have|has)(?!\w))?",
    "now": rf"(?:\s{{1,4}}{any_of(words.ADVERBS)}){{0,3}}",
    "very": rf"(?:\s{{1,4}}{any_of(words.DEGREES)}){{0,2}}",
    "few": r"(?:\s{1,4}[\w'&-]+){1,5}?",
    "capital": r"\s{1,4}(?P<value>(?-i:[A-Z])\S*.*)",
    "age": (
        rf"\s{{1,4}}(?P<value>\d{{1,3}}|{any_of(words.AGES_IN_WORDS)})"
        r"(?:\s{1,4}years?(?:\s{1,4}|-)olds?)?"
        r"(?=\W*\Z|[,;)]|\s+(?:now|today|yesterday|this|last|next|in|on|and|years)\b)"
        r"(?!\s+(?:in|on)\s+(?:a|the|my)\b)"
    ),
    "year_old": r"\s{1,4}(?:an?)\s{1,4}(?P<value>\d{1,3})[-\s]years?[-\s]old",
    "job": rf"(?:\s{{1,4}}[\w-]+){{0,3}}?\s{{1,4}}(?P<job>{any_of(words.OCCUPATIONS)})",
    "occupation": (
        rf"\s{{1,4}}(?P<value>(?:[\w-]+\s{{1,4}}){{0,3}}?{any_of(words.OCCUPATIONS)})"
        r"(?=\W*\Z|[,;:.(!-](?!\w)|"
        r"\s+(?:at|for|in|from|by|with|and|but|who|here|on|now|these|of|to|i|we)\b)"
    ),
    "field": rf"\s{{1,4}}(?P<value>(?:[\w-]+\s{{1,4}})?{any_of(words.FIELDS)})",
    "kin_phrase": (
        rf"\s{{1,4}}(?P<value>{_COUNT}\s{{1,4}}(?:[\w-]+\s{{1,4}}){{0,2}}?"
        rf"(?P<a>{_FAMILY}){_END_OF_NOUN}.*)"
    ),
    "kin_plural": (
        rf"\s{{1,4}}(?P<value>(?P<a>{any_of(('kids', 'children', 'siblings'))}){_END_OF_NOUN}.*)"
    ),
    "diet": (
        rf"\s{{1,4}}(?P<value>{any_of(words.DIETS)})"
        r"(?=\W*\Z|[,;.(]|\s+(?:and|but|so|now|for|since|these|at|by|who)\b)"
    ),
    "demonym": (
        rf"\s{{1,4}}(?P<value>(?:half[-\s])?(?-i:{any_of(words.DEMONYMS)}))"
        r"(?=\W*\Z|[,;.(]|\s+(?:and|but|by|so|living|from|though|originally|too)\b)"
    ),
    "condition": (
        rf"\s{{1,4}}(?P<value>(?:(?:type\s{{1,4}}\w+|chronic|severe|mild)\s{{1,4}})?"
        rf"{any_of(words.CONDITIONS)})"
    ),
    "ill": (
        rf"\s{{1,4}}(?P<value>{any_of(words.CONDITION_ADJECTIVES)})"
        r"(?=\W*\Z|[,;.(]|\s+(?:and|but|so|since)\b)"
    ),
    "before_is": r"(?P<value>[^\s,;:][^,;:]{0,60}?)",
    "mine": r"\s{1,4}(?P<a>\S.*)",
    "mine_is": r"\s{1,4}(?P<a>\S+(?:\s{1,4}\S+){0,4}?)(?:\s{1,4}(?:is|are)(?!\w)|\s?[:=])",
    "mine_s": r"\s{1,4}(?P<a>[^\s']+(?:\s{1,4}[^\s']+){0,4}?)'s(?!\w)",
    "label": r"(?:\A|\s{1,4})(?P<a>\S+(?:\s{1,4}\S+){0,4}?)",
    "label_colon": r"(?:\A|\s{1,4})(?P<a>[^\s:]+(?:\s{1,4}[^\s:]+){0,3}?)\s?:",
    "intolerance": r"\s{1,4}(?P<value>(?!not\s)[\w-]+)[\s-]{1,4}intolerant(?!\w)",
    "thing": r"\s{1,4}(?P<value>[\w-]+(?:\s{1,4}[\w-]+)?)",
    "habit": rf"\s{{1,4}}(?P<verb>{any_of(words.HABIT_VERBS)})",
    "refusal": (
        r"\s{1,4}(?P<value>(?:don't|do\s+not|doesn't|does\s+not|never|no\s+longer)\s{1,4}"
        rf"(?:ever\s{{1,4}})?(?P<verb>{any_of(('eat', 'drink'))})\s{{1,4}}(?P<object>\S.*))"
    ),
    "never": (
        rf"\s{{1,4}}(?P<value>never\s{{1,4}}(?P<verb>{any_of(words.HABIT_VERBS)})"
        r"\s{1,4}(?P<object>\S.*))"
    ),
    # What is told keeps its verb in the value: "went to the sea", "planning to paint the hall".
    "have_done": r"(?:'ve|'s|\s{1,4}(?:have|has))(?!\w)",
    "will": r"(?:'ll|\s{1,4}will)(?!\w)",
    "would": r"(?:'d|\s{1,4}would)(?!\w)",
    "told": r"\s{1,4}(?P<object>\S.*)",
    "past": rf"\s{{1,4}}(?!{_VOID_PAST})(?:{any_of(verbs.PAST)}|\w{{2,}}ed(?!\w))\s.*",
    "participle": (
        rf"\s{{1,4}}(?!{_VOID_PAST})(?:{any_of(verbs.PARTICIPLES)}|\w{{2,}}ed(?!\w))\s.*"
    ),
    "gerund": rf"\s{{1,4}}(?!{any_of(verbs.VOID_GERUNDS)})(?!thing)[a-z]{{2,}}ing(?!\w)\s.*",
    "bare": (
        rf"(?!\s{{1,4}}{any_of(verbs.VOID_BASES | verbs.PAST)})"
        r"(?!\s{1,4}(?:am|are|is|was|were|don't|will|can|just|also|already|recently|\w+ed|\w+ing)"
        r"(?!\w))(?=\s{1,4}[a-z]{2,})"
    ),
    "practice": rf"\s{{1,4}}(?:{any_of(verbs.PRACTICES)})\s(?P<object>\S.*)",
    "feeling": (
        rf"\s{{1,4}}{any_of(verbs.FEELINGS)}\s(?:about|by|from|with|because\s+of|after"
        r"|since|lately|of)(?!\w).*"
    ),
    "often": (
        r"(?=[^,.;]{0,90}?\s(?:every\s(?:day|week|morning|night|evening|month|year|other|single"
        r"|\w+day|weekend|summer|winter)|each\s(?:day|week|morning|year)|(?:once|twice|\w+\stimes)"
        r"\s(?:a|per)\s(?:day|week|month|year)|on\s(?:weekends|weekdays|\w+days)|daily|weekly)"
        r"(?!\w))"
    ),
}


_OPENS = {"(": ")", "[": "]", "{": "}"}


def pattern(notation: str) -> re.Pattern[str]:
    """Compile one line of the notation. Raises ValueError if brackets do not match."""
    tokens = list(_TOKEN.finditer(notation))
    compiled, rest = _alternatives(tokens, 0)
    if rest != len(tokens):
        raise ValueError(f"a bracket closes what was not opened: {notation}")
    return re.compile(compiled, re.IGNORECASE | re.DOTALL)


def _alternatives(tokens: list[re.Match[str]], at: int) -> tuple[str, int]:
    """Compile tokens from `at` to the closing mark that is not theirs; return where that is."""
    built: list[str] = []
    while at < len(tokens) and tokens[at][0] not in _OPENS.values():
        token = tokens[at]
        at += 1
        if token["part"]:
            built.append(PARTS[token["part"]])
        elif token["word"]:
            built.append(rf"{SPACE}{re.escape(token['word'])}(?!\w)")
        elif token[0] == "|":
            built.append("|")
        else:
            inner, at = _alternatives(tokens, at)
            if at == len(tokens) or tokens[at][0] != _OPENS[token[0]]:
                raise ValueError(f"a bracket is not closed before token {at}")
            group = "(?P<value>" if token[0] == "{" else "(?:"
            built.append(f"{group}{inner})" + ("?" if token[0] == "[" else ""))
            at += 1
    return "".join(built), at

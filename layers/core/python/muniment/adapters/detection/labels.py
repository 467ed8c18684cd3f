"""Values that a text gives a name to, in whatever format: `x = 1`, JSON, XML, tables, sentences.

Whoever looks for something by its name asks here, so that a format that is understood once is
understood for passwords and for passports alike.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain


@dataclass(frozen=True, slots=True)
class Label:
    """A value at its offsets, and the words or identifier that name it."""

    name: str
    start: int
    end: int
    is_quoted: bool = False
    is_said: bool = False
    """Named in a sentence ("the door code is …"), where much else may follow."""
    is_code: bool = False
    """Stands after a sign with spaces around, as in source code."""


VALUE = r"""
    (?: \\?" (?P<double> [^"\n]{1,400}? ) \\?"
      | \\?' (?P<single> [^'\n]{1,400}? ) \\?'
      | ` (?P<ticks> [^`\n]{1,400} ) `
      | [“„«] (?P<curly> [^”“»\n]{1,400} ) [”“»]
      | (?P<bare> [^\s"'`“<>|]{1,400} )
    )
"""
"""A quoted value, or one without quotes up to white space. Bounded, so that time stays linear."""

# What follows a sign is looked at and not consumed: a value may hold names and values itself.
_ASSIGNED = re.compile(
    rf"""
    (?<! [\w.] ) (?P<name> [^\W\d] [\w.-]{{0,60}} ) (?: [ ] \d{{1,2}} )?
    (?: \\? ["'\]*_`] ){{0,4}} [ \t]{{0,4}}
    (?: => | := | -> | \u2192 | ==? | : | \uff1a ) (?: \*\* | __ )?
    (?P<gap> [ \t]{{0,8}} (?: \n [ \t]{{0,8}} )? ) (?= {VALUE} )
    """,
    re.VERBOSE,
)
_FLAG = re.compile(
    rf"(?<![\w-]) -{{1,2}} (?P<name>[A-Za-z][\w-]{{1,40}}) [ ] (?={VALUE})", re.VERBOSE
)
_SAID = re.compile(
    r"(?:\b(?:is|was|are|ist|war|lautet|es|est)|\bc['’]est|\bè)[ ]"
    rf"(?:(?:now|still|currently|just|set[ ]to)[ ])?(?={VALUE})",
    re.VERBOSE | re.IGNORECASE,
)
_ELEMENT = re.compile(r"<(?P<name>[A-Za-z][\w:.-]{0,60})>(?P<value>[^<\n]{1,400})</")
_PAIR = re.compile(  # what containers are given: name and value apart
    rf"""
    \b (?: name | key ) ["']? \s? [:=] \s? ["']? (?P<name> [A-Za-z_] [\w.-]{{0,60}} ) ["']? ,?
    \s{{1,20}} ["']? value ["']? \s? [:=] \s? (?= {VALUE} )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DEFAULT = re.compile(  # Terraform's variables
    rf"""
    \b variable \s "(?P<name>[\w-]{{1,60}})" \s \{{ [^{{}}]{{0,200}}?
    \b default \s{{0,9}} = \s? (?= {VALUE} )
    """,
    re.VERBOSE,
)
_NEXT_PAIR = re.compile(r"[;,&](?=[ ]?[A-Za-z][\w .-]{0,30}[=:])")
_WORDS_BEFORE = re.compile(r"(?:[^\W\d_][\w'’-]{0,24}[ ]){1,6}\Z")
_OF_WHAT = re.compile(
    r"[ ](?:for|of(?![ ]birth)|to|on|in|from|at|with|für|zum|vom|im|para|pour|du|del?(?![ ]passe)"
    r"|della|do|da|per)[ ].*",
    re.IGNORECASE,
)
_TRAILING = ".,;:)]}>*_\\"  # passwords end in "!" and "?" more often than such sentences


def labels(text: str) -> Iterator[Label]:
    """Yield the values that have a name; a value may be named several times."""
    for match in _ASSIGNED.finditer(text):
        start, end, is_quoted = _value(text, match)
        gap = match["gap"]
        if "\n" in gap and not (_ends_line(text, end) and ":" not in text[start:end]):
            continue
        name = _words(text, match.start("name")) + match["name"]
        yield Label(_OF_WHAT.sub("", name), start, end, is_quoted, is_code=bool(gap))
    for match in _FLAG.finditer(text):
        yield Label(match["name"], *_value(text, match))
    for match in chain(_PAIR.finditer(text), _DEFAULT.finditer(text)):
        yield Label(match["name"], *_value(text, match))
    for match in _ELEMENT.finditer(text):
        yield Label(match["name"], *match.span("value"), is_quoted=True)
    for match in _SAID.finditer(text):
        name = _OF_WHAT.sub("", _words(text, match.start()).rstrip())
        if name:
            yield Label(name, *_value(text, match), is_said=True)
    yield from _columns(text)


def _words(text: str, end: int) -> str:
    """Return the words of the same clause just before `end`, with a space behind."""
    found = _WORDS_BEFORE.search(text, max(0, end - 60), end)
    return found[0] if found else ""


def _value(text: str, match: re.Match[str]) -> tuple[int, int, bool]:
    """Return where the value stands, without quotes and punctuation, and whether it had quotes."""
    group = next(g for g in ("double", "single", "ticks", "curly", "bare") if match[g] is not None)
    start, end = match.span(group)
    if group != "bare":
        return start, end - (text[end - 1] == "\\"), True
    cut = _NEXT_PAIR.search(text, start, end + 32)
    end = min(end, cut.start()) if cut else end
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    return start, end, False


def _ends_line(text: str, end: int) -> bool:
    return text[end : end + 1] in {"", "\n", "\r"}


# --- tables ----------------------------------------------------------------------------------

_DELIMITERS = ("|", "\t", ";", ",")
_MOST_COLUMNS = 60
_LONGEST_LINE = 4000
_COLUMN_NAME = re.compile(r"[^\W\d][\w /#-]{0,39}")
_AROUND = " \t\r\n\"'*`"
_RULE = re.compile(r"[\s|:+-]*")  # the line under a header in Markdown


def _columns(text: str) -> Iterator[Label]:
    """Yield the cells under each header, until a line has another number of columns."""
    header: list[str] = []
    delimiter = ""
    start = 0
    for line in text.splitlines(keepends=True):
        cells = line.split(delimiter) if delimiter and len(line) <= _LONGEST_LINE else []
        if len(cells) >= len(header) > 0:
            if not _RULE.fullmatch(line):
                yield from _cells(header, cells, start)
        else:
            delimiter, header = _header(line)
        start += len(line)


def _header(line: str) -> tuple[str, list[str]]:
    if len(line) > _LONGEST_LINE:
        return "", []
    delimiter = next((mark for mark in _DELIMITERS if mark in line), "")
    names = [cell.strip(_AROUND) for cell in line.split(delimiter)] if delimiter else []
    inner = names[1:-1] if delimiter == "|" else names
    is_header = 2 <= len(names) <= _MOST_COLUMNS and all(map(_COLUMN_NAME.fullmatch, inner))
    return (delimiter, names) if is_header else ("", [])


def _cells(header: list[str], cells: list[str], start: int) -> Iterator[Label]:
    for name, cell in zip(header, cells, strict=False):
        value = cell.strip(_AROUND)
        if name and value:
            offset = start + cell.find(value)
            yield Label(name, offset, offset + len(value))
        start += len(cell) + 1

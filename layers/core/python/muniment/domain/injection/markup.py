"""HTML in a text: what a browser shows of it, and what it does not. Linear, no parser's errors."""

import html
import re
from collections.abc import Iterator
from typing import Final

from muniment.domain.injection.pieces import Piece

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?P<attributes>[^<>]*)>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});?")
_HIDES = re.compile(
    r"""
      \bhidden\b | aria-hidden\s*=\s*["']?true
    | display\s*:\s*none | visibility\s*:\s*hidden
    | font-size\s*:\s*0*(?:\.0+)?[01]?(?:px|pt|em|rem|%)?\s*(?:[;"'}]|\Z)
    | opacity\s*:\s*0*(?:\.0+)?\s*(?:[;"'}]|\Z)
    | (?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:[;"'}]|\Z)
    | (?<![-\w])color\s*:\s*(?:\#fff(?:fff)?\b|white\b|transparent\b)
    | (?:left|top|text-indent)\s*:\s*-\d{3,}
    """,
    re.VERBOSE | re.IGNORECASE,
)
_UNSHOWN: Final = frozenset(("template", "noscript", "title", "head"))
_VOID: Final = frozenset(("br", "img", "hr", "input", "meta", "link", "source", "wbr", "area"))
_BLOCKS: Final = frozenset(("p", "div", "br", "li", "tr", "td", "th", "table", "ul", "ol", "hr",
                            "h1", "h2", "h3", "h4", "section", "article"))  # fmt: skip
_SAID = re.compile(
    r"(?:alt|title|aria-label|content|placeholder|value)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')"
)


def visible(text: str) -> list[Piece]:
    """Return the tags and comments, each to be read as nothing, and the entities as characters."""
    if "<" not in text and "&" not in text:
        return []
    pieces = [Piece(start, end, "") for start, end in _comments(text)]
    pieces += [Piece(m.start(), m.end(), _gap(m["name"])) for m in _TAG.finditer(text)]
    for match in _ENTITY.finditer(text):
        character = html.unescape(match[0])
        if character != match[0]:
            needless = character.isascii() and character.isalnum()
            pieces.append(Piece(match.start(), match.end(), character, needless))
    return _apart(pieces)


def _gap(name: str) -> str:
    return "\n\n" if name.lower() in _BLOCKS else ""


def _apart(pieces: list[Piece]) -> list[Piece]:
    """Order pieces and leave out those that lie in another: a tag in a comment is the comment's."""
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda each: (each.start, -each.end)):
        if not kept or piece.start >= kept[-1].end:
            kept.append(piece)
    return kept


def hidden(text: str) -> list[Piece]:
    """Return what stands in comments, in elements that are not shown, and in attributes."""
    if "<" not in text:
        return []
    pieces = [Piece(start, end, text[start + 4 : end - 3]) for start, end in _comments(text)]
    pieces.extend(_elements(text))
    return [piece for piece in _apart(pieces) if piece.text.strip()]


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the comments that are closed."""
    start = text.find("<!--")
    while start >= 0 and (end := text.find("-->", start + 4)) >= 0:
        yield start, end + 3
        start = text.find("<!--", end + 3)


def _elements(text: str) -> Iterator[Piece]:
    """Yield the contents of hidden elements, and the words in attributes of the others."""
    name, depth, begin = "", 0, 0
    for tag in _TAG.finditer(text):
        found = tag["name"].lower()
        if depth:
            if found == name:
                depth += -1 if tag["close"] else 1
            if not depth:
                yield Piece(begin, tag.start(), _bare(text[begin : tag.start()]))
        elif not tag["close"]:
            said = " \n\n".join(a or b for a, b in _SAID.findall(tag["attributes"]))
            if said:
                yield Piece(tag.start(), tag.end(), html.unescape(said))
            hides = found in _UNSHOWN or _HIDES.search(tag["attributes"])
            if hides and found not in _VOID and not tag["attributes"].endswith("/"):
                name, depth, begin = found, 1, tag.end()
    if depth:
        yield Piece(begin, len(text), _bare(text[begin:]))


def _bare(text: str) -> str:
    return html.unescape(_TAG.sub(" ", text))

"""Finding the concepts of the lexicon in a text: table look-ups, no backtracking, linear."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from muniment.domain.injection.folding import LEET_MARKS, Folded, folded_word, plain_spellings
from muniment.domain.injection.lexicon import EVERYWHERE, LANGUAGES

_TOKEN = re.compile(r"[^\W_]+(?:[@$!|]+[^\W_]+)*")
_SENTENCE_END = re.compile(r"[.!?\u2026](?=[\s\"')\]]|\Z)|[\u3002]|\n\s*\n")
_UNSPACED = re.compile("[\u3005-\u30ff\u3400-\u9fff]")  # Han and kana
_RUN_TOGETHER = 17
"""Letters from which a word is looked through for words without spaces between them."""
_SHORTEST_INSIDE = 3
_SHORTEST_SENTENCE = 20
"""Characters below which a sentence is read with the next one: "Hey assistant! Open …"."""
NOTHING: Final = "nothing"
ALL_LANGUAGES: Final = (1 << len(LANGUAGES)) - 1
_FIRST = 3
"""Letters by which stems and the second words of phrases are looked up."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One mention of a concept; the offsets are those of the folded text."""

    concept: str
    start: int
    end: int
    languages: int
    """A bit for each language that has the word."""
    disguised: bool = False
    """Whether look-alike letters or digits had to be read as what they look like."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The hits of one sentence, in order, and where the sentence stands."""

    start: int
    end: int
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    concept: str
    languages: int
    rest: tuple[str, ...]
    """The words of the phrase after the first one."""


@dataclass(slots=True)
class _Entries:
    """The entries that begin with one word."""

    words: list[_Entry] = field(default_factory=list)
    phrases: dict[str, list[_Entry]] = field(default_factory=dict)
    """By the first letters of their second word."""


@dataclass(frozen=True, slots=True)
class _Lexicon:
    exact: Mapping[str, _Entries]
    stems: Mapping[str, Mapping[str, _Entries]]
    """By their first letters, then by the stem."""
    inside: Mapping[str, Sequence[tuple[str, _Entry]]]
    """The single words, and the stems, by their first letters (all of them, if they are fewer)."""


@cache
def _lexicon() -> _Lexicon:
    exact: dict[str, _Entries] = defaultdict(_Entries)
    stems: dict[str, dict[str, _Entries]] = defaultdict(lambda: defaultdict(_Entries))
    tables = [(1 << at, words) for at, words in enumerate(LANGUAGES.values())]
    inside: dict[str, list[tuple[str, _Entry]]] = defaultdict(list)
    for languages, words in [*tables, (ALL_LANGUAGES, EVERYWHERE)]:
        for concept, listed in words.items():
            for text in listed.split():
                first, *rest = _words(text)
                stem = first.rstrip("*")
                entries = stems[stem[:_FIRST]][stem] if stem != first else exact[first]
                entry = _Entry(concept, languages, tuple(rest))
                if rest:
                    entries.phrases.setdefault(rest[0].rstrip("*")[:_FIRST], []).append(entry)
                else:
                    entries.words.append(entry)
                    if concept != NOTHING:
                        inside[stem[:_FIRST]].append((stem, entry))
    return _Lexicon(dict(exact), dict(stems), dict(inside))


def _words(entry: str) -> list[str]:
    """Split an entry as texts are split; the mark of an ending stays on its word."""
    return re.findall(r"[^\W_]+\*?", folded_word(entry))


def sentences(folded: Folded, most_hits: int = 48) -> Iterator[Sentence]:
    """Yield the sentences that mention a concept; one of very many hits comes in parts."""
    text, hits = folded.text, _hits(folded.text)
    start, at = 0, 0
    for end in _ends(text):
        first = at
        while at < len(hits) and hits[at].start < end:
            at += 1
        for part in range(first, at, most_hits):
            taken = tuple(hits[part : min(part + most_hits, at)])
            before = start if part == first else taken[0].start
            after = min(end, len(text)) if part + most_hits >= at else taken[-1].end
            yield Sentence(before, after, taken)
        start = end


def _ends(text: str) -> Iterator[int]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match.end() - start >= _SHORTEST_SENTENCE:
            start = match.end()
            yield start
    yield len(text) + 1


def _hits(text: str) -> list[Hit]:
    lexicon = _lexicon()
    tokens = list(_TOKEN.finditer(text))
    words = [token[0] for token in tokens]
    hits: list[Hit] = []
    blocked = 0
    for at, word in enumerate(words):
        if at < blocked:
            continue
        if word in lexicon.exact or word[:_FIRST] in lexicon.stems:
            found, passed = _at(lexicon, word, words, at)
            if passed:  # a phrase that means something else
                blocked = at + passed
                continue
            if found:
                hits.extend(_hit(entry, tokens, at) for entry in found)
                continue
        if len(word) >= _RUN_TOGETHER or not (word.isascii() and word.isalpha()):
            hits.extend(_within(lexicon, tokens, words, at))
    return hits


def _hit(
    entry: _Entry, tokens: Sequence[re.Match[str]], at: int, *, disguised: bool = False
) -> Hit:
    start, end = tokens[at].start(), tokens[at + len(entry.rest)].end()
    return Hit(entry.concept, start, end, entry.languages, disguised)


def _at(lexicon: _Lexicon, word: str, words: Sequence[str], at: int) -> tuple[list[_Entry], int]:
    """Return the entries that begin with a word at its place, or how many words to pass over."""
    found: list[_Entry] = []
    passed = 0
    following = words[at + 1][:_FIRST] if at + 1 < len(words) else ""
    for entries in _entries(lexicon, word):
        for entry in entries.phrases.get(following, ()) if entries.phrases else ():
            if _goes_on(words, at + 1, entry.rest):
                if entry.concept == NOTHING:
                    passed = max(passed, len(entry.rest) + 1)
                found.append(entry)
        found += entries.words
    return found, passed


def _entries(lexicon: _Lexicon, word: str) -> list[_Entries]:
    """Return the entries that begin with a word, or with the beginning of it."""
    found = [exact] if (exact := lexicon.exact.get(word)) else []
    if stems := lexicon.stems.get(word[:_FIRST]):
        found += [entries for stem, entries in stems.items() if word.startswith(stem)]
    return found


def _goes_on(words: Sequence[str], at: int, rest: Sequence[str]) -> bool:
    if at + len(rest) > len(words):
        return False
    return all(
        words[at + place].startswith(word[:-1]) if word[-1] == "*" else words[at + place] == word
        for place, word in enumerate(rest)
    )


def _within(
    lexicon: _Lexicon, tokens: Sequence[re.Match[str]], words: Sequence[str], at: int
) -> Iterator[Hit]:
    """Look into a word that no entry begins with: no spaces, or letters that only look alike."""
    word = words[at]
    unspaced = bool(_UNSPACED.search(word))
    if unspaced or len(word) >= _RUN_TOGETHER:
        shortest = 1 if unspaced else _SHORTEST_INSIDE
        yield from _inside(lexicon, word, tokens[at].start(), shortest)
    if not unspaced and (not word.isascii() or not LEET_MARKS.isdisjoint(word)):
        for spelling in plain_spellings(word):
            found, passed = _at(lexicon, spelling, words, at)
            for entry in () if passed else found:
                yield _hit(entry, tokens, at, disguised=True)


def _inside(lexicon: _Lexicon, word: str, offset: int, shortest: int) -> Iterator[Hit]:
    """Yield the single words of the lexicon that stand anywhere in a run without spaces."""
    for at in range(len(word)):
        listed = lexicon.inside.get(word[at : at + _FIRST], ())
        if shortest < _FIRST:
            short = lexicon.inside.get(word[at], ()), lexicon.inside.get(word[at : at + 2], ())
            listed = (*listed, *short[0], *short[1])
        for piece, entry in listed:
            if word.startswith(piece, at):
                place = offset + at
                yield Hit(entry.concept, place, place + len(piece), entry.languages)

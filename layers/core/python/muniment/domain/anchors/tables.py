"""How the tables are written: a row a line, alternatives between bars, a sentence to try them in.

    left | right :: My {} knee hurts.

Words of one alternative mean the same and are separated by commas. The sentence is the row's own
test: filled with words of two alternatives it is two statements, with words of one it is one.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One row: alternatives, each a tuple of words or phrases, and the sentence to try them in."""

    alternatives: tuple[tuple[str, ...], ...]
    sentence: str


def rows(table: str) -> tuple[Row, ...]:
    """Read a table."""
    return tuple(_row(line) for line in table.strip().splitlines())


def _row(line: str) -> Row:
    words, _, sentence = line.partition("::")
    alternatives = (
        tuple(word.strip() for word in alternative.split(",")) for alternative in words.split("|")
    )
    return Row(tuple(alternatives), sentence.strip())


def words(table: str) -> frozenset[str]:
    """Read a table of single words."""
    return frozenset(table.split())

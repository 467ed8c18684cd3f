"""Every row of the tables is tried in its own sentence."""

from itertools import combinations

import pytest

from muniment.domain.anchors.opposites import OPPOSITES
from muniment.domain.anchors.polarity import opposite
from muniment.domain.anchors.reading import read
from muniment.domain.anchors.sayings import PHRASES, WORDS
from muniment.domain.anchors.tables import Row
from muniment.domain.anchors.writing import SPELLING


def named(row: Row) -> str:
    return row.alternatives[0][0]


@pytest.mark.parametrize("row", OPPOSITES, ids=named)
def test_words_of_two_alternatives_are_two_statements(row: Row) -> None:
    for left, right in combinations(row.alternatives, 2):
        a, b = read(row.sentence.format(left[0])), read(row.sentence.format(right[0]))
        assert opposite(a, b), (left, right)
        assert opposite(b, a), (left, right)


@pytest.mark.parametrize("row", OPPOSITES, ids=named)
def test_words_of_one_alternative_are_one(row: Row) -> None:
    for entries in row.alternatives:
        for left, right in combinations(entries, 2):
            a, b = read(row.sentence.format(left)), read(row.sentence.format(right))
            assert not opposite(a, b), (left, right)


@pytest.mark.parametrize("row", [*PHRASES, *WORDS], ids=named)
def test_what_is_said_in_several_ways_is_read_in_one(row: Row) -> None:
    (entries,) = row.alternatives
    first = read(row.sentence.format(entries[0])).stems
    for entry in entries[1:]:
        assert read(row.sentence.format(entry)).stems == first, entry


@pytest.mark.parametrize("variant", sorted(SPELLING))
def test_one_spelling(variant: str) -> None:
    written = SPELLING[variant].replace("-", " ")
    assert read(f"so {variant} it").words == read(f"so {written} it").words

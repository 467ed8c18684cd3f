"""Near duplicates with the real model, on pairs of statements: the measured figures hold."""

from functools import cache

import pytest

from evaluation.near_duplicates import LATER, SETS, Encode, figures, pairs
from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.encodings import LIKENESS

GIVEN, _, FRESH, _ = SETS.values()


@pytest.fixture(scope="module")
def encode() -> Encode:
    encoder = E5Encoder(provide())
    return cache(lambda text: encoder.passages([text])[0].vector)


# Every second pair, since the whole takes a minute; measured on all: 1.00 and .82.
def test_what_is_merged_is_one_statement_and_most_of_those_are_merged(encode: Encode) -> None:
    result = figures(pairs(GIVEN)[::2], encode, LATER["one day"], LIKENESS)
    assert result.precision >= 0.99
    assert result.recall >= 0.75


def test_so_it_is_on_pairs_of_other_kinds(encode: Encode) -> None:
    result = figures(pairs(FRESH), encode, LATER["one day"], LIKENESS)
    assert result.precision >= 0.97
    assert result.recall >= 0.6

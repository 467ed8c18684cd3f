"""The documents that fill an index: the same in every run, packed as the product packs."""

import numpy as np

from bench.memory import peak
from bench.synthetic import DIMENSIONS, OWNED, WORDS, Owner, _packed, owners
from bench.timing import parts
from bench.whole import turns
from muniment.domain.vectors import cosine, pack_vector


def test_vectors_are_packed_as_the_product_packs_them() -> None:
    drawn = np.random.default_rng(1).normal(size=(20, DIMENSIONS))
    rows = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    assert _packed(rows) == [pack_vector(row.tolist()) for row in rows]


def test_owners_have_so_many_documents_together_and_the_same_in_every_run() -> None:
    found = list(owners(2 * OWNED + 7))
    assert [owner.documents for owner in found] == [OWNED, OWNED, 7]
    assert len({owner.scope for owner in found}) == 3

    entries = found[2].entries()
    assert entries == Owner(2, 7).entries()
    assert len({entry.id for entry in entries}) == 7
    assert all(len(entry.terms) == WORDS for entry in entries)


def test_a_question_is_nearer_to_its_owner_than_to_others() -> None:
    vector, terms = Owner(1).question(3)
    near = max(cosine(vector, entry.vector) for entry in Owner(1, 100).entries())
    far = max(cosine(vector, entry.vector) for entry in Owner(2, 100).entries())
    assert near > far + 0.05
    assert terms


def test_turns_are_different_and_the_same_in_every_run() -> None:
    assert turns(50) == turns(50)
    assert len(set(turns(50))) == 50


def test_a_header_of_times_is_read() -> None:
    assert parts("store;dur=12.5, rank;desc=x;dur=3, cache") == {"store": 12.5, "rank": 3.0}
    assert parts("") == {}


def test_the_peak_of_a_process_is_read() -> None:
    assert peak("Name:\tpython\nVmHWM:\t  204800 kB\nVmRSS:\t 1 kB\n") == 200.0
    assert peak("") == 0.0

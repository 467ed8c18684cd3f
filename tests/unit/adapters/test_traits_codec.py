"""The traits of a passage beside its encoding, and encodings from before they were kept."""

import pytest

from muniment.adapters.dynamodb.codec import to_vector, vector
from muniment.adapters.dynamodb.table import from_item, to_item
from muniment.app.ports import Encoded
from muniment.app.stored import StoredVector
from muniment.domain.traits import NONE, Traits

KEY = {"pk": "p", "sk": "s"}


@pytest.mark.parametrize(
    "traits", [NONE, Traits(0.67, True, True, 3), Traits(1.0, True), Traits(names=1)]
)
def test_traits_come_back_as_they_were(traits: Traits) -> None:
    stored = StoredVector("e_1", Encoded(b"vector", b"states"), epoch=1, traits=traits)
    item = from_item(to_item({**KEY, **vector(stored)}))
    assert to_vector(item) == stored


def test_an_encoding_without_traits_is_still_read() -> None:
    stored = StoredVector("e_1", Encoded(b"vector", b"states"), 1, traits=Traits(names=1))
    item = from_item(to_item({**KEY, **vector(stored)}))
    del item["traits"]
    assert to_vector(item).traits == NONE

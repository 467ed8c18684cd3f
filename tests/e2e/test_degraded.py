"""An outage of the index makes the answer smaller and is named; it never looks like "nothing"."""

import pytest

from tests.e2e.outage import index_down
from tests.e2e.world import World, tell


@pytest.mark.law(8)
def test_without_the_index_facts_are_served_and_the_gap_is_named(world: World) -> None:
    ada = world.someone()
    tell(ada, "My home airport is Genoa.", "The kiln cracked at noon.")
    world.until_indexed(list(ada.records()))
    whole = ada.recall("What is my home airport?", floor=0)
    assert whole["degraded"] == []
    assert whole["episodes"]
    with index_down(world):
        partial = ada.recall("What is my home airport?")
        assert "episodes" in partial["degraded"]
        assert partial["episodes"] == []
        assert [fact.get("value") for fact in partial["facts"]] == ["Genoa"]
        # Writing goes on: the store is the truth, and the index catches up.
        stored = ada.store(attribute="favourite tea", value="mountain sage")
        assert ada.record(stored["id"])["id"] == stored["id"]
    world.until_indexed(list(ada.records()))
    again = ada.recall("What is my home airport?", floor=0)
    assert again["degraded"] == []
    assert [e["id"] for e in again["episodes"]] == [e["id"] for e in whole["episodes"]]

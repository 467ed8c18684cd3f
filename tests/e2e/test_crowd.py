"""Case 30: a crowd of nearer vectors of somebody else takes no place in anybody's answer."""

import pytest

from examples.stack import handle_of
from muniment.adapters.opensearch_index import OpenSearchIndex
from muniment.adapters.sqlite_index import SqliteIndex
from muniment.app.ports import Index, IndexEntry
from muniment.domain.records import Kind
from muniment.domain.scope import Scope
from tests.e2e.world import World, tell

CROWD = 10_000
BATCH = 1_000
TURNS = (
    "I repaired the tide mill's old gauge in spring.",
    "The gauge of the tide mill reads two centimetres too high.",
    "The tide mill at Duino was built before the railway.",
)
QUESTION = "What is wrong with the gauge of the tide mill?"
STRANGER = Scope("crowd", "c" * 26)
LETTERS = str.maketrans("0123456789", "abcdefghij")
"""Other tests, at the same time, look for numbers in all that the index keeps."""


def index_of(world: World) -> Index:
    """Return the adapter on the index that the deployed functions use."""
    if world.stack.index == "sqlite":
        return SqliteIndex(world.stack.index_url)
    return OpenSearchIndex(world.stack.index_url)


@pytest.mark.law(2)
def test_a_crowd_of_near_vectors_displaces_nobody_s_hits(world: World) -> None:
    yara = world.someone("yara", "globex")
    handle = handle_of(tell(yara, *TURNS)["id"])
    own = list(yara.records("episode"))
    world.until_indexed(own)
    before = yara.recall(QUESTION, k=3, floor=0)["episodes"]
    assert {item["text"] for item in before} == set(TURNS)

    vectors = [
        bytes(item["vector"]["B"])
        for item in world.stack.items(world.stack.records_table)
        if item["pk"].get("S", "").endswith(handle) and item["sk"].get("S", "").startswith("5V")
    ]
    index = index_of(world)
    crowd = [
        IndexEntry(
            f"e_{n:026d}".translate(LETTERS),
            Kind.EPISODE,
            1,
            1,
            ("gaug", "tide", "mill"),
            vectors[n % 3],
        )
        for n in range(CROWD)
    ]
    for start in range(0, CROWD, BATCH):
        index.upsert(STRANGER, crowd[start : start + BATCH])
    assert index.count(STRANGER) == CROWD
    try:
        after = yara.recall(QUESTION, k=3, floor=0)["episodes"]
        assert [(i["id"], i["score"]) for i in after] == [(i["id"], i["score"]) for i in before]
    finally:
        index.purge(STRANGER, 2)

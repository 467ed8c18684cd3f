"""Case 6: a deleted code is in no store: tables, token states, index, the bytes of its files.

A sibling episode and the context of the next turn hold the code before the deletion, so that there
is something to miss.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from examples.client import Memory, Record
from examples.stack import handle_of
from local.paths import MODEL
from muniment.adapters.dynamodb import codec
from muniment.adapters.dynamodb.table import from_item
from muniment.adapters.e5_encoder import E5Encoder
from muniment.app.stored import StoredVector
from muniment.domain.passages import episode_passage
from muniment.domain.records import Episode
from tests.e2e.world import World, tell

CODE = "zebra-4471"
SAID = f"My locker code is {CODE}."
BEFORE, AFTER = "The kiln cracked at noon.", "It is the locker beside the boat ramp."


@dataclass(frozen=True)
class Stored:
    """What the table holds of one owner: episodes and encodings by id."""

    episodes: Mapping[str, Episode]
    vectors: Mapping[str, StoredVector]


def stored(world: World, handle: str) -> Stored:
    episodes, vectors = {}, {}
    for raw in world.stack.items(world.stack.records_table):
        item = from_item(raw)
        if not str(item["pk"]).endswith(f"#U#{handle}"):
            continue
        if item["sk"].startswith("3E"):
            episode = codec.to_episode(item)
            episodes[episode.id] = episode
        if item["sk"].startswith("5V"):
            vector = codec.to_vector(item)
            vectors[vector.record] = vector
    return Stored(episodes, vectors)


def record_with(memory: Memory, kind: str, text: str) -> Record:
    (found,) = [record for record in memory.records(kind) if text in record["text"]]
    return found


@pytest.mark.law(6)
def test_a_deleted_code_is_in_no_store(world: World) -> None:
    ada, bo = world.someone("ada"), world.someone("bo")
    handle = handle_of(tell(ada, BEFORE, SAID, AFTER)["id"])
    bystander = handle_of(tell(bo, BEFORE, "My locker code is okapi-8853.")["id"])
    world.until_indexed([*ada.records(), *bo.records()])
    fact, sibling = record_with(ada, "fact", CODE), record_with(ada, "episode", CODE)
    after = record_with(ada, "episode", AFTER)

    # It is everywhere before.
    before = stored(world, handle)
    assert before.episodes[after["id"]].context.endswith(SAID)
    assert {fact["id"], sibling["id"]} <= set(before.vectors)
    attributes = {found.attribute for found in world.stack.search_tables(CODE, handle)}
    assert {"text", "quote", "value", "context"} <= attributes
    for word in ("zebra", "4471", fact["id"], sibling["id"]):
        assert world.stack.search_index(word)

    ada.erased(ada.delete(fact["id"])["erasure_id"])
    world.until_unindexed([fact["id"], sibling["id"], "zebra"])

    # It is nowhere after, while what stood beside it still is.
    assert not world.stack.search_tables(CODE)
    assert not world.stack.search_tables("zebra")
    assert world.stack.search_tables("kiln cracked", handle)
    for word in ("zebra", "4471", fact["id"], sibling["id"]):
        assert not world.stack.search_index(word)
    for word in ("okapi", "8853", "kiln", after["id"]):
        assert world.stack.search_index(word)
    assert world.stack.search_tables("okapi-8853", bystander)
    assert not any(world.stack.depths().values())

    left = stored(world, handle)
    assert not {fact["id"], sibling["id"]} & set(left.vectors)
    assert {episode.text for episode in left.episodes.values()} == {BEFORE, AFTER}
    assert "zebra" not in left.episodes[after["id"]].context
    states_are_of_what_is_left(left)
    assert ada.recall("What is my locker code?", floor=0)["text"].count("zebra") == 0
    assert "okapi" in bo.recall("What is my locker code?")["text"]


def states_are_of_what_is_left(left: Stored) -> None:
    """Encode every episode anew: its stored states hold nothing that its text does not."""
    encoder = E5Encoder(MODEL)
    for name, episode in left.episodes.items():
        (fresh,) = encoder.passages([episode_passage(episode)])
        assert left.vectors[name].encoded == fresh
    (other,) = encoder.passages([SAID])
    assert all(vector.encoded.states != other.states for vector in left.vectors.values())

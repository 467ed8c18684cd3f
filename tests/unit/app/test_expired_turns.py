"""A turn expires before what was made of it: forgetting must find its words all the same."""

import pytest

from tests.support.memory import Memory, Person, turn


def expire_turns(memory: Memory) -> None:
    """Take the turns away, as their time to live does."""
    for row in memory.rows():
        if row["sk"].startswith(("6T", "6S")):
            memory.records.delete(row["pk"], row["sk"])


@pytest.mark.law(6)
def test_what_was_pinned_is_forgotten_although_its_turn_has_expired(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my dog is Rex", 1))
    expire_turns(memory)
    assert b"Oslo" in memory.bytes()

    assert ada.forget(ada.facts()["city"].id).status == "done"

    assert b"Oslo" not in memory.bytes()
    assert b"Rex" in memory.bytes()


@pytest.mark.law(6)
def test_a_turn_that_lost_words_before_it_expired_goes_as_a_whole(
    memory: Memory, ada: Person
) -> None:
    ada.tell(
        turn("my city is Oslo, and then, well, my dog is Rex", 0), turn("the rain came down", 1)
    )
    ada.forget(ada.facts()["city"].id)
    assert list(ada.episodes()) != ["the rain came down"]
    expire_turns(memory)

    ada.forget(ada.facts()["dog"].id)

    assert b"Rex" not in memory.bytes(), "the offsets are those of the whole turn"
    assert list(ada.episodes()) == ["the rain came down"]

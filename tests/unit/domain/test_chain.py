"""A change in the middle of a session links anew what the whole chain would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.chain import REACH, WINDOW, around, links
from muniment.domain.records import Neighbours

CHAINS = st.lists(st.integers(0, 99).map(str), min_size=1, max_size=14, unique=True)


def test_neighbours_are_nearest_first_and_two_each_way() -> None:
    linked = links(["a", "b", "c", "d", "e"])
    assert linked["c"] == Neighbours(("b", "a"), ("d", "e"))
    assert linked["a"] == Neighbours((), ("b", "c"))
    assert linked["e"] == Neighbours(("d", "c"), ())


@pytest.mark.law(4)
@given(chain=CHAINS, data=st.data())
def test_an_addition_ends_in_the_links_of_the_whole_chain(
    chain: list[str], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    middle = chain[place]
    without = [*chain[:place], *chain[place + 1 :]]
    before = chain[max(0, place - WINDOW) : place][::-1]
    after = chain[place + 1 : place + 1 + WINDOW]
    assert links(without) | around(before, middle, after) == links(chain)


@pytest.mark.law(4)
@given(chain=CHAINS, data=st.data())
def test_a_removal_ends_in_the_links_of_what_is_left(chain: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    without = [*chain[:place], *chain[place + 1 :]]
    before = chain[max(0, place - WINDOW) : place][::-1]
    after = chain[place + 1 : place + 1 + WINDOW]
    left = {member: linked for member, linked in links(chain).items() if member != chain[place]}
    assert left | around(before, None, after) == links(without)


@given(chain=CHAINS, data=st.data())
def test_only_what_is_in_reach_is_touched(chain: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    touched = around(chain[:place][::-1][:WINDOW], chain[place], chain[place + 1 :][:WINDOW])
    assert set(touched) == set(chain[max(0, place - REACH) : place + REACH + 1])

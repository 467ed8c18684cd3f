"""What a passage's form says about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.traits import MOST_NAMES, NONE, Traits, traits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", NONE),
        ("I like tea.", NONE),
        ("Do you like tea?", Traits(1.0, True)),
        ("I do. You there?", Traits(0.67, True)),
        ("You there? I am.", Traits(0.67, False)),
        ("I moved yesterday.", Traits(tells_time=True)),
        ("I moved in 2021.", Traits(tells_time=True)),
        ("We left two weeks ago", Traits(tells_time=True)),
        ("I may go", NONE),
        ("I go in May", Traits(tells_time=True, names=1)),
        ("I saw Genoa and Turin with Tom, Ada and Bob", Traits(names=MOST_NAMES)),
        ("Genoa is where I live; I'm from Turin", Traits(names=1)),
        ("Look at this [shared a photo: the Eiffel Tower in 2020]", NONE),
        ("Is it you? [shared a photo: a cat]", Traits(1.0, True)),
    ],
)
def test_traits_of_a_text(text: str, expected: Traits) -> None:
    assert traits(text) == expected


@given(st.text(max_size=200) | st.text(alphabet="aA ?.[]1", max_size=200))
def test_every_text_has_traits_within_bounds(text: str) -> None:
    found = traits(text)
    assert 0 <= found.asks <= 1
    assert 0 <= found.names <= MOST_NAMES
    assert not (found.ends_asking and not found.asks)


def test_a_hostile_text_takes_no_time() -> None:
    for unit in ("[", "[]", " ", "? ", "A ", "a Ab", "two week"):
        traits(unit * 100_000)

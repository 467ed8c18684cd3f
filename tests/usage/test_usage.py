"""The constants that the cost sheet rests on are still about what the functions use."""

from itertools import islice

import pytest

from costs.usage import Usage
from tests.usage.experiments import Figures, Writing
from tests.usage.lab import lab
from tests.usage.turns import FACTS_IN, conversation

TURNS = 33
NEAR = {"write_units": 0.2, "dynamodb_calls": 0.2, "read_units": 0.5}
"""A short conversation has fewer turns before each of its turns, which are read again."""


@pytest.fixture(scope="module")
def found() -> dict[str, Figures]:
    with lab() as world:
        writing = Writing(world, lambda _: None)
        writing.tell("u0", islice(conversation(5), TURNS))
        return writing.figures()


@pytest.mark.parametrize("name", NEAR)
@pytest.mark.parametrize(
    ("base", "more", "share"),
    [
        ("request", "event", 1.0),
        ("extract_turn", "extract_fact", 1 / FACTS_IN),
        ("index_turn", "index_fact", 1 / FACTS_IN),
    ],
)
def test_the_constants_are_up_to_date(
    found: dict[str, Figures], base: str, more: str, share: float, name: str
) -> None:
    kept = Usage.read().used
    expected = getattr(kept[base].plus(kept[more], share), name)
    measured = found[base][name] + share * found[more][name]
    assert measured == pytest.approx(expected, rel=NEAR[name]), (
        "the product's use of AWS has changed: run `make cost-usage`, look at what `make cost` says"
        " now, and commit costs/usage.json"
    )
    assert measured != pytest.approx(3 * expected, rel=NEAR[name]), "a threefold use would be seen"

"""What a record is worth beside how well it fits."""

import pytest

from muniment.domain.handling import Category
from muniment.domain.worth import categories_asked, recencies
from tests.unit.domain.samples import DAY, NOW


@pytest.mark.parametrize(
    ("query", "category"),
    [
        ("Which seat do I prefer?", Category.PREFERENCE),
        ("What am I allergic to?", Category.CONSTRAINT),
        ("What did we decide on the roof?", Category.DECISION),
        ("What are my plans for June?", Category.PLAN),
        ("Who is Rosa?", Category.RELATIONSHIP),
        ("How do I reset the router?", Category.PROCEDURE),
    ],
)
def test_a_query_says_which_kind_it_asks_for(query: str, category: Category) -> None:
    assert category in categories_asked(query)
    assert not categories_asked("Where is my bicycle?")


def test_recency_is_a_place_among_times_and_not_a_number_of_days() -> None:
    times = [NOW, NOW + DAY, NOW + 400 * DAY, NOW]
    assert list(recencies(times).values()) == [0, 0.5, 1]
    assert recencies([NOW]) == {NOW: 0}
    assert recencies([]) == {}

"""Which statements say one thing twice: whatever order they come in."""

import math
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.anchors.conflicts import conflict
from muniment.domain.anchors.reading import read
from muniment.domain.near_duplicates import Likeness, Statement, groups
from muniment.domain.vectors import pack_vector

LIKENESS = Likeness(enough=1.04, shared=0.3, apart=0.7)
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
ALIKE = pack_vector([1.0, 0.0])
APART = pack_vector([0.0, 1.0])


def said(name: str, text: str, days: int = 0, **changed: object) -> Statement:
    given: dict[str, object] = {"by": ("User",), "vector": ALIKE, **changed}
    return Statement(name, text, at=MONDAY + timedelta(days=days), **given)  # type: ignore[arg-type]


def shown(*statements: Statement) -> dict[str, list[str]]:
    return {g.shown.id: [s.id for s in g.also] for g in groups(statements, LIKENESS)}


def test_a_repetition_is_shown_once_with_the_others_beside_it() -> None:
    first, second = (
        said("a", "I always take the aisle seat."),
        said("b", "i take the aisle seat always", 3),
    )
    assert shown(first, second) == {"b": ["a"]}
    assert [s.at for s in groups([first, second], LIKENESS)[0].also] == [first.at]


def test_what_says_more_is_shown() -> None:
    longer = said("a", "I always take the aisle seat on long flights.")
    assert shown(longer, said("b", "I always take the aisle seat.", 3)) == {"a": ["b"]}


@pytest.mark.parametrize(
    "other",
    [
        said("b", "I always take the window seat."),
        said("b", "I always take the aisle seat.", by=("Paul",)),
        said("b", "I always take the aisle seat.", vector=APART),
        said("b", "Ich nehme immer den Platz am Gang."),
    ],
    ids=["another value", "another speaker", "another meaning", "another language"],
)
def test_what_differs_is_shown_by_itself(other: Statement) -> None:
    assert shown(said("a", "I always take the aisle seat."), other) == {}


def test_in_another_language_only_equal_words_are_one() -> None:
    like, hate = said("a", "Ich mag meine große Katze."), said("b", "Ich mag meine Katze nicht.")
    again = said("c", "ich mag meine große katze")
    assert shown(like, hate, again) == {"c": ["a"]}


def test_yesterday_is_another_day_in_another_week() -> None:
    text = "I visited the dentist yesterday."
    assert shown(said("a", text), said("b", text, 7)) == {}
    assert shown(said("a", text), said("b", text)) == {"b": ["a"]}


def test_two_facts_of_one_sentence_are_two() -> None:
    text = "I live in Turin and work at Fiat."
    assert shown(said("a", text, value="Turin"), said("b", text, value="Fiat")) == {}
    assert shown(said("a", text, value="Turin"), said("b", text, value="turin")) == {"b": ["a"]}


def test_pieces_of_one_turn_are_no_repetitions() -> None:
    a, b = "The kiln cracked and nobody knew why.", "Nobody knew why the kiln cracked."
    assert shown(said("a", a, part_of="t1"), said("b", b, part_of="t1")) == {}
    assert len(shown(said("a", a, part_of="t1"), said("b", b, part_of="t2"))) == 1


def test_long_texts_are_one_only_if_they_are_equal() -> None:
    filling = "The kiln cracked at noon and nobody knew why. " * 20
    assert shown(said("a", f"Alpha. {filling}"), said("b", f"{filling} Omega.")) == {}
    assert shown(said("a", f"Alpha. {filling}"), said("b", f"alpha, {filling}")) != {}


SENTENCES = [
    "I always take the aisle seat.",
    "i always take the aisle seat",
    "I usually take the aisle seat.",
    "I take the aisle seat.",
    "I take the window seat.",
    "I take an aisle seat on flights.",
    "I never take the aisle seat.",
    "Order 4821 has shipped.",
    "Order 4822 has shipped.",
]
STATEMENTS = st.lists(
    st.builds(
        lambda text, days, angle: (text, days, pack_vector([math.cos(angle), math.sin(angle)])),
        st.sampled_from(SENTENCES),
        st.integers(0, 2),
        st.floats(0, 0.8),
    ),
    max_size=8,
).map(lambda rows: [said(f"s{n}", t, days, vector=v) for n, (t, days, v) in enumerate(rows)])


@given(STATEMENTS, st.randoms())
@pytest.mark.law(4)
def test_any_order_gives_the_same_groups_and_no_group_holds_a_conflict(
    statements: list[Statement], random: object
) -> None:
    found = groups(statements, LIKENESS)
    turned = list(statements)
    random.shuffle(turned)  # type: ignore[attr-defined]
    assert groups([*turned, *turned], LIKENESS) == found
    members = [[group.shown, *group.also] for group in found]
    for group in members:
        for one, other in combinations(group, 2):
            assert conflict(read(one.text), read(other.text)) is None
    names = [statement.id for group in members for statement in group]
    assert len(names) == len(set(names))

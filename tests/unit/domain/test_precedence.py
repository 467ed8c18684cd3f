"""Of what several memories say of one thing, one stands."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.handling import Handling
from muniment.domain.namespaces import Namespace, counterpart
from muniment.domain.precedence import owners, standing, unspoken
from muniment.domain.records import Fact, Status
from muniment.domain.scope import Reach
from tests.support.memory import NOW


def fact(
    reach: Reach, attribute: str = "city", *, registered: bool = False, subject: str = "user",
    assistants: bool = False,
) -> Fact:  # fmt: skip
    name = f"{'fa' if assistants else 'f'}_{reach.value}-{attribute}-{subject}"
    handling = Handling(shared=reach is not Reach.USER, registered=registered)
    return Fact(name, Status.ACTIVE, 1, 1, attribute=attribute, subject=subject, handling=handling)


def layers(*facts: tuple[Reach, Fact]) -> Mapping[Reach, list[Fact]]:
    return {reach: [f for r, f in facts if r is reach] for reach in Reach}


EVERY = [(reach, fact(reach)) for reach in Reach]


def test_the_narrowest_memory_stands() -> None:
    assert set(standing(layers(*EVERY)).values()) == {Reach.USER}
    assert set(standing(layers(*EVERY[1:])).values()) == {Reach.TENANT}
    assert set(standing(layers(*EVERY[2:])).values()) == {Reach.SYSTEM}


@pytest.mark.parametrize("registering", [Reach.TENANT, Reach.SYSTEM])
def test_what_a_wider_memory_registered_stands_there(registering: Reach) -> None:
    mixed = [(reach, fact(reach, registered=reach is registering)) for reach in Reach]
    assert set(standing(layers(*mixed)).values()) == {registering}


def test_of_two_that_registered_it_the_widest_stands() -> None:
    mixed = [(reach, fact(reach, registered=reach is not Reach.USER)) for reach in Reach]
    assert set(standing(layers(*mixed)).values()) == {Reach.SYSTEM}


def test_a_user_registers_nothing() -> None:
    mixed = [(Reach.USER, fact(Reach.USER, registered=True)),
             (Reach.TENANT, fact(Reach.TENANT, registered=True))]  # fmt: skip
    assert set(standing(layers(*mixed)).values()) == {Reach.TENANT}


def test_other_things_do_not_compete() -> None:
    others = [
        (Reach.USER, fact(Reach.USER)), (Reach.TENANT, fact(Reach.TENANT, "price")),
        (Reach.SYSTEM, fact(Reach.SYSTEM, subject="sister")),
    ]  # fmt: skip
    assert len(standing(layers(*others))) == 3


FACTS = st.lists(
    st.tuples(st.sampled_from(Reach), st.sampled_from(["city", "price"]), st.booleans()),
    unique_by=lambda each: each[:2],
)


@given(FACTS)
def test_every_thing_has_one_memory_whatever_the_order(
    drawn: list[tuple[Reach, str, bool]],
) -> None:
    facts = [(reach, fact(reach, name, registered=flag)) for reach, name, flag in drawn]
    found = standing(layers(*facts))
    assert len(found) == len({name for _, name, _ in drawn})
    for order in list(permutations(facts))[:24]:
        assert standing(layers(*order)) == found


@pytest.mark.law(3)
@pytest.mark.parametrize("reach", Reach)
@pytest.mark.parametrize("registered", [True, False])
def test_an_assistant_s_word_stands_only_where_nobody_else_s_does(
    reach: Reach, registered: bool
) -> None:
    said = fact(Reach.USER, registered=True, assistants=True)
    other = (reach, fact(reach, registered=registered))
    assert standing(layers((Reach.USER, said), other)) == {other[1].id: reach}
    assert standing(layers((Reach.USER, said))) == {said.id: Reach.USER}
    elsewhere = (reach, fact(reach, "price"))
    assert said.id in standing(layers((Reach.USER, said), elsewhere))


@pytest.mark.law(3)
@pytest.mark.parametrize("status", Status)
def test_an_assistant_is_silent_where_the_owner_has_spoken_whatever_came_of_it(
    status: Status,
) -> None:
    said = fact(Reach.USER, assistants=True)
    own = Fact(counterpart(said.id, Namespace.OWNER), status, 1, 1)
    assert owners(said) == own.id
    assert owners(own) is None
    assert unspoken([said], {own.id: own}, NOW) == []
    assert unspoken([said], {}, NOW) == [said]
    assert unspoken([own], {own.id: own}, NOW) == [own]


@pytest.mark.law(6)
@pytest.mark.parametrize("night", [False, True])
def test_an_assistant_is_heard_again_where_the_owners_word_has_ended_and_only_what_came_after(
    night: bool,
) -> None:
    at, end = NOW - timedelta(days=2), NOW
    said = replace(fact(Reach.USER, assistants=True), valid_from=at + timedelta(days=1))
    own = Fact(counterpart(said.id, Namespace.OWNER), Status.ACTIVE, 1, 1, valid_from=at)
    own = replace(own, status=Status.EXPIRED) if night else replace(own, expires_at=end)
    assert unspoken([said], {own.id: own}, NOW) == [said]
    earlier = replace(said, valid_from=at - timedelta(days=1))
    assert unspoken([earlier], {own.id: own}, NOW) == [], "what it outranked does not rise"
    if not night:
        assert unspoken([said], {own.id: own}, end - timedelta(seconds=1)) == []

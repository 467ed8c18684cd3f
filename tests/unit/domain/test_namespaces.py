"""Whose words a record is made of is in its id."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.events import Door, Role, Span
from muniment.domain.ids import Ids
from muniment.domain.namespaces import Namespace, counterpart, kind_of, namespace_of
from muniment.domain.records import Kind, Provenance
from muniment.domain.scope import Scope
from muniment.domain.trust import namespace, provenance
from tests.unit.domain.samples import DIGESTER, event

if TYPE_CHECKING:
    from muniment.domain.events import Event

OWNER, ASSISTANT = Namespace.OWNER, Namespace.ASSISTANT
IDS = Ids(DIGESTER, Scope("acme", "o" * 26), 1)


@given(st.text(max_size=9), st.text(max_size=9))
def test_one_thing_has_an_id_in_each_and_either_gives_the_other(subject: str, name: str) -> None:
    own, said = (IDS.fact(subject, name, namespace=each) for each in Namespace)
    assert own != said
    assert sorted((said, own)) == [own, said], "the owner's first"
    assert (counterpart(own, ASSISTANT), counterpart(said, OWNER)) == (said, own)
    assert counterpart(own, OWNER) == own
    assert (namespace_of(own), namespace_of(said)) == (OWNER, ASSISTANT)
    assert kind_of(own) is kind_of(said) is Kind.FACT


def test_an_episode_has_one_too_and_other_ids_have_none() -> None:
    for each in Namespace:
        episode = IDS.episode(Span("t1", 0, 4), each)
        assert (kind_of(episode), namespace_of(episode)) == (Kind.EPISODE, each)
    for other in (IDS.operation("x"), IDS.review("x"), "a_x", "fax", ""):
        assert kind_of(other) is None


def every_event() -> "list[Event]":
    return [
        event(door=door, role=role, by_owner=by_owner)
        for door in Door
        for role in Role
        for by_owner in (True, False)
    ]


@pytest.mark.law(3)
@pytest.mark.parametrize("told", every_event(), ids=lambda e: f"{e.door}-{e.role}-{e.by_owner}")
def test_the_weakest_class_and_no_other_is_an_assistant_s(told: "Event") -> None:
    inferred = provenance(told) is Provenance.MODEL_INFERRED
    assert namespace(told) is (ASSISTANT if inferred else OWNER)


@pytest.mark.law(3)
def test_no_door_gives_an_assistant_more() -> None:
    given_ = {provenance(told) for told in every_event() if told.role is Role.ASSISTANT}
    assert given_ == {Provenance.MODEL_INFERRED}
    assert {provenance(told) for told in every_event()} == set(Provenance), "others get the rest"

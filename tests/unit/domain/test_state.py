"""State is written as it is: what comes out is what went in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.events import Door, Role
from muniment.domain.gates import Evidence, judge
from muniment.domain.records import Effect
from muniment.domain.rulings import Verdict
from muniment.domain.state import candidates_of, statement_of
from tests.unit.domain.samples import DIGESTER, event

VALUES = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1).filter(str.strip)


@given(value=VALUES)
def test_a_value_is_never_paraphrased(value: str) -> None:
    shown = event(
        statement_of("shipping city", value), role=Role.STATE, by_owner=False, door=Door.STATE
    )
    (candidate,) = candidates_of(shown)
    assert (candidate.value, candidate.effect) == (value, Effect.ASSERT)
    judgement = judge(candidate, Evidence(shown, DIGESTER, frozenset()))
    assert judgement.verdict is Verdict.PASSED


def test_no_value_is_a_retraction() -> None:
    shown = event(statement_of("plan", None), role=Role.STATE, by_owner=False, door=Door.STATE)
    (candidate,) = candidates_of(shown)
    assert (candidate.value, candidate.effect) == (None, Effect.RETRACT)


def test_an_attribute_in_which_a_value_begins_is_refused() -> None:
    with pytest.raises(ValueError, match="colon"):
        statement_of("city: Oslo", "x")
    assert statement_of("time 12:30", "x") == "time 12:30: x"

"""A confidence is the share of right facts, as read; the product's table says what was read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.extraction.calibration import (
    HIGHEST,
    TABLE,
    Reading,
    judged,
    rate,
    rates,
    readings,
    reliability,
    written,
)
from muniment.domain.grammar.calibrated import calibrated
from muniment.domain.grammar.calibrated_rates import RATES
from muniment.domain.grammar.statements import stated_in
from muniment.domain.policy import CONFIDENCE_FLOOR

SHARES = st.floats(0.6, 0.95)
COUNTS = st.integers(0, 200)


def test_the_products_table_is_what_the_command_makes_of_the_readings() -> None:
    assert dict(RATES) == rates(readings())
    assert TABLE.read_text(encoding="utf-8") == written(RATES)


def test_a_statement_has_the_share_of_its_family_and_less_where_it_is_hedged() -> None:
    (sure,) = stated_in("I went to the harbour market.")
    (unsure,) = stated_in("I think I went to the harbour market.")
    assert sure.confidence == RATES["event"] > unsure.confidence
    assert calibrated("never read", 0.8) == 0.8


def test_no_family_that_was_read_lies_below_the_floor() -> None:
    assert min(RATES.values()) >= CONFIDENCE_FLOOR
    assert rates([Reading("v", "event", 40, 8, 8)])["event"] < CONFIDENCE_FLOOR  # or could not tell


def test_everything_read_is_of_a_known_family() -> None:
    assert {r.family for r in readings()} <= {*judged(), "relation", "correction"}
    assert all(r.worth_keeping <= r.read and r.right <= r.read for r in readings())


@given(SHARES, COUNTS, COUNTS, st.integers(0, 50))
def test_more_right_facts_never_lower_a_confidence(
    prior: float, right: int, wrong: int, more: int
) -> None:
    read = right + wrong
    assert rate(right, read, prior) <= rate(right + more, read + more, prior) <= HIGHEST
    assert rate(right, read, prior) >= rate(right, read + more, prior)


@given(SHARES, SHARES, COUNTS, COUNTS)
def test_of_equal_readings_what_was_judged_higher_stays_higher(
    one: float, other: float, right: int, wrong: int
) -> None:
    low, high = sorted((one, other))
    assert rate(right, right + wrong, low) <= rate(right, right + wrong, high)


def test_a_few_facts_do_not_decide() -> None:
    assert rate(0, 1, 0.9) >= CONFIDENCE_FLOOR > rate(8, 40, 0.9)


def test_the_error_is_how_far_what_is_predicted_lies_from_what_was_right() -> None:
    read = [Reading("v", "event", 100, 80, 0)]
    assert reliability(read, lambda *_: 0.8) == pytest.approx(0.0)
    assert reliability(read, lambda *_: 0.95) == pytest.approx(0.15)


def test_calibrated_confidences_are_less_off_than_judged_ones() -> None:
    read, priors = readings(), judged()
    before = reliability(read, lambda family, *_: priors.get(family, 0.9))
    after = reliability(read, lambda family, n, ok: rate(ok, n, priors.get(family, 0.9)))
    assert after < before
    assert after <= 0.05

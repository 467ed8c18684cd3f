"""Importance: policy first, independent repetition second, a model's number only on a tie."""

from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.handling import Category
from muniment.domain.importance import BY_CATEGORY, Weights, importance

SHARES = st.floats(0, 1)
CATEGORIES = st.sampled_from(list(Category))


def test_every_category_has_a_weight() -> None:
    assert set(BY_CATEGORY) == set(Category)


def test_an_allergy_matters_more_than_a_walk() -> None:
    allergy = importance(Category.CONSTRAINT, "allergy_to_peanuts", 1)
    assert allergy > importance(Category.PREFERENCE, "like_jazz", 1)
    assert allergy > importance(Category.EVENT, "event_went_for_walk", 1)


@given(CATEGORIES, st.integers(1, 20), st.none() | SHARES)
def test_repetition_by_others_only_raises_it(
    category: Category, sources: int, judged: float | None
) -> None:
    once = importance(category, "thing", sources, judged)
    again = importance(category, "thing", sources + 1, judged)
    assert 0 <= once <= again <= 1


@given(CATEGORIES, CATEGORIES, SHARES, SHARES)
def test_a_model_s_number_never_turns_an_order_of_the_policy(
    one: Category, other: Category, high: float, low: float
) -> None:
    left, right = importance(one, "thing", 1, high), importance(other, "thing", 1, low)
    if BY_CATEGORY[one] < BY_CATEGORY[other]:
        assert left < right
    if one is other and high > low:
        assert left >= right


def test_a_tenant_may_weigh_otherwise() -> None:
    trips = Weights(by_category={**BY_CATEGORY, Category.EVENT: 0.9})
    assert importance(Category.EVENT, "event_x", 1, weights=trips) > importance(
        Category.DECISION, "decision_x", 1, weights=trips
    )

"""The compact projection of a tool's result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.working.results import CUT, LONGEST_PROJECTION, Json, project

ORDER: Json = {
    "order": {"id": "4821", "total": 12.5, "lines": [{"sku": "a", "price": 1}, {"sku": "b"}]},
    "debug": "x" * 5000,
}

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=60,
)


def test_declared_fields_are_shown_and_nothing_else() -> None:
    shown = project(ORDER, ["order.id", "order.total", "order.lines[].sku"])
    assert shown.text == "order.id: 4821; order.total: 12.5; order.lines.sku: a, b"
    assert not shown.truncated


def test_a_field_that_is_not_there_is_named() -> None:
    shown = project(ORDER, ["order.id", "order.shipped", "order.lines[].colour"])
    assert shown.missing == ("order.shipped", "order.lines[].colour")


def test_without_fields_it_is_the_beginning_and_says_that_it_was_cut() -> None:
    shown = project(ORDER, [])
    assert shown.truncated
    assert shown.text.endswith(CUT)
    assert len(shown.text) <= LONGEST_PROJECTION
    short = project("short", [])
    assert (short.text, short.truncated) == ("short", False)


def test_a_long_list_is_cut_and_says_so() -> None:
    shown = project({"ids": list(range(100))}, ["ids[]"])
    assert shown.truncated
    assert shown.text.endswith(f"18, 19, {CUT}")


@pytest.mark.law(9)
@given(anything, st.lists(st.text(alphabet="ab.[]", max_size=8), max_size=5))
def test_it_is_bounded_whatever_the_result_and_the_fields(content: Json, fields: list[str]) -> None:
    assert len(project(content, fields).text) <= LONGEST_PROJECTION

"""JSON as models write it: mended where nothing is guessed, refused where it would be."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.app.models import InvalidOutputError
from muniment.app.structured import LONGEST, parse_object

CLEAN = '{"facts": [{"quote": "a, ] b", "n": 1}]}'
VALUE = {"facts": [{"quote": "a, ] b", "n": 1}]}


@pytest.mark.parametrize(
    "written",
    [
        CLEAN,
        f"```json\n{CLEAN}\n```",
        f"```\n{CLEAN}\n```",
        f"Sure {{note}}: {CLEAN}",
        f"Sure {{note}}: {CLEAN} Anything else?",
        f'{{"other": 1}} {CLEAN}',
        '{"facts": [{"quote": "a, ] b", "n": 1,},],}',
        '{"facts": [{"quote": "a, ] b\\u0000", "n": 1}]}',
        '{"facts": [{"quote": "a, \0] b", "n": 1}]}',
        f"\ufeff{CLEAN}\0",
        CLEAN.replace(" ", "\n"),
    ],
    ids=ascii,
)
def test_what_is_not_clean_is_mended(written: str) -> None:
    found = parse_object(written, "facts")
    assert json.loads(json.dumps(found).replace("\\n", " ")) == VALUE


def test_a_raw_line_break_in_a_string_is_understood() -> None:
    assert parse_object('{"facts": ["a\nb"]}', "facts") == {"facts": ["a\nb"]}


@pytest.mark.parametrize(
    "written",
    [
        "",
        "I cannot help with that.",
        "[]",
        '{"memory": []}',
        '{"facts": [',
        '{"facts": [{"quote": "a" "n": 1}]}',
        "{" * 100_000,
        '{"facts":' * 20_000,
        "x" * (LONGEST + 1),
        '{"facts": ' + "9" * 10_000 + "}",
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_what_says_something_else_is_refused(written: str) -> None:
    with pytest.raises(InvalidOutputError):
        parse_object(written, "facts")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(JSON, st.sampled_from(["", "Here you are:\n```json\n", "So {x}: "]))
def test_what_was_written_is_read_as_it_is(value: object, chatter: str) -> None:
    without = json.loads(json.dumps(value).replace("\\u0000", ""))
    assert parse_object(chatter + json.dumps({"facts": value}), "facts") == {"facts": without}


@given(st.text(max_size=200))
def test_anything_is_read_or_refused(text: str) -> None:
    with suppress(InvalidOutputError):
        assert "facts" in parse_object(text, "facts")

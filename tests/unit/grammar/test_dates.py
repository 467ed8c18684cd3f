"""When something happened: relative to the speaker's time, in the speaker's zone."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.grammar.dates import happened

TOKYO = timezone(timedelta(hours=9))
SAID = datetime(2024, 3, 2, 1, 30, tzinfo=TOKYO)  # a Saturday; in UTC it is still the first


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I got back yesterday", "2024-03-01"),
        ("I got back last night", "2024-03-01"),
        ("We met today", "2024-03-02"),
        ("I flew in two days ago", "2024-02-29"),
        ("I flew in a week ago", "2024-02-24"),
        ("I flew in f\u0131ve days ago", "2024-02-26"),
        ("I flew in \u017f\u0130x days ago", "2024-02-25"),
        ("We moved 3 months ago", "2023-12-01"),
        ("I joined ten years ago", "2014-01-01"),
        ("I quit last week", "2024-02-19"),
        ("We sailed last weekend", "2024-02-24"),
        ("I quit last month", "2024-02-01"),
        ("I quit last year", "2023-01-01"),
        ("I sang on Friday", "2024-03-01"),
        ("I sang last Saturday", "2024-02-24"),
        ("I sang on 3 May 2021", "2021-05-03"),
        ("I sang on May 3rd", "2023-05-03"),
        ("I sang on February 29", "2024-02-29"),
        ("I moved in October", "2023-10-01"),
        ("I moved in 2019", "2019-01-01"),
        ("I signed on 2024-02-03", "2024-02-03"),
        ("Last week I sang, yesterday I slept", "2024-02-19"),
    ],
)
def test_an_expression_of_time_is_the_speaker_s(text: str, day: str) -> None:
    found = happened(text, SAID)
    assert found is not None
    assert found.isoformat() == f"{day}T00:00:00+09:00"
    assert found.astimezone(UTC).hour == 15


@pytest.mark.parametrize(
    "text",
    [
        "I got back", "I may go", "I march on", "See you tomorrow", "I sang on 31 April 2023",
        "I start on 2031-01-01", "I have 5 days", "It ends in 2099", "1234567 years ago",
        "We booked the ferry for 14 June", "I booked a table for the 3rd of March",
    ],
)  # fmt: skip
def test_what_says_no_past_time_gives_none(text: str) -> None:
    assert happened(text, SAID) is None


@pytest.mark.parametrize(
    ("said_at", "day"),
    [
        ("2024-02-29", "2024-02-29"), ("2024-02-28", "2020-02-29"), ("2026-03-01", "2024-02-29"),
        ("2027-12-31", "2024-02-29"), ("1903-06-01", "1896-02-29"), ("2104-02-28", "2096-02-29"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("said", ["on February 29", "on 29 February", "on the 29th of February"])
def test_a_day_that_few_years_have_is_the_latest_there_was(
    said: str, said_at: str, day: str
) -> None:
    at = datetime.fromisoformat(f"{said_at}T12:00:00+00:00")
    found = happened(f"We met {said}", at)
    assert found is not None
    assert found.date().isoformat() == day
    assert happened("We met on 30 February", at) is None
    assert happened(f"We met {said}", datetime(2, 1, 1, tzinfo=UTC)) is None


@given(st.text(max_size=60), st.datetimes(timezones=st.just(UTC)))
def test_any_text_and_time_gives_a_past_moment_or_none(text: str, at: datetime) -> None:
    for said in (text, f"{text} 999 years ago", f"last week {text}", f"{text} 29 February"):
        found = happened(said, at)
        assert found is None or found <= at

"""The time that a question asks about, relative to when and where it is asked."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.asking.ranges import Range, asked_time

SUNDAY = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def asked(question: str, now: datetime = SUNDAY) -> tuple[str | None, str | None] | None:
    found = asked_time(question, now)
    if found is None:
        return None
    return _day(found.range.since), _day(found.range.until)


def _day(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()[:16].removesuffix("T00:00")


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("what did I say today?", "2026-03-01", "2026-03-02"),
        ("what did I say yesterday?", "2026-02-28", "2026-03-01"),
        ("and the day before yesterday?", "2026-02-27", "2026-02-28"),
        ("what did I say last Tuesday?", "2026-02-24", "2026-02-25"),
        ("what did I say on Sunday?", "2026-02-22", "2026-02-23"),
        ("what did we do last week", "2026-02-16", "2026-02-23"),
        ("what did we do last weekend", "2026-02-21", "2026-02-23"),
        ("what did I tell you this month", "2026-03-01", "2026-03-02"),
        ("what did I tell you last month", "2026-02-01", "2026-03-01"),
        ("where was I last year", "2025-01-01", "2026-01-01"),
        ("what did I say 3 days ago", "2026-02-26", "2026-02-27"),
        ("what did I say two weeks ago", "2026-02-12", "2026-02-19"),
        ("what did I say a month ago", "2026-02-01", "2026-03-01"),
        ("what did we talk about in June?", "2025-06-01", "2025-07-01"),
        ("what did we talk about in June 2024?", "2024-06-01", "2024-07-01"),
        ("what was said on 7 May 2023?", "2023-05-07", "2023-05-08"),
        ("what was said on May 7th, 2023?", "2023-05-07", "2023-05-08"),
        ("what was said on 2023-05-07?", "2023-05-07", "2023-05-08"),
        ("where did I live in 2022?", "2022-01-01", "2023-01-01"),
        ("where did I travel during 2022?", "2022-01-01", "2023-01-01"),
        ("what did I read in the last two weeks", "2026-02-15", "2026-03-02"),
        ("what did I read over the past month", "2026-01-30", "2026-03-02"),
        ("what did I read since March 2025", "2025-03-01", None),
        ("what did I read after March 2025", "2025-04-01", None),
        ("what did I read before March 2025", None, "2025-03-01"),
        ("what did I read until 3 May 2025", None, "2025-05-03"),
        ("what did I read by May 2025", None, "2025-06-01"),
        ("what was there between May and July 2025", "2025-05-01", "2025-08-01"),
        ("what was there from 3 May 2025 to 5 May 2025", "2025-05-03", "2025-05-06"),
        ("anything from last week?", "2026-02-16", "2026-02-23"),
        ("what did I do f\u0131ve days ago?", "2026-02-24", "2026-02-25"),
        ("what did I do in the past \u017feven days", "2026-02-22", "2026-03-02"),
        ("what was there between October and May", "2025-10-01", "2026-06-01"),
        ("what was there from 27 February to 5 March", "2026-02-27", "2026-03-06"),
        ("what was there from 2025-05-05 to 2023-01-01", "2025-05-05", None),
        ("what was there from 2024-02-20 to 2020-02-28", "2024-02-20", None),
        ("what did I say on February 29?", "2024-02-29", "2024-03-01"),
        ("what did I say since 29 February?", "2024-02-29", None),
        ("what was there from 5 May to 29 February?", "2025-05-05", "2026-03-01"),
        ("what was there from November to 29 February?", "2025-11-01", "2026-03-01"),
        ("what was there between 20 February and 29 February?", "2026-02-20", "2026-03-01"),
        ("what was there from 29 February to 3 March?", "2024-02-29", "2024-03-04"),
        ("what was there from 29 February to 28 February?", "2024-02-29", "2025-03-01"),
        ("what was there from 29 February to May 2025?", "2024-02-29", "2025-06-01"),
        ("what was there from 29 February to yesterday?", "2024-02-29", "2026-03-01"),
        ("what was there between 5 March and March?", "2025-03-05", "2026-04-01"),
    ],
)
def test_a_range_is_read(question: str, since: str | None, until: str | None) -> None:
    assert asked(question) == (since, until)


@pytest.mark.parametrize(
    "question",
    [
        "", "what is my locker code?", "which book did May read?", "may I ask you something?",
        "march to the harbour", "what should I cook today?", "what will I do on Friday?",
        "what are my plans for June?", "room 2023", "who is August?", "31 April 2025",
    ],
)  # fmt: skip
def test_no_range_is_made_up(question: str) -> None:
    assert asked(question) is None


def test_a_range_may_end_with_a_28_february_of_a_leap_year() -> None:
    leap = datetime(2024, 6, 1, tzinfo=UTC)
    assert asked("from May to 28 February", leap) == ("2024-05-01", "2025-03-01")


def test_days_are_those_of_the_asker() -> None:
    late = datetime(2026, 2, 28, 23, 30, tzinfo=UTC)
    tokyo = late.astimezone(ZoneInfo("Asia/Tokyo"))  # there it is the first of March
    assert asked("what did I say yesterday?", late) == ("2026-02-27", "2026-02-28")
    assert asked("what did I say yesterday?", tokyo) == ("2026-02-27T15:00", "2026-02-28T15:00")


def test_a_day_on_which_clocks_change_is_shorter() -> None:
    rome = datetime(2026, 3, 30, 12, tzinfo=ZoneInfo("Europe/Rome"))
    found = asked_time("what did I say yesterday?", rome)
    assert found is not None
    assert found.range.until is not None
    assert found.range.since is not None
    assert (found.range.until - found.range.since).total_seconds() == 23 * 3600


def test_the_end_is_not_of_the_range() -> None:
    day = Range(SUNDAY, SUNDAY.replace(hour=10))
    assert day.holds(SUNDAY)
    assert not day.holds(SUNDAY.replace(hour=10))
    assert not day.holds(SUNDAY.replace(hour=9, minute=29))
    assert Range().holds(SUNDAY)


WORDS = st.sampled_from(
    [
        "since", "between", "and", "from", "to", "last", "next", "week", "may", "May", "3", "June",
        "2023", "99", "ago", "days", "the", "past", "in", "on", "Friday", "yesterday", "until",
        "9999", "29", "31", "February", "february", "year", "999", "centuries", "years ago",
        "a couple of",
    ]
)  # fmt: skip


@given(
    st.lists(WORDS | st.text(max_size=4), max_size=14).map(" ".join),
    st.datetimes(datetime(1970, 1, 2), datetime(2100, 12, 31)),  # noqa: DTZ001 - made aware below
    st.sampled_from(["UTC", "Asia/Tokyo", "Pacific/Apia", "America/St_Johns"]),
)
def test_any_text_is_read_and_ranges_go_forward(text: str, at: datetime, zone: str) -> None:
    found = asked_time(text, at.replace(tzinfo=ZoneInfo(zone)))
    if found is not None:
        assert 0 <= found.start <= found.end <= len(text)
        since, until = found.range.since, found.range.until
        assert since is not None or until is not None

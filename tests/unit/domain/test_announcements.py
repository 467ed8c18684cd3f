"""Which event a state of the store gives."""

from dataclasses import replace
from datetime import timedelta

import pytest

from muniment.domain.announcements import (
    About,
    Announcement,
    Happened,
    of_episode,
    of_erasure,
    of_fact,
    of_missing,
    of_review,
)
from muniment.domain.events import Span
from muniment.domain.records import KEPT_KINDS, Candidate, Episode, Fact, Kind, Provenance, Status
from muniment.domain.reviews import ReviewItem, ReviewStatus, Waiting
from muniment.domain.rulings import Reason
from tests.unit.domain.samples import NOW

FACT = Fact("f_1", Status.ACTIVE, 7, 1, attribute="city", value="Oslo")
EPISODE = Episode(
    "e_1", Span("t1", 0, 4), "s1", "o", "User", "Oslo", NOW, NOW, Provenance.USER_STATED, 3, 1
)
REVIEW = ReviewItem(
    "v_o_1", Waiting.PROPOSED, (Reason.SENSITIVE,), "t1",
    Candidate(Kind.FACT, Span("t1", 0, 4), "Oslo", "city", "Oslo"),
    NOW, NOW + timedelta(days=30), 1,
)  # fmt: skip

FACTS = {
    Status.ACTIVE: Happened.COMMITTED,
    Status.RETRACTED: Happened.COMMITTED,
    Status.CONTESTED: Happened.CONTESTED,
    Status.QUARANTINED: Happened.QUARANTINED,
    Status.ERASED: Happened.ERASED,
}


@pytest.mark.parametrize("status", Status)
def test_the_status_of_a_fact_is_what_is_told_of_it(status: Status) -> None:
    told = of_fact(replace(FACT, status=status))
    happened = FACTS.get(status)
    assert told == (happened and Announcement(happened, About.FACT, "f_1", 7))
    asks = of_fact(replace(FACT, status=Status.CONTESTED), "v_1")
    assert asks == Announcement(Happened.CONTESTED, About.FACT, "f_1", 7, review="v_1")


def test_an_episode_is_there_or_in_quarantine() -> None:
    assert of_episode(EPISODE) == Announcement(Happened.COMMITTED, About.EPISODE, "e_1", 3)
    held = replace(EPISODE, status=Status.QUARANTINED)
    assert of_episode(held).happened is Happened.QUARANTINED


# A contested fact tells by its head; its question is stored only once it is answered.
@pytest.mark.parametrize("waiting", [Waiting.PROPOSED, Waiting.QUARANTINED])
def test_an_open_question_is_told_by_why_it_waits_and_an_answered_one_not(waiting: Waiting) -> None:
    told = of_review(replace(REVIEW, waiting=waiting, fact="f_1"))
    assert told == Announcement(Happened(f"memory.{waiting.value}"), About.REVIEW, "v_o_1", 1)
    for status in (ReviewStatus.APPROVED, ReviewStatus.REJECTED):
        assert of_review(replace(REVIEW, waiting=waiting, status=status)) is None
        assert of_review(replace(REVIEW, waiting=Waiting.CONTESTED, status=status)) is None


def test_what_is_gone_has_no_version() -> None:
    for kind in KEPT_KINDS:
        assert of_missing("r", kind) == Announcement(Happened.ERASED, About(kind.value), "r")
    assert of_erasure("x") == Announcement(Happened.ERASED, About.ERASURE, "x")

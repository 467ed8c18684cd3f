"""What callers say moves a rank within bounds, whoever says it and how often."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.feedback import DOUBT, MOST_CALLERS, UNSAID, Feedback, Flag
from muniment.domain.ranking import FEEDBACK, MESSAGE, QUESTION, Asked, Evidence, parts

type Words = Sequence[tuple[str, Flag]]

CALLERS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=2)
WORDS: st.SearchStrategy[Words] = st.lists(st.tuples(CALLERS, st.sampled_from(Flag)), max_size=60)


def after(words: Words) -> Feedback:
    feedback = UNSAID
    for caller, flag in words:
        feedback = feedback.saying(caller, flag)
    return feedback


def score(recipe_of: Asked, late: float, words: Words) -> float:
    return sum(parts(recipe_of, Evidence(late, feedback=after(words).leaning)).values())


@given(WORDS, st.floats(0, 1), st.sampled_from((QUESTION, MESSAGE)))
def test_all_that_may_be_said_moves_a_score_within_bounds(
    words: Words, late: float, recipe: object
) -> None:
    asked = Asked(QUESTION if recipe is QUESTION else MESSAGE)
    assert abs(score(asked, late, words) - score(asked, late, [])) < FEEDBACK


@given(WORDS, WORDS, st.floats(0, 1), st.floats(0, 1))
def test_what_fits_better_by_more_than_the_bounds_stays_first(
    against: Words, praise: Words, late: float, lead: float
) -> None:
    best, other = late + 2 * FEEDBACK + lead, late
    assert score(Asked(), best, against) > score(Asked(), other, praise)


@given(WORDS, CALLERS, st.sampled_from(Flag))
def test_a_better_word_never_lowers_and_a_worse_one_never_raises(
    words: Words, caller: str, flag: Flag
) -> None:
    worst, best = (after(words).saying(caller, each).leaning for each in (Flag.WRONG, Flag.HELPFUL))
    assert worst < best
    assert worst <= after(words).saying(caller, flag).leaning <= best


@given(WORDS)
def test_the_last_word_of_each_caller_counts(words: Words) -> None:
    feedback = after(words)
    last = dict(words)
    assert len(feedback.said) <= MOST_CALLERS
    assert all(last[caller] is flag for caller, flag in feedback.said)
    once = after([(caller, flag) for caller, flag in feedback.said])
    assert once.leaning == feedback.leaning, "a repetition counts once"
    assert -1 < feedback.leaning < 1


def test_one_word_moves_a_third_and_none_moves_nothing() -> None:
    assert UNSAID.leaning == 0
    assert after([("a", Flag.HELPFUL)]).leaning == 1 / (1 + DOUBT)
    assert after([("a", Flag.STALE)]).leaning == -1 / (1 + DOUBT)
    assert after([("a", Flag.MISSING), ("b", Flag.WRONG)]).leaning == 0

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.packing import CUT_MARK, Packed, pack
from muniment.domain.rendering import Line, frame, render
from muniment.domain.tokens import tokens

MONDAY = datetime(2025, 3, 3, tzinfo=UTC)
AMPLE = 10_000
TEXTS = st.text(max_size=400) | st.text(alphabet="ab é日😀<", min_size=100, max_size=2000)


FRAME = frame("qzvbtx")


def packed_(lines: Sequence[Line], budget: int, first: Sequence[int] = ()) -> Packed:
    return pack(lines, budget, FRAME, first)


def line(text: str, speaker: str = "Ada", days: int = 0, kind: str = "episode") -> Line:
    return Line(kind, text, speaker, MONDAY + timedelta(days=days), "user_stated")


@given(st.lists(TEXTS, max_size=12), st.integers(0, 600))
def test_what_is_rendered_never_exceeds_the_budget(texts: list[str], budget: int) -> None:
    packed = packed_([line(text) for text in texts], budget)
    assert tokens(render(packed.lines, FRAME)) <= packed.tokens <= budget
    assert len(packed.places) + packed.over_budget + packed.repeated == len(texts)
    assert len(packed.lines) == len(packed.places) == len(set(packed.places))


@given(st.lists(st.text(max_size=60), unique=True, max_size=8))
def test_an_ample_budget_drops_nothing(texts: list[str]) -> None:
    packed = packed_([line(text, speaker=str(i)) for i, text in enumerate(texts)], AMPLE)
    assert packed.places == tuple(range(len(texts)))


def test_lines_keep_their_order_and_a_shorter_one_may_still_fit() -> None:
    lines = [line("first " * 20), line("long " * 400), line("last")]
    assert packed_(lines, AMPLE).places == (0, 1, 2)
    packed = packed_(lines, 130)
    assert (packed.places, packed.over_budget) == ((0, 2), 1)


def test_the_first_line_is_cut_with_a_visible_mark() -> None:
    packed = packed_([line("word " * 4000)], 200)
    (cut,) = packed.lines
    assert cut.endswith(f"{CUT_MARK}\n")
    assert 190 <= packed.tokens <= 200  # and no shorter than it must be
    assert not packed_([line("short")], AMPLE).lines[0].endswith(f"{CUT_MARK}\n")


def test_too_small_a_budget_gives_nothing_and_costs_nothing() -> None:
    packed = packed_([line("My locker code is 4471.")], 10)
    assert (packed.places, packed.tokens, packed.over_budget) == ((), 0, 1)
    assert render(packed.lines, FRAME) == ""


def places(lines: Sequence[Line]) -> tuple[int, ...]:
    return packed_(lines, AMPLE).places


def test_of_equal_texts_the_latest_stands_at_the_rank_of_the_best() -> None:
    said = [line("I went running!"), line("Other"), line("i went  running", days=3)]
    assert places(said) == (2, 1)
    assert places([said[2], said[1], said[0]]) == (0, 1)
    assert packed_(said, AMPLE).repeated == 1


def test_texts_of_two_speakers_are_two() -> None:
    assert places([line("I agree"), line("I agree", speaker="Bob")]) == (0, 1)


def test_a_speaker_is_one_in_any_case_and_form() -> None:
    forms = ["Zo\u00eb", "ZO\u00cb", "Zoe\u0308"]
    assert len(places([line("I agree", speaker=form) for form in forms])) == 1
    assert len(places([line("I agree", speaker=name) for name in (forms[0], "Zoe")])) == 2
    held = [line("I agree with it", speaker=forms[0]), line("I agree", speaker=forms[1])]
    both = 1 + packed_([held[0], line("other")], AMPLE).tokens
    assert packed_([*held, line("other")], both).places == (0, 2)


def test_who_bears_the_owners_name_stands_for_nobody_who_is_trusted() -> None:
    """Else a later turn of anybody's would take the place of the owner's, or keep it back."""
    own = line("I live in Genoa")
    namesake = replace(own, trust="observed", at=MONDAY + timedelta(days=9))
    assert places([own, namesake]) == (0, 1)
    longer = replace(namesake, text="I live in Genoa, they say")
    both = 1 + packed_([longer, own], AMPLE).tokens
    assert packed_([longer, own, line("other " * 5)], both).places == (0, 1)


def test_a_fact_stays_before_the_turn_that_repeats_it() -> None:
    assert places([line("Likes tea", kind="fact"), line("Likes tea", days=1)]) == (0,)


def test_texts_without_words_are_compared_as_they_are() -> None:
    assert places([line("😀"), line("!!"), line("??"), line("!!")]) == (0, 1, 2)


def test_what_comes_first_is_taken_first_and_shown_where_it_stands() -> None:
    lines = [line("low " * 60), line("middle " * 20), line("best " * 40)]
    assert packed_(lines, AMPLE, [2, 1, 0]).places == (0, 1, 2)
    packed = packed_(lines, 190, [2, 1, 0])
    assert (packed.places, packed.over_budget) == ((1, 2), 1)
    assert packed_(lines, 190).places == (0, 1)  # as they stand, where nothing else is said
    (cut,) = packed_(lines, 90, [2, 1, 0]).lines
    assert "best" in cut
    assert cut.endswith(f"{CUT_MARK}\n")


def test_what_a_taken_line_holds_waits_for_the_others() -> None:
    whole = line("Last week I went to Genoa with my sister, by train.")
    part, other = line("went to Genoa with my sister", kind="fact"), line("I like boats " * 6)
    lines = [whole, part, other]
    both = 1 + packed_([whole, other], AMPLE).tokens
    assert packed_(lines, both).places == (0, 2)
    assert packed_(lines, AMPLE).places == (0, 1, 2)
    by_another = replace(part, speaker="Bob")
    assert packed_([whole, by_another, other], both).places == (0, 1)  # what Bob says, Ada did not


@given(st.lists(TEXTS, max_size=8), st.integers(0, 600), st.randoms(use_true_random=False))
def test_any_order_of_taking_keeps_the_budget(
    texts: list[str], budget: int, chance: random.Random
) -> None:
    lines = [line(text) for text in texts]
    packed = packed_(lines, budget, chance.sample(range(len(lines)), len(lines)))
    assert tokens(render(packed.lines, FRAME)) <= packed.tokens <= budget
    assert list(packed.places) == sorted(packed.places)

"""Documents in parts: nothing is lost, cuts fall where meaning ends, and edits stay local."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.documents import LONGEST, parts

PIECES = st.sampled_from([
    "# Harbour\n", "## Berths\n", "Rates\n-----\n", "The ferry leaves at nine.", " It is late!",
    "\n\n", "\n", "\r\n\r\n", "```\n# no heading\n\nx = 1\n```\n", "~~~", "word ", "wörter ",
    "港に着いた。", "\0", "\t", "a" * 70, "- an item\n", "\ud800", "   ",
])  # fmt: skip
TEXTS = st.lists(PIECES, max_size=60).map("".join)


def paragraphs(first: int, last: int) -> list[str]:
    """Return paragraphs that differ, of some 300 characters each."""
    return [
        f"Entry {number} of the log. " + f"The boat {number * 7919} lay at berth {number}. " * 9
        for number in range(first, last)
    ]


def cut(text: str, longest: int = LONGEST) -> list[str]:
    return [text[start:end] for start, end in parts(text, longest)]


def bare(text: str) -> str:
    return "".join(text.replace("\0", " ").split())


@given(TEXTS, st.integers(1, 200))
def test_nothing_but_white_space_is_left_out_and_no_part_is_too_long(
    text: str, longest: int
) -> None:
    spans = parts(text, longest)
    assert all(0 < end - start <= longest for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert bare("".join(text[start:end] for start, end in spans)) == bare(text)


def test_a_text_that_fits_is_one_part() -> None:
    text = "# A\n\nOne.\n\n# B\n\nTwo."
    assert cut(f"\n {text} \n") == [text]
    assert parts("") == parts(" \n\0") == []


def test_a_cut_falls_before_the_highest_heading_within_reach() -> None:
    first = "# One\n\n" + "\n\n".join(paragraphs(0, 2))
    minor = "### Beside\n\n" + paragraphs(2, 3)[0]
    second = "## Two\n\n" + "\n\n".join(paragraphs(3, 5))
    text = f"{first}\n\n{minor}\n\n{second}"
    assert cut(text, len(text) - 100) == [f"{first}\n\n{minor}".strip(), second.strip()]
    underlined = text.replace("## Two\n", "Two\n===\n")
    assert cut(underlined, len(text) - 100)[1].startswith("Two\n===")


def test_what_looks_like_a_heading_in_code_is_none() -> None:
    before, after = paragraphs(0, 6), paragraphs(6, 7)
    code = "```sh\n# make everything\nmake\n\n# and go\nrun\n```"
    text = "\n\n".join([*before, code, *after])
    assert not any(part.startswith(("# make", "# and")) for part in cut(text, len(text) - 20))
    # outside a fence, it is one
    plain = text.replace("```sh\n", "").replace("```", "")
    assert any(part.startswith("# make") for part in cut(plain, len(plain) - 20))


def test_without_headings_it_falls_after_a_paragraph_a_sentence_a_word_and_last_anywhere() -> None:
    told = paragraphs(0, 8)
    assert all(part.startswith("Entry") for part in cut("\n\n".join(told), 1500))
    sentences = cut(" ".join(told), 1500)
    assert all(part.startswith(("Entry", "The boat")) for part in sentences)
    assert all(part.endswith(".") for part in sentences)
    words = cut("harbour " * 400, 1000)
    assert all(set(part.split()) == {"harbour"} for part in words)
    assert cut("x" * 2500, 1000) == ["x" * 1000, "x" * 1000, "x" * 500]


def test_an_edit_changes_the_parts_around_it_and_no_others() -> None:
    told = paragraphs(0, 400)
    before = cut("\n\n".join(told))
    assert len(before) > 20
    for place in (0, 100, 399):
        edited = [*told[:place], "A sentence that was not there before.", *told[place:]]
        after = cut("\n\n".join(edited))
        fresh = set(after) - set(before)
        assert 1 <= len(fresh) <= 6, place
    shorter = cut("\n\n".join(told[1:]))
    assert 1 <= len(set(shorter) - set(before)) <= 6

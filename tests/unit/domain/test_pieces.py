from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.pieces import pieces


@given(st.text(st.sampled_from("ab. \n!?"), max_size=300), st.integers(2, 60))
def test_pieces_are_bounded_and_lose_nothing(text: str, longest: int) -> None:
    found = list(pieces(text, 0, len(text), longest))
    assert all(0 <= end - start <= longest for start, end in found)
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    kept = "".join(text[start:end] for start, end in found)
    assert kept.replace(" ", "").replace("\n", "") == text.replace(" ", "").replace("\n", "")


def test_a_cut_falls_after_a_sentence_in_the_second_half() -> None:
    text = "One is here. Two is here. Three is here. Four."
    assert [text[a:b] for a, b in pieces(text, 0, len(text), 27)] == [
        "One is here. Two is here.",
        "Three is here. Four.",
    ]

"""What is taken for the text of a document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.uploads import Refusal, read_text

SIZE = 64


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        (b"a" * (SIZE + 1), Refusal.TOO_LARGE),
        (b"\xff\xfeh\x00i\x00", Refusal.NOT_UTF8),
        ("größer".encode("latin-1"), Refusal.NOT_UTF8),
        (b"\xed\xa0\x80", Refusal.NOT_UTF8),  # half of a surrogate pair
        (b"PK\x03\x04\x00\x00", Refusal.NOT_TEXT),
        (b"", Refusal.EMPTY),
        (b"\xef\xbb\xbf \r\n\t", Refusal.EMPTY),
    ],
)
def test_what_is_no_text_is_refused(body: bytes, refusal: Refusal) -> None:
    assert read_text(body, SIZE) is refusal


def test_a_byte_order_mark_is_not_part_of_the_text() -> None:
    assert read_text(b"\xef\xbb\xbfhello", SIZE) == "hello"
    assert read_text("größer\r\n".encode(), SIZE) == "größer\r\n"
    assert read_text(b"a" * SIZE, SIZE) == "a" * SIZE


@given(st.binary(max_size=2 * SIZE))
def test_any_bytes_are_a_text_or_refused(body: bytes) -> None:
    text = read_text(body, SIZE)
    if not isinstance(text, Refusal):
        assert text.encode() == body.removeprefix(b"\xef\xbb\xbf")
        assert text.strip()

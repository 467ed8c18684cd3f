"""Lists go on where they stopped, and only there."""

import base64

import pytest

from muniment.adapters.encodings import LIKENESS
from muniment.app.errors import InvalidCursorError
from muniment.app.listing import ListRecords
from muniment.domain.records import Kind
from tests.support.memory import Memory, Person, turn


def test_a_list_goes_on_behind_its_cursor(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo and my dog is Rex"))
    lister = ListRecords(memory.store, memory.clock, memory.policies, LIKENESS)
    first = lister(ada.scope, None, 1, None)
    second = lister(ada.scope, None, 1, first.next_cursor)
    third = lister(ada.scope, None, 1, second.next_cursor)
    assert {page.records[0].attribute for page in (first, second)} == {"city", "dog"}
    assert (third.records[0].kind, third.next_cursor) == (Kind.EPISODE, None)


@pytest.mark.parametrize(
    "cursor", ["fact|~~", "fact|\0", "fact|f_", "episode|e_short", f"fact|F_{'a' * 26}"]
)
def test_a_cursor_that_no_list_returned_is_refused(
    memory: Memory, ada: Person, cursor: str
) -> None:
    encoded = base64.urlsafe_b64encode(cursor.encode()).decode()
    with pytest.raises(InvalidCursorError):
        ListRecords(memory.store, memory.clock, memory.policies, LIKENESS)(
            ada.scope, None, 10, encoded
        )

"""An owner with more than one read answers: nothing beyond the first pages is passed over."""

from datetime import timedelta

import pytest

from muniment.app.ports import ConsolidationJob
from muniment.app.remember import NewMemory
from muniment.domain.records import Kind, Status
from tests.support.memory import NOW, Memory, Person, state, turn

pytestmark = pytest.mark.any_index

DAY = timedelta(days=1)
GUESTS = [f"guest {letter}" for letter in "abcdefgh"]


@pytest.fixture
def guests(memory: Memory, ada: Person) -> list[str]:
    """Facts that expire within a day, more than recall reads of the heads, and one that stays."""
    memory.tables.page = 2
    ada.note(NewMemory(attribute="city", value="Oslo"))
    kept = [
        ada.note(NewMemory(attribute=guest, value="Bo", expires_at=NOW + DAY)).id
        for guest in GUESTS
    ]
    assert not memory.store.heads(ada.scope).complete
    memory.project()
    memory.clock.forward(DAY)
    return kept


def retired(memory: Memory, ada: Person, ids: list[str]) -> int:
    heads = memory.store.facts(ada.scope, 1, ids).values()
    return sum(head.status is Status.EXPIRED and head.value is None for head in heads)


@pytest.mark.law(6)
def test_a_night_retires_what_expired_among_all_facts(
    memory: Memory, ada: Person, guests: list[str]
) -> None:
    assert retired(memory, ada, guests) == 0
    memory.consolidate_owner(ConsolidationJob(ada.scope))
    assert retired(memory, ada, guests) == len(GUESTS)
    counts = memory.store.heads(ada.scope).counts
    assert (counts.facts, counts.episodes) == (1, 0)
    assert memory.consolidation.jobs == []


def test_a_night_that_has_no_time_left_leaves_the_rest_to_a_message(
    memory: Memory, ada: Person, guests: list[str]
) -> None:
    jobs, seen = [ConsolidationJob(ada.scope)], []
    while jobs:
        memory.consolidate_owner(jobs.pop(), lambda: False)
        seen.append(retired(memory, ada, guests))
        jobs = memory.consolidation.take()
    assert seen == list(range(1, len(GUESTS) + 1))
    assert memory.store.heads(ada.scope).counts.facts == 1


@pytest.mark.law(6)
def test_a_list_and_its_pages_pass_over_what_is_being_purged(memory: Memory, ada: Person) -> None:
    memory.tables.page = 3
    ada.tell(*(turn(f"old words, day {n}", n) for n in range(9)))
    memory.erase_owner(ada.scope)
    ada.send(*(turn(f"new words, day {n}", n, session="after") for n in range(5)))
    memory.extract()
    pages: list[list[str]] = []
    cursor: str | None = None
    while not pages or cursor:
        page = ada.lister(ada.scope, None, 2, cursor, ada.caller, duplicates=True)
        pages.append([record.text for record in page.records])
        cursor = page.next_cursor
    listed = [text for page in pages for text in page]
    assert sorted(listed) == [f"new words, day {n}" for n in range(5)]
    assert max(map(len, pages)) == 2
    assert b"old words" in memory.bytes(), "nothing is purged yet"


def test_a_page_of_a_list_reads_no_more_than_it_shows(memory: Memory, ada: Person) -> None:
    ada.tell(*(turn(f"words of day {n}", n) for n in range(30)))
    asked: list[int] = []

    def note(params: dict[str, int], **_: object) -> None:
        asked.append(params.get("Limit", 0))

    events, name = memory.dynamodb.meta.events, "provide-client-params.dynamodb.Query"
    events.register(name, note)
    page, after = memory.store.page(ada.scope, 1, Kind.EPISODE, 4, None)
    events.unregister(name, note)
    assert (len(page), after is not None, asked) == (4, True, [5])


def test_contested_facts_beyond_the_first_pages_are_among_the_reviews(
    memory: Memory, ada: Person
) -> None:
    for guest in GUESTS:
        ada.tell(state(guest, "Bo", id=f"s-{guest[-1]}"))
        ada.note(NewMemory(attribute=guest, value="Al"))
    assert len(ada.reviews()) == len(GUESTS)
    memory.tables.page = 2
    assert not memory.store.heads(ada.scope).complete
    assert len(ada.reviews()) == len(GUESTS)

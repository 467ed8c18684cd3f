"""Documents: an event for each part, under ids that stay the same where the words do."""

from dataclasses import replace
from datetime import timedelta

import pytest

from muniment.app.intake import NewTurn
from muniment.app.ports import UnavailableError
from muniment.domain.documents import LONGEST, parts
from muniment.domain.events import Event, Role
from muniment.domain.records import Effect, Kind
from muniment.domain.trust import source
from tests.support.faults import throttled
from tests.support.memory import START, Memory, Person, sent_again, turn

SECTIONS = [
    f"## Berth {number}\n\nThe boat at berth {number} is called Heron {number * 7919}. "
    + f"Its keeper comes on day {number}. " * 60
    for number in range(12)
]  # some 1,900 characters each
HANDBOOK = "# Harbour\n\n" + "\n\n".join(SECTIONS)
PAUSE = timedelta(hours=1)


def document(text: str, *, name: str | None = "handbook", session: str = "docs") -> NewTurn:
    told = turn(text, session=session, id=name, role=Role.DOCUMENT, speaker="The handbook")
    return replace(told, at=None, position=None)


def stored(memory: Memory, ada: Person) -> dict[str, Event]:
    return {event.id: event for event in memory.store.every_event(ada.scope, 1)}


def test_a_document_is_an_event_for_each_part(memory: Memory, ada: Person) -> None:
    accepted = ada.tell(document(HANDBOOK))
    events = stored(memory, ada)
    cut = [HANDBOOK[start:end] for start, end in parts(HANDBOOK)]
    assert len(cut) > 3
    assert [events[each.id].text for each in accepted.events] == cut
    assert all(each.id.startswith("handbook:") for each in accepted.events)
    assert {event.document for event in events.values()} == {"handbook"}
    assert {source(event) for event in events.values()} == {"document:the handbook"}
    # in the session they stand in the order of the document
    seen = memory.store.events_after(ada.scope, 1, "docs", "", 100)
    assert [event.text for event in seen] == cut
    assert ada.operation(accepted.operation).status == "done"


def test_what_is_made_of_a_part_names_the_document(ada: Person) -> None:
    ada.tell(document(HANDBOOK))
    episodes = ada.records(Kind.EPISODE)
    assert {episode.document for episode in episodes} == {"handbook"}
    assert {episode.provenance for episode in episodes} == {"observed"}
    assert {episode.session for episode in episodes} == {"docs"}


def test_a_part_is_a_chain_of_its_own(memory: Memory, ada: Person) -> None:
    """Else every part of a large document would wait for every other."""
    ada.tell(document(HANDBOOK), turn("We spoke of berths.", session="docs"))
    episodes = list(memory.store.every_episode(ada.scope, 1))
    by_part = {episode.span.event: episode.chain for episode in episodes}
    assert len(set(by_part.values())) == len(by_part)
    assert "docs" in by_part.values()
    for episode in episodes:
        assert episode.chain == stored(memory, ada)[episode.span.event].chain


def test_a_part_is_taken_out_of_sight_and_shown_again(ada: Person) -> None:
    ada.tell(document(HANDBOOK))
    seen = ada.records(Kind.EPISODE)
    ada.mark(seen[0].id, Effect.QUARANTINE)
    assert {each.id for each in ada.records(Kind.EPISODE)} == {each.id for each in seen[1:]}
    ada.mark(seen[0].id, Effect.RELEASE)
    assert ada.records(Kind.EPISODE) == seen


def test_sent_again_it_is_known(memory: Memory, ada: Person) -> None:
    first = ada.tell(document(HANDBOOK))
    again = ada.tell(document(HANDBOOK))
    assert [event.id for event in again.events] == [event.id for event in first.events]
    assert again.operation == first.operation
    memory.clock.forward(PAUSE)
    dated = ada.tell(replace(document(HANDBOOK), at=START))
    assert dated.operation == first.operation
    assert len(stored(memory, ada)) == len(first.events)


@pytest.mark.law(4)
def test_an_edited_document_adds_what_changed(memory: Memory, ada: Person) -> None:
    ada.tell(document(HANDBOOK))
    before = stored(memory, ada)
    edited = HANDBOOK.replace("Heron 79190", "Kestrel").replace(
        "# Harbour\n", "# Harbour\n\nNew.\n"
    )
    accepted = ada.tell(document(edited))
    fresh = [event.id for event in accepted.events if not event.known]
    assert 1 <= len(fresh) < len(accepted.events)
    after = stored(memory, ada)
    assert set(after) - set(before) == set(fresh)
    assert {name: after[name] for name in before} == before
    assert any("Kestrel" in after[name].text for name in fresh)


def test_without_an_id_a_short_one_is_an_event_like_any_other(memory: Memory, ada: Person) -> None:
    short = ada.tell(document("The ferry leaves at nine.", name=None))
    named = ada.tell(document("The ferry leaves at ten."))
    unnamed = ada.tell(document(HANDBOOK, name=None))
    events = stored(memory, ada)
    assert [events[each.id].document for each in short.events] == [None]
    assert [events[each.id].document for each in named.events] == ["handbook"]
    (whole,) = {events[each.id].document for each in unnamed.events}
    assert all(each.id.startswith(f"{whole}:") for each in unnamed.events)
    assert ada.tell(document(HANDBOOK, name=None)) == replace(sent_again(unnamed), status="done")


def test_the_same_words_twice_are_two_parts(ada: Person) -> None:
    page = "The ferry leaves at nine. " * (LONGEST // 26)
    accepted = ada.tell(document("\n\n".join([page.strip()] * 3)))
    assert len({event.id for event in accepted.events}) == len(accepted.events) == 3


def test_a_long_id_is_not_repeated_in_those_of_the_parts(memory: Memory, ada: Person) -> None:
    name = "n" * 128
    accepted = ada.tell(document(HANDBOOK, name=name))
    assert all(len(event.id) <= 128 for event in accepted.events)
    assert {event.document for event in stored(memory, ada).values()} == {name}


@pytest.mark.law(2)
def test_documents_under_one_id_in_two_rooms_are_two(memory: Memory, ada: Person) -> None:
    ada.tell(document(HANDBOOK))
    private = ada.using(agent="planner", private=True).tell(document(HANDBOOK))
    elsewhere = ada.tell(document(HANDBOOK, session="other"))
    assert not any(event.known for event in (*private.events, *elsewhere.events))


@pytest.mark.law(7)
def test_a_secret_is_found_where_a_cut_would_go_through_it(memory: Memory, ada: Person) -> None:
    secret = "".join(f"{number * 2654435761 % 2**32:08x}" for number in range(100))
    body = "\n".join(secret[start : start + 64] for start in range(0, len(secret), 64))
    key = f"-----BEGIN PRIVATE {'KEY'}-----\n{body}\n-----END PRIVATE {'KEY'}-----"
    text = f"{'x' * 5600}\n\n{key}\n\nThe box is in Turin."
    assert len(parts(text)) > 1
    accepted = ada.tell(document(text))
    kept = memory.bytes()
    assert b"Turin" in kept
    assert secret[:32].encode() not in kept
    assert secret[-32:].encode() not in kept
    assert sum(accepted.redacted.values()) == 1


def test_a_part_says_what_is_in_it_and_not_in_the_others(memory: Memory, ada: Person) -> None:
    phone = "+49 30 " + "901820"
    ada.tell(document(f"{HANDBOOK}\n\n## Office\n\n{'Call us. ' * 300}Call {phone}."))
    flagged = [event for event in stored(memory, ada).values() if event.handling.personal]
    assert [phone in event.text for event in flagged] == [True]


@pytest.mark.law(4)
def test_what_was_stored_in_part_is_completed(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.app.intake.AT_ONCE", 2)
    memory.faults.before("TransactWriteItems", throttled(), nth=2)
    with pytest.raises(UnavailableError):
        ada.send(document(HANDBOOK))
    assert len(stored(memory, ada)) == 2
    assert memory.extraction.jobs == []
    accepted = ada.send(document(HANDBOOK))
    assert [each.known for each in accepted.events[:3]] == [True, True, False]
    assert len(stored(memory, ada)) == len(parts(HANDBOOK)) == len(memory.extraction.jobs)


@pytest.mark.law(6)
def test_what_was_forgotten_in_a_part_stays_so_when_the_document_comes_again(
    memory: Memory, ada: Person
) -> None:
    ada.tell(document(HANDBOOK))
    (wanted,) = [e for e in ada.records(Kind.EPISODE) if "Heron 79190" in e.text]
    ada.forget(wanted.id)
    assert not any("Heron 79190" in event.text for event in stored(memory, ada).values())
    memory.clock.forward(PAUSE)
    ada.tell(document(HANDBOOK + "\n\nAn appendix."))
    assert not any("Heron 79190" in event.text for event in stored(memory, ada).values())
    assert any("Heron 71271" in event.text for event in stored(memory, ada).values())
    assert "Heron 79190" not in " ".join(e.text for e in ada.records(Kind.EPISODE))

"""Announcements on a bus: ten at a time, again what was refused, and nothing but ids."""

import json
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.stub import Stubber

from muniment.adapters.eventbridge import EventBridgeAnnouncer
from muniment.app.ports import UnavailableError
from muniment.domain.announcements import About, Announcement, Happened
from muniment.domain.scope import Scope
from tests.unit.domain.samples import NOW

SCOPE = Scope("acme", "a" * 26)
REFUSED = {"ErrorCode": "ThrottlingException", "ErrorMessage": "later"}


class Bus:
    """A bus whose answers are written down beforehand, and which keeps what it was asked."""

    def __init__(self) -> None:
        config = Config(region_name="eu-west-1", retries={"total_max_attempts": 1})
        client = boto3.client(
            "events", config=config, aws_access_key_id="x", aws_secret_access_key="x"
        )
        self.stubber = Stubber(client)
        self.asked: list[list[dict[str, Any]]] = []
        client.meta.events.register("provide-client-params.events.PutEvents", self._note)
        self.announcer = EventBridgeAnnouncer(client, "muniment-bus")

    def _note(self, params: dict[str, Any], **_: object) -> None:
        self.asked.append(list(params["Entries"]))

    def answers(self, *taken: bool) -> None:
        """Answer the next call: which of its entries are taken."""
        entries = [{"EventId": "1"} if each else REFUSED for each in taken]
        answer = {"FailedEntryCount": taken.count(False), "Entries": entries}
        self.stubber.add_response("put_events", answer)


@pytest.fixture
def bus() -> Iterator[Bus]:
    made = Bus()
    with made.stubber:
        yield made
        made.stubber.assert_no_pending_responses()


def facts(count: int) -> list[Announcement]:
    return [Announcement(Happened.COMMITTED, About.FACT, f"f_{n}", n + 1) for n in range(count)]


def ids(entries: list[dict[str, Any]]) -> list[str]:
    return [json.loads(entry["Detail"])["id"] for entry in entries]


@pytest.mark.law(7)
def test_an_entry_says_owner_id_version_and_time_and_no_more(bus: Bus) -> None:
    bus.answers(True, True)
    contested = Announcement(Happened.CONTESTED, About.FACT, "f_1", 1, review="v_1")
    gone = Announcement(Happened.ERASED, About.EPISODE, "e_1")
    bus.announcer.announce(SCOPE, [contested, gone], NOW)
    ((first, second),) = bus.asked
    common = {"tenant": "acme", "owner": "a" * 26, "at": NOW.isoformat()}
    assert (first["EventBusName"], first["Source"]) == ("muniment-bus", "muniment")
    assert first["DetailType"] == "memory.contested"
    assert json.loads(first["Detail"]) == {
        **common, "kind": "fact", "id": "f_1", "version": 1, "review": "v_1",
    }  # fmt: skip
    assert second["DetailType"] == "memory.erased"
    assert json.loads(second["Detail"]) == {**common, "kind": "episode", "id": "e_1"}


def test_nothing_is_sent_where_there_is_nothing_to_tell(bus: Bus) -> None:
    bus.announcer.announce(SCOPE, [], NOW)
    assert bus.asked == []


def test_ten_go_in_one_call(bus: Bus) -> None:
    for count in (10, 10, 3):
        bus.answers(*[True] * count)
    bus.announcer.announce(SCOPE, facts(23), NOW)
    assert [len(entries) for entries in bus.asked] == [10, 10, 3]
    assert [name for entries in bus.asked for name in ids(entries)] == [f.id for f in facts(23)]


def test_what_is_refused_is_sent_again_and_alone(bus: Bus) -> None:
    bus.answers(True, False, True)
    bus.answers(True)
    bus.announcer.announce(SCOPE, facts(3), NOW)
    assert [ids(entries) for entries in bus.asked] == [["f_0", "f_1", "f_2"], ["f_1"]]


@pytest.mark.law(8)
def test_what_stays_refused_is_an_outage(bus: Bus) -> None:
    bus.answers(True, False)
    bus.answers(False)
    bus.answers(False)
    with pytest.raises(UnavailableError) as raised:
        bus.announcer.announce(SCOPE, facts(2), NOW)
    assert raised.value.dependency == "events"


@pytest.mark.law(8)
@pytest.mark.parametrize("code", ["ResourceNotFoundException", "AccessDeniedException", "Internal"])
def test_a_call_that_fails_is_an_outage(bus: Bus, code: str) -> None:
    bus.stubber.add_client_error("put_events", code)
    with pytest.raises(UnavailableError):
        bus.announcer.announce(SCOPE, facts(1), NOW)

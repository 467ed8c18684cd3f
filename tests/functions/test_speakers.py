"""Case 16: several people in one session; each states their own facts, and nobody another's."""

from typing import Any

import pytest

from tests.functions.conftest import Stack
from tests.functions.events import Caller
from tests.functions.test_memory import ADA, AGENT, BOB, EVENTS, RECORDS, records

CHAT = (("Ada", "I prefer mornings."), ("Bob", "I prefer evenings."))
WANTED = {"ada": "mornings", "bob": "evenings"}
RECORDER = AGENT


def preferences(stack: Stack, caller: Caller) -> list[tuple[str, str, str]]:
    """Return what a memory says in facts: of whom, what, and in which class."""
    facts = [r for r in records(stack, caller) if r["kind"] == "fact"]
    return [(fact["subject"], fact["value"], fact["provenance"]) for fact in facts]


def turns(owner: str) -> dict[str, list[dict[str, Any]]]:
    """Return the chat as it is recorded for one who took part."""
    return {
        "events": [
            {"session": "standup", "role": "user", "position": place, "text": text,
             "speaker": name, "by_owner": name.lower() == owner}
            for place, (name, text) in enumerate(CHAT)
        ]
    }  # fmt: skip


@pytest.mark.law(3)
def test_who_speaks_is_taken_from_each_token_and_not_from_the_call_before(stack: Stack) -> None:
    """The same warm functions serve both, one after the other and in turns."""
    for place in range(3):
        for caller, (_, text) in ((ADA, CHAT[0]), (BOB, CHAT[1])):
            event = {"session": "standup", "role": "user", "position": place, "text": text}
            assert stack.call(EVENTS, caller, body={"events": [event]}).status == 202
    stack.settle()
    assert preferences(stack, ADA) == [("user", "mornings", "user_stated")]
    assert preferences(stack, BOB) == [("user", "evenings", "user_stated")]
    texts = [{r["text"] for r in records(stack, who) if r["kind"] == "episode"}
             for who in (ADA, BOB)]  # fmt: skip
    assert texts == [{CHAT[0][1]}, {CHAT[1][1]}]


@pytest.mark.law(3)
def test_a_recorded_chat_states_for_each_only_what_they_said(stack: Stack) -> None:
    for owner in WANTED:
        assert stack.call(EVENTS, RECORDER, user=owner, body=turns(owner)).status == 202
    stack.settle()
    for owner, caller in (("ada", ADA), ("bob", BOB)):
        assert preferences(stack, caller) == [("user", WANTED[owner], "user_stated")]
        said = {
            (r["speaker"], r["provenance"])
            for r in records(stack, caller)
            if r["kind"] == "episode"
        }
        other = "Bob" if owner == "ada" else "Ada"
        assert said == {(owner.capitalize(), "user_stated"), (other, "observed")}


@pytest.mark.law(3)
def test_a_speaker_of_whom_nobody_says_that_they_own_the_memory_states_nothing(
    stack: Stack,
) -> None:
    chat = turns("")
    for event in chat["events"]:
        del event["by_owner"]
    assert stack.call(EVENTS, RECORDER, user="ada", body=chat).status == 202
    stack.settle()
    assert preferences(stack, ADA) == []
    assert len(stack.call(RECORDS, ADA).body["records"]) == len(CHAT)

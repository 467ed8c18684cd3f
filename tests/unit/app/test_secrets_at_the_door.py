"""Secrets and personal data: what no door lets in, and what is said about it.

Every secret is put together here, so that no file holds one.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from muniment.app.errors import EventConflictError, RefusedError, SensitiveDataError
from muniment.app.intake import NewTurn
from muniment.app.ports import PolicyVersion
from muniment.app.remember import NewMemory
from muniment.app.views import RecordView
from muniment.domain.events import Role
from muniment.domain.findings import DataKind
from muniment.domain.redaction import REDACT_PERSONAL, REFUSE_PERSONAL, Action, RedactionPolicy
from muniment.domain.reviews import Choice
from tests.support.memory import Memory, Person, sent_again, turn

KEY = "sk_" + "live_" + "4eC39HqLyjWDarjtT1zdp7dc"
PASSWORD = "Copper" + "-kettle" + "7"
CARD = "4111 1111 " + "1111 1111"
PHONE = "+49 30 " + "901820"
MAIL = "ada.rossi@" + "example.org"
BESIDE = "the deposit box is in Turin"


def set_redaction(memory: Memory, redaction: RedactionPolicy) -> None:
    newest = memory.policies.current("acme")
    changed = replace(newest, version=newest.version + 1, redaction=redaction)
    memory.policies.add("acme", PolicyVersion(changed, memory.clock()))


def nowhere(memory: Memory, secret: str) -> bool:
    """Whether a secret is in no store, no index and no queue, where its neighbour is."""
    kept = memory.bytes() + repr(memory.extraction.jobs).encode()
    assert b"Turin" in kept, "an empty store would hold no secret either"
    return secret.encode() not in kept


@pytest.mark.law(7)
@pytest.mark.parametrize(
    "text",
    [
        f"{BESIDE}, the key is {KEY}",
        f"{BESIDE}\n```\nstripe.api_key = '{KEY}'\n```",
        json.dumps({"note": BESIDE, "result": {"key": KEY}}),
        f"{BESIDE}\nuser,api_key\nada,{KEY}\n",
    ],
)
@pytest.mark.parametrize("role", [Role.USER, Role.TOOL, Role.ASSISTANT])
def test_a_secret_in_a_turn_is_kept_nowhere(
    memory: Memory, ada: Person, role: Role, text: str
) -> None:
    accepted = ada.send(turn(text, role=role))
    assert nowhere(memory, KEY), "queued, not yet worked on"
    memory.settle()
    assert nowhere(memory, KEY)
    assert accepted.redacted == {"api_key": 1}
    assert ada.operation(accepted.operation).redacted == {"api_key": 1}
    (episode,) = ada.episodes().values()
    assert "[redacted: api key]" in episode.text
    assert episode.redacted == {"api_key": 1}


@pytest.mark.law(7)
def test_a_speaker_s_name_is_read_too(memory: Memory, ada: Person) -> None:
    ada.tell(turn(BESIDE, speaker=f"bot {KEY}"))
    assert nowhere(memory, KEY)
    assert [e.speaker for e in ada.episodes().values()] == ["bot [redacted: api key]"]


@pytest.mark.law(7)
def test_a_speaker_that_is_only_a_secret(memory: Memory, ada: Person) -> None:
    ada.tell(turn(BESIDE, speaker=KEY))
    assert nowhere(memory, KEY)


@pytest.mark.law(7)
@pytest.mark.parametrize(
    "told",
    [
        NewMemory(text=f"{BESIDE}, the key is {KEY}"),
        NewMemory(attribute="note", value=f"{BESIDE}, the key is {KEY}"),
        NewMemory(attribute=f"note {KEY}", value=BESIDE),
        NewMemory(text=f"{BESIDE} {KEY}", attribute="note", value=f"Turin {KEY}"),
    ],
)
def test_a_secret_in_an_explicit_memory_is_kept_nowhere(
    memory: Memory, ada: Person, told: NewMemory
) -> None:
    stored = ada.note(told)
    assert isinstance(stored, RecordView)
    assert stored.redacted.keys() == {"api_key"}
    memory.settle()
    assert nowhere(memory, KEY)


@pytest.mark.law(7)
def test_a_value_is_a_password_by_the_name_of_its_attribute(memory: Memory, ada: Person) -> None:
    ada.note(NewMemory(text=BESIDE))
    with pytest.raises(RefusedError, match="redacted"):
        ada.note(NewMemory(attribute="wifi password", value=PASSWORD))
    assert nowhere(memory, PASSWORD)
    stored = ada.note(NewMemory(attribute="wifi name", value=PASSWORD))
    assert isinstance(stored, RecordView)
    assert stored.value == PASSWORD, "under another name it is none"


@pytest.mark.law(7)
def test_a_value_that_a_reviewer_writes_is_read_too(memory: Memory, ada: Person) -> None:
    ada.tell(turn(BESIDE), turn("my allergy is peanuts", 1))
    (review,) = ada.reviews()
    ada.decide(review.id, Choice.EDIT, f"walnuts, key {KEY}")
    assert nowhere(memory, KEY)
    assert ada.facts()["allergy"].value == "walnuts, key [redacted: api key]"


def test_spans_and_quotes_are_of_the_redacted_text(memory: Memory, ada: Person) -> None:
    ada.tell(turn(f"The key is {KEY}. My city is Oslo."))
    (fact,) = (fact for name, fact in ada.facts().items() if "city" in name)
    event = memory.store.event(ada.scope, 1, fact.sources[0])
    assert event is not None
    assert (fact.quote or "nothing") in event.text
    assert KEY not in event.text


def test_personal_data_is_flagged_and_kept(memory: Memory, ada: Person) -> None:
    ada.tell(turn(f"My number is {PHONE}, mail {MAIL}"))
    (episode,) = ada.episodes().values()
    assert PHONE in episode.text
    assert set(episode.personal) == {"phone", "email"}
    assert episode.redacted == {}


def test_a_card_is_taken_out_by_default(memory: Memory, ada: Person) -> None:
    ada.tell(turn(f"{BESIDE}, my card is {CARD}"))
    assert nowhere(memory, CARD)


def test_a_policy_that_redacts_personal_data(memory: Memory, ada: Person) -> None:
    set_redaction(memory, REDACT_PERSONAL)
    accepted = ada.tell(turn(f"{BESIDE}, call {PHONE} or {MAIL}"))
    assert nowhere(memory, PHONE)
    assert nowhere(memory, MAIL)
    assert accepted.redacted == {"phone": 1, "email": 1}


@pytest.mark.parametrize("session", [False, True])
def test_a_policy_that_refuses_stores_nothing_and_names_the_field(
    memory: Memory, ada: Person, session: bool
) -> None:
    ada.send(turn(BESIDE))
    memory.extraction.take()
    before = memory.rows()
    set_redaction(memory, REFUSE_PERSONAL)
    bad = turn(BESIDE, 2, session=MAIL) if session else turn(f"call {PHONE}", 2)
    with pytest.raises(SensitiveDataError) as refused:
        ada.send(turn("all is well", 1), bad)
    assert refused.value.field == f"events[1].{'session' if session else 'text'}"
    assert refused.value.kind is (DataKind.EMAIL if session else DataKind.PHONE)
    assert memory.rows() == before
    assert memory.extraction.jobs == []


@pytest.mark.parametrize("field", ["session", "id"])
def test_a_secret_in_an_identifier_is_refused(memory: Memory, ada: Person, field: str) -> None:
    bad: Callable[..., NewTurn] = turn
    with pytest.raises(SensitiveDataError) as refused:
        ada.send(bad(BESIDE, **{field: KEY}))
    assert refused.value.field == f"events[0].{field}"
    assert KEY.encode() not in memory.bytes()
    ada.send(bad(BESIDE, **{field: "s-4111111111111111"}))


def test_neither_id_nor_fingerprint_can_be_guessed(memory: Memory, ada: Person) -> None:
    body = hashlib.sha256(b"pin 4821").hexdigest()
    accepted = ada.send(turn(f"{BESIDE}, my pin is 48" + "21"), key="k", body=body)
    kept = memory.bytes()
    assert body.encode() not in kept, "whoever reads it could try ten thousand PINs"
    assert ada.send(turn(f"{BESIDE}, my pin is 48" + "21"), key="k", body=body) == accepted


def test_two_secrets_in_one_place_are_two_events(ada: Person) -> None:
    first = ada.send(turn("my pin is 48" + "21"))
    second = ada.send(turn("my pin is 48" + "22"))
    assert first.events != second.events
    assert ada.send(turn("my pin is 48" + "21")) == sent_again(first)


def test_an_event_that_is_sent_again_under_a_stricter_policy_is_the_same(
    memory: Memory, ada: Person
) -> None:
    told = turn(f"write to {MAIL}", id="e-1")
    first = ada.send(told)
    set_redaction(memory, RedactionPolicy("strict/1", {DataKind.EMAIL: Action.REDACT}))
    assert ada.send(told) == sent_again(first)
    with pytest.raises(EventConflictError):
        ada.send(replace(told, text="something else"))

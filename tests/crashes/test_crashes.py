"""A process ends before and after every call to AWS; what comes again ends in the same state."""

import json
from collections.abc import Iterator, Sequence

import pytest

from tests.crashes.cloud import Death
from tests.crashes.lab import RESOURCES, Invocation, Lab, lab
from tests.functions.events import Caller, LambdaEvent, api_event, queue_event

pytestmark = [
    pytest.mark.law(4),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]

TURNS = [
    {
        "id": f"t{place}", "session": "s1", "position": place, "role": "user",
        "at": f"2026-02-0{place + 1}T12:00:00Z", "text": text,
    }
    for place, text in enumerate([
        "We met at the old harbour.",
        "My berth number is zebra-4471. The boats were out all day.",
        "My dog is called Rex. I am allergic to walnuts.",
    ])
]  # fmt: skip


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("crashes") / "lab") as made:
        yield made


@pytest.fixture(scope="module")
def empty(shared: Lab) -> object:
    """The state of a tenant that is known and has no user yet."""
    shared.invoke("write", post([{**TURNS[0], "id": "other"}], "other"))
    shared.queued(RESOURCES.extraction)
    return shared.state()


@pytest.fixture
def system(shared: Lab, empty: object) -> Lab:
    shared.restore(empty)  # type: ignore[arg-type] # fixtures that are not exported
    return shared


def post(turns: Sequence[object], subject: str = "ada", key: str = "k") -> LambdaEvent:
    return api_event(
        "POST /v1/memory/{user}/events", "/v1/memory/me/events", Caller(subject=subject),
        body={"events": turns}, headers={"idempotency-key": key},
    )  # fmt: skip


def die_everywhere(system: Lab, invocation: Invocation) -> int:
    """Die before and after every call, deliver again, compare; return how many calls there are."""
    start = system.state()
    calls = system.calls(invocation)
    expected = system.dump()
    for death in deaths(invocation.function, len(calls)):
        system.restore(start)
        system.die(invocation, death)
        system.redeliver(invocation)
        ended = system.dump()
        for part, rows in expected.items():
            assert ended[part] == rows, f"{part}, died at {death}: {calls[death.nth - 1]}"
    return len(calls)


def deaths(function: str, calls: int) -> Iterator[Death]:
    """Yield every moment at which a death leaves something else behind.

    What is left before a call is what is left after the one before it, but for the file of the
    index: that is written between calls.
    """
    for nth in range(1, calls + 1):
        if nth == 1 or function in ("index", "delete"):
            yield Death(nth, "before")
        yield Death(nth, "after")


def told(system: Lab) -> None:
    """Let the conversation become memory."""
    system.invoke("write", post(TURNS))
    system.invoke("extract", queue_event(*system.queued(RESOURCES.extraction)))
    system.invoke("index", system.stream())


def test_writing_events(system: Lab) -> None:
    assert die_everywhere(system, Invocation("write", post(TURNS))) > 5
    waiting = system.queued(RESOURCES.extraction)
    assert {message["event"] for message in waiting} == {"t0", "t1", "t2"}


def test_writing_an_explicit_memory(system: Lab) -> None:
    event = api_event(
        "POST /v1/memory/{user}/store", "/v1/memory/me/store",
        body={"attribute": "boat", "value": "Selkie"}, headers={"idempotency-key": "k"},
    )  # fmt: skip
    assert die_everywhere(system, Invocation("write", event)) > 5


def announce() -> LambdaEvent:
    return api_event(
        "POST /v1/memory/{user}/uploads", "/v1/memory/me/uploads",
        body={"session": "docs", "id": "log", "content_type": "text/plain", "size": 100_000},
        headers={"idempotency-key": "document"},
    )  # fmt: skip


def arrived(system: Lab) -> Invocation:
    """Announce a document and let it arrive; return the message that tells of it."""
    answer = json.loads(system.invoke("write", announce())["body"])
    key = answer["form"]["fields"]["key"]
    system.cloud.objects[key] = "\n\n".join(f"Day {day}. Calm sea." for day in range(900)).encode()
    told = {"Records": [{"s3": {"object": {"key": key}}}]}
    return Invocation("upload", queue_event(told), queue_event(told, receives=2))


def test_announcing_a_document(system: Lab) -> None:
    assert die_everywhere(system, Invocation("write", announce())) > 4


def test_taking_a_document_in(system: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muniment.app.intake.AT_ONCE", 2)
    assert die_everywhere(system, arrived(system)) > 8
    assert system.cloud.objects == {}
    assert len(system.queued(RESOURCES.extraction)) >= 3


def test_extracting(system: Lab) -> None:
    system.invoke("write", post(TURNS[:2]))
    first, *messages = system.queued(RESOURCES.extraction)
    system.invoke("extract", queue_event(first))
    invocation = Invocation("extract", queue_event(*messages), queue_event(*messages, receives=2))
    assert die_everywhere(system, invocation) > 20


def test_extracting_a_correction(system: Lab) -> None:
    told(system)
    correction = {**TURNS[2], "id": "t9", "position": 9, "text": "My berth number is otter-9902."}
    system.invoke("write", post([{**correction, "at": "2026-02-09T12:00:00Z"}], key="k2"))
    messages = system.queued(RESOURCES.extraction)
    invocation = Invocation("extract", queue_event(*messages), queue_event(*messages, receives=2))
    assert die_everywhere(system, invocation) > 10


def test_extracting_what_a_later_turn_took_back(system: Lab) -> None:
    """The earlier turn comes in last: it is committed, and the later one is read anew."""
    later = {**TURNS[2], "text": "I don't have a dog any more."}
    system.invoke("write", post([later]))
    system.invoke("extract", queue_event(*system.queued(RESOURCES.extraction)))
    earlier = {**TURNS[1], "text": "My dog is called Rex."}
    system.invoke("write", post([earlier], key="k2"))
    messages = system.queued(RESOURCES.extraction)
    invocation = Invocation("extract", queue_event(*messages), queue_event(*messages, receives=2))
    assert die_everywhere(system, invocation) > 15
    rows = system.cloud.dynamodb.tables["records"]
    heads = [row["status"]["S"] for (_, sk), row in rows.items() if sk.startswith("1F#")]
    assert "retracted" in heads


def test_indexing(system: Lab) -> None:
    system.invoke("write", post(TURNS))
    system.invoke("extract", queue_event(*system.queued(RESOURCES.extraction)))
    assert die_everywhere(system, Invocation("index", system.stream())) > 3


def berth(system: Lab) -> str:
    """Return the fact whose value holds the number."""
    rows = system.cloud.dynamodb.tables["records"]
    (fact,) = (
        row["id"]["S"]
        for (_, sk), row in rows.items()
        if sk.startswith("1F#") and "4471" in row.get("value", {}).get("S", "")
    )
    return str(fact)


def delete(path: str, route: str) -> LambdaEvent:
    return api_event(f"DELETE {route}", path)


def test_asking_to_forget_a_record(system: Lab) -> None:
    told(system)
    event = delete(f"/v1/memory/me/records/{berth(system)}", "/v1/memory/{user}/records/{id}")
    assert die_everywhere(system, Invocation("delete", event)) > 8
    assert len(system.queued(RESOURCES.erasure)) >= 1


def test_asking_to_forget_what_takes_several_commits(
    system: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.app.erasing.COMMIT", 4)
    told(system)
    again = [
        {**TURNS[1], "id": f"again{n}", "position": 9 + n, "text": "My berth number is zebra-4471."}
        for n in range(3)
    ]
    system.invoke("write", post(again, key="k2"))
    system.invoke("extract", queue_event(*system.queued(RESOURCES.extraction)))
    event = delete(f"/v1/memory/me/records/{berth(system)}", "/v1/memory/{user}/records/{id}")
    assert die_everywhere(system, Invocation("delete", event)) > 20


@pytest.mark.law(6)
def test_forgetting_a_record(system: Lab) -> None:
    told(system)
    system.invoke(
        "delete",
        delete(f"/v1/memory/me/records/{berth(system)}", "/v1/memory/{user}/records/{id}"),
    )
    assert die_everywhere(system, _erasing(system)) > 15
    assert b"4471" not in repr(system.dump()).encode()


def test_asking_to_erase_a_user(system: Lab) -> None:
    told(system)
    event = delete("/v1/memory/me", "/v1/memory/{user}")
    assert die_everywhere(system, Invocation("delete", event)) > 5
    assert len(system.queued(RESOURCES.erasure)) >= 1


@pytest.mark.law(6)
def test_erasing_a_user(system: Lab) -> None:
    told(system)
    arrived(system)
    system.invoke("delete", delete("/v1/memory/me", "/v1/memory/{user}"))
    assert die_everywhere(system, _erasing(system)) > 8
    assert b"4471" not in repr(system.dump()).encode()
    assert b"Rex" not in repr(system.dump()).encode()
    assert system.cloud.objects == {}


@pytest.mark.law(6)
def test_erasing_a_user_by_many_messages(system: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message has time for one step, and dies after any of its calls; others do the rest."""
    monkeypatch.setattr("muniment.adapters.dynamodb.store._PURGE_PAGE", 30)
    told(system)
    system.invoke("delete", delete("/v1/memory/me", "/v1/memory/{user}"))
    start = system.state()
    expected = _erased(system)
    assert b"4471" not in repr(expected).encode()
    system.restore(start)
    messages = 0
    while system.cloud.queues.get(RESOURCES.erasure):
        invocation = _erasing(system)
        with monkeypatch.context() as hurried:
            hurried.setattr(system.handlers["delete"], "half_of", lambda _: lambda: False)
            before = system.state()
            calls = system.calls(invocation)
            after = system.state()
        for nth, call in enumerate(calls, start=1):
            system.restore(before)
            with monkeypatch.context() as hurried:
                hurried.setattr(system.handlers["delete"], "half_of", lambda _: lambda: False)
                system.die(invocation, Death(nth, "after"))
                system.redeliver(invocation)
            assert _erased(system) == expected, f"message {messages}, died after {call} ({nth})"
        system.restore(after)
        messages += 1
    assert messages > 6


def _erased(system: Lab) -> dict[str, list[str]]:
    """Let every message that waits end, and return what is stored then."""
    while system.cloud.queues.get(RESOURCES.erasure):
        system.invoke("delete", _erasing(system).event)
    return system.dump()


def _erasing(system: Lab) -> Invocation:
    messages = system.queued(RESOURCES.erasure)
    return Invocation("delete", queue_event(*messages), queue_event(*messages, receives=2))

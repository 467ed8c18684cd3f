"""The deployed stack with a route over Bedrock: its runtime as the emulator plays it, in front of a
scripted server. Forced tool, timeout, throttling, refusal, invalid output, fallback."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from examples.client import EventState, Operation
from examples.stack import Stack
from local.stack import Stack as LocalStack
from tests.e2e.world import World, tell
from tests.support.model_server import Json, ModelServer, Reply, fact, facts, serving

pytestmark = pytest.mark.any_index

NEAR, FAR = "amazon.nova-lite-v1:0", "amazon.nova-pro-v1:0"
TOLD = "I moved, so my home airport is Genoa now."
AIRPORT = fact("my home airport is Genoa", "Genoa", "home_airport")
ANSWER = json.dumps({"facts": [AIRPORT]})


def routes(server: ModelServer) -> Json:
    limits = {"seconds": 4, "tokens_out": 400}
    return {
        "version": 1,
        "models": {
            "near": {"provider": "bedrock", "model": NEAR, "price_in": 0.06, **limits},
            "far": {"provider": "bedrock", "model": FAR, **limits},
            "own": {"provider": "openai", "model": "own", "url": server.url, **limits},
        },
        "routes": {"extract": {"models": ["near", "far", "own"], "seconds": 30}},
        "budget": {"event": {"calls": 6, "tokens": 60000}},
    }


@dataclass(frozen=True)
class Modelled:
    """A stack of its own, whose extraction asks the server's models."""

    world: World
    server: ModelServer

    def told(self, *texts: str) -> tuple[Operation, dict[str, str]]:
        """Let somebody new say something; return the operation, and the facts that came of it."""
        memory = self.world.someone()
        done = tell(memory, *texts)
        found = [record for record in memory.records() if record["kind"] == "fact"]
        return done, {record["attribute"]: record["value"] for record in found}

    def outcomes(self, event: EventState) -> list[list[str]]:
        """Return model and outcome of each call for an event."""
        models: Any = event.get("models")
        found: list[list[str]] = models["attempts"]
        return found


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Modelled]:
    stack = LocalStack("models")
    with serving() as server:
        document = tmp_path_factory.mktemp("models") / "routes.json"
        document.write_text(json.dumps(routes(server)))
        stack.down()  # of a run that was interrupted
        stack.up(models=Path(document), bedrock=server.url.removesuffix("/v1"))
        try:
            yield Modelled(World(Stack.read(stack.description_file)), server)
        finally:
            stack.down()


@pytest.fixture
def modelled(deployed: Modelled) -> Modelled:
    """The stack, with nothing said and nothing scripted."""
    deployed.server.script.clear()
    deployed.server.requests.clear()
    deployed.server.otherwise = lambda _: facts()
    return deployed


def test_bedrock_is_asked_with_a_forced_tool_of_our_schema(modelled: Modelled) -> None:
    modelled.server.says(facts(AIRPORT))
    done, found = modelled.told(TOLD)
    (event,) = done["events"]
    assert found == {"home_airport": "Genoa"}
    assert modelled.outcomes(event) == [[f"bedrock:{NEAR}", "answered"]]
    (request,) = modelled.server.requests
    assert request["model"] == NEAR
    assert request["tool_choice"] == {"type": "function", "function": {"name": "extract"}}
    (tool,) = request["tools"]
    assert tool["function"]["parameters"]["required"] == ["facts"]
    assert TOLD in request["messages"][1]["content"]


def test_a_trivial_turn_asks_nobody(modelled: Modelled) -> None:
    done, found = modelled.told("ok thanks")
    assert done["status"] == "done"
    assert found == {}
    assert modelled.server.requests == []


@pytest.mark.parametrize(
    ("bad", "outcome"),
    [
        (Reply(ANSWER, delay=6), "timeout"),
        (Reply(status=408), "timeout"),
        (Reply(status=429), "throttled"),
        (Reply(status=500), "unavailable"),
    ],
    ids=["slow", "timeout", "throttled", "broken"],
)
def test_the_next_model_answers(modelled: Modelled, bad: Reply, outcome: str) -> None:
    modelled.server.says(bad, facts(AIRPORT))
    done, found = modelled.told(TOLD)
    (event,) = done["events"]
    expected = [[f"bedrock:{NEAR}", outcome], [f"bedrock:{FAR}", "answered"]]
    assert modelled.outcomes(event) == expected
    assert found == {"home_airport": "Genoa"}


def test_an_invalid_answer_is_mended_once(modelled: Modelled) -> None:
    modelled.server.says(Reply("no JSON at all"), facts(AIRPORT))
    done, found = modelled.told(TOLD)
    (event,) = done["events"]
    assert [outcome for _, outcome in modelled.outcomes(event)] == ["invalid", "answered"]
    assert found == {"home_airport": "Genoa"}


def test_an_answer_that_is_not_clean_is_read_and_what_was_never_offered_is_refused(
    modelled: Modelled,
) -> None:
    """Cases 19 and 20."""
    invented = [{"update": "99", "text": "x"}, {**AIRPORT, "known": "not-an-id"}]
    stated = json.dumps({"facts": [*invented, AIRPORT]}).replace('"Genoa"', '"Genoa\\u0000"')
    # Of a forced tool Bedrock itself reads the arguments: only an endpoint may answer like this.
    unclean = Reply(f"Sure {{note}}:\n```json\n{stated[:-2]},]}}\n```")
    modelled.server.says(Reply(status=429), Reply(status=429), unclean)
    done, found = modelled.told(TOLD)
    (event,) = done["events"]
    assert modelled.outcomes(event)[-1] == ["openai:own", "answered"]
    models: Any = event.get("models")
    assert models["dropped"] == {"malformed": 1, "unknown_key": 1}
    assert found == {"home_airport": "Genoa"}


def test_what_is_misread_is_refused_and_what_is_read_right_is_kept(modelled: Modelled) -> None:
    """Case 15."""
    said = "My flatmate hates cilantro. I don't eat meat any more."
    modelled.server.says(
        facts(
            fact("hates cilantro", "cilantro", "dislikes"),
            fact("eat meat", "meat", "eats"),
            fact("I don't eat meat", "don't eat meat", "diet"),
        )
    )
    _, found = modelled.told(said)
    assert found == {"diet": "don't eat meat"}


def test_any_openai_compatible_endpoint_stands_behind_bedrock(modelled: Modelled) -> None:
    modelled.server.says(Reply(status=429), Reply(status=429), facts(AIRPORT))
    done, found = modelled.told(TOLD)
    (event,) = done["events"]
    assert modelled.outcomes(event)[-1] == ["openai:own", "answered"]
    assert modelled.server.requests[-1]["response_format"]["type"] == "json_schema"
    assert found == {"home_airport": "Genoa"}


def test_where_no_model_answers_the_deterministic_extractor_does(modelled: Modelled) -> None:
    modelled.server.otherwise = lambda _: Reply(status=429)
    done, found = modelled.told(TOLD)
    (event,) = done["events"]
    assert (event["status"], event.get("reason")) == ("done", "no_model_answered")
    assert len(modelled.outcomes(event)) == 3
    assert found == {"home_airport": "Genoa"}


def test_the_budget_of_an_event_is_kept_in_the_store(modelled: Modelled) -> None:
    modelled.server.otherwise = lambda _: Reply("no JSON at all")
    long = "The guide went on about the museum and its history. " * 330 + TOLD
    done, found = modelled.told(long)
    (event,) = done["events"]
    assert event.get("reason") == "model_budget"
    assert len(modelled.server.requests) == 6
    assert found == {"home_airport": "Genoa"}


def test_turns_of_a_session_share_calls(modelled: Modelled) -> None:
    with modelled.world.paused("extract"):
        memory = modelled.world.someone()
        texts = [f"The guide showed us room {n} of the museum." for n in range(9)]
        accepted = memory.add(
            [
                {"session": "s1", "role": "user", "text": text, "position": n}
                for n, text in enumerate([*texts, TOLD])
            ]
        )
    memory.settle(accepted["operation_id"])
    # Workers that begin at once may each ask; ten calls would be one a turn.
    assert 1 <= len(modelled.server.requests) < 10

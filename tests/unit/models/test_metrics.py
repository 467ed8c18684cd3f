"""Every call of a model is a metric: numbers and names, never text."""

import json

import pytest

from muniment.app.models import Usage
from muniment.app.routes import Attempt
from muniment.edge.telemetry import count_model_call
from tests.support.model_server import Reply, fact, facts
from tests.unit.models.world import Talk


def metrics(printed: str) -> dict[str, float]:
    """Return each metric that was printed in embedded form, by its name."""
    found = {}
    for line in map(json.loads, printed.splitlines()):
        (definition,) = line["_aws"]["CloudWatchMetrics"]
        (metric,) = definition["Metrics"]
        assert {"model", "outcome"} <= set(definition["Dimensions"][0])
        assert (line["model"], line["outcome"]) == ("openai:small", "throttled")
        found[metric["Name"]] = line[metric["Name"]][0]
    return found


@pytest.fixture(autouse=True)
def _namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Muniment")


def test_a_call_is_counted_with_time_tokens_and_cost(capsys: pytest.CaptureFixture[str]) -> None:
    count_model_call(Attempt("openai:small", "throttled", Usage(1, 700, 60), 0.0013, 0.25))
    assert metrics(capsys.readouterr().out) == {
        "ModelCalls": 1,
        "ModelLatency": 250,
        "ModelTokensIn": 700,
        "ModelTokensOut": 60,
        "ModelCost": 0.0013,
    }


@pytest.mark.law(7)
def test_no_text_of_turn_or_answer_is_printed_or_told(
    talk: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    said = fact("my home airport is Genoa", "Genoa", "home_airport")
    invented = fact("my flatmate collects zithers", "zithers", "flatmate_collects")
    talk.server.says(Reply("Zithers, he said"), facts(said, invented))
    event, _ = talk.say("I moved, so my home airport is Genoa now.")
    for attempt in talk.met:
        count_model_call(attempt)
    printed = capsys.readouterr().out
    assert "openai:small" in printed
    told = f"{printed} {event}".lower()
    assert "genoa" not in told
    assert "zither" not in told
    assert talk.ada.values() == {"home_airport": "Genoa"}
    assert b"zither" not in talk.memory.bytes().lower()  # what was not taken is kept nowhere

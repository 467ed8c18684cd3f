"""Whatever is wrong with a field is said in our words, with what may be sent instead."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import muniment.edge
from muniment.edge import parsing
from muniment.edge.errors import InvalidRequestError, render
from muniment.edge.findings import Finding
from muniment.edge.policies import PolicyBody
from muniment.edge.recalls import FeedbackBody
from muniment.edge.schemas import DecisionBody, RecallBody, Request, SharedParameters
from muniment.edge.writes import EventBody, StatesBody

ZEBRA = "zebra-4471"
ODD = [
    ZEBRA, "", 0, -1, 1.5, 10**9, True, None, [], [1], [ZEBRA], [[]], [{}], {}, {"a": 1},
    {f"my {ZEBRA}": ZEBRA}, {"a": [ZEBRA]}, [ZEBRA] * 300,
]  # fmt: skip


def requests(base: type[Request] = Request) -> Iterator[type[Request]]:
    for each in pkgutil.iter_modules(muniment.edge.__path__):
        importlib.import_module(f"muniment.edge.{each.name}")
    for model in base.__subclasses__():
        yield model
        yield from requests(model)


def findings(model: type[Request], content: object) -> list[Finding]:
    try:
        parsing.validate(model, content)
    except InvalidRequestError as error:
        return list(error.findings)
    return []


def test_no_field_of_any_request_answers_in_the_validators_words() -> None:
    models, said = set(requests()), []
    assert len(models) > 30
    for model in models:
        for field in model.model_fields:
            for odd in ODD:
                said += findings(model, {field: odd})
    assert len(said) > 3000
    for each in said:
        assert not re.search(r"Input|should|valid|<|\bTuple|String", each.reason), each
        assert each.fix != "see the API's description", each
        assert ZEBRA not in f"{each.field} {each.reason} {each.fix}", each


@pytest.mark.parametrize(
    ("model", "content", "field", "fix"),
    [
        (
            FeedbackBody, {"items": [{"flag": "bad", "id": "fo_1"}]},
            "items[0].flag", "send one of helpful, wrong, stale, missing",
        ),
        (DecisionBody, {"decision": "yes"}, "decision", "send one of approve, reject, edit"),
        (SharedParameters, {"kind": "episode"}, "kind", "send one of fact, procedure"),
        (
            EventBody, {"session": "s", "role": "system", "text": "t"},
            "role", "send one of user, assistant, tool, document",
        ),
        (
            EventBody, {"session": "s", "role": "state", "text": "t"},
            "role", "send state by the route for state",
        ),
        (
            PolicyBody, {"base": "default", "personal": {"kinds": {"phone": "hide"}}},
            "personal.kinds.phone", "send one of flag, redact, refuse",
        ),
        (StatesBody, {"system": "crm", "state": [{}]}, "state[0].attribute", "add it"),
        (StatesBody, {"system": "crm", "state": []}, "state", "send 1 or more"),
    ],
)  # fmt: skip
def test_a_closed_list_says_its_values_and_nothing_that_is_not_so(
    model: type[Request], content: object, field: str, fix: str
) -> None:
    (finding,) = findings(model, content)
    assert (finding.field, finding.fix) == (field, fix)


def test_a_name_that_is_none_there_is_is_said_of_its_object() -> None:
    wrong = {"base": "default", "personal": {"kinds": {ZEBRA: "flag"}}}
    (finding,) = findings(PolicyBody, wrong)
    assert (finding.field, finding.reason) == (
        "personal.kinds", "holds a name that is none there is",
    )  # fmt: skip
    assert "phone" in finding.fix


@pytest.mark.parametrize(
    ("content", "reason", "fix"),
    [
        ({"query": ""}, "is empty", "send some text"),
        (
            {"query": "q", "filter": {"kind": ZEBRA}},
            "kind is none of the values there are", "send one of episode, fact, procedure",
        ),
        (
            {"query": "q", "filter": {"colour": ZEBRA}},
            "colour is not a field to filter by", "send one of kind, ",
        ),
        (
            {"query": "q", "filter": {f"my {ZEBRA}": 1}},
            "names what is no field to filter by", "send one of kind, ",
        ),
    ],
)  # fmt: skip
def test_what_a_recall_lacks_is_said_without_its_value(
    content: object, reason: str, fix: str
) -> None:
    (finding,) = findings(RecallBody, content)
    assert finding.reason == reason
    assert finding.fix.startswith(fix)
    assert "leave it out" not in finding.fix


def test_a_problem_is_read_as_it_is_written() -> None:
    body = render(InvalidRequestError(Finding("filter", "is wrong", "send gte, lt \u2026"))).body
    assert body is not None
    assert "lt \u2026" in body

"""The prompts that are shipped: versioned, of one schema with what reads the answers."""

import json
import re
from importlib.resources import files

import pytest

from muniment.app.answers import CATEGORIES, FIELDS
from muniment.app.models import Job
from muniment.app.prompts import Prompt, load
from muniment.domain.records import Effect

SHIPPED = {(Job.EXTRACT, 1): "extract/v1.557d1ff5"}
"""Every prompt as it was shipped. Another text is another number: records name the version."""


@pytest.fixture(params=SHIPPED, ids=str)
def prompt(request: pytest.FixtureRequest) -> Prompt:
    return load(*request.param)


def test_a_shipped_prompt_never_changes() -> None:
    assert {key: load(*key).version for key in SHIPPED} == SHIPPED
    there = {
        (folder.name, file.name)
        for folder in files("muniment.prompts").iterdir()
        if folder.is_dir() and not folder.name.startswith("_")
        for file in folder.iterdir()
    }
    expected = {(job.value, f"v{n}.{kind}") for job, n in SHIPPED for kind in ("md", "json")}
    assert there == expected


def test_the_schema_asks_for_what_is_read() -> None:
    entry = load(Job.EXTRACT, 1).schema["properties"]["facts"]["items"]  # type: ignore[index]
    assert set(entry["properties"]) == FIELDS
    assert set(entry["properties"]["category"]["enum"]) == CATEGORIES
    assert set(entry["properties"]["effect"]["enum"]) <= set(Effect)


def test_the_schema_is_strict_everywhere(prompt: Prompt) -> None:
    """Strict output wants every property required and nothing additional."""

    def objects(schema: object) -> None:
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                assert schema["additionalProperties"] is False
                assert sorted(schema["required"]) == sorted(schema["properties"])
            for inner in schema.values():
                objects(inner)

    objects(prompt.schema)


def test_the_words_of_the_example_occur_nowhere_else(prompt: Prompt) -> None:
    rules, _, example = prompt.system.partition("An example of the form")
    assert prompt.canaries
    for canary in prompt.canaries:
        assert re.search(canary, example, re.IGNORECASE)
        assert not re.search(canary, rules, re.IGNORECASE)
        assert not re.search(canary, json.dumps(prompt.schema), re.IGNORECASE)


def test_a_repetition_is_known_in_any_form(prompt: Prompt) -> None:
    canary = min(prompt.canaries)
    for written in (canary, canary.upper(), f"my_{canary}_name", f"({canary}!)"):
        assert prompt.repeated_in(written, None, beside="My tent is a dome.")
    assert not prompt.repeated_in("tent", beside="My tent is a dome.")
    assert not prompt.repeated_in(canary, beside=f"I said {canary}.")  # somebody really did

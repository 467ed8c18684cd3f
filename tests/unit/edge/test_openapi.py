"""One document describes every route, and its snapshot shows a change of the API."""

import json
from difflib import unified_diff
from pathlib import Path

from muniment.edge.errors import PROBLEMS
from muniment.edge.openapi import ROUTES, document, text
from muniment.edge.parsing import BODY_BYTES
from muniment.edge.writes import EVENTS

SNAPSHOT = Path(__file__).parents[3] / "docs" / "openapi.json"


def references(part: object) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(references(inner) for inner in part.values()))
    if isinstance(part, list):
        return set().union(*(references(inner) for inner in part))
    return set()


def test_every_reference_is_defined() -> None:
    whole = document()
    defined = {
        f"#/components/{kind}/{name}"
        for kind in ("schemas", "responses")
        for name in whole["components"][kind]
    }
    used = references(whole)
    assert used
    assert used <= defined


def test_every_route_is_documented_with_its_problems() -> None:
    paths = document()["paths"]
    assert {f"{m.upper()} {p}" for p, ms in paths.items() for m in ms} == {r.key for r in ROUTES}
    for route in ROUTES:
        answers = paths[route.path][route.method.lower()]["responses"].keys()
        assert {"400", "401", "403", "404", "429", "503", str(route.status)} <= answers
        assert ("413" in answers) is (route.body is not None)
        assert ("409" in answers) is (route.method != "GET")
        assert ("428" in answers) is route.replaces


def test_every_problem_is_documented_somewhere() -> None:
    told = json.dumps(document())
    assert {p.name for p in PROBLEMS.values() if f"`{p.name}`" not in told} == set()


def test_no_two_routes_have_one_name() -> None:
    names = [
        operation["operationId"]
        for methods in document()["paths"].values()
        for operation in methods.values()
    ]
    assert len(names) == len(set(names)) == len(ROUTES)


def test_limits_are_those_that_are_enforced() -> None:
    told = document()["info"]["description"]
    assert f"| a request's body | {BODY_BYTES // 1024} KiB" in told
    assert f"| events or states of a request | {EVENTS} |" in told


def test_the_snapshot_is_the_document() -> None:
    kept = SNAPSHOT.read_text(encoding="utf-8").splitlines()
    now = text().splitlines()
    changed = list(unified_diff(kept, now, "docs/openapi.json", "the routes", lineterm="", n=1))
    assert not changed, "\n".join(
        ["the API has changed; if that is meant, run `make openapi` and commit", *changed[:60]]
    )


def test_the_query_of_a_recall_is_documented_for_both_methods() -> None:
    recall = document()["paths"]["/v1/memory/{user}/recall"]
    names = {parameter["name"] for parameter in recall["get"]["parameters"]}
    times = {"as_of", "known_at", "time_zone"}
    assert names - times == {
        "user", "query", "k", "floor", "budget", "margin", "purpose", "filter",
    }  # fmt: skip
    assert times < names
    (wanted,) = [p for p in recall["get"]["parameters"] if p["name"] == "filter"]
    assert "application/json" in wanted["content"], "in a query it is JSON as text"
    assert "requestBody" in recall["post"]
    assert "requestBody" not in recall["get"]

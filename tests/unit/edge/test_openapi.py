from muniment.edge.openapi import ROUTES, document


def references(part: object) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(references(inner) for inner in part.values()))
    if isinstance(part, list):
        return set().union(*(references(inner) for inner in part))
    return set()


def test_every_reference_is_defined() -> None:
    whole = document()
    defined = {f"#/components/schemas/{name}" for name in whole["components"]["schemas"]}
    used = references(whole)
    assert used
    assert used <= defined


def test_every_route_is_documented_with_its_problems() -> None:
    paths = document()["paths"]
    assert {f"{m.upper()} {p}" for p, ms in paths.items() for m in ms} == {r.key for r in ROUTES}
    for methods in paths.values():
        for operation in methods.values():
            assert {"400", "401", "403", "404", "409", "413", "503"} <= operation[
                "responses"
            ].keys()


def test_the_query_of_a_recall_is_documented_for_both_methods() -> None:
    recall = document()["paths"]["/v1/memory/{user}/recall"]
    names = {parameter["name"] for parameter in recall["get"]["parameters"]}
    assert names == {"user", "query", "k", "floor", "budget", "purpose", "filter"}
    (wanted,) = [p for p in recall["get"]["parameters"] if p["name"] == "filter"]
    assert "application/json" in wanted["content"], "in a query it is JSON as text"
    assert "requestBody" in recall["post"]
    assert "requestBody" not in recall["get"]

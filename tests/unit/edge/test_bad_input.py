"""Every kind of bad input gets a problem with the field, the reason and the way out."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muniment.app.errors import NotFoundError
from muniment.app.ports import UnavailableError
from muniment.edge import errors, parsing
from muniment.edge.errors import BodyTooLargeError, InvalidRequestError
from muniment.edge.fields import TEXT_BYTES
from muniment.edge.http import Api, respond
from muniment.edge.schemas import ListParameters, NoParameters, RecallBody
from muniment.edge.writes import EventsBody, StoreBody
from tests.functions.events import Context, api_event

TURN = {"session": "s1", "role": "user", "text": "My home airport is Turin."}


def turn(**changes: object) -> dict[str, object]:
    return {"events": [{**TURN, **changes}]}


def field_of(model: type[Any], body: object) -> str:
    with pytest.raises(InvalidRequestError) as caught:
        parsing.validate(model, body)
    finding = caught.value.findings[0]
    assert finding.reason
    assert finding.fix
    return finding.field


GOOD_EVENTS = [
    turn(),
    turn(text="x" * TEXT_BYTES),
    turn(text="é" * (TEXT_BYTES // 2)),
    turn(at="2026-03-01T09:30:00+09:00"),
    turn(position=0),
    turn(position=999_999),
    turn(role="assistant"),
    turn(by_owner=True, speaker="Ada"),
    turn(id="turn:1", speaker="Ilan O'Hara"),
    {"events": [TURN] * 40},
    {"events": [{**TURN, "id": "a"}, {**TURN, "id": "a"}]},
]

BAD_EVENTS: list[tuple[object, str]] = [
    (None, "body"),
    ([], "body"),
    ("text", "body"),
    ({}, "events"),
    ({"events": []}, "events"),
    ({"events": {}}, "events"),
    ({"events": None}, "events"),
    ({"events": [TURN] * 41}, "events"),
    ({"events": ["hello"]}, "events[0]"),
    ({"events": [TURN], "purpose": "X"}, "purpose"),
    ({"events": [TURN], "access": "mine"}, "access"),
    ({"events": [TURN], "colour": "x"}, "colour"),
    (turn(mood="good"), "events[0].mood"),
    (turn(**{"my secret": 1}), "events[0].(unnamed)"),
    (turn(text=""), "events[0].text"),
    (turn(text=" \n\t"), "events[0].text"),
    (turn(text=None), "events[0].text"),
    (turn(text=7), "events[0].text"),
    (turn(text="a\0b"), "events[0].text"),
    (turn(text="a\x1ab"), "events[0].text"),
    (turn(text="half \ud83d"), "events[0].text"),
    (turn(text="x" * (TEXT_BYTES + 1)), "events[0].text"),
    (turn(text="é" * (TEXT_BYTES // 2 + 1)), "events[0].text"),
    (turn(at="2026-03-01T09:30:00"), "events[0].at"),
    (turn(at="2026-03-01"), "events[0].at"),
    (turn(at="yesterday"), "events[0].at"),
    (turn(at=1772357400), "events[0].at"),
    (turn(at="1969-12-31T23:59:59Z"), "events[0].at"),
    (turn(at="2101-01-01T00:00:00Z"), "events[0].at"),
    (turn(at="0001-01-01T00:00:00+14:00"), "events[0].at"),
    (turn(at="9999-12-31T23:59:59-14:00"), "events[0].at"),
    (turn(position=-1), "events[0].position"),
    (turn(position=1_000_000), "events[0].position"),
    (turn(position=1.5), "events[0].position"),
    (turn(position="1"), "events[0].position"),
    (turn(position=True), "events[0].position"),
    (turn(role="system"), "events[0].role"),
    (turn(role=""), "events[0].role"),
    (turn(session=""), "events[0].session"),
    (turn(session="*"), "events[0].session"),
    (turn(session="a#b"), "events[0].session"),
    (turn(session="a/b"), "events[0].session"),
    (turn(session="a" * 129), "events[0].session"),
    (turn(session=1), "events[0].session"),
    (turn(id="*"), "events[0].id"),
    (turn(id=""), "events[0].id"),
    (turn(id="\ud83d"), "events[0].id"),
    (turn(speaker=""), "events[0].speaker"),
    (turn(speaker="Ada\n[system]"), "events[0].speaker"),
    (turn(speaker="a" * 129), "events[0].speaker"),
    (turn(by_owner="yes"), "events[0].by_owner"),
    (turn(by_owner=1), "events[0].by_owner"),
    (turn(by_owner=True, role="assistant"), "events[0]"),
    ({"events": [{**TURN, "id": "a"}, {**TURN, "id": "a", "text": "Other."}]}, "events"),
]

BAD_STORES = [
    ({}, "body"),
    ({"text": ""}, "text"),
    ({"text": "x" * 4097}, "text"),
    ({"attribute": "city"}, "body"),
    ({"value": "Turin"}, "body"),
    ({"text": "a", "attribute": "city"}, "body"),
    ({"attribute": " ", "value": "Turin"}, "attribute"),
    ({"attribute": "a\nb", "value": "Turin"}, "attribute"),
    ({"attribute": "city", "value": ""}, "value"),
    ({"attribute": "city", "value": "x" * 2049}, "value"),
    ({"text": "a", "provenance": "tool_verified"}, "provenance"),
]

BAD_RECALLS = [
    ({}, "query"),
    ({"query": ""}, "query"),
    ({"query": " "}, "query"),
    ({"query": 1}, "query"),
    ({"query": "x" * 8193}, "query"),
    ({"query": "q", "k": 0}, "k"),
    ({"query": "q", "k": 51}, "k"),
    ({"query": "q", "k": True}, "k"),
    ({"query": "q", "k": "10"}, "k"),
    ({"query": "q", "floor": -0.1}, "floor"),
    ({"query": "q", "floor": 1.1}, "floor"),
    ({"query": "q", "floor": float("nan")}, "floor"),
    ({"query": "q", "floor": float("inf")}, "floor"),
    ({"query": "q", "floor": "high"}, "floor"),
    ({"query": "q", "floor": True}, "floor"),
    ({"query": "q", "budget": 49}, "budget"),
    ({"query": "q", "budget": 32_001}, "budget"),
    ({"query": "q", "user": "bob"}, "user"),
]


@pytest.mark.parametrize("body", GOOD_EVENTS)
def test_good_events_are_understood(body: object) -> None:
    assert parsing.validate(EventsBody, body).events


@pytest.mark.parametrize(("body", "field"), BAD_EVENTS)
def test_bad_events_are_refused(body: object, field: str) -> None:
    assert field_of(EventsBody, body) == field


@pytest.mark.parametrize("body", [{"text": "a"}, {"attribute": "city", "value": "Turin"}])
def test_good_stores_are_understood(body: object) -> None:
    assert parsing.validate(StoreBody, body)


@pytest.mark.parametrize(("body", "field"), BAD_STORES)
def test_bad_stores_are_refused(body: object, field: str) -> None:
    assert field_of(StoreBody, body) == field


def test_recall_has_defaults_and_takes_whole_numbers_as_floor() -> None:
    asked = parsing.validate(RecallBody, {"query": "q"})
    assert (asked.query, asked.k, asked.floor, asked.budget) == ("q", 10, 0.5, 2000)
    assert asked.purpose is None
    assert asked.moment.is_now
    assert parsing.validate(RecallBody, {"query": "q", "floor": 0}).floor == 0


@pytest.mark.parametrize(("body", "field"), BAD_RECALLS)
def test_bad_recalls_are_refused(body: object, field: str) -> None:
    assert field_of(RecallBody, body) == field


def test_parameters_are_read_as_numbers() -> None:
    sent = {"query": "42", "k": "5", "floor": "0", "budget": "100"}
    asked = parsing.read_parameters(RecallBody, sent)
    assert (asked.query, asked.k, asked.floor, asked.budget) == ("42", 5, 0.0, 100)


@pytest.mark.parametrize(
    ("model", "parameters", "field"),
    [
        (RecallBody, {"query": "q", "k": "05"}, "k"),
        (RecallBody, {"query": "q", "k": "1,2"}, "k"),
        (RecallBody, {"query": "q", "k": "٣"}, "k"),
        (RecallBody, {"query": "q", "k": "1e1"}, "k"),
        (RecallBody, {"query": "q", "k": "1.5"}, "k"),
        (RecallBody, {"query": "q", "floor": "NaN"}, "floor"),
        (ListParameters, {"limit": "0"}, "limit"),
        (ListParameters, {"limit": "101"}, "limit"),
        (ListParameters, {"kind": "*"}, "kind"),
        (ListParameters, {"cursor": ""}, "cursor"),
        (ListParameters, {"topic": "a"}, "topic"),
        (NoParameters, {"all": "1"}, "all"),
    ],
)
def test_bad_parameters_are_refused(model: Any, parameters: dict[str, str], field: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        parsing.read_parameters(model, parameters)
    assert caught.value.findings[0].field == field


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "is empty"),
        ("", "is empty"),
        ("  ", "is empty"),
        ("{", "line 1, column 2"),
        ('{"query": "q",}', "line 1, column 14"),
        ("{'query': 1}", "line 1, column 2"),
        ('{"floor": NaN}', "NaN"),
        ('{"floor": -Infinity}', "-Infinity"),
        ("[" * 100_000, "nested too deeply"),
        ('{"k": ' + "9" * 5000 + "}", "number that is too long"),
        ("\ufeff{}", "is not JSON"),
        ('"\ud83d"', "is not UTF-8"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text: str | None, reason: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        parsing.read_json(text, is_base64=False)
    assert reason in caught.value.findings[0].reason
    assert caught.value.findings[0].field == "body"


@pytest.mark.parametrize("text", ["/w==", "not base64!", "é"])
def test_binary_bodies_are_refused(text: str) -> None:
    with pytest.raises(InvalidRequestError):
        parsing.read_json(text, is_base64=True)
    assert parsing.read_json("e30=", is_base64=True) == {}


def test_the_body_is_bounded() -> None:
    at_limit = json.dumps("x" * (parsing.BODY_BYTES - 2))
    assert parsing.read_json(at_limit, is_base64=False)
    with pytest.raises(BodyTooLargeError):
        parsing.read_json(at_limit + " ", is_base64=False)


def test_a_fingerprint_is_of_the_content() -> None:
    first = parsing.read_body(StoreBody, '{"attribute":"a","value":"b"}', is_base64=False)
    again = parsing.read_body(StoreBody, '{ "value":"b", "attribute":"a" }', is_base64=False)
    other = parsing.read_body(StoreBody, '{"attribute":"a","value":"c"}', is_base64=False)
    assert parsing.fingerprint(first, "store") == parsing.fingerprint(again, "store")
    assert parsing.fingerprint(first, "store") != parsing.fingerprint(other, "store")
    assert parsing.fingerprint(first, "store") != parsing.fingerprint(first, "events")


@pytest.mark.parametrize("key", ["", " ", "a b", "a" * 256, "é", "a\n"])
def test_odd_idempotency_keys_are_refused(key: str) -> None:
    with pytest.raises(InvalidRequestError):
        parsing.idempotency_key({"idempotency-key": key})
    assert parsing.idempotency_key({"idempotency-key": "9f-1"}) == "9f-1"
    assert parsing.idempotency_key({}) is None


# --- through the resolver --------------------------------------------------------------------

ZEBRA = "zebra-4471"


def answer(event: dict[str, Any], raised: Exception | None = None) -> dict[str, Any]:
    """Answer an event by an Api with one route that only reads its body, or raises."""
    api = Api()

    @api.post("/v1/memory/<user>/events")
    def events(user: str) -> Any:
        api.caller()
        if raised:
            raise raised
        return respond(200, api.body(EventsBody))

    return api(event, Context())  # type: ignore[arg-type]


def post(**rest: Any) -> dict[str, Any]:
    return api_event("POST /v1/memory/{user}/events", "/v1/memory/me/events", **rest)


def problem(answered: dict[str, Any]) -> dict[str, Any]:
    assert answered["headers"]["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = json.loads(answered["body"])
    assert document["status"] == answered["statusCode"]
    assert document.keys() == {"type", "title", "status", "detail", "errors"}
    return document


def test_a_good_request_is_answered() -> None:
    answered = answer(post(body=turn()))
    assert answered["statusCode"] == 200
    assert answered["headers"]["Content-Type"] == "application/json"
    assert answer(post(body=turn(), as_base64=True))["statusCode"] == 200


def test_a_problem_names_field_reason_and_fix() -> None:
    document = problem(answer(post(body=turn(at="2026-03-01T09:30:00"))))
    assert document["status"] == 400
    assert document["errors"] == [
        {
            "field": "events[0].at",
            "reason": "has no time zone",
            "fix": "send an ISO 8601 time with its offset, as 2026-03-01T09:30:00Z",
        }
    ]


@pytest.mark.law(7)
@pytest.mark.parametrize(
    "body",
    [
        turn(at=ZEBRA),
        turn(role=ZEBRA),
        turn(position=ZEBRA),
        turn(session=f"{ZEBRA} *"),
        turn(**{f"My code is {ZEBRA}": 1}),
        {"events": [{**TURN, "id": ZEBRA}, {**TURN, "id": ZEBRA, "text": "Other."}]},
    ],
)
def test_no_answer_or_log_repeats_what_was_sent(
    body: object, capsys: pytest.CaptureFixture[str]
) -> None:
    answered = answer(post(body=body))
    assert answered["statusCode"] == 400
    printed = capsys.readouterr()
    assert ZEBRA not in answered["body"] + printed.out + printed.err
    assert "answered" in printed.out


@pytest.mark.law(7)
def test_an_unexpected_error_is_a_503_and_only_its_place_is_logged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answered = answer(post(body=turn()), KeyError(ZEBRA))
    assert problem(answered)["status"] == 503
    assert int(answered["headers"]["Retry-After"]) > 0
    printed = capsys.readouterr().out
    assert ZEBRA not in answered["body"] + printed
    assert "KeyError" in printed
    assert "test_bad_input.py:" in printed


def test_an_unavailable_dependency_says_when_to_come_back() -> None:
    answered = answer(post(body=turn()), UnavailableError("the store", retry_after=7))
    assert problem(answered)["status"] == 503
    assert answered["headers"]["Retry-After"] == "7"
    assert "store" not in answered["body"]


@pytest.mark.parametrize(
    ("route", "path"),
    [
        ("GET /v1/memory/{user}/events", "/v1/memory/me/events"),
        ("$default", "/v2"),
        ("POST /v1/memory/{user}/events", "/v1/memory/me/events/more"),
    ],
)
def test_an_unknown_route_is_a_404(route: str, path: str) -> None:
    document = problem(answer(api_event(route, path)))
    assert (document["status"], document["type"]) == (404, "urn:muniment:problem:no-such-route")


@pytest.mark.parametrize("claims", [{}, {"tenant": "acme"}, {"tenant": "a#b", "sub": "ada"}])
def test_a_token_without_identity_is_a_403(claims: dict[str, object]) -> None:
    assert problem(answer(post(body=turn(), claims=claims)))["status"] == 403


@pytest.mark.parametrize("event", [{}, {"version": "2.0"}, {"requestContext": None}])
def test_what_is_no_request_is_never_a_500(event: dict[str, Any]) -> None:
    assert answer(event)["statusCode"] in (404, 503)


def test_too_large_is_a_413() -> None:
    document = problem(answer(post(raw_body=json.dumps("x" * parsing.BODY_BYTES))))
    assert document["status"] == 413


@pytest.mark.law(2)
def test_unknown_things_look_alike() -> None:
    assert errors.render(NotFoundError()).body == errors.render(NotFoundError("other")).body


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["events", "id", "session", "role", "text", "at"]) | st.text(), inner
        )
    ),
    max_leaves=12,
)


@settings(deadline=None, max_examples=150)
@given(body=json_values)
def test_no_json_is_ever_a_500(body: object) -> None:
    assert answer(post(body=body))["statusCode"] in (200, 400)


@settings(deadline=None, max_examples=150)
@given(changes=st.fixed_dictionaries({}, optional=dict.fromkeys((*TURN, "at"), json_values)))
def test_no_odd_turn_is_ever_a_500(changes: dict[str, object]) -> None:
    assert answer(post(body=turn(**changes)))["statusCode"] in (200, 400)


@settings(deadline=None, max_examples=100)
@given(text=st.text(st.characters(codec=None)) | st.from_regex(r'[{}\[\]",:0-9NaInfity-]{0,30}'))
def test_no_text_is_ever_a_500(text: str) -> None:
    assert answer(post(raw_body=text))["statusCode"] in (200, 400)

"""Extraction by models, from the queue to the records, over the wire to a scripted server."""

import json
import re

import pytest

from muniment.adapters.pattern_extractor import VERSION
from muniment.app.budget import Allowance, Allowances
from muniment.app.model_extractor import NoModelAnsweredError
from muniment.app.models import Job
from muniment.app.ports import ExtractionJob
from muniment.app.prompts import load
from muniment.domain.events import Role
from tests.support.fences import FENCE_CLOSE, FENCE_OPEN
from tests.support.memory import turn
from tests.support.model_server import Json, Reply, fact, facts, shown
from tests.unit.models.world import Talk, by_turn

AIRPORT = fact("my home airport is Genoa", "Genoa", "home_airport")
TOLD = "I moved, so my home airport is Genoa now."
ANSWER = json.dumps({"facts": [AIRPORT]})


def dead_letters(talk: Talk, jobs: list[ExtractionJob], *, last: bool) -> list[str]:
    """Work the queue off as its last (or an earlier) delivery would; return what was raised."""
    raised = []
    for job in jobs:
        try:
            talk.memory.extract_event(job, last_try=last)
        except Exception as error:  # noqa: BLE001 - told by its class
            raised.append(type(error).__name__)
    return raised


# --- the plain way -----------------------------------------------------------------------------


def test_what_a_model_finds_becomes_a_record_with_its_versions(talk: Talk) -> None:
    talk.server.says(facts(AIRPORT))
    event, models = talk.say(TOLD)
    assert event.status == "done"
    assert event.reason is None
    prompt = load(Job.EXTRACT, 1).version
    assert event.extractor == f"openai:small {prompt}"
    assert models.attempts == (("openai:small", "answered"),)
    assert (models.calls, models.tokens_in, models.tokens_out) == (1, 700, 60)
    record = talk.ada.facts()["home_airport"]
    assert record.value == "Genoa"
    assert record.quote == "my home airport is Genoa"
    assert record.provenance == "user_stated"  # the path's, whoever read it
    assert record.origin.model == "openai:small"
    assert record.origin.prompt == prompt
    assert [attempt.cost for attempt in talk.met] == [pytest.approx(0.0013)]


def test_the_turn_itself_is_an_episode_of_no_model(talk: Talk) -> None:
    talk.server.says(facts(AIRPORT))
    talk.say(TOLD)
    assert talk.ada.episodes()[TOLD].origin.model is None


def test_the_model_sees_the_turn_what_was_before_and_the_known_names_alone(talk: Talk) -> None:
    talk.server.says(facts(AIRPORT))
    talk.say(TOLD)
    talk.says("My tent is a dome.", session="s2")
    talk.memory.clock.now = talk.memory.clock.now.replace(hour=12)
    accepted = talk.ada.tell(turn("I like it there.", 7))
    assert talk.events(accepted)[0].status == "done"
    seen = shown(talk.server.requests[-1])
    assert [(each["turn"], each["text"]) for each in seen["turns"]] == [("t1", "I like it there.")]
    assert [each["text"] for each in seen["before"]] == [TOLD]
    assert seen["known"] == [{"known": "k1", "subject": "user", "attribute": "home_airport"}]


def test_a_known_name_is_taken_up_by_its_handle(talk: Talk) -> None:
    talk.server.says(facts(AIRPORT))
    talk.say(TOLD)
    moved = fact("it is Turin now", "Turin", "airport_of_home", known="k1")
    talk.server.says(facts(moved))
    talk.ada.tell(turn("No wait, it is Turin now.", 9))
    assert talk.ada.values() == {"home_airport": "Turin"}


@pytest.mark.law(4)
def test_a_retry_replays_what_was_pinned_and_asks_no_model(talk: Talk) -> None:
    talk.server.says(facts(AIRPORT))
    talk.ada.send(turn(TOLD))
    (job,) = talk.memory.extraction.take()
    talk.memory.extract_event(job, last_try=False)
    before = len(talk.server.requests)
    talk.server.says(facts())
    talk.memory.extract_event(job, last_try=False)
    assert len(talk.server.requests) == before == 1
    assert talk.ada.values() == {"home_airport": "Genoa"}


# --- 13: nothing is invented -------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ok thanks", "   ok   ", "Thank you so much!"])
def test_a_trivial_turn_asks_nobody_and_gives_nothing(talk: Talk, text: str) -> None:
    talk.server.otherwise = lambda _: facts(AIRPORT)
    (event,) = talk.says(text)
    assert event.status == "done"
    assert talk.server.requests == []
    assert talk.ada.records() == []
    talk.say(TOLD)  # while another turn does ask
    assert talk.ada.values() == {"home_airport": "Genoa"}


@pytest.mark.law(5)
def test_a_model_that_repeats_its_prompt_makes_no_record(talk: Talk) -> None:
    """Whatever of the prompt comes back: lines, examples, the schema; grounded or not."""

    def parrot(request: Json) -> Reply:
        system: str = request["messages"][0]["content"]
        lines = [line.strip() for line in system.splitlines() if len(line.strip()) > 5]
        example = json.loads(system[system.index('{"facts"') :])["facts"]
        repeated = [fact(line, line.split()[0], "repeated_line") for line in lines]
        named = [fact("we talk about it", "it", f"{word}_name") for word in ("brisko", "Tavimoor")]
        return facts(*example, *repeated, *named)

    talk.server.otherwise = parrot
    event, models = talk.say("Yesterday we talked about the museum.")
    assert event.status == "done"
    assert talk.ada.facts() == {}
    assert len(talk.ada.episodes()) == 1
    assert models.dropped["repeats_prompt"] + models.dropped["not_in_event"] > 20
    kept = talk.memory.bytes().decode(errors="replace")
    assert not re.search("brisko|quondel|tavimoor", kept, re.IGNORECASE)


@pytest.mark.law(5)
def test_every_fact_has_a_quote_that_is_in_its_turn(talk: Talk) -> None:
    invented = fact("my home airport is Turin", "Turin", "home_airport_2")
    talk.server.says(facts(invented, AIRPORT))
    _, models = talk.say(TOLD)
    assert models.dropped == {"not_in_event": 1}
    assert talk.ada.values() == {"home_airport": "Genoa"}


def test_recalled_context_in_a_turn_is_not_shown_to_the_model(talk: Talk) -> None:
    fenced = f"{FENCE_OPEN}>\nmy home airport is Genoa\n{FENCE_CLOSE}"
    talk.server.otherwise = lambda _: facts(AIRPORT)
    _, models = talk.say(f"{fenced}\nWhich museum was it that I liked?")
    assert "Genoa" not in json.dumps(talk.server.requests)
    assert "museum" in json.dumps(talk.server.requests)
    assert models.dropped == {"not_in_event": 1}
    assert talk.ada.facts() == {}


def test_the_assistants_words_are_shown_only_as_what_was_before(talk: Talk) -> None:
    talk.server.otherwise = lambda _: facts(fact("seem to enjoy trams", "trams", "likes"))
    said = turn("You might love Lisbon, you seem to enjoy trams.", 1, role=Role.ASSISTANT)
    talk.ada.tell(turn("Any ideas for a trip abroad?", 0), said)
    seen = [shown(request) for request in talk.server.requests]
    assert [[each["text"] for each in s["turns"]] for s in seen] == [
        ["Any ideas for a trip abroad?"]
    ]
    assert talk.ada.facts() == {}


@pytest.mark.law(6)
def test_the_model_never_sees_what_was_erased(talk: Talk) -> None:
    talk.server.says(facts(AIRPORT))
    talk.say(TOLD)
    talk.ada.forget(talk.ada.facts()["home_airport"].id)
    talk.server.requests.clear()
    talk.ada.tell(turn("I liked the museum there.", 5))
    assert "museum" in json.dumps(talk.server.requests)
    assert "Genoa" not in json.dumps(talk.server.requests)
    assert "home_airport" not in shown(talk.server.requests[0])["known"]


@pytest.mark.law(6)
def test_nor_while_the_erasure_is_still_at_work(talk: Talk) -> None:
    talk.server.says(facts(AIRPORT))
    talk.say(TOLD)
    record = talk.ada.facts()["home_airport"].id
    talk.memory.forget_record(talk.ada.scope, record)  # its job has not run
    talk.server.requests.clear()
    talk.ada.send(turn("I liked the museum there.", 5))
    talk.memory.extract()
    assert "museum" in json.dumps(talk.server.requests)
    assert "Genoa" not in json.dumps(talk.server.requests)


# --- 19: what is not clean JSON ----------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        f"Sure {{note}}: {ANSWER}",
        f"```json\n{ANSWER}\n```",
        ANSWER.replace("}]}", "},]}"),
        ANSWER.replace("Genoa", "Genoa\\u0000"),
    ],
    ids=["chatter", "fence", "comma", "nul"],
)
def test_what_is_not_clean_is_understood(talk: Talk, said: str) -> None:
    talk.server.says(Reply(said))
    _, models = talk.say(TOLD)
    assert models.calls == 1
    assert talk.ada.values() == {"home_airport": "Genoa"}


def test_what_is_not_understood_is_asked_for_once_more(talk: Talk) -> None:
    talk.server.says(Reply("I found one fact: Genoa"), facts(AIRPORT))
    _, models = talk.say(TOLD)
    assert models.attempts == (("openai:small", "invalid"), ("openai:small", "answered"))
    second = talk.server.requests[1]["messages"][1]["content"]
    assert 'not one JSON object with the member "facts"' in second
    assert talk.ada.values() == {"home_airport": "Genoa"}


def test_the_deterministic_extractor_is_the_last(talk: Talk) -> None:
    talk.server.otherwise = lambda _: Reply("no JSON")
    event, models = talk.say(TOLD)
    assert event.status == "done"
    assert event.reason == "no_model_answered"
    assert event.extractor == VERSION
    assert models.answered == ()
    assert len(models.attempts) == 2
    record = talk.ada.facts()["home_airport"]
    assert record.value == "Genoa"
    assert record.origin.model is None


@pytest.mark.law(8)
def test_a_route_that_ends_with_its_models_fails_the_event_and_keeps_it(talk: Talk) -> None:
    talk.route("small", stops=False)
    talk.server.otherwise = lambda _: Reply("no JSON")
    accepted = talk.ada.send(turn(TOLD))
    jobs = talk.memory.extraction.take()
    assert dead_letters(talk, jobs, last=False) == [NoModelAnsweredError.__name__]
    assert talk.events(accepted)[0].status == "pending"
    assert dead_letters(talk, jobs, last=True) == [NoModelAnsweredError.__name__]
    (event,) = talk.events(accepted)
    assert (event.status, event.reason) == ("failed", "no_model_answered")
    assert talk.ada.records() == []
    assert TOLD in talk.memory.bytes().decode(errors="replace")  # the event is kept
    talk.server.otherwise = lambda _: facts(AIRPORT)
    assert dead_letters(talk, jobs, last=False) == []  # driven through again
    assert (talk.events(accepted)[0].status, talk.events(accepted)[0].reason) == ("done", None)
    assert talk.ada.values() == {"home_airport": "Genoa"}


# --- 20: what was never offered ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"update": "99", "text": "x"}, "malformed"),
        ({**AIRPORT, "supersedes": "not-an-id"}, "malformed"),
        ({**AIRPORT, "known": "k99"}, "unknown_key"),
        ({**AIRPORT, "known": "2f0d6e0a-9a51-4b0f-8f5e-0f9f6f0c8a11"}, "unknown_key"),
        ({**AIRPORT, "turn": "t99"}, "unknown_turn"),
        ({**AIRPORT, "turn": "b1"}, "unknown_turn"),
    ],
    ids=["update", "supersedes", "known", "uuid", "turn", "before"],
)
def test_an_id_that_was_not_offered_is_refused_and_the_rest_goes_on(
    talk: Talk, wrong: Json, reason: str
) -> None:
    tent = fact("My tent is a dome", "a dome", "tent")
    talk.server.says(facts(tent))
    talk.says("My tent is a dome.", session="s0")
    before = talk.ada.facts()["tent"]
    talk.server.says(facts(wrong, AIRPORT))
    _, models = talk.say(TOLD)
    assert models.dropped == {reason: 1}
    assert talk.ada.values() == {"tent": "a dome", "home_airport": "Genoa"}
    assert talk.ada.facts()["tent"] == before


# --- 21: long turns ----------------------------------------------------------------------------

FILLER = "The guide went on about the museum and its long history in great detail. "
LONG = (
    f"My tent is a dome. {FILLER * 400}My favourite colour is green. {FILLER * 430}"
    "My home airport is Genoa."
)
STATED = {"tent": "a dome", "favourite_colour": "green", "home_airport": "Genoa"}


def stated(text: str) -> list[Json]:
    return [
        fact(f"{name.replace('_', ' ')} is {value}", value, name)
        for name, value in STATED.items()
        if value in text
    ]


def test_a_long_turn_is_read_in_pieces_to_its_end(talk: Talk) -> None:
    assert len(LONG) > 60_000
    talk.server.otherwise = by_turn(stated)
    event, models = talk.say(LONG)
    assert event.reason is None
    assert talk.ada.values() == STATED
    assert models.calls == len(talk.server.requests) == 8
    sizes = [len(each["text"]) for r in talk.server.requests for each in shown(r)["turns"]]
    assert max(sizes) <= 8000
    texts = [each["text"] for r in talk.server.requests for each in shown(r)["turns"]]
    assert all(text.endswith(".") for text in texts)  # cut between sentences


def test_the_deterministic_extractor_reads_it_to_its_end_too(talk: Talk) -> None:
    talk.memory.models = None
    (event,) = talk.says(LONG)
    assert event.status == "done"
    assert talk.ada.values() == STATED


def test_pieces_that_no_model_answered_are_the_deterministic_extractors(talk: Talk) -> None:
    def script(request: Json) -> Reply:
        text = shown(request)["turns"][0]["text"]
        return Reply("no JSON") if "tent" in text else by_turn(stated)(request)

    talk.server.otherwise = script
    event, _ = talk.say(LONG)
    assert talk.ada.values() == STATED
    assert event.reason == "no_model_answered"
    assert talk.ada.facts()["tent"].origin.model is None
    assert talk.ada.facts()["favourite_colour"].origin.model == "openai:small"
    assert event.extractor == f"openai:small {load(Job.EXTRACT, 1).version} + {VERSION}"


# --- the route ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "outcome"),
    [
        (Reply(status=429), "throttled"),
        (Reply(status=500), "unavailable"),
        (Reply(ANSWER, delay=0.6), "timeout"),
        (Reply(ANSWER, finish="content_filter"), "refused"),
        (Reply("", refusal="I cannot help with that."), "refused"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_the_next_model_answers_where_one_does_not(talk: Talk, bad: Reply, outcome: str) -> None:
    talk.route("small", "large", seconds=0.4)
    talk.server.says(bad, facts(AIRPORT))
    event, models = talk.say(TOLD)
    assert event.reason is None
    assert models.attempts == (("openai:small", outcome), ("openai:large", "answered"))
    assert models.answered == ("openai:large",)
    assert talk.ada.facts()["home_airport"].origin.model == "openai:large"


def test_an_invalid_model_is_mended_once_and_then_passed_over(talk: Talk) -> None:
    talk.route("small", "large")
    talk.server.says(Reply("none"), Reply("none"), facts(AIRPORT))
    _, models = talk.say(TOLD)
    assert [outcome for _, outcome in models.attempts] == ["invalid", "invalid", "answered"]


def test_a_model_out_of_reach_stops_nothing(talk: Talk) -> None:
    talk.route("away")
    event, models = talk.say(TOLD)
    assert models.attempts == (("openai:away", "unavailable"),)
    assert event.status == "done"
    assert talk.ada.values() == {"home_airport": "Genoa"}


# --- budgets -----------------------------------------------------------------------------------


@pytest.mark.law(9)
def test_an_event_has_a_budget_and_the_deterministic_extractor_goes_on(talk: Talk) -> None:
    talk.route("small", allowances=Allowances(event=Allowance(3, 10**6)))
    talk.server.otherwise = by_turn(stated)
    event, models = talk.say(LONG)
    assert event.reason == "model_budget"
    assert models.calls == len(talk.server.requests) == 3
    assert talk.ada.values() == STATED
    assert talk.ada.facts()["tent"].origin.model == "openai:small"
    assert talk.ada.facts()["home_airport"].origin.model is None


@pytest.mark.law(9)
def test_a_tenants_day_has_a_budget_and_the_next_day_another(talk: Talk) -> None:
    talk.route("small", allowances=Allowances(tenant_day=Allowance(1, 10**6)))
    talk.server.otherwise = by_turn(stated)
    talk.say("My tent is a dome.")
    (event,) = talk.says("My home airport is Genoa.", session="s2")
    assert event.reason == "model_budget"
    assert len(talk.server.requests) == 1
    assert talk.ada.values() == {"tent": "a dome", "home_airport": "Genoa"}
    talk.memory.clock.now = talk.memory.clock.now.replace(day=2)
    (event,) = talk.says("My favourite colour is green.", session="s3")
    assert event.reason is None
    assert len(talk.server.requests) == 2


@pytest.mark.law(9)
def test_a_retry_of_the_event_has_no_budget_of_its_own(talk: Talk) -> None:
    talk.route("small", stops=False, allowances=Allowances(event=Allowance(3, 10**6)))
    talk.server.otherwise = lambda _: Reply("none")
    talk.ada.send(turn(TOLD))
    jobs = talk.memory.extraction.take()
    assert dead_letters(talk, jobs, last=False) == ["NoModelAnsweredError"]
    assert dead_letters(talk, jobs, last=False) == []  # over budget: the last extractor goes on
    assert len(talk.server.requests) == 3
    assert talk.ada.values() == {"home_airport": "Genoa"}


# --- a session shares calls --------------------------------------------------------------------


def test_ten_turns_of_a_session_share_one_call(talk: Talk) -> None:
    talk.server.otherwise = by_turn(stated)
    texts = [f"{FILLER}In room {n}." for n in range(7)]
    told = [
        "My tent is a dome.",
        *texts,
        "My favourite colour is green.",
        "My home airport is Genoa.",
    ]
    events = talk.says(*told)
    assert len(talk.server.requests) == 1
    assert talk.ada.values() == STATED
    assert [event.status for event in events] == ["done"] * 10
    assert [event.models.calls for event in events if event.models] == [1] + [0] * 9
    assert {event.extractor for event in events} == {f"openai:small {load(Job.EXTRACT, 1).version}"}
    quotes = {fact.quote for fact in talk.ada.facts().values()}
    assert len(quotes) == 3
    sources = {fact.sources[0] for fact in talk.ada.facts().values()}
    assert len(sources) == 3  # each of its own turn


def test_a_turn_that_was_pinned_meanwhile_keeps_what_it_has(talk: Talk) -> None:
    talk.server.otherwise = by_turn(stated)
    talk.ada.send(turn("My tent is a dome.", 0), turn("My home airport is Genoa.", 1))
    first, second = talk.memory.extraction.take()
    talk.memory.extract_event(second, last_try=False)
    talk.memory.extract_event(first, last_try=False)
    talk.memory.extract_event(second, last_try=False)
    assert talk.ada.values() == {"tent": "a dome", "home_airport": "Genoa"}
    assert [len(shown(request)["turns"]) for request in talk.server.requests] == [1, 1]


def test_turns_of_another_session_or_speaker_are_in_no_ones_call(talk: Talk) -> None:
    talk.ada.tell(
        turn("My tent is a dome.", 0),
        turn("Mine is a tarp.", 1, speaker="Bo"),
        turn("My home airport is Genoa.", 2, session="s2"),
    )
    seen = [[each["text"] for each in shown(r)["turns"]] for r in talk.server.requests]
    assert seen == [["My tent is a dome."], ["My home airport is Genoa."]]

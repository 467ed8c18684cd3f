"""Law 4 over generated logs on the deployed stack: split, repeated, reordered, all at once.

`DEPLOYED_LOGS` says how many; each is told to two owners, once in order and once in disorder, and
both must be left with the same records, history and questions.
"""

import json
import os
import re
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from random import Random
from typing import cast

import pytest

from examples.client import ApiError, Json, Memory, Turn
from tests.e2e.world import ACME, FULL, World

pytestmark = pytest.mark.any_index

# A log takes seconds there: CI plays some, `DEPLOYED_LOGS=300` the many that the law is held to.
LOGS = int(os.environ.get("DEPLOYED_LOGS") or 20)
GOVERNED = LOGS // 10  # these wait for each step; the others are told at once
AT_ONCE = 6

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
PLACES = ("Turin", "Genoa", "Oslo")
SAYINGS = (
    "My home airport is {0}.",
    "I moved, my home airport is {0} now.",
    "My sister lives in {0}.",
    "I'm allergic to {1}.",
    "I don't have a sister any more.",
    "I no longer have a boat. Actually it's {0}, not Turin.",
    "My home airport is not {0}.",
    "My home airport is {0}. My boat is called {1}.",
    "We spoke of {0} and of {1}.",
)
OF_ITS_OWN_TIME = {"id", "created_at", "observed_at", "superseded_at", "expires_at"}
REVIEW = re.compile(r"v_[a-z2-7]{26}_[a-z2-7]{26}")
PART = re.compile(r"(t\d+):[a-z2-7]{26}")
NOW = re.compile(r"20(2[7-9]|26-(0[5-9]|1))")  # logs tell of March and April
CRM = "memory:state memory:any_user"

type Owner = tuple[str, Memory]
type Act = Callable[[], object]
type Step = Callable[[World, Owner], Act]
"""Looks at a memory, and returns what is then done to it, once or twice."""


# --- what is told ------------------------------------------------------------------------------


def any_turn(chance: Random, number: int) -> Turn:
    """Return something that was said or found, at some time, by somebody."""
    text = chance.choice(SAYINGS).format(chance.choice(PLACES), chance.choice(("Selkie", "nuts")))
    told: dict[str, object] = {
        "id": f"t{number}", "session": chance.choice(("s1", "s2")), "position": number,
        "role": "user", "text": text,
        "at": (START + timedelta(hours=chance.randrange(400))).isoformat(),
    }  # fmt: skip
    match chance.randrange(8):
        case 0:
            told |= {"role": "assistant"}
        case 1:
            told |= {"role": "document", "speaker": "notes"}
        case 2:
            told |= {"speaker": "Bo"}
        case _:
            pass
    return cast("Turn", told)


def settle(memory: Memory, turns: Sequence[Turn]) -> None:
    memory.settle(memory.add(turns)["operation_id"])


def disturb(memory: Memory, turns: Sequence[Turn], chance: Random) -> None:
    """Tell it one by one in any order, some of it at once, and then all of it again."""
    shuffled = chance.sample(turns, len(turns))
    together = chance.randrange(len(shuffled) + 1)
    with ThreadPoolExecutor(2) as pool:
        operations = list(pool.map(lambda turn: memory.add([turn]), shuffled[:together]))
    operations += [memory.add([turn]) for turn in shuffled[together:]]
    if chance.random() < 0.5:
        memory.settle(chance.choice(operations)["operation_id"])
    operations.append(memory.add(turns))
    for accepted in operations:
        memory.settle(accepted["operation_id"])


# --- what is governed --------------------------------------------------------------------------


def first_fact(memory: Memory) -> str | None:
    """Return the id of a fact that two owners with the same memory have in common."""
    facts = [(f["attribute"], f.get("value") or "", f["id"]) for f in memory.records("fact")]
    return min(facts)[2] if facts else None


def nothing() -> None:
    """Do nothing, where there is nothing to do it to."""


def tell(turn: Turn) -> Step:
    return lambda _, owner: lambda: settle(owner[1], [turn])


def state(place: str, number: int) -> Step:
    """Let a system of record say it."""
    said: Json = {
        "attribute": "home_airport", "value": place, "id": f"crm{number}",
        "at": (START + timedelta(days=number)).isoformat(),
    }  # fmt: skip
    body: dict[str, Json] = {"system": "crm", "state": [said]}

    def look(world: World, owner: Owner) -> Act:
        subject, memory = owner
        crm = world.caller("crm", scope=CRM)

        def act() -> None:
            accepted = crm.request("POST", f"/v1/memory/{subject}/state", body).json()
            memory.settle(accepted["operation_id"])

        return act

    return look


def patch(body: dict[str, Json]) -> Step:
    """Correct or retract a fact."""

    def look(_: World, owner: Owner) -> Act:
        memory, fact = owner[1], first_fact(owner[1])
        path = f"/v1/memory/me/records/{fact}"
        return (lambda: memory.request("PATCH", path, body)) if fact else nothing

    return look


def decide(choice: str) -> Step:
    """Decide a question that waits for its owner."""

    def look(_: World, owner: Owner) -> Act:
        memory = owner[1]
        waiting = [
            (r["waiting"], r.get("attribute", ""), r.get("value", ""), r["id"])
            for r in memory.reviews()
            if r["status"] == "open" and r["waiting"] != "quarantined"
        ]
        return (lambda: memory.decide(min(waiting)[3], choice)) if waiting else nothing

    return look


def forget(_: World, owner: Owner) -> Act:
    """Forget a fact, to the end of the erasure."""
    memory, fact = owner[1], first_fact(owner[1])
    return (lambda: memory.erased(memory.delete(fact)["erasure_id"])) if fact else nothing


def erase(_: World, owner: Owner) -> Act:
    """Erase all that was accepted."""
    memory = owner[1]
    return lambda: memory.erased(memory.erase()["erasure_id"])


def any_step(chance: Random, number: int) -> tuple[str, Step]:
    """Return one thing that happens to a memory."""
    place = chance.choice(PLACES)
    match chance.randrange(10):
        case 0:
            return f"state {place}", state(place, number)
        case 1:
            return f"correct {place}", patch({"value": place})
        case 2:
            return "retract", patch({"retract": True})
        case 3 | 4:
            choice = chance.choice(("approve", "reject"))
            return choice, decide(choice)
        case 5:
            return ("erase", erase) if chance.random() < 0.2 else ("forget", forget)
        case _:
            turn = any_turn(chance, number)
            return turn["text"], tell(turn)


def twice(act: Act) -> None:
    """Act as a client does that hears no answer: again, while the first call still runs."""

    def take() -> None:
        try:
            act()
        except ApiError as refusal:
            if refusal.status not in {404, 409}:  # the other one was first
                raise

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(take), pool.submit(take)]:
            done.result()


# --- what is left ------------------------------------------------------------------------------


def left(memory: Memory) -> str:
    """Return all that an owner can read, without what differs between two owners."""
    records = list(memory.records())
    names = {r["id"]: f"{r.get('attribute')}|{r['text']}" for r in records}
    histories = {r["id"]: memory.history(r["id"]) for r in records if r["kind"] == "fact"}
    for fact, assertions in histories.items():
        for step in assertions:
            source = step.get("source") or ""
            if len(source) > len("crm99") and not PART.fullmatch(
                source
            ):  # an explicit memory's event has an id of its owner's
                names[source] = "explicit"
            said = (names.get(source, source), step.get("effect"), step.get("value"))
            names[step["id"]] = "|".join([names[fact], *map(str, said)])
    found = {
        "records": records,
        "histories": list(histories.values()),
        "reviews": [r for r in memory.reviews() if r["status"] == "open"],
    }
    return json.dumps(_plain(found, names), indent=1, sort_keys=True)


def compare(straight: str, disturbed: str, log: str) -> None:
    """Fail with the lines that differ, and with the log they come from."""
    lines = unified_diff(
        straight.splitlines(), disturbed.splitlines(), "straight", "disturbed", n=9
    )
    if straight != disturbed:
        pytest.fail("\n".join([log, *lines]), pytrace=False)


def _plain(value: object, names: dict[str, str]) -> object:
    match value:
        case dict():
            return {k: _plain(v, names) for k, v in value.items() if k not in OF_ITS_OWN_TIME}
        case list():
            return sorted((_plain(v, names) for v in value), key=json.dumps)
        case str():
            if NOW.match(value):
                return "now"
            part = PART.fullmatch(value)  # its id is a keyed digest, under the owner's key
            value = part[1] if part else value
            return "review" if REVIEW.fullmatch(value) else names.get(value, value)
        case _:
            return value


# --- tests -------------------------------------------------------------------------------------


def someone(world: World) -> Owner:
    """Return an owner whom no other log knows, by name and as a caller."""
    subject = f"owner-{uuid.uuid4().hex}"
    return subject, world.caller(subject, ACME, FULL)


@pytest.mark.law(4)
@pytest.mark.timeout(300 + 10 * LOGS)
def test_told_in_any_order_and_twice_it_ends_the_same(world: World) -> None:
    def play(seed: int) -> str | None:
        chance = Random(seed)  # noqa: S311 - reproducible
        turns = [any_turn(chance, number) for number in range(chance.randrange(2, 5))]
        (_, calm), (_, other) = someone(world), someone(world)
        settle(calm, turns)
        disturb(other, turns, chance)
        straight = left(calm)
        compare(straight, left(other), f"seed {seed}: {[turn['text'] for turn in turns]}")
        return straight if '"home_airport' in straight else None

    with ThreadPoolExecutor(AT_ONCE) as pool:
        ends = list(pool.map(play, range(LOGS - GOVERNED)))
    assert len({end for end in ends if end}) > LOGS // 10  # they say different things


@pytest.mark.law(4)
@pytest.mark.timeout(300 + 10 * LOGS)
def test_steps_that_are_taken_twice_end_as_if_taken_once(world: World) -> None:
    def play(seed: int) -> str:
        chance = Random(seed)  # noqa: S311 - reproducible
        steps = [any_step(chance, number) for number in range(chance.randrange(3, 6))]
        calm, other = someone(world), someone(world)
        for _, step in steps:
            step(world, calm)()
            twice(step(world, other))
        straight = left(calm[1])
        compare(straight, left(other[1]), f"seed {seed}: {[name for name, _ in steps]}")
        return straight

    with ThreadPoolExecutor(AT_ONCE) as pool:
        ends = set(pool.map(play, range(GOVERNED)))
    assert len(ends) > GOVERNED // 4

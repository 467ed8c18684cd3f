"""Law 4 over generated logs: whatever goes wrong between two steps, the end is the same.

A log of events alone may come in any order. A log that governs as well (corrections, decisions,
consent, erasures, expiry) has an order, and ends as if nothing had gone wrong in it. `LOGS` says
how many of each kind are generated; a failure names the seed of its log.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from muniment.app.intake import NewTurn
from muniment.domain.consent import ConsentState
from muniment.domain.events import Role
from muniment.domain.labels import UNLABELLED, Labels
from muniment.domain.policy import DEFAULT, STRICT, Policy
from muniment.domain.purposes import ASSISTANCE
from muniment.domain.records import Effect
from muniment.domain.reviews import Choice
from tests.logs.world import Chance, World
from tests.support.memory import START, state, turn
from tests.support.object_store import snapshot

LOGS = int(os.environ.get("LOGS") or (5_000 if os.environ.get("CI") == "true" else 400))
PARTS = 20  # so that the processes of a run share them
FAULTS = 0.02  # of the calls of the store; a log makes some hundreds

ATTRIBUTES = ("city", "dog", "allergy")  # the last is sensitive, and waits for a decision
VALUES = ("Oslo", "yes", "true")  # the last two are one value in other words
LABELS = (
    UNLABELLED, UNLABELLED, Labels(("trip",), (("seats", 2),)), Labels(("work",), (("seats", 3),)),
)  # fmt: skip
S = ConsentState

type Step = tuple[str, Callable[[World], None]]


def any_turn(chance: Random, number: int) -> NewTurn:
    """Return something that was said or found, at some time, by somebody, with some labels."""
    return replace(_any_words(chance, number), labels=chance.choice(LABELS))


def _any_words(chance: Random, number: int) -> NewTurn:
    attribute, value = chance.choice(ATTRIBUTES), chance.choice(VALUES)
    said = chance.choice(
        (f"my {attribute} is {value}", f"we spoke of {value}", f"forget my {attribute}",
         f"my {attribute} is {value} and my boat is {value}"),
    )  # fmt: skip
    at = START + timedelta(hours=chance.randrange(200))
    name = f"t{number}"
    match chance.randrange(8):
        case 0:
            return state(attribute, chance.choice((value, None)), at=at, id=name)
        case 1:
            return turn(said, number, id=name, at=at, role=Role.ASSISTANT)
        case 2:
            return turn(said, number, id=name, at=at, role=Role.DOCUMENT, speaker="notes")
        case 3:
            return turn(said, number, id=name, at=at, speaker="Bo")
        case _:
            return turn(said, number, id=name, at=at, session=chance.choice(("s1", "s2")))


def any_step(chance: Random, number: int) -> Step:  # noqa: C901, PLR0911 - one flat table of cases
    """Return one thing that happens to a memory."""
    attribute, value = chance.choice(ATTRIBUTES), chance.choice(VALUES)
    agent = chance.random() < 0.3
    match chance.randrange(17):
        case 0 | 1 | 2 | 3 | 4 | 5:
            told = any_turn(chance, number)
            return f"tell {told.text!r}", lambda world: (world.send(told), world.settle())[0]
        case 6:
            told = any_turn(chance, number)
            return f"send {told.text!r}", lambda world: world.send(told)
        case 7 | 8:
            return f"note {attribute}={value} agent={agent}", (
                lambda world: world.note(attribute, value, by_agent=agent)
            )
        case 9:
            new = chance.choice((value, None))
            return f"correct {attribute}={new}", lambda world: world.correct(attribute, new)
        case 10:
            return f"forget {attribute}", lambda world: world.forget(attribute)
        case 11:
            place, choice = chance.randrange(3), chance.choice(tuple(Choice))
            return f"decide {place} {choice}", lambda world: world.decide(place, choice)
        case 12:
            effect = chance.choice((Effect.QUARANTINE, Effect.RELEASE))
            return f"{effect} {attribute}", lambda world: world.mark(attribute, effect)
        case 13:
            step = chance.choice((S.ACTIVE, S.PAUSED, S.REVOKED, S.REQUESTED, S.GRANTED))
            return f"consent {step}", lambda world: world.consent(ASSISTANCE, step)
        case 14:
            return "promote", World.promote
        case 15:
            days = chance.choice((1, 20, 40, 100))
            return f"wait {days} days", lambda world: world.forward(days)
        case _:
            return ("erase", World.erase) if chance.random() < 0.4 else ("settle", World.settle)


def play(steps: list[Step], policy: Policy, seed: int, rate: float) -> World:
    """Play a log from the beginning; time moves with each step, not with each try."""
    world = World(Chance(Random(seed), rate), policy)  # noqa: S311 - reproducible
    if policy.purposes[ASSISTANCE].consent:
        world.consent(ASSISTANCE, S.REQUESTED)
        world.consent(ASSISTANCE, S.GRANTED)
    for _, step in steps:
        world.clock.forward(timedelta(minutes=1))
        step(world)
    world.settle()
    return world


def seeds(part: int) -> range:
    """Return the seeds of one part of the logs."""
    return range(part, LOGS, PARTS)


@pytest.mark.law(4)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_log_with_faults_ends_like_the_log_without(part: int) -> None:
    for seed in seeds(part):
        chance = Random(seed)  # noqa: S311 - reproducible
        steps = [any_step(chance, number) for number in range(chance.randrange(2, 9))]
        policy = STRICT if chance.random() < 0.3 else DEFAULT
        straight = play(steps, policy, seed, rate=0.0)
        disturbed = play(steps, policy, seed, rate=FAULTS)
        told = [name for name, _ in steps]
        assert snapshot(disturbed.objects) == snapshot(straight.objects), f"seed {seed}: {told}"


@pytest.mark.law(4)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
def test_events_in_any_order_end_in_the_same_state(part: int) -> None:
    for seed in seeds(part):
        chance = Random(seed)  # noqa: S311 - reproducible
        turns = [any_turn(chance, number) for number in range(chance.randrange(2, 6))]
        straight = World(Chance(Random(seed)), DEFAULT)  # noqa: S311
        straight.send(*turns)
        straight.settle()
        shuffled = World(Chance(Random(seed), FAULTS), DEFAULT)  # noqa: S311
        for told in chance.sample(turns, len(turns)):
            shuffled.send(told)
            if chance.random() < 0.5:
                shuffled.settle()
        shuffled.send(*turns)
        shuffled.settle()
        texts = [told.text for told in turns]
        assert snapshot(shuffled.objects) == snapshot(straight.objects), f"seed {seed}: {texts}"


@pytest.mark.law(4)
def test_the_logs_reach_what_they_are_about() -> None:
    """Positive control: every kind of step changes something in some log."""
    changed: set[str] = set()
    statuses: set[str] = set()
    for seed in range(250):
        chance = Random(seed)  # noqa: S311 - reproducible
        steps = [any_step(chance, number) for number in range(14)]
        world = World(Chance(Random(seed)), DEFAULT)  # noqa: S311
        for name, step in steps:
            before = (dict(world.objects.items), world.objects.state, world.clock.now)
            step(world)
            if (world.objects.items, world.objects.state, world.clock.now) != before:
                changed.add(name.split()[0])
        statuses |= {v.status.value for k, v in world.objects.items.items() if k[0] == "fact"}
        statuses |= {v.status.value for k, v in world.objects.items.items() if k[0] == "review"}
    wanted = {"tell", "send", "note", "correct", "forget", "decide", "quarantine", "release",
              "promote", "wait", "erase"}  # fmt: skip
    assert wanted <= changed
    assert {"active", "contested", "retracted", "quarantined", "erased"} <= statuses
    assert {"open", "approved", "rejected"} <= statuses


def test_a_difference_would_be_seen() -> None:
    """Positive control: a lost statement is a difference."""
    one, other = World(Chance(Random(1)), DEFAULT), World(Chance(Random(1)), DEFAULT)  # noqa: S311
    one.send(turn("my city is Oslo", 0, id="t0"))
    other.send(replace(turn("my city is Bergen", 0, id="t0")))
    one.settle()
    other.settle()
    assert snapshot(one.objects) != snapshot(other.objects)

"""Law 4 over what refers back: what it is about does not hang on which turn came in first.

With the grammar of the product, whose corrections and retractions are about what was told before
them. A tenth of `LOGS` is how many logs are generated; a failure names the seed of its log.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

import pytest

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.intake import NewTurn
from muniment.app.stored import Heads
from muniment.domain.events import Role
from muniment.domain.policy import DEFAULT
from muniment.domain.records import Effect, Kind, Status
from muniment.domain.reviews import Choice
from muniment.domain.scope import Scope
from tests.logs.test_logs import FAULTS, LOGS, PARTS
from tests.logs.world import Chance, World
from tests.support.memory import START, state, turn
from tests.support.object_store import ObjectStore, snapshot

EACH = LOGS // 10
"""A sentence takes the grammar longer than a statement takes the plain extractor."""

PLACES = ("Turin", "Genoa", "Oslo")
SAYINGS = (
    "My home airport is {0}.",
    "I live in {0}.",
    "My sister lives in {0}.",
    "My sister Anna works in {0}.",
    "My dog is called Rex.",
    "I love {0}.",
    "I'm allergic to walnuts.",
    "We spoke of {0}.",
    "I don't have a sister any more.",
    "I no longer live in {0}.",
    "I don't have a dog.",
    "My home airport is not {0}.",
    "Actually it's {0}, not {1}.",
    "No, sorry, {0}.",
    "That's not true any more.",
    "I meant {0}.",
    "Forget what I said about my home airport.",
    "I no longer like {0}.",
    "I'm not allergic to walnuts. It's hazelnuts, not walnuts.",
    "I live in {0}. Actually it's {1}, not {0}.",
)


def any_turn(chance: Random, number: int) -> NewTurn:
    """Return something that was said or found at some time; seldom two things at one time."""
    said = chance.choice(SAYINGS).format(*chance.sample(PLACES, 2))
    at, name = START + timedelta(hours=chance.randrange(40)), f"t{number}"
    match chance.randrange(10):
        case 0:
            place = chance.choice((*PLACES, None))
            return state(chance.choice(("home_airport", "residence")), place, at=at, id=name)
        case 1:
            return turn(said, number, id=name, at=at, role=Role.ASSISTANT)
        case _:
            return turn(said, number, id=name, at=at, session=chance.choice(("s1", "s2")))


def told(turns: Sequence[NewTurn]) -> World:
    """Tell the turns together, in order."""
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    world.send(*turns)
    world.settle()
    return world


@pytest.mark.law(4)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
def test_what_refers_back_is_resolved_alike_in_any_order(part: int) -> None:
    for seed in range(part, EACH, PARTS):
        chance = Random(seed)  # noqa: S311 - reproducible
        turns = [any_turn(chance, number) for number in range(chance.randrange(2, 6))]
        straight = told(sorted(turns, key=lambda turn: turn.at or START))
        shuffled = World(Chance(Random(seed), FAULTS), DEFAULT, extractor=PatternExtractor())  # noqa: S311
        for each in chance.sample(turns, len(turns)):
            shuffled.send(each)
            if chance.random() < 0.5:
                shuffled.settle()
        shuffled.send(*turns)
        shuffled.settle()
        texts = [(f"{turn.at:%d %H}h", turn.session, turn.text) for turn in turns]
        assert snapshot(shuffled.objects) == snapshot(straight.objects), f"seed {seed}: {texts}"


def test_the_logs_refer_back() -> None:
    """Positive control: some of what is told takes back and corrects, and some is withdrawn."""
    resolved, statuses = set[str](), set[Status]()
    for seed in range(100):
        chance = Random(seed)  # noqa: S311 - reproducible
        world = told([any_turn(chance, number) for number in range(5)])
        pins = [value for key, value in world.objects.items.items() if key[0] == "extraction"]
        resolved |= {candidate.effect.value for pin in pins for candidate in pin.resolved}
        statuses |= {fact.status for fact in world.store.heads(world.scope).facts}
    assert resolved == {"assert", "retract"}
    assert {Status.ACTIVE, Status.RETRACTED, Status.CONTESTED} <= statuses


WITHDRAWN = tuple(
    turn(said, place, id=f"w{place}", at=START + timedelta(hours=hour), session=f"w{place}")
    for place, (said, hour) in enumerate([
        ("I love walnuts.", 50),
        ("Actually it's hazelnuts, not walnuts.", 52),
        ("My ringtone is called Walnuts.", 51),  # just what is said to be wrong
    ])
)  # fmt: skip
"""Told in this order, the second is about the first, and then about the third, told before it."""


def test_what_it_turns_out_not_to_be_about_is_as_if_it_had_never_been() -> None:
    late = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    known = list[dict[str | None, str | None]]()
    for each in WITHDRAWN:
        late.send(each)
        late.settle()
        facts = late.store.heads(late.scope).facts
        known.append({fact.attribute: fact.value for fact in facts if fact.readable})
    assert set(known[1]) == {"like_hazelnut"}  # positive control: it was about the first
    assert set(known[2]) == {"like_walnut", "ringtone_name"}
    assert known[2]["ringtone_name"] == "hazelnuts"
    straight = told([WITHDRAWN[0], WITHDRAWN[2], WITHDRAWN[1]])
    assert snapshot(late.objects) == snapshot(straight.objects)


def test_what_was_withdrawn_may_be_said_again() -> None:
    late = told([*WITHDRAWN])
    for _ in range(2):
        late.send(turn("I love hazelnuts.", 9, id="w9", at=START + timedelta(hours=60)))
        late.settle()
    facts = {fact.attribute: fact for fact in late.store.heads(late.scope).facts}
    assert facts["like_hazelnut"].readable
    assert facts["like_hazelnut"].revision > 1  # the index knows it by a higher one than before


@dataclass
class Meanwhile(Chance):
    """Lets something happen once, just after the turns that refer back were looked for."""

    act: Callable[[], None] | None = None
    looked: bool = False

    def __call__(self, method: str) -> None:
        if self.looked and self.act is not None:
            act, self.act = self.act, None
            act()
        self.looked = method == "reference"


CHAIN = tuple(
    turn(said, hour, id=f"c{hour}", at=START + timedelta(hours=hour), session=f"c{hour}")
    for hour, said in enumerate([
        "My home airport is Turin.",
        "Actually it's Genoa, not Turin.",
        "My home airport is not Genoa.",
    ])
)  # fmt: skip
"""Each is about the one before it."""


@pytest.mark.law(4)
def test_what_is_noted_while_another_is_read_anew_is_about_what_that_changed() -> None:
    first, second, third = CHAIN
    meanwhile = Meanwhile(Random(0))  # noqa: S311
    late = World(meanwhile, DEFAULT, extractor=PatternExtractor())
    late.send(second)
    late.settle()
    late.send(third)
    (job,) = late.queue.take()
    late.send(first)
    meanwhile.act = lambda: late.extract(job)
    late.settle()
    assert meanwhile.act is None  # positive control: it was worked at in between
    assert snapshot(late.objects) == snapshot(told(CHAIN).objects)


@pytest.mark.law(4)
@pytest.mark.parametrize("between", [True, False])
def test_a_turn_with_a_position_alone_stands_before_one_that_came_in_earlier(
    *, between: bool
) -> None:
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    said = ("Actually it's Genoa, not Turin.", "My home airport is Turin.")
    for position, text in zip((2, 1), said, strict=True):
        world.send(replace(turn(text, position, id=f"p{position}"), at=None))
        if between:
            world.settle()
        world.forward(1)
    world.settle()
    fact = next(fact for fact in world.store.heads(world.scope).facts if fact.readable)
    known = world.store.assertions(world.scope, 1, fact.id)
    assert {assertion.value for assertion in known} == {"Genoa", "Turin"}


def say(world: World, text: str, hour: int, session: str = "s1") -> None:
    """Tell one turn, to the end."""
    at = START + timedelta(hours=hour)
    world.send(turn(text, hour, id=f"h{hour}", at=at, session=session))
    world.settle()


def shown(world: World) -> dict[str | None, str | None]:
    """Return the readable facts by attribute."""
    facts = world.store.heads(world.scope).facts
    return {fact.attribute: fact.value for fact in facts if fact.readable}


NEWS = "My dog is called Rex."
"""Told before all else, about nothing of it, and in last: what refers back is read anew."""


@pytest.mark.law(4)
@pytest.mark.law(6)
def test_a_correction_outlives_the_turn_that_it_corrected() -> None:
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    say(world, "My home airport is Turin.", 1)
    (episode,) = world.store.every_episode(world.scope, 1)
    say(world, "Actually it's Genoa, not Turin.", 2, "s2")
    world.forget_record(episode.id)
    assert shown(world)["home_airport"] == "Genoa"
    say(world, NEWS, 0, "s0")
    assert shown(world) == {"home_airport": "Genoa", "name": "Rex"}


@pytest.mark.law(4)
@pytest.mark.law(6)
def test_what_was_taken_back_and_is_erased_lets_nothing_older_rise() -> None:
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    say(world, "I live in Oslo.", 1)
    say(world, "I live in Turin.", 2, "s2")
    told = {episode.text: episode.id for episode in world.store.every_episode(world.scope, 1)}
    say(world, "I no longer live in Turin.", 3, "s3")
    world.forget_record(told["I live in Turin."])
    assert shown(world) == {}
    say(world, NEWS, 0, "s0")
    assert shown(world) == {"name": "Rex"}


@pytest.mark.law(4)
@pytest.mark.law(6)
def test_an_erasure_under_way_undoes_no_correction_of_the_same_turn() -> None:
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    say(world, "My home airport is Turin. I love walnuts.", 1)
    say(world, "I meant Genoa.", 2)
    world.forget("like_walnut")  # its job has not ended: the turn is still held
    assert shown(world)["home_airport"] == "Genoa"
    say(world, NEWS, 0, "s0")
    assert shown(world) == {"home_airport": "Genoa", "name": "Rex"}


@pytest.mark.law(4)
@pytest.mark.law(6)
def test_what_is_held_for_now_stays_taken_back() -> None:
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    say(world, "I live in Turin.", 1)
    say(world, "I no longer live in Turin.", 2, "s2")
    say(world, "I live in Oslo.", 3, "s3")
    fact = world.store.heads(world.scope).facts[0].id
    world.mark("residence", Effect.QUARANTINE)
    say(world, NEWS, 0, "s0")
    effects = {assertion.effect for assertion in world.store.assertions(world.scope, 1, fact)}
    assert effects == {Effect.ASSERT, Effect.RETRACT, Effect.QUARANTINE}


def allergic() -> World:
    """Tell of an allergy, approve it, and correct it: the correction waits for a decision."""
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor())  # noqa: S311
    say(world, "I'm allergic to walnuts.", 1, "s1")
    world.decide(0, Choice.APPROVE)
    say(world, "Actually it's hazelnuts, not walnuts.", 3, "s3")
    return world


@pytest.mark.law(4)
@pytest.mark.parametrize("approved", [True, False])
def test_what_somebody_approved_is_not_withdrawn(*, approved: bool) -> None:
    world = allergic()
    if approved:
        world.decide(0, Choice.APPROVE)
        assert shown(world) == {"allergy_to_hazelnuts": "hazelnuts"}
    say(world, "My ringtone is called Walnuts.", 2, "s2")
    assert ("allergy_to_hazelnuts" in shown(world)) is approved
    assert shown(world)["allergy_to_walnuts"] == "walnuts"  # positive control: it is about neither


@pytest.mark.law(4)
def test_a_question_that_was_dropped_is_not_asked_again_by_reading_anew() -> None:
    world = allergic()
    reviews = [(key, item) for key, item in world.objects.items.items() if key[0] == "review"]
    (asked,) = (key for key, item in reviews if item.is_open(world.clock()))
    del world.objects.items[asked]  # as it goes when its time is over
    before = snapshot(world.objects)
    say(world, NEWS, 0, "s0")
    after = snapshot(world.objects)
    assert asked not in after
    assert after["extraction", "h3"] == before["extraction", "h3"]
    assert after != before  # positive control: something was told


class Crowded(ObjectStore):
    """Has more facts than are read at once: none of them but the first is among the heads."""

    def heads(self, scope: Scope) -> Heads:
        return replace(super().heads(scope), facts=super().heads(scope).facts[:1], complete=False)


@pytest.mark.law(4)
def test_what_is_not_among_the_heads_that_are_read_at_once_is_taken_back_all_the_same() -> None:
    store = Crowded()
    world = World(Chance(Random(0)), DEFAULT, extractor=PatternExtractor(), given=store)  # noqa: S311
    for hour, said in enumerate(("I live in Turin.", "My home airport is Oslo."), start=1):
        say(world, said, hour, f"s{hour}")
    say(world, "I no longer live in Turin.", 3, "s3")
    say(world, "My home airport is not Oslo.", 4, "s4")
    facts, _ = store.page(world.scope, 1, Kind.FACT, 9, None)
    assert [fact.status for fact in facts] == [Status.RETRACTED, Status.RETRACTED]
    assert len(store.heads(world.scope).facts) == 1  # positive control: the other is not there


@dataclass
class Counting(Chance):
    """Counts the calls of the store."""

    calls: int = 0

    def __call__(self, method: str) -> None:
        self.calls += 1


def calls_of_a_late_turn(beside: int) -> int:
    """Return how often the store is asked for a turn that is told before others that refer back."""
    counting = Counting(Random(0))  # noqa: S311
    world = World(counting, DEFAULT, extractor=PatternExtractor())
    for hour in range(1, beside + 1):
        say(world, "I don't have a sister any more.", hour, f"s{hour}")
    before = counting.calls
    say(world, NEWS, 0, "s0")
    return counting.calls - before


def test_many_turns_that_refer_back_are_held_to_one_reading_of_what_is_known() -> None:
    few, many = calls_of_a_late_turn(10), calls_of_a_late_turn(40)
    assert few < many <= few + 30 * 2


@dataclass
class At(Chance):
    """Lets something happen once, before a call of the store: after `left` others."""

    act: Callable[[], None] | None = None
    left: int = 0

    def __call__(self, method: str) -> None:
        self.left -= 1
        if self.left < 0 and self.act is not None:
            act, self.act = self.act, None
            act()


TO_ONE_FACT: dict[str, Callable[[World], None]] = {
    "forget": lambda world: world.forget("like_hazelnut"),
    "mark": lambda world: world.mark("like_hazelnut", Effect.QUARANTINE),
    "correct": lambda world: world.correct("like_hazelnut", "cashews"),
    "retract": lambda world: world.correct("like_hazelnut", None),
}


def in_the_midst_of(name: str, left: int) -> tuple[World, bool]:
    """Withdraw a fact after `left` calls of what is done to it; return whether it was in time."""
    at = At(Random(0))  # noqa: S311
    world = World(at, DEFAULT, extractor=PatternExtractor())
    for each in WITHDRAWN[:2]:
        world.send(each)
        world.settle()
    world.send(WITHDRAWN[2])
    at.left, at.act = left, world.settle
    TO_ONE_FACT[name](world)
    return world, at.act is None


@pytest.mark.law(4)
@pytest.mark.law(6)
@pytest.mark.parametrize("name", TO_ONE_FACT)
def test_a_fact_may_be_withdrawn_in_the_midst_of_what_is_done_to_it(name: str) -> None:
    for left in range(60):
        world, in_time = in_the_midst_of(name, left)
        if not in_time:
            assert left > 4  # positive control: it happened at each call before
            return
        assert shown(world).get("like_hazelnut") in {None, "cashews"}
    raise AssertionError("it never came to an end")

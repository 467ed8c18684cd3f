"""The store over plain objects holds the same memory as the one on DynamoDB, log by log."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.extractor import Extractor
from muniment.app.intake import NewTurn
from muniment.app.storage import Store
from muniment.domain.policy import DEFAULT
from muniment.domain.purposes import ASSISTANCE
from muniment.domain.records import Kind
from muniment.domain.scope import Scope
from tests.logs.test_logs import Step, any_step
from tests.logs.test_references import WITHDRAWN, any_turn
from tests.logs.world import Chance, World
from tests.support.extractor import PlainExtractor
from tests.support.memory import fresh
from tests.support.resources import CREDENTIALS


@pytest.fixture(autouse=True)
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)


def told(store: Store, scope: Scope) -> dict[str, object]:
    """Return what the port tells of an owner."""
    owner = store.owner(scope)
    heads = store.heads(scope).facts
    return {
        "owner": owner,
        "facts": sorted(heads, key=lambda fact: fact.id),
        "assertions": {
            fact.id: sorted(store.assertions(scope, owner.epoch, fact.id), key=lambda a: a.id)
            for fact in heads
        },
        "episodes": sorted(store.every_episode(scope, owner.epoch), key=lambda e: e.id),
        "pages": [store.page(scope, owner.epoch, kind, 3, None)[1] for kind in Kind],
        "events": sorted(store.every_event(scope, owner.epoch), key=lambda e: e.id),
        "vectors": store.fact_vectors(scope, owner.epoch),
        "tombstones": store.tombstones(scope, owner.epoch),
        "reviews": store.reviews(scope, owner.epoch),
        "heads": [store.head(scope, owner.epoch, fact.id) for fact in heads],
        "has_forgotten": store.has_forgotten(scope, owner.epoch),
        "references": store.references(scope, owner.epoch, ""),
        "withdrawn": store.head(scope, owner.epoch, "f_" + "a" * 26),
        # Their keys are each store's own.
        "resting": sorted(store.resting(scope, ASSISTANCE).records.values()),
    }


def same_after_each_step(
    steps: Sequence[Step], seed: int, extractor: Extractor, folder: Path
) -> None:
    """Take the steps over both stores, and compare what they tell after each."""
    with fresh(folder) as memory:
        plain, real = (
            World(Chance(Random(seed)), DEFAULT, extractor=extractor, given=store)  # noqa: S311
            for store in (None, memory.store)
        )
        for _, step in steps:
            step(plain)
            step(real)
            assert told(plain.store, plain.scope) == told(real.store, real.scope)


@pytest.mark.parametrize("seed", range(12))
def test_both_stores_hold_the_same(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)  # noqa: S311 - reproducible
    steps = [any_step(chance, number) for number in range(8)]
    same_after_each_step(steps, seed, PlainExtractor(), tmp_path)


@pytest.mark.parametrize("seed", range(8))
def test_both_stores_hold_the_same_of_what_refers_back(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)  # noqa: S311 - reproducible
    turns = [any_turn(chance, number) for number in range(5)]
    steps = [(turn.text, telling(turn)) for turn in [*turns, *WITHDRAWN]]
    same_after_each_step(steps, seed, PatternExtractor(), tmp_path)


def telling(turn: NewTurn) -> Callable[[World], None]:
    def tell(world: World) -> None:
        world.send(turn)
        world.settle()

    return tell

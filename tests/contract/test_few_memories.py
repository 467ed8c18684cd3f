"""A memory of few records, or few that a filter or a moment leaves, loses none that answers.

With the real encoder: what is far below the best is a matter of how its scores spread.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from local.in_process.memory import InProcessMemory
from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.e5_gate import E5SentenceGate
from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.intake import NewTurn
from muniment.app.recall import RecallRequest
from muniment.domain.as_of import AsOf
from muniment.domain.events import Role
from muniment.domain.filters import parse
from muniment.domain.labels import Labels
from muniment.domain.scope import Scope
from tests.support.resources import CREDENTIALS

FAMILY = Labels(("family",))
SAID = [
    ("My brother Carlo lives in Bologna.", FAMILY),
    ("My sister Anna lives in Bologna.", FAMILY),
    ("I repair tram motors at the depot.", Labels()),
    ("My locker at the pool is number 12.", Labels()),
    ("I am allergic to hazelnuts.", Labels()),
]
RELATIVES = {"Carlo", "Anna"}
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcessMemory]:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    encoder = E5Encoder(provide())
    extractor = PatternExtractor(E5SentenceGate(encoder))
    made = InProcessMemory(tmp_path / "index.sqlite", encoder, extractor)
    yield made
    made.close()


def _tell(memory: InProcessMemory, at: datetime, *said: tuple[str, Labels]) -> Scope:
    scope = memory.scope("fay", "acme")
    memory.clock.now = at
    memory.tell(
        scope,
        [
            NewTurn(f"s{at:%m%d}", Role.USER, text, None, n, at, None, by_owner=True, labels=labels)
            for n, (text, labels) in enumerate(said)
        ],
    )
    memory.settle()
    return scope


def _named(memory: InProcessMemory, scope: Scope, request: RecallRequest) -> set[str]:
    text = memory.recall(scope, request).text
    return {name for name in RELATIVES if name in text}


def test_a_filter_loses_none_that_is_found_without_it(memory: InProcessMemory) -> None:
    scope = _tell(memory, NOON, *SAID)
    asked = RecallRequest("Who of my family lives in Bologna?")
    assert _named(memory, scope, asked) == RELATIVES
    family = parse({"tags": "family", "kind": "episode"})
    assert _named(memory, scope, replace(asked, wanted=family)) == RELATIVES


def test_what_answers_stands_beside_what_answers_too(memory: InProcessMemory) -> None:
    scope = _tell(memory, NOON, *SAID[:2])
    asked = RecallRequest("Who of my family lives in Bologna?")
    assert _named(memory, scope, asked) == RELATIVES


def test_a_moment_loses_none_that_answers(memory: InProcessMemory) -> None:
    home = ("I live in Genoa.", Labels())
    scope = _tell(memory, NOON, home, SAID[3])
    _tell(memory, datetime(2026, 2, 5, 12, tzinfo=UTC), ("I live in Turin now.", Labels()))
    then = AsOf(valid_at=datetime(2026, 1, 20, tzinfo=UTC))
    found = memory.recall(scope, RecallRequest("Where do I live?", as_of=then))
    assert [fact.value for fact in found.facts] == ["Genoa"]
    now = memory.recall(scope, RecallRequest("Where do I live?"))
    assert [fact.value for fact in now.facts] == ["Turin"]


def test_few_memories_do_not_show_what_does_not_answer(memory: InProcessMemory) -> None:
    for day, said in enumerate((SAID[0], SAID[2], SAID[3]), start=5):
        scope = _tell(memory, datetime(2026, 1, day, 12, tzinfo=UTC), said)
    answer = memory.recall(scope, RecallRequest("What is the number of my locker?"))
    assert "12" in answer.text
    assert "Carlo" not in answer.text
    assert answer.dropped["far_below_best"] > 0

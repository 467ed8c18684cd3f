"""The store over plain objects keeps working memory as the one on DynamoDB does."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from muniment.app.changes import (
    Change,
    DropSession,
    DropToolResult,
    PutSession,
    PutToolResult,
)
from muniment.app.storage import ExistsError, StaleError, Store
from muniment.domain.working.results import FullResult, Projection, ToolResult
from muniment.domain.working.session import Session, Slots
from tests.support.memory import NOW, fresh
from tests.support.object_store import ObjectStore
from tests.support.resources import CREDENTIALS


def test_both_stores_keep_working_memory_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    session = Session("s1", 1, 1, NOW, NOW, slots=Slots(task="a", variables=(("n", 1.5),)))
    later = replace(session, revision=2, slots=Slots(task="b"))
    until = NOW + timedelta(hours=1)
    result = ToolResult("r1", "s1", 1, "shop", NOW, until, Projection("x", missing=("y",)), 1)
    full = FullResult(result, '{"x":1}', is_json=True)
    steps: list[tuple[Change, type[Exception] | None]] = [
        (PutSession(session, 0), None),
        (PutSession(session, 0), StaleError),
        (PutSession(later, 1), None),
        (PutSession(later, 1), StaleError),
        (PutToolResult(full), None),
        (PutToolResult(full), ExistsError),
        (PutToolResult(full, replaces=True), None),
        (DropSession(session), StaleError),
        (DropToolResult("s1", 1, "r1"), None),
        (DropSession(later), None),
    ]
    with fresh(tmp_path) as memory:
        scope = memory.scope()
        stores: tuple[Store, Store] = (ObjectStore(), memory.store)
        for step, refused in steps:
            for store in stores:
                if refused is None:
                    store.commit(scope, [step], guard=None)
                else:
                    with pytest.raises(refused):
                        store.commit(scope, [step], guard=None)
            plain, real = (
                (
                    store.session(scope, 1, "s1"),
                    list(store.sessions(scope, 1)),
                    store.tool_results(scope, 1, "s1"),
                    store.tool_results(scope, 1, None),
                    store.full_result(scope, 1, "s1", "r1"),
                    store.session(scope, 1, "s2"),
                    list(store.sessions(scope, 2)),
                )
                for store in stores
            )
            assert plain == real

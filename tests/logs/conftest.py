"""Decisions that are taken again are taken at once: there is no other process to wait for."""

import pytest


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muniment.app.retrying.time.sleep", lambda _: None)

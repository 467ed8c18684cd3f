from uuid import uuid4

import pytest


@pytest.fixture(autouse=True)
def _telemetry(monkeypatch: pytest.MonkeyPatch) -> None:
    # A name of its own for each test: the logger of a name keeps the stream it was made with.
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", uuid4().hex)
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Muniment")
    monkeypatch.setenv("POWERTOOLS_LOG_LEVEL", "INFO")

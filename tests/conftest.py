"""What tests of several rooms share: one real OpenSearch a run, if any of them asks for it."""

import os
import shutil
from pathlib import Path

import psutil
import pytest
from hypothesis import settings

from local.opensearch import provide, stop
from local.paths import BUILD

_RUNS = BUILD / "opensearch" / "runs"
_RUN = "MUNIMENT_TEST_RUN"
"""Names the folder of this run; the workers of xdist inherit it and so share its engine."""

# No deadline: how long an example takes is the machine's matter. In CI the same examples each time.
settings.register_profile(
    "muniment", deadline=None, derandomize=os.environ.get("CI") == "true", print_blob=True
)
settings.load_profile("muniment")


def pytest_configure(config: pytest.Config) -> None:
    if not _is_worker(config):
        os.environ[_RUN] = str(os.getpid())


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not _is_worker(session.config):
        _drop(_RUNS / os.environ[_RUN])


@pytest.fixture(scope="session")
def opensearch() -> str:
    """The URL of a real OpenSearch; without one the test is skipped, or fails in CI."""
    for folder in _RUNS.glob("[0-9]*"):  # of runs that were killed
        if not psutil.pid_exists(int(folder.name)):
            _drop(folder)
    said: list[str] = []
    found = provide(_RUNS / os.environ[_RUN], said.append)
    if found:
        return found.url
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI asks for a real OpenSearch. {said[-1]}")
    pytest.skip(said[-1])


def _drop(folder: Path) -> None:
    """End the engine of a run, if it began one."""
    if folder.is_dir():
        stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")

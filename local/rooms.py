"""A pytest plugin for parallel runs: rooms that share something costly stay in one process.

The tests of the deployed stack share that stack, those of the infrastructure a synthesis; the other
processes of the run take the rest, file by file.
"""

from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

SHARING_ROOMS: Final = ("tests/e2e/", "tests/infra/")


def scope_of(nodeid: str) -> str:
    """Name what a test must share a process with: its room, or else its file."""
    room = next((room for room in SHARING_ROOMS if nodeid.startswith(room)), None)
    return room or nodeid.partition("::")[0]


class RoomScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out whole rooms and files; the largest go first."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> RoomScheduling:
    """Schedule by rooms, whatever `--dist` says."""
    return RoomScheduling(config, log)

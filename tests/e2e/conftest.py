"""A stack of its own for the end-to-end tests, brought up once a run."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.stack import Stack
from local.stack import Engine
from local.stack import Stack as LocalStack
from tests.e2e.world import World

ENGINES: dict[str, Engine] = {"sqlite": "sqlite", "opensearch": "opensearch"}


@pytest.fixture(scope="session")
def world() -> Iterator[World]:
    """The deployed stack, on the index that `INDEX` names.

    `E2E_STACK` names the description of one that is already up, which then is left as it is.
    """
    if given := os.environ.get("E2E_STACK"):
        yield World(Stack.read(Path(given)))
        return
    engine = ENGINES[os.environ.get("INDEX", "sqlite")]
    stack = LocalStack("test" if engine == "sqlite" else "test-opensearch")
    stack.down()  # of a run that was interrupted: its memories would disturb this one's counts
    stack.up(engine)
    try:
        yield World(Stack.read(stack.description_file))
    finally:
        stack.down()

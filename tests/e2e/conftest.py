"""A stack of its own for the end-to-end tests, brought up once a run."""

import os
from pathlib import Path

import pytest

from examples.stack import Stack
from tests.e2e.world import World


@pytest.fixture(scope="session")
def world() -> World:
    """The deployed stack; `E2E_STACK` names the description of one that is already up."""
    return World(Stack.read(Path(os.environ["E2E_STACK"])))

"""A pytest plugin: tests of the deployed stack stay together in one process.

They share one stack for the whole run; the other processes of a parallel run take the rest.
"""

from typing import Final

import pytest

DEPLOYED: Final = "tests/e2e/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put every test of the deployed stack into one group of pytest-xdist."""
    for item in items:
        if item.nodeid.startswith(DEPLOYED):
            item.add_marker(pytest.mark.xdist_group("deployed"))

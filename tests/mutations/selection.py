"""A pytest plugin: the tests of all laws but some, each once, with few and fixed examples."""

import os

import pytest
from hypothesis import Phase, settings

EXCEPT = "MUTATION_LAWS"
"""Variable with the laws whose tests are left out, separated by commas."""

settings.register_profile(
    "mutations", max_examples=20, derandomize=True, database=None, deadline=None,
    phases=[Phase.explicit, Phase.generate],
)  # fmt: skip
settings.load_profile("mutations")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the first parameters of each test of another law."""
    if EXCEPT not in os.environ:
        return
    left_out = {int(law) for law in os.environ[EXCEPT].split(",")}
    kept: dict[str, pytest.Item] = {}
    for item in items:
        laws = {mark.args[0] for mark in item.iter_markers("law")}
        if laws and not laws & left_out:
            kept.setdefault(item.nodeid.partition("[")[0], item)
    config.hook.pytest_deselected(items=[i for i in items if i not in kept.values()])
    items[:] = kept.values()

"""Templates, synthesised once a session each."""

from pathlib import Path

import pytest

from tests.infra.synthesis import Template, synthesise

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep these tests on one worker: each worker would start CDK and synthesise anew."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group("infra"))


@pytest.fixture(scope="session")
def prod(tmp_path_factory: pytest.TempPathFactory) -> Template:
    return synthesise(tmp_path_factory.mktemp("prod"), stage="prod")


@pytest.fixture(scope="session")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Template:
    return synthesise(tmp_path_factory.mktemp("dev"), stage="dev")


@pytest.fixture(scope="session")
def local(tmp_path_factory: pytest.TempPathFactory) -> Template:
    """The stack as it goes to the emulator, with SQLite."""
    return synthesise(
        tmp_path_factory.mktemp("local"),
        stage="local",
        issuer="http://127.0.0.1:9",
        index="sqlite",
        index_url="/somewhere/index.sqlite",
    )


@pytest.fixture(scope="session", params=["prod", "dev", "local"])
def template(request: pytest.FixtureRequest) -> Template:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Template)
    return found

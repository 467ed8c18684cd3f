"""What `make status` says of a stack that is up, is not, or is on its way."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from local import cli
from local import stack as stacks
from local.locks import exclusively, is_held
from local.stack import NOT_RUNNING, Description, Stack

DESCRIBED = Description(
    "local", "http://api", "http://issuer", "a", "sqlite", "f", "http://aws", "r", "t", "l", {}, {},
    {},
)  # fmt: skip


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stacks, "BUILD", tmp_path)
    monkeypatch.setattr(Stack, "running", lambda _: {"emulator": "port 1, pid 2"})


def status(name: str = "local") -> tuple[int, str]:
    done = CliRunner().invoke(cli.app, ["status", "--stack", name])
    return done.exit_code, done.stderr


def test_where_nothing_is_up_it_says_how_to_bring_it_up() -> None:
    code, said = status()
    assert (code, "local is not up: `make up` brings it up" in said) == (1, True)
    assert "`make up STACK=other`" in status("other")[1]


def test_while_another_command_works_on_it_it_says_so_and_does_not_wait() -> None:
    folder = Stack().folder / "stack"
    with exclusively(folder):
        assert is_held(folder)
        code, said = status()
    assert (code, "is being brought up or taken down" in said) == (1, True)
    assert not is_held(folder)


def test_a_stack_that_is_up_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    Stack().folder.mkdir()
    DESCRIBED.write(Stack().description_file)
    code, said = status()
    assert (code, "local is up" in said, "http://api" in said) == (0, True, True)
    monkeypatch.setattr(Stack, "running", lambda _: {"emulator": NOT_RUNNING})
    code, said = status()
    assert (code, "local is up" in said) == (1, False)
    assert "does not run any more: `make up` starts it again" in said

"""Where no engine can be had it is said why, and nothing is left over."""

import sys
from pathlib import Path

import pytest

from local.errors import SetupError
from local.opensearch import URL_VARIABLE, provide, running, stop
from local.ports import free_port


def test_without_any_way_it_says_loudly_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(URL_VARIABLE, raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    said: list[str] = []

    assert provide(tmp_path / "work", said.append) is None

    assert said[-1].startswith("NO REAL OPENSEARCH HERE")
    assert "Docker is not installed" in said[-1]
    assert "JDK" in said[-1]
    assert URL_VARIABLE in said[-1]


def test_a_docker_client_without_an_engine_is_no_docker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = tmp_path / "docker"
    client.write_text(f"#!{sys.executable}\nraise SystemExit(1)\n")
    client.chmod(0o755)
    monkeypatch.delenv(URL_VARIABLE, raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    said: list[str] = []

    assert provide(tmp_path / "work", said.append) is None
    assert "no engine answers it" in said[-1]


def test_a_given_engine_that_does_not_answer_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(URL_VARIABLE, f"http://127.0.0.1:{free_port()}")
    with pytest.raises(SetupError, match=URL_VARIABLE):
        provide(tmp_path)


def test_a_given_engine_is_used_and_never_stopped(
    opensearch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(URL_VARIABLE, opensearch)

    found = provide(tmp_path)

    assert found is not None
    assert found.url == opensearch
    found.stop()
    assert provide(tmp_path) is not None


def test_nothing_runs_and_nothing_is_stopped_in_a_fresh_folder(tmp_path: Path) -> None:
    assert running(tmp_path) is None
    assert stop(tmp_path) is False

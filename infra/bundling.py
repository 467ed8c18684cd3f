"""Builds the layers without Docker, from the lock, once for each state of their sources.

`core` holds the locked dependencies and the package `muniment`; `encoder` holds the ONNX runtime
and the model. Each is a zip under `build/layers/` whose name carries a digest of all that goes
into it, so that a second synth builds nothing. `python -m infra.bundling` prints the sizes.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infra.config import MODEL, ROOT, Architecture

LAYERS: Final = ROOT / "build" / "layers"
PACKAGE: Final = ROOT / "layers" / "core" / "python"
MODEL_FILES: Final = ("model.onnx", "tokenizer.json")
MODEL_IN_LAYER: Final = Path("encoder/e5-small-v2")
PYTHON: Final = (3, 13)
PLATFORMS: Final[dict[Architecture, str]] = {
    # onnxruntime has no older manylinux wheel; Lambda's 3.13 runs on Amazon Linux 2023 (glibc 2.34)
    "arm64": "aarch64-manylinux_2_28",
    "x86_64": "x86_64-manylinux_2_28",
}
ENCODER_PACKAGES: Final = ("numpy", "onnxruntime", "tokenizers")
"""What running the model imports. The hub client that tokenizers asks for, and the protobuf and
flatbuffers of the runtime, are needed to fetch and to build models, not to run one."""
DROPPED: Final = (
    "**/*.pyi",
    "**/__pycache__",
    "**/tests",
    "bin",
    "numpy/f2py",
    "onnxruntime/backend",
    "onnxruntime/datasets",
    "onnxruntime/quantization",
    "onnxruntime/tools",
    "onnxruntime/transformers",
)
COMPRESSION: Final = 4
"""Half the time of zlib's default, 3 % more bytes."""
KEPT_BUILDS: Final = 4
"""Zips of one layer that stay: enough to go back and forth between branches."""


class BundlingError(Exception):
    """A layer cannot be built; the message says what is missing and how to get it."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A built layer: the zip, and the digest of all that went into it."""

    path: Path
    digest: str

    @property
    def unzipped(self) -> int:
        """Bytes in Lambda's file system: what counts against its limit of 250 MB."""
        with zipfile.ZipFile(self.path) as archive:
            return sum(entry.file_size for entry in archive.infolist())


@dataclass(frozen=True, slots=True)
class Layers:
    """The two layers of a deployment."""

    core: Layer
    encoder: Layer


def build(architecture: Architecture, model: Path = MODEL) -> Layers:
    """Return both layers, built if they are not there; `model` is the folder of the model."""
    return Layers(core=build_core(architecture), encoder=build_encoder(architecture, model))


def build_core(architecture: Architecture) -> Layer:
    """Build the dependencies of the functions, with the product's package."""
    locked = _exported("--no-dev", "--no-default-groups")
    sources = [path for path in sorted(PACKAGE.rglob("*")) if _is_source(path)]
    digest = _digest([architecture.encode(), locked.encode(), *_contents(sources, PACKAGE)])

    def fill(folder: Path) -> None:
        package = folder / "python"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
        _compile(package)
        shutil.copytree(_core_dependencies(architecture, locked), package, dirs_exist_ok=True)

    return _layer("core", architecture, digest, fill)


def build_encoder(architecture: Architecture, model: Path = MODEL) -> Layer:
    """Build the ONNX runtime and tokenizer, with the model under `encoder/e5-small-v2`."""
    locked = _only(ENCODER_PACKAGES, _exported("--only-group", "encoder"))
    files = _model_files(model)
    digest = _digest([architecture.encode(), locked.encode(), *_contents(files, model)])

    def fill(folder: Path) -> None:
        _install(locked, architecture, folder / "python")
        (folder / MODEL_IN_LAYER).mkdir(parents=True)
        for file in files:
            shutil.copyfile(file, folder / MODEL_IN_LAYER / file.name)

    return _layer("encoder", architecture, digest, fill)


def sizes(layers: Layers) -> dict[str, int]:
    """Unzipped bytes by layer, and together."""
    found = {"core": layers.core.unzipped, "encoder": layers.encoder.unzipped}
    return {**found, "all": sum(found.values())}


# --- what goes in ----------------------------------------------------------------------------


def _exported(*selection: str) -> str:
    """Return the locked requirements with their hashes, exactly as uv.lock has them."""
    return _uv("export", "--frozen", "--quiet", "--no-header", "--no-emit-project", *selection)


def _only(names: Iterable[str], requirements: str) -> str:
    """Return the blocks (requirement, hashes) of these packages alone."""
    blocks = re.split(r"\n(?=\S)", requirements)
    kept = [block for block in blocks if re.split(r"[=\s]", block, maxsplit=1)[0] in set(names)]
    return "\n".join(kept) + "\n"


def _model_files(model: Path) -> list[Path]:
    files = [model / name for name in MODEL_FILES]
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        raise BundlingError(
            f"the model lacks {', '.join(missing)} in {model}: fetch it with "
            "`python -m local model`, or give its folder with -c model_dir=/folder"
        )
    return files


def _is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def _contents(files: Iterable[Path], base: Path) -> Iterator[bytes]:
    for file in files:
        yield file.relative_to(base).as_posix().encode()
        yield file.read_bytes()


def _digest(parts: Iterable[bytes]) -> str:
    """Digest the parts and this recipe: the same digest means the same layer."""
    digest = hashlib.sha256()
    for part in (Path(__file__).read_bytes(), *parts):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()[:32]


# --- how it is built -------------------------------------------------------------------------


def _core_dependencies(architecture: Architecture, locked: str) -> Path:
    """Return the core's dependencies alone: they stay while the product's code changes."""
    digest = _digest([architecture.encode(), locked.encode()])
    target = LAYERS / f"dependencies-{architecture}-{digest}"
    if not target.is_dir():
        with _workshop() as shop:
            _install(locked, architecture, shop / "python")
            _publish(shop / "python", target)
        _forget_older(f"dependencies-{architecture}-")
    return target


def _install(locked: str, architecture: Architecture, folder: Path) -> None:
    """Install packages for Lambda, held to their hashes, pruned and compiled."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
        requirements.write(locked)
        requirements.flush()
        _uv(
            "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--link-mode", "copy",
            "--only-binary", ":all:",
            "--python-platform", PLATFORMS[architecture],
            "--python-version", ".".join(map(str, PYTHON)),
            "--target", str(folder),
            "--requirement", requirements.name,
        )  # fmt: skip
    _prune(folder)
    _compile(folder)


def _layer(
    name: str, architecture: Architecture, digest: str, fill: Callable[[Path], None]
) -> Layer:
    """Return the layer with this digest, filled and zipped if it is not there."""
    target = LAYERS / f"{name}-{architecture}-{digest}.zip"
    if not target.exists():
        with _workshop() as shop:
            folder = shop / "layer"
            folder.mkdir()
            fill(folder)
            archive = shop / "layer.zip"
            _zip(folder, archive)
            _publish(archive, target)
        _forget_older(f"{name}-{architecture}-")
    return Layer(path=target, digest=digest)


def _prune(folder: Path) -> None:
    for pattern in DROPPED:
        for path in list(folder.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _compile(folder: Path) -> None:
    """Ship bytecode: /opt is read-only, so a cold start would compile everything each time.

    Without a check against the source (`unchecked-hash`), because the times in a zip are not the
    ones that a timestamp check wants; the layer never changes under a running function.
    """
    if sys.version_info[:2] != PYTHON:
        raise BundlingError(f"layers are compiled by Python {PYTHON}, this is {sys.version_info}")
    subprocess.run(
        [
            sys.executable, "-m", "compileall", "-q", "-j", "0",
            "--invalidation-mode", "unchecked-hash",
            "-s", str(folder), "-p", "/opt/python", str(folder),
        ],
        check=True,
        stdout=sys.stderr,
    )  # fmt: skip


def _zip(folder: Path, archive: Path) -> None:
    """Zip in a fixed order with fixed times, so that the same layer is the same bytes."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION) as target:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                target.writestr(entry, path.read_bytes())


@contextmanager
def _workshop() -> Iterator[Path]:
    LAYERS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".building-", dir=LAYERS) as folder:
        yield Path(folder)


def _publish(made: Path, target: Path) -> None:
    """Move into place at once; if another process was quicker, its work is the same."""
    try:
        made.rename(target)
    except OSError:
        if not target.exists():
            raise


def _forget_older(prefix: str) -> None:
    builds = sorted(LAYERS.glob(f"{prefix}*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in builds[KEPT_BUILDS:]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _uv(*arguments: str) -> str:
    # An active environment of the caller must not be taken for the target.
    environment = {k: v for k, v in os.environ.items() if k != "VIRTUAL_ENV"}
    done = subprocess.run(
        [sys.executable, "-m", "uv", "--color", "never", *arguments],  # the CDK CLI asks for colour
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BundlingError(f"uv {arguments[0]} failed:\n{done.stderr.strip()}")
    return done.stdout


def main() -> None:
    """Build the layers of one architecture and print their unzipped sizes in MB."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--arch", choices=list(PLATFORMS), default="arm64")
    parser.add_argument("--model", type=Path, default=MODEL)
    options = parser.parse_args()
    for name, size in sizes(build(options.arch, options.model)).items():
        sys.stdout.write(f"{name:8} {size / 1e6:6.1f} MB\n")


if __name__ == "__main__":
    main()

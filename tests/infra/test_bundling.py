"""The layers: what is in them, what is not, and how much they weigh."""

import importlib.util
import platform
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from infra import bundling
from infra.bundling import BundlingError, Layers
from infra.config import MODEL, Architecture

MEGABYTE = 1_000_000
CORE_LIMIT = 60 * MEGABYTE
ALL_LIMIT = 230 * MEGABYTE  # Lambda's own is 250 with the function's code


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model where it was fetched; else a stand-in of its size, which zips to nothing."""
    if all((MODEL / name).is_file() for name in bundling.MODEL_FILES):
        return MODEL
    folder = tmp_path_factory.mktemp("model")
    for name, size in zip(bundling.MODEL_FILES, (34_100_000, 720_000), strict=True):
        with (folder / name).open("wb") as file:
            file.truncate(size)
    return folder


@pytest.fixture(scope="module")
def layers(model: Path) -> Layers:
    return bundling.build("arm64", model)


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package and a folder of layers of the test's own, beside the built dependencies."""
    layers = tmp_path / "layers"
    layers.mkdir()
    for built in bundling.LAYERS.glob("dependencies-*"):
        (layers / built.name).symlink_to(built)
    monkeypatch.setattr(bundling, "LAYERS", layers)
    package = tmp_path / "python"
    (package / "muniment").mkdir(parents=True)
    (package / "muniment" / "__init__.py").write_text("ANSWER = 1\n")
    monkeypatch.setattr(bundling, "PACKAGE", package)
    return package / "muniment" / "__init__.py"


def names(layer: bundling.Layer) -> list[str]:
    with zipfile.ZipFile(layer.path) as archive:
        return archive.namelist()


def test_the_layers_fit(layers: Layers) -> None:
    sizes = bundling.sizes(layers)
    assert 10 * MEGABYTE < sizes["core"] <= CORE_LIMIT
    assert 100 * MEGABYTE < sizes["all"] <= ALL_LIMIT


def test_the_core_holds_the_product_and_its_locked_dependencies(layers: Layers) -> None:
    tops = {Path(name).parts[1] for name in names(layers.core)}
    assert {
        "muniment",
        "pydantic",
        "pydantic_core",
        "opensearchpy",
        "aws_lambda_powertools",
    } <= tops
    assert "python/muniment/domain/records.py" in names(layers.core)
    assert not tops & {"boto3", "botocore", "numpy", "onnxruntime", "pytest", "moto"}


def test_the_encoder_holds_the_runtime_and_the_model_and_no_hub(layers: Layers) -> None:
    tops = {Path(name).parts[1] for name in names(layers.encoder)}
    assert {"onnxruntime", "numpy", "tokenizers"} <= tops
    assert not tops & {"huggingface_hub", "hf_xet", "tqdm", "httpx2", "yaml", "google"}
    assert {"encoder/e5-small-v2/model.onnx", "encoder/e5-small-v2/tokenizer.json"} <= set(
        names(layers.encoder)
    )


def test_native_code_is_for_the_processor_that_was_asked_for(layers: Layers) -> None:
    for layer in (layers.core, layers.encoder):
        native = [name for name in names(layer) if ".cpython-313-" in name]
        assert native
        assert all("aarch64" in name for name in native)


def test_bytecode_is_shipped_and_not_checked_against_the_source(layers: Layers) -> None:
    with zipfile.ZipFile(layers.core.path) as archive:
        compiled = archive.read("python/muniment/__pycache__/__init__.cpython-313.pyc")
    assert compiled[:4] == importlib.util.MAGIC_NUMBER
    assert int.from_bytes(compiled[4:8], "little") == 0b01  # hash-based, unchecked (PEP 552)


def test_an_unchanged_layer_is_not_built_again(layers: Layers, model: Path) -> None:
    built = layers.encoder.path.stat().st_mtime_ns
    again = bundling.build("arm64", model)
    assert again == layers
    assert again.encoder.path.stat().st_mtime_ns == built


def test_a_changed_product_is_another_layer(layers: Layers, apart: Path) -> None:
    first = bundling.build_core("arm64")
    apart.write_text("ANSWER = 2\n")
    second = bundling.build_core("arm64")
    assert len({layers.core.digest, first.digest, second.digest}) == 3
    with zipfile.ZipFile(second.path) as archive:
        assert archive.read("python/muniment/__init__.py") == b"ANSWER = 2\n"


def test_the_lock_is_read_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = bundling._exported("--only-group", "encoder")
    monkeypatch.setenv("FORCE_COLOR", "1")  # as the CDK command line does
    assert bundling._exported("--only-group", "encoder") == plain
    assert "onnxruntime==" in plain
    assert "\x1b" not in plain


def test_a_missing_model_is_said_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(BundlingError, match=r"model\.onnx.*model_dir="):
        bundling.build_encoder("arm64", tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="the layers hold Linux binaries")
def test_what_was_left_out_is_not_missed(model: Path, tmp_path: Path) -> None:
    here: Architecture = "arm64" if platform.machine() in {"aarch64", "arm64"} else "x86_64"
    with zipfile.ZipFile(bundling.build_encoder(here, model).path) as archive:
        archive.extractall(tmp_path)
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'python')!r})\n"
        "import numpy, onnxruntime, tokenizers\n"
        f"folder = {str(tmp_path / 'encoder' / 'e5-small-v2')!r}\n"
        "if sys.argv[1] == 'real':\n"
        "    tokenizers.Tokenizer.from_file(folder + '/tokenizer.json')\n"
        "    onnxruntime.InferenceSession(folder + '/model.onnx')\n"
        "print(onnxruntime.__file__)"
    )
    which = "real" if model == MODEL else "stand-in"
    # -I -S: nothing but the standard library and the layer, as in Lambda.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, which],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))

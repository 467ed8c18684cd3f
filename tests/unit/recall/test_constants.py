"""The encoder's constants: those in the package, and the command that fits them."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from local.fit_constants import DIMENSIONS, fit, rotation, user_turns
from muniment.adapters.e5_encoder import CONSTANTS, Constants
from muniment.adapters.e5_model import Floats
from muniment.adapters.encodings import DEFAULT_MODEL


def samples(rows: int, seed: int) -> Floats:
    spread = np.geomspace(1, 0.01, 384)
    gaussian = np.random.default_rng(seed).standard_normal((rows, 384))
    return np.asarray(gaussian * spread + 3, np.float32)


def test_the_constants_are_those_that_the_model_name_stands_for() -> None:
    digest = hashlib.sha256(CONSTANTS.read_bytes()).hexdigest()
    assert (DEFAULT_MODEL, digest[:16]) == ("e5-small-v2-int8.1", "00f528fae1486cfc")


def test_the_projection_keeps_lengths_and_angles() -> None:
    projection = Constants.load(CONSTANTS).projection
    assert projection.shape == (384, DIMENSIONS)
    assert projection.T @ projection == pytest.approx(np.eye(DIMENSIONS), abs=2e-3)


def test_what_is_fitted_has_the_form_of_what_is_used(tmp_path: Path) -> None:
    np.savez(tmp_path / "new.npz", allow_pickle=False, **fit(samples(50, 1), samples(2000, 2)))
    fitted = Constants.load(tmp_path / "new.npz")
    assert fitted.projection.T @ fitted.projection == pytest.approx(np.eye(DIMENSIONS), abs=2e-3)
    assert fitted.token_mean == pytest.approx(np.full(384, 3), abs=0.2)
    states = fitted.project(samples(500, 3))
    share = (states > 0).mean(axis=0)
    assert ((share > 0.3) & (share < 0.7)).all()  # every sign says something


def test_fitting_twice_gives_the_same_constants() -> None:
    first, second = (fit(samples(50, 1), samples(500, 2)) for _ in range(2))
    assert all((first[name] == second[name]).all() for name in first)
    assert rotation() @ rotation().T == pytest.approx(np.eye(DIMENSIONS), abs=1e-5)


def test_only_what_the_user_said_is_taken(tmp_path: Path) -> None:
    turns = [{"speaker": "User", "content": "mine"}, {"speaker": "Assistant", "content": "other"}]
    path = tmp_path / "dialogues.json"
    path.write_text(json.dumps({"dialogues": [{"dialogue_turns": turns}]}))
    assert list(user_turns(path)) == ["mine"]

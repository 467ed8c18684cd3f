"""Reads what a path holds, whichever form it is in."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaluation.recall.forms import beam, locomo, longmemeval, own, realmem
from evaluation.recall.model import Conversation


def read(path: Path) -> Iterator[Conversation]:
    """Yield the conversations of a file, or of all files of a folder.

    ValueError if a file is in no form that is known.
    """
    if (path / "chat.json").exists():
        yield beam.read_folder(path)
    elif path.is_dir():
        for inner in sorted(path.iterdir()):
            if inner.is_dir() or inner.suffix in SUFFIXES:
                yield from read(inner)
    else:
        yield from _read_file(path)


def _read_file(path: Path) -> Iterator[Conversation]:
    if path.suffix == own.SUFFIX:
        yield from own.read(path)
        return
    content = _json(path)
    if locomo.is_locomo(content):
        yield from locomo.read(content)
    elif longmemeval.is_longmemeval(content):
        yield from longmemeval.read(content)
    elif realmem.is_realmem(content):
        yield realmem.read(path.stem, content)
    elif beam.is_beam(content):
        yield from beam.read(content)
    else:
        raise ValueError(f"{path} is in no form that is known: {', '.join(FORMS)}")


def _json(path: Path) -> Any:
    """Return what a JSON file holds; ValueError with its name and what mends it."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: byte {error.start + 1} is not UTF-8; save it in UTF-8") from None
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply") from None
    except ValueError as error:
        hint = f"if its lines are JSON objects, call it {path.with_suffix(own.SUFFIX).name}"
        raise ValueError(f"{path} is not JSON: {error}; {hint}") from None


SUFFIXES = (".json", own.SUFFIX)
FORMS = ("LoCoMo", "LongMemEval", "BEAM", "RealMem", f"our own (JSON lines, *{own.SUFFIX})")

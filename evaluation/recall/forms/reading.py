"""Reads what a path holds, whichever form it is in."""

import json
from collections.abc import Iterator
from pathlib import Path

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
    content = json.loads(path.read_text(encoding="utf-8"))
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


SUFFIXES = (".json", own.SUFFIX)
FORMS = ("LoCoMo", "LongMemEval", "BEAM", "RealMem", f"our own (JSON lines, *{own.SUFFIX})")

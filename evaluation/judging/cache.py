"""Answers of models, kept by what was asked, so that a run that broke off goes on where it was."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4


def digest(*parts: str) -> str:
    """Return the name of what was asked: model, prompt, material and which sample of it."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Cache:
    """A file an answer under one folder. The answers speak of the data: keep it under build/."""

    folder: Path

    def get(self, name: str) -> Mapping[str, object] | None:
        """Return what is kept under a digest."""
        try:
            kept: object = json.loads(self._path(name).read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return kept if isinstance(kept, dict) else None

    def put(self, name: str, content: Mapping[str, object]) -> None:
        """Keep something; who breaks off leaves no half of it."""
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{uuid4().hex}")
        half.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        half.replace(path)

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / f"{name}.json"

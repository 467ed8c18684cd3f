"""Reads the versioned prompt files that the package ships."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from muniment.app.models import Job
from muniment.domain.text import normalise

_HEADER = re.compile(r"---\ncanaries: (?P<canaries>[^\n]*)\n---\n(?P<text>.*)", re.DOTALL)
_DIGEST = 8  # hexadecimal digits: enough to tell edits of one version apart


@dataclass(frozen=True, slots=True)
class Prompt:
    """One version of one job's prompt, with the schema of its answer.

    `canaries` are words of its examples that occur nowhere else: where one of them comes back, a
    model has repeated the prompt instead of reading the turn.
    """

    version: str
    """Job, number and a digest of both files: an edit without a new number shows all the same."""
    system: str
    schema: Mapping[str, object]
    canaries: frozenset[str]

    def repeated_in(self, *texts: str | None, beside: str) -> bool:
        """Whether a text holds a canary (in any case and punctuation) that `beside` does not."""
        said = normalise(" ".join(text.replace("_", " ") for text in texts if text))
        found = [word for word in map(normalise, self.canaries) if word in said]
        return bool(found) and not all(word in normalise(beside) for word in found)


@cache
def load(job: Job, number: int) -> Prompt:
    """Read a prompt of the package."""
    folder = files("muniment.prompts") / job.value
    text = (folder / f"v{number}.md").read_text(encoding="utf-8")
    schema = (folder / f"v{number}.json").read_text(encoding="utf-8")
    header = _HEADER.fullmatch(text)
    if header is None:
        raise ValueError(f"prompt {job.value}/v{number} has no header")
    digest = hashlib.sha256(f"{text}\0{schema}".encode()).hexdigest()[:_DIGEST]
    return Prompt(
        version=f"{job.value}/v{number}.{digest}",
        system=header["text"].strip(),
        schema=json.loads(schema),
        canaries=frozenset(each.strip() for each in header["canaries"].split(",")),
    )

"""The prompts of answering and judging, a file a job and version; none is edited after use."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from muniment.app.models import Job, StructuredJob

NEWEST: Mapping[Job, int] = {Job.ANSWER: 1, Job.JUDGE: 1}
_DIGEST = 8  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class Prompt:
    """One version of one job's prompt, with the schema of its answer."""

    job: Job
    version: str
    """Job, number and a digest of both files: an edit without a new number shows all the same."""
    system: str
    schema: Mapping[str, object]

    def of(self, content: Mapping[str, object]) -> StructuredJob:
        """Return the job with this material."""
        shown = json.dumps(content, ensure_ascii=False, indent=1)
        return StructuredJob(self.job, self.system, shown, self.schema)


def load(job: Job, number: int | None = None) -> Prompt:
    """Read a prompt, the newest unless a number is given."""
    number = number or NEWEST[job]
    folder = files(__name__) / job.value
    text = (folder / f"v{number}.md").read_text(encoding="utf-8")
    schema = (folder / f"v{number}.json").read_text(encoding="utf-8")
    digest = hashlib.sha256(f"{text}\0{schema}".encode()).hexdigest()[:_DIGEST]
    return Prompt(job, f"{job.value}/v{number}.{digest}", text.strip(), json.loads(schema))

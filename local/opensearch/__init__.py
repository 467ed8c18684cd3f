"""Provides a real OpenSearch: the one whose URL is given, else by Docker, else from Maven.

What it started is remembered in the working folder, so that another command finds and stops it.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from local.errors import SetupError
from local.opensearch import docker, maven
from local.opensearch.health import answers

URL_VARIABLE = "MUNIMENT_OPENSEARCH_URL"

type Say = Callable[[str], None]


@dataclass(frozen=True)
class RunningOpenSearch:
    """An engine that answers."""

    url: str
    pid: int | None
    """Of the process on this machine; None for a given URL and for a container."""
    workdir: Path

    def stop(self) -> None:
        """End what `provide` started; a given engine is left alone."""
        stop(self.workdir)


def provide(workdir: Path, say: Say = print) -> RunningOpenSearch | None:
    """Return an OpenSearch, started if `workdir` has none that runs; it outlives this process.

    `workdir` is where it keeps its data and its log. Where none can be had, says loudly why and
    returns None. Raises SetupError if a given URL does not answer: whoever gives one means it.
    """
    if given := os.environ.get(URL_VARIABLE):
        if not answers(given):
            raise SetupError(f"{URL_VARIABLE} is {given}, where no OpenSearch answers")
        return RunningOpenSearch(given, None, workdir)
    reasons = []
    for way in (docker, maven):
        try:
            url, pid = way.start(workdir, say)
            return RunningOpenSearch(url, pid, workdir)
        except SetupError as error:
            reasons.append(str(error))
    say("NO REAL OPENSEARCH HERE: " + "; ".join(reasons) + f". Or give one by {URL_VARIABLE}.")
    return None


def running(workdir: Path) -> RunningOpenSearch | None:
    """Return the engine that `provide` started in `workdir`, if it still runs."""
    for way in (docker, maven):
        if found := way.running(workdir):
            url, pid = found
            return RunningOpenSearch(url, pid, workdir)
    return None


def stop(workdir: Path) -> bool:
    """End the engine that `provide` started in `workdir`; tell whether there was one."""
    return any([docker.stop(workdir), maven.stop(workdir)])

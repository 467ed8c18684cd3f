"""Starts, finds and stops background processes of a stack.

A process is known by its id *and* its time of creation, so a number that the system gave to
another program meanwhile is never taken for ours. Each leads a session of its own: it outlives the
command that started it, an interrupt at the terminal does not reach it, and its children stop
with it.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import psutil

from local.errors import SetupError
from local.paths import ROOT

STOP_PATIENCE_SECONDS: Final = 5.0
"""From the polite signal to the one that cannot be ignored."""
POLL_SECONDS: Final = 0.05


@dataclass(frozen=True)
class Running:
    """One background process, as its file on disk remembers it."""

    pid: int
    created: float
    port: int
    made_from: str
    """Digest of the code it was started from; another one now means it is out of date."""

    def process(self) -> psutil.Process | None:
        """Return the live process, or None when it ended or its number went to another one."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.created) < 1
            return process if same and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.NoSuchProcess:
            return None


@dataclass(frozen=True)
class Service:
    """A named background process of one stack; its state is a file in the stack's folder."""

    name: str
    folder: Path

    @property
    def log(self) -> Path:
        """Where it writes what it has to say."""
        return self.folder / "logs" / f"{self.name}.log"

    @property
    def _file(self) -> Path:
        return self.folder / f"{self.name}.process.json"

    def running(self) -> Running | None:
        """Return the live process, or None."""
        try:
            known = Running(**json.loads(self._file.read_text()))
        except (OSError, ValueError, TypeError):
            return None
        return known if known.process() else None

    def start(
        self, command: Sequence[str | Path], env: Mapping[str, str], port: int, made_from: str
    ) -> Running:
        """Start the process in a session of its own and remember it before anything can fail."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=ROOT,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        created = psutil.Process(process.pid).create_time()
        running = Running(process.pid, created, port, made_from)
        self._file.write_text(json.dumps(asdict(running)))
        return running

    def wait_until(self, ready: Callable[[], bool], patience_seconds: float) -> None:
        """Wait for a started process; SetupError with the end of its log when it does not come."""
        deadline = time.monotonic() + patience_seconds
        while not ready():
            if self.running() is None or time.monotonic() > deadline:
                tail = "\n".join(self.log.read_text(errors="replace").splitlines()[-15:])
                self.stop()
                raise SetupError(f"{self.name} did not start; the end of {self.log}:\n{tail}")
            time.sleep(POLL_SECONDS)

    def stop(self) -> bool:
        """Stop the process and all it started; tell whether there was one."""
        running = self.running()
        process = running.process() if running else None
        if process:
            _stop_family(process)
        self._file.unlink(missing_ok=True)
        return process is not None


def _stop_family(parent: psutil.Process) -> None:
    try:
        family = [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return
    _signal(family[:1], signal.SIGTERM)
    left = _wait_for_end(family)
    _signal(left, signal.SIGKILL)
    _wait_for_end(left)


def _wait_for_end(processes: Sequence[psutil.Process]) -> list[psutil.Process]:
    """Wait a while for processes to end; return those that still run."""
    deadline = time.monotonic() + STOP_PATIENCE_SECONDS
    while (left := [each for each in processes if _runs(each)]) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    return left


def _runs(process: psutil.Process) -> bool:
    """Tell whether it runs; a zombie does not, whoever is to collect it."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _signal(processes: Sequence[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        try:
            process.send_signal(number)
        except psutil.NoSuchProcess:
            continue


def clean_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """Return an environment with nothing of the caller's but where programs and home are.

    Functions inherit it from the emulator: what a shell exports must not change how they run.
    """
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "JAVA_HOME", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    return {name: os.environ[name] for name in kept if name in os.environ} | dict(extra)


def environment_without_aws(extra: Mapping[str, str]) -> dict[str, str]:
    """Return the caller's environment (certificates, proxies) without any AWS account of theirs."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith("AWS_")
    } | dict(extra)

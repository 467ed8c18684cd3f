"""The most memory that each function's process has had, and what it was given."""

from collections.abc import Iterator
from pathlib import Path

import psutil

from bench.figures import Figure, Section
from examples.stack import Stack

_MB = 1024 * 1024


def resident(stack: Stack) -> Section:
    """Return the peak of each function whose process runs here, beside its size on AWS."""
    functions = stack.session.client("lambda", endpoint_url=stack.endpoint)
    peaks: dict[str, float] = {}
    for function, peak in _processes():
        peaks[function] = max(peak, peaks.get(function, 0.0))
    figures = []
    for name, function in sorted(stack.functions.items()):
        if function in peaks:
            size = functions.get_function_configuration(FunctionName=function)["MemorySize"]
            figures.append(Figure(f"memory of {name}", "MB", peaks[function], "its size", size))
    return Section("memory", figures)


def _processes() -> Iterator[tuple[str, float]]:
    """Yield the name of each function that runs, and the peak of its resident memory in MB."""
    for process in psutil.process_iter():
        try:
            name = process.environ().get("AWS_LAMBDA_FUNCTION_NAME")
            if name:
                yield name, peak(Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8"))
        except (psutil.Error, OSError):
            continue  # it has ended meanwhile, or is somebody else's


def peak(status: str) -> float:
    """Return the peak of the resident memory in MB, from a process's status as Linux tells it."""
    for line in status.splitlines():
        name, _, value = line.partition(":")
        if name == "VmHWM":
            return int(value.split()[0]) * 1024 / _MB
    return 0.0

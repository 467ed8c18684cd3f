import json
import os
import sys
from pathlib import Path

import psutil
import pytest

from local.errors import SetupError
from local.processes import Service

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""


def start(folder: Path, program: str) -> Service:
    service = Service("sample", folder)
    service.start((sys.executable, "-c", program), os.environ, 0, "this code")
    return service


def test_a_process_outlives_its_starter_in_a_session_of_its_own_and_stops_with_its_children(
    tmp_path: Path,
) -> None:
    service = start(tmp_path, PARENT)
    service.wait_until(lambda: service.log.read_text().strip() != "", 20)
    child = psutil.Process(int(service.log.read_text()))
    running = service.running()
    assert running is not None
    assert os.getsid(running.pid) == running.pid
    assert service.stop()
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
    assert service.running() is None
    assert not service.stop()


def test_a_number_that_went_to_another_process_is_not_ours(tmp_path: Path) -> None:
    service = start(tmp_path, "import time; time.sleep(60)")
    file = tmp_path / "sample.process.json"
    remembered = json.loads(file.read_text())
    try:
        assert service.running() is not None
        file.write_text(json.dumps(remembered | {"created": remembered["created"] - 60}))
        assert service.running() is None
        assert not service.stop()
        assert psutil.pid_exists(remembered["pid"])
    finally:
        file.write_text(json.dumps(remembered))
        assert service.stop()


def test_a_process_that_ends_at_once_is_reported_with_its_last_words(tmp_path: Path) -> None:
    service = start(tmp_path, "raise SystemExit('the port is taken')")
    with pytest.raises(SetupError, match="the port is taken"):
        service.wait_until(lambda: False, 20)

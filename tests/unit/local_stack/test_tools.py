"""What several processes ask for at once is made once, and nobody sees half of it."""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from local import tools


def test_what_many_ask_for_at_once_is_made_once_and_whole(tmp_path: Path) -> None:
    folder = tmp_path / "tools" / "node"
    made: list[str] = []

    def make() -> None:
        made.append("made")
        folder.mkdir(parents=True)
        time.sleep(0.05)
        (folder / "program").write_text("whole")

    def ask(_: int) -> str:
        tools.make_once(folder, "version 1", make)
        return (folder / "program").read_text()

    with ThreadPoolExecutor(8) as processes:
        assert set(processes.map(ask, range(8))) == {"whole"}
    assert made == ["made"]


def test_another_pin_or_a_removed_folder_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "node"
    made: list[str] = []

    def provide(version: str) -> None:
        def make() -> None:
            made.append(version)
            folder.mkdir()

        tools.make_once(folder, version, make)

    for version in ("1", "1", "2"):
        provide(version)
    shutil.rmtree(folder)
    provide("2")
    assert made == ["1", "2", "2"]


def test_what_failed_half_way_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "node"

    def fail() -> None:
        folder.mkdir()
        (folder / "half").touch()
        raise OSError("the network is gone")

    try:
        tools.make_once(folder, "1", fail)
    except OSError:
        tools.make_once(folder, "1", folder.mkdir)
    assert not (folder / "half").exists()

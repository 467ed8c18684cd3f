"""The commands of docs/api.md, as they are written there."""

import os
import re
import subprocess
from pathlib import Path

from local.paths import ROOT
from tests.e2e.world import World

SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)


def play(world: World, token: str, about: str, folder: Path) -> str:
    """Play the one block of commands that speaks of something; return what it prints."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    (commands,) = (block for block in SHELL.findall(page) if about in block)
    script = commands.replace("curl -s ", "curl -sS --fail-with-body ")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder, env=os.environ | {"API": world.stack.api_url, "TOKEN": token},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

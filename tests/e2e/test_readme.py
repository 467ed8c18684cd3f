"""The README's commands work as they are written there."""

import re
import subprocess
from pathlib import Path

import pytest

from local.paths import ROOT
from tests.e2e.world import World

pytestmark = pytest.mark.any_index

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
MAKE = re.compile(r"(?:`|^| {4}|\()make (?:-s )?([a-z]+)\b", re.MULTILINE)
TABLE = re.compile(r"^\| `([a-z]+)`(?: · `([a-z]+)`)?(?: · `([a-z]+)`)? \|", re.MULTILINE)


@pytest.fixture(scope="module")
def said(world: World) -> str:
    """What the README's curl lines print, played in one shell from top to bottom."""
    blocks = [block for block in SHELL.findall(README) if "make demo" not in block]
    assert len(blocks) >= 4
    script = "\n".join(["set -euo pipefail", *blocks])
    # The tests' stack takes the place of the one a person plays with.
    folder = world.stack.described_in.parent
    script = script.replace("build/local/", f"{folder}/")
    script = script.replace("make -s token ", f"make -s token STACK={folder.name} ")
    script = script.replace("curl -s ", "curl -sS --fail-with-body ")
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_curl_lines_store_recall_and_take_back(said: str) -> None:
    assert '"operation_id"' in said
    assert said.count("spare key") >= 2, "stored, and recalled"
    assert '"target":"user"' in said, "the erasure"


def test_every_verb_is_one_of_the_makefile_and_the_other_way_round() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    verbs = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    told = {verb for row in TABLE.findall(README) for verb in row if verb}
    assert {"demo", "test", "up", "down", "token"} <= told
    assert told <= verbs
    assert set(MAKE.findall(README)) <= verbs


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *map(str, Path("docs").glob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(((?!https?:)[^)#]+)", text)
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert not missing

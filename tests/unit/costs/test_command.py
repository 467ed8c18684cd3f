"""The command, and the commands of docs/costs.md as they are written there."""

import json
import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from costs import __main__ as command

PAGE = Path("docs/costs.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^make cost(.*?)(?:\s+#.*)?$", PAGE, re.MULTILINE)
TABLE = re.findall(r"^\| (?:prod|small|dev) .*\|$", PAGE, re.MULTILINE)
app = typer.Typer()
app.command()(command.main)


def run(tmp_path: Path, *options: str) -> tuple[str, dict[str, object]]:
    report = tmp_path / "cost.json"
    done = CliRunner().invoke(app, [*options, "--report", str(report)])
    assert done.exit_code == 0, done.output
    return done.output, json.loads(report.read_text(encoding="utf-8"))


def options_of(arguments: str) -> list[str]:
    """Return what `make` hands over: the words of ARGS."""
    words = shlex.split(arguments)
    assert all(word.startswith("ARGS=") for word in words)
    return [option for word in words for option in shlex.split(word.removeprefix("ARGS="))]


def test_the_page_shows_commands() -> None:
    assert "" in COMMANDS
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("arguments", COMMANDS)
def test_the_commands_of_the_page_work(tmp_path: Path, arguments: str) -> None:
    told, kept = run(tmp_path, *options_of(arguments))
    assert "AgentCore" in told
    assert kept["lines"]


def test_the_report_says_where_each_line_comes_from(tmp_path: Path) -> None:
    _, kept = run(tmp_path)
    lines = kept["lines"]
    assert isinstance(lines, list)
    for line in lines:
        assert line["page"].startswith("https://")
        assert line["seen"]
        assert line["looked_up"]
        assert line["assumption"]
    assert {(each["stage"], each["times"]) for each in kept["sizes"]} == {  # type: ignore[attr-defined]
        (stage, times) for stage in ("dev", "small", "prod") for times in (0.1, 1, 10)
    }


def test_what_is_printed_is_what_is_kept(tmp_path: Path) -> None:
    told, kept = run(tmp_path)
    total = sum(line["usd"] for line in kept["lines"])  # type: ignore[attr-defined]
    assert f"{total:,.2f}" in told


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--stage", "local"), "dev, small, prod"),
        (("--model", "gpt"), "nova_micro"),
        (("--data-type", "r9.huge"), "t3.small.search"),
        (("--events", "-1"), "--events"),
    ],
)
def test_what_is_not_understood_is_refused(options: tuple[str, ...], says: str) -> None:
    done = CliRunner().invoke(app, list(options), env={"COLUMNS": "200"})
    assert done.exit_code == 2
    assert says in done.output


def test_the_table_of_the_page_is_what_the_command_says(tmp_path: Path) -> None:
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in TABLE]
    assert len(rows) == 8
    sizes = run(tmp_path)[1]["sizes"]
    names = ("used", "standing", "total", "agentcore")
    columns = [*(f"{name}_usd" for name in names), "ratio_of_use", "ratio"]
    for stage, times, *told in rows:
        (size,) = [
            each for each in sizes  # type: ignore[attr-defined]
            if (each["stage"], each["times"]) == (stage, float(times))
        ]  # fmt: skip
        for column, value in zip(columns, told, strict=True):
            assert float(value) == pytest.approx(size[column], rel=0.1), (stage, times, column)


def test_another_domain_is_another_price(tmp_path: Path) -> None:
    _, usual = run(tmp_path)
    _, small = run(
        tmp_path, "--data-nodes", "2", "--data-type", "r7g.medium.search", "--master-nodes", "0",
        "--volume", "20",
    )  # fmt: skip
    totals = [kept["sizes"][1]["total_usd"] for kept in (small, usual)]  # type: ignore[index]
    assert totals[0] < totals[1] - 400

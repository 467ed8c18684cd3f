"""The command reads, asks, prints and writes; the model is one of words."""

import json
from pathlib import Path

import pytest

from evaluation.recall import __main__ as command
from evaluation.recall.report.page import RETRIEVAL_ONLY
from tests.support.encoder import NotingEncoder

DATA = [
    line
    for name in ("boat", "flute")
    for line in (
        {"conversation": name, "turn": name, "at": "2026-01-01T10:00:00Z",
         "text": f"my {name} is wooden"},
        {"conversation": name, "question": f"which {name}?", "evidence": [name]},
    )
]  # fmt: skip


@pytest.fixture(autouse=True)
def _words(socket_disabled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "provide", lambda: Path("nowhere"))
    monkeypatch.setattr(command, "E5Encoder", lambda _: NotingEncoder())
    monkeypatch.setattr(command, "E5SentenceGate", lambda _: None)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(map(json.dumps, DATA)), encoding="utf-8")
    return path


def test_a_run_prints_its_figures_and_keeps_them(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "general.txt").write_text("How tall is Everest?\n\n", encoding="utf-8")
    unrelated = ["--unrelated", str(tmp_path / "general.txt"), "--foreign"]
    command.main([str(data), *unrelated, "--report", str(tmp_path / "out" / "report")])
    printed = capsys.readouterr().out
    assert "R@10" in printed
    assert "Retrieval only" in printed
    content = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert content["note"] == RETRIEVAL_ONLY
    assert content["about"]["questions"] == "6", "one's own, a general and a foreign one each"
    assert content["summary"]["overall"]["ours"]["recall@10"]["mean"] == 1
    assert not any("wooden" in str(row) for row in content["rows"]), "no text is kept"
    assert "<svg" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_one_conversation_is_measured_by_itself(data: Path, tmp_path: Path) -> None:
    command.main([str(data), "--only", "boat", "--parts", "--report", str(tmp_path / "report")])
    content = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert {row["conversation"] for row in content["rows"]} == {"boat"}
    assert "ours without late" in content["summary"]["overall"]
    with pytest.raises(SystemExit, match="no conversation is called raft"):
        command.main([str(data), "--only", "raft"])

"""The command reads, asks, prints and writes; the model is one of words."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from evaluation.recall import __main__ as command
from evaluation.recall.deployed import Door
from evaluation.recall.report.failed import _REASONS
from evaluation.recall.report.naming import MEASURES
from evaluation.recall.report.page import RETRIEVAL_ONLY, _in_short
from evaluation.recall.report.printing import PRINTED
from evaluation.recall.run import Make, conditions
from evaluation.recall.statistics import Mean
from evaluation.recall.summary import Summary
from evaluation.recall.wording import counted
from examples.stack import Stack
from muniment.app import candidates, choosing, recall
from muniment.app.ports import Encoder
from muniment.domain.access import Withheld
from tests.support.encoder import NotingEncoder
from tests.support.extractor import PlainExtractor

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
    assert "What each column is: docs/evaluation.md" in printed
    assert "Retrieval only" in printed
    assert "left out" not in printed
    content = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert content["note"] == RETRIEVAL_ONLY
    assert content["about"]["questions"] == "6", "one's own, a general and a foreign one each"
    assert content["summary"]["overall"]["ours"]["recall@10"]["mean"] == 1
    assert not any("wooden" in str(row) for row in content["rows"]), "no text is kept"
    assert "<svg" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_what_went_wrong_is_listed_with_what_came_instead(data: Path, tmp_path: Path) -> None:
    more = [
        {"conversation": "boat", "turn": "b2", "at": "2026-01-02T10:00:00Z", "text": "tea <b>tea"},
        {"conversation": "boat", "question": "which boat is it", "id": "lost", "evidence": ["b2"]},
        {"conversation": "boat", "question": "how tall was Everest", "evidence": ["b2"]},
    ]
    data.write_text("\n".join(map(json.dumps, [*DATA, *more])), encoding="utf-8")
    command.main([str(data), "--report", str(tmp_path / "report")])
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Where ours fell short: 2 questions<" in page
    listed, rest = page.partition("fell short")[2].split("</details>")[:2]
    assert "<summary>which boat is it</summary>" in listed
    assert "evidence is missing" in listed
    assert "<b>b2</b> tea &lt;b&gt;tea" in listed, "what answers it"
    assert "my boat is wooden" in listed.partition("What came")[2]
    assert "Nothing came. Of what was found: 3 below the floor of relevance.</p>" in rest
    assert "my boat" not in (tmp_path / "report.json").read_text(encoding="utf-8")


def test_a_report_is_named_after_its_data_and_says_what_it_replaces(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command.main([str(data)])
    assert "in place of" not in capsys.readouterr().out
    command.main([str(data)])
    assert "in place of the report of 20" in " ".join(capsys.readouterr().out.split())
    command.main([str(data), "--only", "boat"])
    kept = {path.name for path in Path("build/reports").iterdir()}
    assert kept == {
        f"recall-{name}.{end}" for name in ("mine", "mine-boat") for end in ("html", "json")
    }


def test_all_that_share_the_first_place_are_named() -> None:
    def means(value: float) -> dict[str, Mean]:
        return {"recall@10": Mean(value, value, value, 3)}

    overall = {"ours": means(0.5), "BM25": means(0.9), "vectors": means(0.9), "full": means(0.1)}
    told = " ".join(_in_short(Summary(3, 1, overall, {}, {}, ())))
    assert "the best of the others, BM25 and vectors, have 0.900" in told
    del overall["vectors"]
    told = " ".join(_in_short(Summary(3, 1, overall, {}, {}, ())))
    assert "the best of the others, BM25, has 0.900" in told


def test_every_reason_for_which_recall_shows_less_has_words() -> None:
    told = {choosing.BELOW_FLOOR, choosing.FAR_BELOW_BEST, candidates.OVERRIDDEN}
    told |= {recall.BEYOND_K, recall.OVER_BUDGET, recall.REPEATED, recall.DUPLICATE, recall.STALE}
    assert told | {each.value for each in Withheld if each is not Withheld.AGENT} == set(_REASONS)


def test_one_is_not_told_as_several() -> None:
    assert [counted(n, "turn") for n in (0, 1, 2, 2000)] == [
        "0 turns", "1 turn", "2 turns", "2,000 turns"
    ]  # fmt: skip


def test_measures_have_one_name_on_the_page_and_in_its_documentation() -> None:
    told = (Path(__file__).parents[4] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    for key, named in MEASURES.items():
        assert f"`{re.sub('@[0-9]+', '@k', key)}`" in told or f"`{key}`" in told, key
        assert f"*{named.name.removesuffix(' at 10')}" in told, named.name
    for key, head in PRINTED.items():
        of_it = rf"\n\| .*`{re.sub('@[0-9]+', '@k', key)}`.*`={re.escape(head)}`"
        assert re.search(of_it, told), head


def test_one_conversation_is_measured_by_itself(data: Path, tmp_path: Path) -> None:
    command.main([str(data), "--only", "boat", "--parts", "--report", str(tmp_path / "report")])
    content = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert {row["conversation"] for row in content["rows"]} == {"boat"}
    assert "ours without late" in content["summary"]["overall"]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert 'title="1 question"' in page
    assert not re.search(r"\b1 (questions|answers|turns)\b", page)
    with pytest.raises(SystemExit, match="no conversation is called raft"):
        command.main([str(data), "--only", "raft"])


def test_what_a_stack_is_not_asked_is_said_on_the_screen_and_in_the_report(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def through(stack: Stack, encoder: Encoder) -> tuple[Make, Door]:
        return conditions(encoder, PlainExtractor(), parts=False), Door(stack)

    monkeypatch.setattr(command, "through", through)
    monkeypatch.setattr(Stack, "read", lambda _: SimpleNamespace(index="sqlite"))
    (tmp_path / "stack.json").touch()
    run = [str(data), "--stack", str(tmp_path / "stack.json"), "--report", str(tmp_path / "report")]
    ends = {"attribute": "boat", "expires_at": "2026-02-01T00:00:00Z"}
    data.write_text("\n".join(map(json.dumps, [DATA[0] | ends, *DATA[1:]])), encoding="utf-8")
    command.main(run)
    told = "1 turn that expires and 1 question that names it; the stack asks now"
    assert f"left out: {told}" in " ".join(capsys.readouterr().out.split())
    content = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (content["about"]["left out"], content["about"]["questions"]) == (told, "1")
    assert told in (tmp_path / "report.html").read_text(encoding="utf-8")
    data.write_text("\n".join(map(json.dumps, [DATA[0] | ends, DATA[1]])), encoding="utf-8")
    with pytest.raises(SystemExit, match="no question is left; left out: 1 turn that expires"):
        command.main(run)


def test_data_without_a_question_are_refused_before_anything_is_measured(
    data: Path, tmp_path: Path
) -> None:
    data.write_text(json.dumps(DATA[0]), encoding="utf-8")
    report = ["--report", str(tmp_path / "report")]
    with pytest.raises(SystemExit, match=r"mine\.jsonl: it has no question: a line like"):
        command.main([str(data), *report])
    assert not (tmp_path / "report.json").exists()
    data.write_text("\n".join(map(json.dumps, DATA[:3])), encoding="utf-8")
    command.main([str(data), *report])
    assert (tmp_path / "report.json").exists(), "one conversation of two has a question"

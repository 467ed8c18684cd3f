"""The story of the demo is read before a stack is brought up for it."""

import sys
from pathlib import Path
from typing import cast

import pytest

from examples import demo, screen
from examples.client import Erasure, Memory, Review


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text(f"{demo.EVENT}\n\n{demo.EVENT}\n", encoding="utf-8")
    return path


def check(story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["demo", "--check", str(story)])
    demo.main()


def test_a_story_is_checked_without_a_stack(story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(story, monkeypatch)
    check(demo.STORY, monkeypatch)
    assert len(demo.read(story)) == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 4 is not JSON; write"),
        ("[" * 100_000, "line 4 is not JSON; write"),
        ("[]", "line 4 has no session and no role and no text; write"),
        ('{"session": "s", "text": 7}', "line 4 has no role and no text; write"),
    ],
)
def test_a_line_that_is_no_event_is_told(
    story: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    story.write_text(story.read_text(encoding="utf-8") + line, encoding="utf-8")
    with pytest.raises(SystemExit, match=rf"mine\.jsonl, {told}"):
        check(story, monkeypatch)


@pytest.mark.parametrize(
    ("content", "told"), [(b"\n", "has no event"), (b"\xff", "is not UTF-8"), (None, "cannot be")]
)
def test_a_file_that_is_no_story_is_told(
    story: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, told: str
) -> None:
    story.unlink()
    if content is not None:
        story.write_bytes(content)
    with pytest.raises(SystemExit, match=told):
        check(story, monkeypatch)


class Waiting:
    """A memory in which so much waits for a decision, and is a fact once it is approved."""

    def __init__(self, *waiting: str) -> None:
        self._waiting, self._facts = waiting, ["first"]

    def reviews(self) -> list[Review]:
        return [
            {"id": id_, "waiting": "proposed", "status": "open", "reasons": ["sensitive"]}
            for id_ in self._waiting
        ]

    def decide(self, review_id: str, _: str) -> None:
        self._facts.append(review_id)

    def records(self, _: str) -> list[str]:
        return self._facts


def test_where_nothing_waits_no_empty_table_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    demo.confirmed(cast("Memory", Waiting()))
    told = capsys.readouterr().out
    assert "Nothing of this conversation waits" in told
    assert "┃" not in told
    demo.confirmed(cast("Memory", Waiting("rv_1")))
    told = capsys.readouterr().out
    assert "┃ review" in told
    assert "1 fact before anybody decided, 2 now that all is confirmed." in told


def test_a_table_without_rows_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    screen.table("facts", ("value",), [])
    assert capsys.readouterr().out == "facts: none\n"
    screen.table("facts", ("value",), [("tea",)])
    assert "│ tea" in capsys.readouterr().out


def test_a_receipt_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    erasure: Erasure = {
        "id": "er_1", "target": "user", "status": "done",
        "counted": {"index_entries": 3, "facts": 0}, "probes": {},
    }  # fmt: skip
    screen.receipt(erasure)
    told = capsys.readouterr().out
    assert told.splitlines() == [
        "Receipt: the user is erased.",
        "  removed: index entries 3, facts 0",
        "  left, looked for at the end: not counted",
    ]

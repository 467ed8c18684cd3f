"""The story of the demo is read before a stack is brought up for it."""

import sys
from pathlib import Path

import pytest

from examples import demo


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

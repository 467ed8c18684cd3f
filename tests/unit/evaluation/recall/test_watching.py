"""How far a run is, told where there is no terminal."""

import io

from rich.console import Console

from evaluation.recall import watching
from evaluation.recall.model import Conversation


def _said(*, terminal: bool) -> str:
    out = io.StringIO()
    with watching.progress(Console(file=out, force_terminal=terminal, width=120)) as bars:
        conversation = Conversation("conv-1", (), ())
        watch = watching.Bars(bars, [conversation])
        watch.begin(conversation)
        for _ in range(watching.SOME):
            watch.asked()
        for _ in range(3):
            watch.told(watching.MANY // 2)
    return out.getvalue()


def test_a_line_tells_which_conversation_and_how_many_questions() -> None:
    said = _said(terminal=False)
    assert "conv-1 …" in said
    assert f"{watching.SOME} of 0 questions" in said


def test_a_line_tells_how_many_turns_were_told() -> None:
    said = _said(terminal=False)
    assert f"{watching.MANY} of 0 turns told" in said
    assert said.count("turns told") == 1 + 1  # one line, and the bar at the end


def test_a_terminal_has_bars_instead() -> None:
    said = _said(terminal=True)
    assert "conv-1" in said  # beside its bar
    assert "conv-1 …" not in said

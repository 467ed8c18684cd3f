"""The measures of extraction: what counts as covered, and a route of models beside it."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evaluation.extraction.__main__ import main
from evaluation.extraction.coverage import coverage
from evaluation.extraction.dialogues import Dialogue, Gold, Turn
from evaluation.extraction.extractors import Extractors
from evaluation.extraction.routes import RouteExtractor
from evaluation.extraction.run import ExtractorReader, event, extract
from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.extractor import Surroundings
from muniment.domain.records import Kind
from tests.support.model_server import ModelServer, Reply, fact, facts, serving

AT = datetime(2026, 1, 1, tzinfo=UTC)
SAID = (
    "I bought a red boat in Graz.",
    "Hm, what about the other one?",
    "My home airport is Turin.",
)
TURNS = tuple(Turn("s", n, "User", text, AT, "User") for n, text in enumerate(SAID))
GOLD = (
    Gold("s", 0, "User bought a red boat in Graz."),
    Gold("s", 1, "User asks about the other lighthouse keeper."),
    Gold("s", 2, "User's home airport: Turin."),
)
DIALOGUE = Dialogue("d", TURNS, GOLD)


def test_a_memory_is_covered_if_half_of_its_stems_stand_in_the_facts_of_its_turn() -> None:
    found = coverage(list(extract(DIALOGUE, ExtractorReader(PatternExtractor()))), GOLD)
    assert found is not None
    assert found.gold == 3
    assert found.by_facts == pytest.approx(2 / 3)


def test_only_the_turns_that_were_chosen_count() -> None:
    chosen = list(extract(DIALOGUE, ExtractorReader(PatternExtractor()), TURNS[1:2]))
    found = coverage(chosen, GOLD)
    assert found is not None
    assert (found.gold, found.by_facts) == (1, 0.0)
    assert coverage([], GOLD) is None


def test_weights_of_other_dialogues_need_another_dialogue() -> None:
    extractors = Extractors([DIALOGUE], encoder=None, left_out=True)
    assert extractors.of(DIALOGUE).version == PatternExtractor().version  # no encoder, no gate


# --- a route of models -----------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as found:
        yield found


@pytest.fixture
def routes(server: ModelServer, tmp_path: Path) -> Path:
    path = tmp_path / "routes.json"
    spec = {"provider": "openai", "model": "tiny", "url": server.url, "seconds": 5}
    document = {"version": 1, "models": {"tiny": spec}, "routes": {"extract": {"models": ["tiny"]}}}
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_models_facts_are_measured_as_the_grammars(server: ModelServer, routes: Path) -> None:
    server.otherwise = lambda _: facts(fact(SAID[0], "a red boat", "boat"))
    routed = RouteExtractor.of(routes, PatternExtractor())
    found = routed.read(event(TURNS[0]), Surroundings())
    assert [(c.attribute, c.value) for c in found if c.kind is Kind.FACT] == [
        ("boat", "a red boat")
    ]
    assert [attempt.outcome for attempt in routed.met] == ["answered"]


def test_where_no_model_answers_the_grammar_does(server: ModelServer, routes: Path) -> None:
    server.otherwise = lambda _: Reply(status=500)
    routed = RouteExtractor.of(routes, PatternExtractor())
    found = routed.read(event(TURNS[0]), Surroundings())
    assert [c.value for c in found if c.kind is Kind.FACT] == ["bought a red boat in Graz"]
    assert "answered" not in [attempt.outcome for attempt in routed.met]


def test_a_document_without_a_route_of_extraction_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "routes.json"
    path.write_text('{"version": 1}', encoding="utf-8")
    with pytest.raises(ValueError, match="no route"):
        RouteExtractor.of(path, PatternExtractor())


def test_the_command_reports_both(
    server: ModelServer,
    routes: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server.otherwise = lambda _: facts(fact("I bought a blue boat.", "a blue boat"))
    dialogue = {
        "session_uuid": "s",
        "current_time": "2026-01-01",
        "dialogue_turns": [{"speaker": "User", "content": text} for text in SAID],
        "extracted_memory": [
            {
                "content": GOLD[0].text,
                "source_role_snapshot": "User",
                "source_content_snapshot": SAID[0],
            }
        ],
    }
    path = tmp_path / "persona.json"
    path.write_text(json.dumps({"dialogues": [dialogue]}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    main([str(path), "--quick", "--no-gate", "--turns", "5", "--routes", str(routes)])
    report = json.loads(capsys.readouterr().out)
    assert report["all_with_gold"]["by_facts"] == 1.0
    assert report["beside_it"]["all_with_gold"]["by_facts"] == 0.0
    assert report["beside_it"]["calls"] == {"answered": 1}
    assert report["beside_it"]["dropped"] == {"not_in_event": 1}
    assert "red boat" in (tmp_path / "build/reports/extraction-sample.txt").read_text("utf-8")

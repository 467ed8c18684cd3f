"""The command; see the package."""

import argparse
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from evaluation.extraction import timing
from evaluation.extraction.coverage import Coverage, coverage
from evaluation.extraction.dialogues import Dialogue, Turn, read
from evaluation.extraction.extractors import Extractors
from evaluation.extraction.routes import RouteExtractor
from evaluation.extraction.run import Extracted, ExtractorReader, Reader, extract
from muniment.adapters.e5_encoder import E5Encoder
from muniment.domain.records import Candidate

REPORTS = Path("build/reports")
MODEL = Path("build/model/e5-small-v2")

type Row = tuple[Dialogue, Extracted]
type Choose = Callable[[Dialogue], Reader]
"""Returns what a dialogue is extracted with."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Extract, measure, write the report and the sample."""
    options = _options(arguments)
    dialogues = [dialogue for path in options.files for dialogue in read(path)]
    encoder = None if options.no_gate else _encoder()
    extractors = Extractors(dialogues, encoder, left_out=options.left_out)
    picked = _picked(dialogues, options.turns, options.seed)
    report, rows = _measured(dialogues, _read_by(extractors), picked)
    if options.routes:
        report["beside_it"], _ = _beside(dialogues, extractors, picked, options)
    if not options.quick:
        turns = [one.turn for _, one in rows]
        timed = random.Random(options.seed).sample(turns, min(options.timed, len(turns)))  # noqa: S311
        report |= timing.report(timed, encoder)
    REPORTS.mkdir(parents=True, exist_ok=True)
    text = json.dumps(report, indent=1, default=str)
    (REPORTS / "extraction.json").write_text(text, encoding="utf-8")
    sample = _sample([one for _, one in rows], options.sample, options.seed)
    (REPORTS / "extraction-sample.txt").write_text("\n".join(sample), encoding="utf-8")
    print(text)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("evaluation.extraction", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=100, help="facts to be read")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--timed", type=int, default=400, help="turns whose CPU time is measured")
    parser.add_argument("--quick", action="store_true", help="measure no time")
    parser.add_argument("--no-gate", action="store_true", help="as where another model encodes")
    parser.add_argument(
        "--left-out", action="store_true",
        help="judge each dialogue by a gate that was fitted on the others",
    )  # fmt: skip
    parser.add_argument("--turns", type=int, help="only so many turns, of those with a memory")
    parser.add_argument("--routes", type=Path, help="a document of routes of models, beside it")
    return parser.parse_args(arguments)


def _encoder() -> E5Encoder | None:
    folder = Path(os.environ.get("MUNIMENT_MODEL_DIR", MODEL))
    return E5Encoder(folder) if folder.exists() else None


def _picked(dialogues: Sequence[Dialogue], count: int | None, seed: int) -> frozenset[Turn] | None:
    """Choose turns at random of which a gold memory was made; `None`: all turns."""
    if count is None:
        return None
    sources = {(gold.session, gold.number) for each in dialogues for gold in each.gold}
    turns = [t for each in dialogues for t in each.turns if (t.session, t.number) in sources]
    return frozenset(random.Random(seed).sample(turns, min(count, len(turns))))  # noqa: S311


def _read_by(extractors: Extractors) -> Choose:
    return lambda dialogue: ExtractorReader(extractors.of(dialogue))


def _measured(
    dialogues: Sequence[Dialogue], choose: Choose, picked: frozenset[Turn] | None
) -> tuple[dict[str, object], list[Row]]:
    rows: list[Row] = []
    report: dict[str, object] = {}
    for dialogue in dialogues:
        reader = choose(dialogue)
        extracted = list(extract(dialogue, reader, picked))
        rows += ((dialogue, one) for one in extracted)
        report["extractor"] = reader.version
        report[dialogue.name] = _figures(extracted, coverage(extracted, dialogue.gold))
    gold = [memory for dialogue in dialogues for memory in dialogue.gold]
    every = [one for dialogue, one in rows if dialogue.gold]
    if total := coverage(every, gold):
        report["all_with_gold"] = asdict(total)
    return report, rows


def _beside(
    dialogues: Sequence[Dialogue],
    extractors: Extractors,
    picked: frozenset[Turn] | None,
    options: argparse.Namespace,
) -> tuple[dict[str, object], list[Row]]:
    """Measure the route of models on the same turns; its facts go to a sample of their own."""
    asked: list[RouteExtractor] = []

    def routed(dialogue: Dialogue) -> Reader:
        asked.append(RouteExtractor.of(options.routes, extractors.of(dialogue)))
        return asked[-1]

    report, rows = _measured(dialogues, routed, picked)
    met = [attempt for each in asked for attempt in each.met]
    report["calls"] = dict(Counter(attempt.outcome for attempt in met))
    report["dropped"] = dict(sum((each.dropped for each in asked), Counter()))
    report["seconds"] = round(sum(attempt.seconds for attempt in met), 1)
    REPORTS.mkdir(parents=True, exist_ok=True)
    sample = _sample([one for _, one in rows], options.sample, options.seed)
    (REPORTS / "extraction-routes-sample.txt").write_text("\n".join(sample), encoding="utf-8")
    return report, rows


def _figures(extracted: Sequence[Extracted], covered: Coverage | None) -> dict[str, object]:
    facts = [fact for one in extracted for fact in one.facts]
    words = sum(len(one.turn.text.split()) for one in extracted)
    return {
        "owner_turns": len(extracted),
        "words": words,
        "turns_with_facts": sum(bool(one.facts) for one in extracted),
        "facts": len(facts),
        "families": dict(Counter(fact.family for fact in facts).most_common()),
        "coverage": asdict(covered) if covered else None,
    }


def _sample(extracted: Sequence[Extracted], count: int, seed: int) -> list[str]:
    """Return facts chosen at random, each with its turn, to be read by somebody."""
    facts = [(one, fact) for one in extracted for fact in one.facts]
    chosen = random.Random(seed).sample(facts, min(count, len(facts)))  # noqa: S311 no secret
    return [_shown(number, one, fact) for number, (one, fact) in enumerate(chosen, 1)]


def _shown(number: int, one: Extracted, fact: Candidate) -> str:
    start, end = fact.span.start, fact.span.end
    text = one.turn.text
    marked = f"{text[max(0, start - 300) : start]}[[{text[start:end]}]]{text[end : end + 120]}"
    claim = f"{fact.subject} | {fact.attribute} = {fact.value!r}"
    label = f"{fact.family}, {fact.category.value}, {fact.confidence}"
    return f"--- {number} ({label})\n{claim}\n{one.turn.at:%Y-%m-%d} {one.turn.speaker}: {marked}\n"


if __name__ == "__main__":
    main()

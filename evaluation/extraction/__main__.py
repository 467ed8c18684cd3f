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
from evaluation.extraction.run import Extracted, event, extract
from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.ports import Surroundings
from muniment.domain.records import Candidate

REPORTS = Path("build/reports")
MODEL = Path("build/model/e5-small-v2")


def main(arguments: Sequence[str] | None = None) -> None:
    """Extract, measure, write the report and the sample."""
    options = _options(arguments)
    extractor = PatternExtractor()
    dialogues = [dialogue for path in options.files for dialogue in read(path)]
    rows: list[tuple[Dialogue, Extracted]] = []
    report: dict[str, object] = {"extractor": extractor.version}
    for dialogue in dialogues:
        extracted = list(extract(dialogue, extractor))
        rows += ((dialogue, one) for one in extracted)
        report[dialogue.name] = _figures(extracted, coverage(extracted, dialogue.gold))
    turns = [one.turn for _, one in rows]
    if not options.quick:
        timed = random.Random(options.seed).sample(turns, min(options.timed, len(turns)))  # noqa: S311
        for name, run in (
            ("extraction", _extraction(extractor)),
            ("with_encoding", _both(extractor)),
        ):
            report[f"cpu_ms_{name}"] = [asdict(g) for g in timing.by_length(timed, run)]
        report["cpu_ms_of_pastes"] = [asdict(paste) for paste in timing.pastes(extractor)]
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
    return parser.parse_args(arguments)


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


def _extraction(extractor: PatternExtractor) -> Callable[[Turn], None]:
    def run(turn: Turn) -> None:
        extractor.extract(event(turn), Surroundings())

    return run


def _both(extractor: PatternExtractor) -> Callable[[Turn], None]:
    """Return what a turn costs: the encoding that retrieval needs, if the model is there too."""
    from muniment.adapters.e5_encoder import E5Encoder  # noqa: PLC0415 an optional dependency

    folder = Path(os.environ.get("MUNIMENT_MODEL_DIR", MODEL))
    encoder = E5Encoder(folder) if folder.exists() else None
    if encoder:
        encoder.load()

    def run(turn: Turn) -> None:
        extractor.extract(event(turn), Surroundings())
        if encoder:
            encoder.passages([turn.text])

    return run


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

"""Make the gate of recall for an encoder.

    make calibrate DATA=realmem
    make calibrate DATA=realmem ARGS="--check locomo10.json --write"

DATA is a folder of dialogues as RealMem (Apache-2.0) publishes them, two personas at least. General
questions are our own. `--check` names conversations that the gate is measured on and nothing is
taken from. `--write` puts the gate into the product; else it lies beside the document in
`build/reports`. Another encoder: `--encoder module:function`, which returns an `Encoder`.
"""

import argparse
import pickle
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from evaluation.calibration.asking import Asked, Row, half, rows, statements
from evaluation.calibration.checking import checked
from evaluation.calibration.document import document
from evaluation.calibration.fitting import fit, rates
from evaluation.calibration.shelf import Query, Shelf
from evaluation.extraction.dialogues import Dialogue, read
from evaluation.recall.forms.reading import read as read_conversations
from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.gates import GATES, WORDS, load, save
from muniment.app.ports import Encoder

GENERAL = Path(__file__).parents[2] / "tests" / "data" / "unrelated-questions.txt"
REPORTS = Path("build/reports")


def ours() -> Encoder:
    """Return the default encoder."""
    return E5Encoder(provide())


def main(arguments: Sequence[str] | None = None) -> None:
    """Encode, ask, fit, and write what came of it."""
    options = _options(arguments)
    module, _, name = options.encoder.partition(":")
    encoder: Encoder = getattr(import_module(module), name)()
    lines = GENERAL.read_text(encoding="utf-8").splitlines()
    general = [Query.of(line, encoder) for line in lines if line.strip() and line[0] != "#"]
    asked = []
    for dialogue in _dialogues(options.data):
        _tell(f"{dialogue.name}, encoded")
        own = [
            (gold, Query.of(gold.text, encoder), Query.of(half(gold.text), encoder))
            for gold in statements(dialogue)
        ]
        asked.append(Asked(Shelf(dialogue, encoder), own))
    if len(asked) < 2:
        raise SystemExit("two dialogues at least: what one says is asked of another")
    found = list(rows(asked, general, _tell))
    gate, words = fit(found, encoder.model), fit(found, WORDS, words_only=True)
    others = [c for path in options.check for c in read_conversations(path)]
    seen: list[Row] = list(checked(others, general, encoder, _tell))
    gates = {encoder.model: gate, WORDS: words}
    REPORTS.mkdir(parents=True, exist_ok=True)
    save(gates, REPORTS / "gates.json")
    measured = [(g, rates(found, g), rates(seen, g)) for g in gates.values()]
    text = document([a.shelf.name for a in asked], [c.name for c in others], measured)
    (REPORTS / "calibration.md").write_text(text, encoding="utf-8")
    print(text)
    if options.rows:
        options.rows.write_bytes(pickle.dumps((found, seen)))
    if options.write:
        save({**load(GATES), **gates}, GATES)


def _dialogues(path: Path) -> Iterator[Dialogue]:
    """Yield the dialogues of a folder; SystemExit says what is there instead."""
    if not path.exists():
        raise SystemExit(f"{path}: there is no such file or folder; see docs/calibration.md")
    try:
        yield from read(path)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SystemExit(
            f"{path}: not dialogues as RealMem publishes them ({type(error).__name__}: {error}); "
            "see docs/calibration.md"
        ) from error


def _tell(what: str) -> None:
    print(what, flush=True)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make calibrate", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--encoder", default="evaluation.calibration.__main__:ours")
    parser.add_argument("--check", type=Path, action="append", default=[])
    parser.add_argument("--write", action="store_true", help="into the product")
    parser.add_argument("--rows", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()

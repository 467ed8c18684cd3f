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
from evaluation.calibration.fitting import MESSAGES, QUESTIONS, fit, rates
from evaluation.calibration.messages import messages
from evaluation.calibration.shelf import Query, Shelf
from evaluation.extraction.dialogues import Dialogue, read
from evaluation.recall.forms.reading import read as read_conversations
from evaluation.recall.model import Conversation
from local.model import provide
from muniment.adapters.e5_encoder import E5Encoder
from muniment.adapters.gates import GATES, WORDS, for_messages, load, save
from muniment.app.ports import Encoder
from muniment.domain.relevance import Gate

_DATA = Path(__file__).parents[2] / "tests" / "data"
GENERAL = (_DATA / "unrelated-questions.txt", _DATA / "unrelated-messages.txt")
REPORTS = Path("build/reports")


def ours() -> Encoder:
    """Return the default encoder."""
    return E5Encoder(provide())


def main(arguments: Sequence[str] | None = None) -> None:
    """Encode, ask, fit, and write what came of it."""
    options = _options(arguments)
    module, _, name = options.encoder.partition(":")
    encoder: Encoder = getattr(import_module(module), name)()
    lines = [line for file in GENERAL for line in file.read_text(encoding="utf-8").splitlines()]
    general = [Query.of(line, encoder) for line in lines if line.strip() and line[0] != "#"]
    asked = []
    for dialogue, conversation in _dialogues(options.data):
        _tell(f"{dialogue.name}, encoded")
        own = [
            (gold, Query.of(gold.text, encoder), Query.of(half(gold.text), encoder))
            for gold in statements(dialogue)
        ]
        shelf = Shelf(dialogue, encoder)
        asked.append(Asked(shelf, own, list(messages(conversation, shelf, encoder))))
    if len(asked) < 2:
        raise SystemExit("two dialogues at least: what one says is asked of another")
    found = list(rows(asked, general, _tell))
    gates = {gate.encoder: gate for gate in _gates(found, encoder.model)}
    others = [c for path in options.check for c in read_conversations(path)]
    seen: list[Row] = list(checked(others, general, encoder, _tell))
    REPORTS.mkdir(parents=True, exist_ok=True)
    save(gates, REPORTS / "gates.json")
    measured = [
        (g, rates(asking.rows(found), g), rates(asking.rows(seen), g))
        for g, asking in zip(gates.values(), (QUESTIONS, MESSAGES) * 2, strict=True)
    ]
    text = document([a.shelf.name for a in asked], [c.name for c in others], measured)
    (REPORTS / "calibration.md").write_text(text, encoding="utf-8")
    print(text)
    if options.rows:
        options.rows.write_bytes(pickle.dumps((found, seen)))
    if options.write:
        save({**load(GATES), **gates}, GATES)


def _gates(rows: Sequence[Row], encoder: str) -> Iterator[Gate]:
    """Yield the encoder's gates and those of words, each for questions and for messages."""
    for name, words_only in ((encoder, False), (WORDS, True)):
        yield fit(rows, name, words_only=words_only)
        yield fit(rows, for_messages(name), MESSAGES, words_only=words_only)


def _dialogues(path: Path) -> Iterator[tuple[Dialogue, Conversation]]:
    """Yield the dialogues of a folder; SystemExit says what is there instead."""
    if not path.exists():
        raise SystemExit(f"{path}: there is no such file or folder; see docs/calibration.md")
    try:
        yield from zip(read(path), read_conversations(path), strict=True)
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

"""The gates of recall that `make calibrate` made, by the name and version of the encoder."""

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Final

from muniment.domain.relevance import Gate, Gates

GATES: Final = Path(__file__).parent / "constants" / "gates.json"
WORDS: Final = "words"
"""The gate that weighs words alone, for encoders that none was made for."""


@cache
def gates_of(encoder: str) -> Gates:
    """Return the gates of an encoder; where none was made for it, those of words."""
    known = load(GATES)
    question = known.get(encoder, known[WORDS])
    return Gates(question, known.get(for_messages(encoder), known[for_messages(WORDS)]))


def for_messages(encoder: str) -> str:
    """Return the name of the gate for messages."""
    return f"{encoder} messages"


def load(path: Path) -> dict[str, Gate]:
    """Read gates by encoder."""
    given = json.loads(path.read_text(encoding="utf-8"))
    return {name: Gate(name, **numbers) for name, numbers in given.items()}


def save(gates: dict[str, Gate], path: Path) -> None:
    """Write gates by encoder."""
    numbers = {
        name: {key: value for key, value in asdict(gate).items() if key != "encoder"}
        for name, gate in sorted(gates.items())
    }
    path.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")

"""The rates that are published hold: for each kind of group, at the least."""

import json
from pathlib import Path

import pytest

from muniment.domain.injection import Voice, scan

DATA = Path(__file__).parents[3] / "evaluation/data/injection.jsonl"
VOICES = {"user": Voice.OWNER, "assistant": Voice.ASSISTANT}
ITEMS = [json.loads(line) for line in DATA.read_text().splitlines()]


def rate(label: str, *, held: bool) -> float:
    chosen = [
        item
        for item in ITEMS
        if item["label"] == label and item["group"].startswith("held/") == held
    ]
    found = [bool(scan(i["text"], VOICES.get(i["role"], Voice.OUTSIDER))) for i in chosen]
    return sum(found) / len(found)


def test_the_data_are_many_and_half_of_them_harmless() -> None:
    harmless = [item for item in ITEMS if item["label"] == "harmless"]
    assert len(ITEMS) >= 220
    assert 0.4 <= len(harmless) / len(ITEMS) <= 0.6
    assert len({item["text"] for item in ITEMS}) == len(ITEMS)
    assert {item["role"] for item in ITEMS} == {"user", "assistant", "tool", "document", "speaker"}


@pytest.mark.parametrize(("held", "least"), [(False, 0.98), (True, 0.90)])
def test_injections_are_found(held: bool, least: float) -> None:
    assert rate("injection", held=held) >= least


@pytest.mark.parametrize(("held", "most"), [(False, 0.01), (True, 0.04)])
def test_false_alarms_are_rare(held: bool, most: float) -> None:
    assert rate("harmless", held=held) <= most

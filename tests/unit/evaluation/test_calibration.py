"""The calibration finds what tells right from wrong, and keeps what it promises to keep."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.calibration import __main__ as command
from evaluation.calibration.asking import Group, Row, half
from evaluation.calibration.fitting import (
    LOST,
    LOST_MESSAGES,
    MESSAGES,
    fit,
    rates,
    threshold,
    wilson,
)
from evaluation.calibration.messages import Message, windows
from evaluation.calibration.shelf import Query
from muniment.app.ports import EncodedQuery
from muniment.domain.relevance import Gate, Signals, relevance

ASKED = (Group.OWN, Group.HALF, Group.FOREIGN, Group.GENERAL)
SENT = (Group.MESSAGE, Group.FOREIGN_MESSAGE, Group.GENERAL_MESSAGE)
HEIGHTS = {Group.OWN: 0.8, Group.HALF: 0.6, Group.MESSAGE: 0.7}


def row(group: Group, chance: random.Random, *, by_vectors: bool = True) -> Row:
    """Return a query whose signals are high where it is answered, as far as they can tell."""
    height = HEIGHTS.get(group, 0.3)
    shares = [min(1.0, max(0.0, chance.gauss(height, 0.08))) for _ in range(3)]
    absolute, cosine = shares[:2] if by_vectors else (0.0, 0.0)
    signals = Signals(absolute, cosine, shares[2], chance.randrange(50, 500), 9, names=False)
    return Row("ada", group, 1.0, signals)


def rows(*, by_vectors: bool = True) -> list[Row]:
    chance = random.Random(1)  # noqa: S311 - reproducible, not secret
    return [
        row(group, chance, by_vectors=by_vectors) for group in (*ASKED, *SENT) for _ in range(150)
    ]


@pytest.mark.parametrize("words_only", [True, False])
def test_a_gate_keeps_the_right_and_stops_the_others(*, words_only: bool) -> None:
    given = rows()
    gate = fit(given, "e", words_only=words_only)
    found = rates(given, gate)
    assert found[Group.HALF].share <= LOST + 0.02
    assert found[Group.OWN].share <= LOST
    assert found[Group.FOREIGN].share < 0.3
    assert found[Group.GENERAL].share < 0.3
    assert found[Group.GENERAL].low <= found[Group.GENERAL].share < found[Group.GENERAL].high
    none = rates(given, gate.at(1e6))
    assert none[Group.OWN].share == 1, "the rates can tell"
    assert none[Group.GENERAL].share == 0


@pytest.mark.parametrize("words_only", [True, False])
def test_messages_have_a_gate_of_their_own(*, words_only: bool) -> None:
    given = rows()
    gate = fit(given, "e messages", MESSAGES, words_only=words_only)
    found = rates(MESSAGES.rows(given), gate)
    assert set(found) == set(SENT)
    assert found[Group.MESSAGE].share <= LOST_MESSAGES + 0.01
    assert found[Group.FOREIGN_MESSAGE].share < 0.3
    assert found[Group.GENERAL_MESSAGE].share < 0.3
    other = fit([each for each in given if each.group in ASKED], "e")
    assert other == fit(given, "e"), "messages say nothing of questions"


def test_a_message_is_asked_of_what_came_before_it_and_holds_what_it_needs() -> None:
    query = Query("", EncodedQuery((), b"", ()), ())
    message = Message(query, 10, frozenset((4, 12)))
    for low, high in windows(message, random.Random(1)):  # noqa: S311 - no secret
        assert 0 <= low <= 4 < high <= 10
    unknown = replace(message, needs=frozenset((12,)))
    assert not list(windows(unknown, random.Random(1)))  # noqa: S311 - no secret


def test_an_encoder_without_token_states_gets_a_gate_that_does_not_weigh_them() -> None:
    given = rows(by_vectors=False)
    gate = fit(given, "remote")
    assert gate.absolute == gate.cosine == 0
    assert gate.lexical > 0
    sure = [relevance(each.signals, gate) for each in given if each.group is Group.OWN]
    assert sum(each > 0.5 for each in sure) > 0.9 * len(sure)


def test_the_threshold_is_where_the_allowed_share_is_lost() -> None:
    gate = Gate("e", 1.0, 0, 0, 0, 0, 0, 0, 0)
    signals = Signals(0.0, 0, 0, 1, 1, names=False)
    given = [Row("a", Group.HALF, 1.0, replace(signals, absolute=n / 100)) for n in range(100)]
    assert threshold(given, gate) == pytest.approx(0.07)
    assert rates(given, gate.at(0.07))[Group.HALF].share == pytest.approx(0.07)


def test_half_of_a_statement_is_its_beginning() -> None:
    assert half("She teaches chemistry in Trieste") == "She teaches chemistry"
    assert half("Trieste") == "Trieste"


def test_an_interval_holds_its_share_and_narrows_with_numbers() -> None:
    few, many = wilson(1, 10, 10), wilson(100, 1000, 1000)
    assert few.low < few.share == many.share < few.high
    assert many.high - many.low < few.high - few.low
    assert wilson(0, 0, 0).high == 1


@pytest.mark.parametrize("content", [None, "not json", "{}", '{"dialogues": 1}', "7"])
def test_what_are_no_dialogues_is_told_by_name(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "ada.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(SystemExit, match=r"ada\.json: .*docs/calibration\.md"):
        list(command._dialogues(file))

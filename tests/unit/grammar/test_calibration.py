"""A confidence is the measured share of right facts; what is told must say what it was read as."""

from evaluation.extraction.calibration import PRIOR, Reading, confidences, readings
from muniment.domain.grammar.narratives import NARRATIVES
from muniment.domain.grammar.rows import Family
from muniment.domain.grammar.sentences import Sentence
from muniment.domain.grammar.told_sentences import TOLD_SENTENCES
from muniment.domain.policy import CONFIDENCE_FLOOR


def test_the_tables_say_what_was_measured() -> None:
    measured = {reading.family: reading.confidence for reading in readings()}
    rows: tuple[Family | Sentence, ...] = (*NARRATIVES, *TOLD_SENTENCES)
    for row in rows:
        assert row.confidence == measured.get(row.name, PRIOR), row.name
        assert row.confidence >= CONFIDENCE_FLOOR


def test_everything_read_is_of_a_known_family() -> None:
    assert {r.family for r in readings()} <= {*confidences(), "remember", "relation", "correction"}
    assert all(r.worth_keeping <= r.read and r.right <= r.read for r in readings())


def test_more_wrong_facts_lower_a_confidence_and_few_do_not_decide() -> None:
    assert Reading("x", 100, 50, 50).confidence < Reading("x", 100, 80, 80).confidence
    assert Reading("x", 1, 0, 0).confidence >= CONFIDENCE_FLOOR > Reading("x", 40, 8, 8).confidence
    assert Reading("x", 100, 100, 100).confidence < 1

"""The rates of secrets and personal data that are published hold, at the least."""

from collections import Counter

import pytest

from evaluation.held_out import blind, held_out
from evaluation.measures import Measure, Rate, rates, verdicts
from evaluation.samples import HARMLESS, Sample
from evaluation.scanners import SCANNERS
from evaluation.sensitive import SEED, samples

OURS = [scanner for scanner in SCANNERS if scanner.label in {"secret", "personal"}]


def overall(made: list[Sample]) -> dict[tuple[str, Measure], Rate]:
    return {(r.scanner, r.measure): r for r in rates(verdicts(made, OURS), "all")}


def test_the_samples_are_many_in_a_dozen_formats_and_the_same_each_time() -> None:
    made = samples()
    by_label = Counter(sample.label for sample in made)
    assert by_label["secret"] >= 150
    assert by_label["personal"] >= 150
    assert by_label[HARMLESS] >= 150
    for label in by_label:
        assert len({sample.form for sample in made if sample.label == label}) >= 12
    assert made == samples()
    assert made != samples(SEED + 1)
    assert len({sample.text for sample in made}) > 0.97 * len(made)


@pytest.mark.parametrize("seed", [SEED, 23])
def test_what_the_rules_were_made_for(seed: int) -> None:
    found = overall(samples(seed))
    for scanner in ("secret", "personal"):
        assert found[scanner, Measure.DETECTION].share >= 0.98
        assert found[scanner, Measure.FALSE_ALARM].share <= 0.01


@pytest.mark.parametrize("seed", [SEED, 23])
def test_texts_of_others(seed: int) -> None:
    found = overall(held_out(seed))
    assert found["secret", Measure.DETECTION].share >= 0.85
    assert found["personal", Measure.DETECTION].share >= 0.85
    for scanner in ("secret", "personal"):
        assert found[scanner, Measure.FALSE_ALARM].share <= 0.03


def test_texts_of_others_after_which_no_rule_was_changed() -> None:
    found = overall(blind(SEED))
    assert found["secret", Measure.DETECTION].found >= 12
    assert found["personal", Measure.DETECTION].found >= 10
    for scanner in ("secret", "personal"):
        assert found[scanner, Measure.FALSE_ALARM].found == 0


def test_no_group_is_missed_as_a_whole() -> None:
    for rate in rates(verdicts([*samples(), *held_out(SEED)], OURS), "group"):
        if rate.measure is Measure.DETECTION:
            assert rate.share >= 0.75, rate.name

"""The adapter of Amazon Comprehend, against a stub of its client: no call leaves the machine."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber

from muniment.adapters.detection import comprehend
from muniment.adapters.detection.comprehend import KINDS, ComprehendDetector
from muniment.adapters.detection.rules import RuleDetector
from muniment.adapters.detection.together import Together
from muniment.app.ports import UnavailableError
from muniment.app.redacting import Redactor
from muniment.domain.findings import DataKind, Finding
from muniment.domain.redaction import REDACT_PERSONAL
from tests.support.resources import CREDENTIALS

TEXT = "Ada Rossi lives at Via Roma 1"


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ComprehendDetector, Stubber]]:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    client = boto3.client("comprehend", region_name="eu-central-1")
    with Stubber(client) as stubber:
        yield ComprehendDetector(client), stubber
        stubber.assert_no_pending_responses()


def entity(kind: str, text: str, words: str, score: float = 0.99) -> dict[str, object]:
    start = text.index(words)
    return {"Type": kind, "BeginOffset": start, "EndOffset": start + len(words), "Score": score}


def asked(text: str) -> dict[str, str]:
    return {"Text": text, "LanguageCode": "en"}


def test_its_types_are_told_in_our_kinds(stub: tuple[ComprehendDetector, Stubber]) -> None:
    detector, stubber = stub
    entities = [
        entity("ADDRESS", TEXT, "Via Roma 1", 0.8),
        entity("NAME", TEXT, "Ada Rossi"),
        entity("DATE_TIME", TEXT, "1"),
    ]
    stubber.add_response("detect_pii_entities", {"Entities": entities}, asked(TEXT))
    assert detector.detect(TEXT) == [
        Finding(DataKind.NAME, 0, 9, 0.99),
        Finding(DataKind.ADDRESS, 19, 29, 0.8),
    ]


def test_it_works_beside_the_rules(stub: tuple[ComprehendDetector, Stubber]) -> None:
    detector, stubber = stub
    text = TEXT + ", ada@" + "example.org"
    found = {"Entities": [entity("NAME", text, "Ada Rossi")]}
    stubber.add_response("detect_pii_entities", found, asked(text))
    again = (
        text.replace("Ada Rossi", "[redacted: name]")
        .replace("ada@example.org", "[redacted: email]")
        .replace("Via Roma 1", "[redacted: address]")
    )
    stubber.add_response("detect_pii_entities", {"Entities": []}, asked(again))
    both = Together((RuleDetector(), detector))
    done = Redactor(both, REDACT_PERSONAL)("text", text)
    assert done.text == again


def test_a_long_text_is_asked_in_pieces_that_overlap(
    stub: tuple[ComprehendDetector, Stubber], monkeypatch: pytest.MonkeyPatch
) -> None:
    detector, stubber = stub
    monkeypatch.setattr(comprehend, "_PIECE", 20)
    monkeypatch.setattr(comprehend, "_OVERLAP", 10)
    text = "x" * 12 + "Ada Rossi" + "y" * 9
    for start in (0, 10):
        piece = text[start : start + 20]
        entities = [entity("NAME", piece, "Ada Rossi")] if "Ada Rossi" in piece else []
        stubber.add_response("detect_pii_entities", {"Entities": entities}, asked(piece))
    assert detector.detect(text) == [Finding(DataKind.NAME, 12, 21, 0.99)]


def test_nothing_is_asked_about_nothing(stub: tuple[ComprehendDetector, Stubber]) -> None:
    detector, _ = stub
    assert detector.detect("  ") == []


def test_what_does_not_answer_is_unavailable(stub: tuple[ComprehendDetector, Stubber]) -> None:
    detector, stubber = stub
    stubber.add_client_error("detect_pii_entities", "ThrottlingException")
    with pytest.raises(UnavailableError) as failed:
        detector.detect(TEXT)
    assert TEXT not in str(failed.value)


def test_every_type_that_is_mapped_is_one_of_the_service() -> None:
    client = boto3.client("comprehend", region_name="eu-central-1")
    types: Any = client.meta.service_model.shape_for("PiiEntityType")
    assert set(KINDS) <= set(types.enum)

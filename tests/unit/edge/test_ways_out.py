"""A problem's fix says what to do, on whatever route it comes."""

import pytest

from muniment.edge.errors import (
    BodyTooLargeError,
    InvalidRequestError,
    NoVersionError,
    findings_of,
)
from muniment.edge.findings import FINDINGS, REFUSALS
from muniment.edge.parsing import version_to_match

DOES = {
    "ask", "choose", "cite", "erase", "leave", "let", "name", "put", "read", "say", "see", "send",
    "start", "write",
}  # fmt: skip


def test_every_fix_begins_with_what_to_do() -> None:
    fixes = [*REFUSALS.values(), *(each.fix for found in FINDINGS.values() for each in found)]
    assert len(fixes) > 20
    assert [fix for fix in fixes if fix.split()[0].lower() not in DOES] == []


def test_a_large_body_is_said_in_words_that_fit_any_route() -> None:
    (finding,) = findings_of(BodyTooLargeError(99))
    assert "99" in finding.reason
    assert "event" not in finding.fix


@pytest.mark.parametrize("headers", [{}, {"if-match": "4"}])
def test_a_version_without_its_quotes_is_shown_with_them(headers: dict[str, str]) -> None:
    assert version_to_match({"if-match": '"4"'}) == 4
    with pytest.raises((NoVersionError, InvalidRequestError)) as refused:
        version_to_match(headers)
    assert '"4"' in findings_of(refused.value)[0].fix

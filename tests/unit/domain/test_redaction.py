"""Findings applied to a text under a policy: what goes, what stays, what is said about it."""

from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.findings import DataKind, Finding, Group
from muniment.domain.redaction import (
    FLAG_PERSONAL,
    REDACT_PERSONAL,
    REFUSE_PERSONAL,
    Action,
    RedactionPolicy,
    mark,
    only_marks,
    redact,
)

texts = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)
findings = st.lists(
    st.builds(
        Finding,
        st.sampled_from(DataKind),
        st.integers(-2, 60),
        st.integers(-2, 70),
        st.floats(0, 1),
    ),
    max_size=8,
)
policies = st.sampled_from((FLAG_PERSONAL, REDACT_PERSONAL, REFUSE_PERSONAL))


def found(kind: DataKind, text: str, part: str, confidence: float = 1.0) -> Finding:
    start = text.index(part)
    return Finding(kind, start, start + len(part), confidence)


def test_a_secret_goes_whatever_the_policy_says() -> None:
    text = "the key is abc123 and more"
    for policy in (FLAG_PERSONAL, REDACT_PERSONAL, REFUSE_PERSONAL):
        done = redact(text, [found(DataKind.API_KEY, text, "abc123")], policy)
        assert done.text == "the key is [redacted: api key] and more"
        assert done.removed == {DataKind.API_KEY: 1}
        assert not done.flagged | done.refused


def test_personal_data_is_flagged_redacted_or_refused() -> None:
    text = "write to ada@example.org"
    there = [found(DataKind.EMAIL, text, "ada@example.org")]
    flagged, redacted, refused = (
        redact(text, there, policy) for policy in (FLAG_PERSONAL, REDACT_PERSONAL, REFUSE_PERSONAL)
    )
    assert flagged.text == text
    assert flagged.flagged == {DataKind.EMAIL}
    assert redacted.text == "write to [redacted: email]"
    assert not redacted.flagged
    assert refused.refused == {DataKind.EMAIL}


def test_one_kind_may_be_treated_otherwise_than_the_others() -> None:
    policy = RedactionPolicy("ours/1", {DataKind.PHONE: Action.REFUSE})
    assert policy.action(DataKind.PHONE) is Action.REFUSE
    assert policy.action(DataKind.EMAIL) is Action.FLAG
    assert policy.action(DataKind.PASSWORD) is Action.REDACT


def test_a_card_is_redacted_unless_a_policy_says_otherwise() -> None:
    assert FLAG_PERSONAL.action(DataKind.CARD) is Action.REDACT
    assert FLAG_PERSONAL.action(DataKind.IBAN) is Action.FLAG


def test_a_secret_cannot_be_let_in_by_a_policy() -> None:
    policy = RedactionPolicy("lax/1", {DataKind.PASSWORD: Action.FLAG})
    assert policy.action(DataKind.PASSWORD) is Action.REDACT


def test_what_overlaps_goes_as_one_and_leaves_no_end_of_either() -> None:
    text = "x 12345678 y"
    done = redact(
        text,
        [Finding(DataKind.CARD, 2, 7), Finding(DataKind.PASSWORD, 5, 10)],
        FLAG_PERSONAL,
    )
    assert done.text == "x [redacted: password] y"
    assert done.removed == {DataKind.PASSWORD: 1}


def test_what_touches_is_two() -> None:
    done = redact("abcd", [Finding(DataKind.PIN, 0, 2), Finding(DataKind.PIN, 2, 4)], FLAG_PERSONAL)
    assert done.text == mark(DataKind.PIN) * 2


def test_personal_data_inside_a_secret_is_neither_flagged_nor_refused() -> None:
    text = "db://svc:pass@host.example"
    there = [
        found(DataKind.PASSWORD, text, "pass"),
        found(DataKind.EMAIL, text, "pass@host.example"),
    ]
    assert redact(text, there, FLAG_PERSONAL).flagged == frozenset()
    assert redact(text, there, REFUSE_PERSONAL).refused == frozenset()
    assert redact(text, there[1:], REFUSE_PERSONAL).refused == {DataKind.EMAIL}


def test_what_is_doubted_is_left_alone() -> None:
    text = "call 12345678"
    doubted = found(DataKind.PHONE, text, "12345678", 0.4)
    assert redact(text, [doubted], REDACT_PERSONAL).text == text
    sure = found(DataKind.PHONE, text, "12345678", 0.6)
    assert redact(text, [sure], REDACT_PERSONAL).text == "call [redacted: phone]"


def test_offsets_after_a_mark_are_those_of_the_new_text() -> None:
    text = "pin 1234, seat 14C"
    done = redact(text, [found(DataKind.PIN, text, "1234")], FLAG_PERSONAL)
    start = done.text.index("14C")
    assert done.text[start : start + 3] == "14C"
    assert start == text.index("14C") + len(mark(DataKind.PIN)) - len("1234")


def test_a_text_of_marks_only_says_nothing() -> None:
    assert only_marks(f" {mark(DataKind.API_KEY)}, {mark(DataKind.PIN)}.")
    assert not only_marks(f"use {mark(DataKind.API_KEY)}")
    assert not only_marks("...")
    assert not only_marks("[redacted: nonsense]")


@given(texts, findings, policies)
def test_what_lies_outside_stays_in_its_order(
    text: str, there: list[Finding], policy: RedactionPolicy
) -> None:
    done = redact(text, there, policy)
    kept = [
        (place, character)
        for place, character in enumerate(text)
        if not any(
            f.start <= place < f.end
            and 0 <= f.start < f.end <= len(text)
            and f.confidence >= policy.least_confidence
            and policy.action(f.kind) is Action.REDACT
            for f in there
        )
    ]
    rest = done.text
    for kind, count in done.removed.items():
        assert rest.count(mark(kind)) >= count
    for kind in done.removed:
        rest = rest.replace(mark(kind), "")
    wanted = "".join(character for _, character in kept)
    for kind in done.removed:
        wanted = wanted.replace(mark(kind), "")
    assert rest == wanted


@given(texts, findings, policies)
def test_flags_are_of_personal_data_only(
    text: str, there: list[Finding], policy: RedactionPolicy
) -> None:
    done = redact(text, there, policy)
    assert all(kind.group is Group.PERSONAL for kind in done.flagged | done.refused)
    assert all(
        policy.action(kind) is Action.FLAG and any(f.kind is kind for f in there)
        for kind in done.flagged
    )


@given(texts, findings)
def test_nothing_to_take_out_changes_nothing(text: str, there: list[Finding]) -> None:
    personal = [f for f in there if FLAG_PERSONAL.action(f.kind) is not Action.REDACT]
    assert redact(text, personal, FLAG_PERSONAL).text == text

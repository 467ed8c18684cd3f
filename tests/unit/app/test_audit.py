"""Who did what, when, and why: ids, codes and versions, newest first, never text."""

from datetime import timedelta

import pytest

from muniment.app.auditing import ListAudit
from muniment.app.errors import InvalidCursorError
from muniment.app.remember import NewMemory
from muniment.app.stored import AuditEntry
from muniment.domain.records import Effect
from muniment.domain.reviews import Choice
from tests.support.memory import Memory, Person, turn
from tests.support.resources import LEDGER

CANARY = "zebra-4471"
ROBOT = "r" * 26


def audit(person: Person, limit: int = 100) -> list[AuditEntry]:
    """Return the whole audit, page by page."""
    entries: list[AuditEntry] = []
    cursor = None
    while True:
        page = ListAudit(person.memory.store)(person.scope, limit, cursor)
        entries += page.entries
        cursor = page.next_cursor
        if cursor is None:
            return entries


def live(memory: Memory, ada: Person) -> None:
    """Let one memory go through what is audited; a minute passes between the steps."""
    tick = timedelta(minutes=1)
    ada.tell(turn(f"my code is {CANARY}", 0), turn(f"my diagnosis is {CANARY}", 1))
    memory.clock.forward(tick)
    (review,) = [each.id for each in ada.reviews() if each.waiting == "proposed"][:1]
    ada.decide(review, Choice.APPROVE)
    memory.clock.forward(tick)
    memory.remember(
        ada.scope, NewMemory(attribute="city", value="Oslo"), by_agent=True,
        idempotency_key=None, fingerprint="b", by=ROBOT,
    )  # fmt: skip
    memory.clock.forward(tick)
    memory.mark_record(ada.scope, ada.facts()["city"].id, Effect.QUARANTINE, by=ROBOT)
    memory.clock.forward(tick)
    memory.erase_owner(ada.scope, by=ROBOT)
    memory.settle()


def test_each_step_names_who_did_it(memory: Memory, ada: Person) -> None:
    live(memory, ada)
    entries = audit(ada)
    done = {(entry.action, entry.by) for entry in entries}
    assert {
        ("remember", "extract"),
        ("assert", "extract"),
        ("proposed", "extract"),
        ("approve", "h" * 26),
        ("assert", "h" * 26),
        ("assert", ROBOT),
        ("quarantine", ROBOT),
        ("erase_user", ROBOT),
        ("erased", "delete"),
    } <= done
    assert [entry.at for entry in entries] == sorted((e.at for e in entries), reverse=True)


def test_a_decision_names_its_reason_and_its_versions(memory: Memory, ada: Person) -> None:
    live(memory, ada)
    entries = {(entry.action, entry.by): entry for entry in audit(ada)}
    asked, answered = entries["proposed", "extract"], entries["approve", "h" * 26]
    assert (asked.reason, answered.reason) == ("sensitive", "sensitive")
    assert asked.target == answered.target
    for entry in (asked, answered, entries["assert", "extract"]):
        assert entry.policy == "default/1"
        assert entry.extractor


def test_a_page_goes_on_where_the_last_one_ended(memory: Memory, ada: Person) -> None:
    live(memory, ada)
    whole = audit(ada)
    assert len(whole) > 6
    for limit in (1, 2, 5):
        assert audit(ada, limit) == whole
    for cursor in ("x", "!", "QSNiYWQ"):
        with pytest.raises(InvalidCursorError):
            ListAudit(memory.store)(ada.scope, 10, cursor)


@pytest.mark.law(7)
def test_the_audit_holds_no_text_and_outlives_the_user(memory: Memory, ada: Person) -> None:
    ada.tell(turn(f"my code is {CANARY}", 0))
    assert CANARY.encode() in memory.bytes(), "it is what might have been written"
    before = audit(ada)
    assert ada.erase().status == "done"
    kept = [row for row in memory.rows(LEDGER) if row["sk"].startswith("A#")]
    assert {*before} < {*audit(ada)}
    assert CANARY not in repr(kept)
    assert "ada" not in {part for row in kept for part in repr(row).split("'")}
    allowed = {"pk", "sk", "at", "by", "action", "target", "epoch", "reason", "extractor", "policy"}
    assert {name for row in kept for name in row} <= allowed


@pytest.mark.law(2)
def test_another_users_audit_is_ones_own_only(memory: Memory, ada: Person, bob: Person) -> None:
    live(memory, ada)
    assert audit(ada)
    assert audit(bob) == []


def test_an_entry_from_before_actors_were_kept_stays_readable(memory: Memory, ada: Person) -> None:
    at = "2026-01-05T10:00:00.000000Z"
    memory.store.ledger.put({
        "pk": f"T#acme#U#{ada.scope.owner}", "sk": f"A#{at}#assert#a_1", "action": "assert",
        "target": "a_1", "epoch": 1,
    })  # fmt: skip
    (entry,) = audit(ada)
    assert (entry.by, entry.action, entry.target) == ("", "assert", "a_1")
    assert entry.at.isoformat() == "2026-01-05T10:00:00+00:00"

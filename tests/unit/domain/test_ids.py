"""Ids say what they stand for, and nothing to who lacks the key."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.dynamodb.keys import partition, scope_of
from muniment.domain.events import Span
from muniment.domain.identity import Digester
from muniment.domain.ids import Ids, order_key, owner_of
from muniment.domain.records import Effect
from muniment.domain.scope import (
    SYSTEM_SCOPE,
    InvalidIdError,
    Reach,
    Scope,
    require_safe_id,
    require_tenant,
    tenant_scope,
)
from tests.unit.domain.samples import DIGESTER, OTHER_KEY, stated

ADA = Scope("acme", DIGESTER.owner("ada"))
BOB = Scope("acme", DIGESTER.owner("bob"))
IDS = Ids(DIGESTER, ADA, 1)
RECEIVED = datetime(2026, 3, 1, tzinfo=UTC)
MOMENTS = st.datetimes(
    datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)  # noqa: DTZ001
)  # fmt: skip


def everything(ids: Ids) -> list[str]:
    span = Span("t1", 0, 9)
    return [
        ids.event("s1", "p1", "user", "", "text"), ids.fact("user", "city"),
        ids.assertion("f_1", stated()), ids.episode(span), ids.key("k"), ids.operation("events"),
        ids.erasure("user"), ids.recall(RECEIVED, "query", "work", ""),
    ]  # fmt: skip


@pytest.mark.law(4)
def test_the_same_things_have_the_same_ids() -> None:
    assert everything(IDS) == everything(Ids(DIGESTER, ADA, 1))
    assert len(set(everything(IDS))) == len(everything(IDS))


@pytest.mark.law(6)
def test_an_epoch_an_owner_and_a_key_have_ids_of_their_own() -> None:
    others = [Ids(DIGESTER, ADA, 2), Ids(DIGESTER, BOB, 1), Ids(OTHER_KEY, ADA, 1)]
    for other in others:
        assert not set(everything(IDS)) & set(everything(other))


@pytest.mark.law(4)
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(stated(value="Bergen"), id="another value"),
        pytest.param(stated(value=None, effect=Effect.RETRACT), id="another effect"),
        pytest.param(stated(start=20), id="another place"),
        pytest.param(replace(stated(), span=Span("t2", 0, 15)), id="another turn"),
    ],
)
def test_an_assertion_is_one_statement_at_one_place(other: object) -> None:
    assert IDS.assertion("f_1", stated()) != IDS.assertion("f_1", other)  # type: ignore[arg-type]
    assert IDS.assertion("f_1", stated()) == IDS.assertion("f_1", stated(value="oslo"))


@given(parts=st.lists(st.text(max_size=3), min_size=1, max_size=3), other=st.data())
def test_parts_do_not_run_into_each_other(parts: list[str], other: st.DataObject) -> None:
    joined = "".join(parts)
    cut = other.draw(st.integers(0, len(joined)))
    again = [joined[:cut], joined[cut:]]
    if [p.replace("\x1f", "") for p in again] != [p.replace("\x1f", "") for p in parts]:
        assert DIGESTER.digest("x", *parts) != DIGESTER.digest("x", *again)


def test_a_digest_is_26_characters_of_base32_and_its_purpose_counts() -> None:
    handle = DIGESTER.owner("ada")
    assert len(handle) == 26
    assert set(handle) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert handle == Digester(DIGESTER.key).digest("owner", "ada")
    assert handle != DIGESTER.digest("other", "ada")
    assert "ada" not in handle


def test_operations_and_erasures_name_their_owner() -> None:
    assert owner_of(IDS.operation("events")) == ADA.owner
    assert owner_of(IDS.erasure("user")) == ADA.owner
    for wrong in ("", "o_x", "f_a_b", "o_a_b_c", IDS.fact("user", "city")):
        assert owner_of(wrong) is None


@given(turns=st.lists(st.tuples(MOMENTS, st.integers(0, 999_999)), min_size=2, max_size=6))
def test_turns_sort_by_time_and_then_by_position(turns: list[tuple[datetime, int]]) -> None:
    by_key = sorted(turns, key=lambda turn: order_key(turn[0], turn[1], RECEIVED, "t"))
    assert by_key == sorted(turns)


@given(positions=st.lists(st.integers(0, 999_999), min_size=2, max_size=6))
def test_turns_without_a_time_sort_by_their_position(positions: list[int]) -> None:
    assert sorted(positions, key=lambda p: order_key(None, p, RECEIVED, "t")) == sorted(positions)


def test_a_turn_with_neither_sorts_by_when_it_was_received() -> None:
    later = RECEIVED + timedelta(microseconds=1)
    assert order_key(None, None, RECEIVED, "b") < order_key(None, None, later, "a")
    assert order_key(None, 7, RECEIVED, "a") < order_key(None, None, RECEIVED, "a")


def test_a_moment_is_the_same_in_any_zone() -> None:
    elsewhere = RECEIVED.astimezone(timezone(timedelta(hours=9)))
    assert order_key(RECEIVED, 1, RECEIVED, "t") == order_key(elsewhere, 1, RECEIVED, "t")


@pytest.mark.law(2)
@pytest.mark.parametrize("wrong", ["", "*", "a/b", "a#b", " a", "a\n", "ä", "-a", "a" * 129, "%2A"])
def test_an_id_that_could_widen_a_scope_is_none(wrong: str) -> None:
    with pytest.raises(InvalidIdError, match="session"):
        require_safe_id(wrong, "session")
    assert require_safe_id("a.b_c:d@e-F9", "session") == "a.b_c:d@e-F9"


@pytest.mark.law(2)
@pytest.mark.parametrize("tenant", ["", "*", "A", "a#b", "a/b", "-a", "a" * 64, "a\n"])
def test_a_scope_has_no_wildcard_tenant(tenant: str) -> None:
    with pytest.raises(InvalidIdError):
        Scope(tenant, ADA.owner)
    with pytest.raises(InvalidIdError):
        require_tenant(tenant)
    assert Scope("acme-1", ADA.owner).tenant == "acme-1"


@pytest.mark.law(2)
@pytest.mark.parametrize("owner", ["", "*", "ada", "A" * 26, "a" * 25, "a" * 27, "1" * 26])
def test_a_scope_has_no_wildcard_owner(owner: str) -> None:
    with pytest.raises(InvalidIdError):
        Scope("acme", owner)


@pytest.mark.law(2)
@pytest.mark.parametrize(
    ("tenant", "owner"),
    [("SYS", "a" * 26), ("SYS", "tenant"), ("acme", "system"), ("acme", "user"), ("SYS", "*")],
)
def test_what_is_shared_is_the_tenants_or_the_systems_and_nothing_else(
    tenant: str, owner: str
) -> None:
    with pytest.raises(InvalidIdError):
        Scope(tenant, owner)
    assert tenant_scope("acme").wider == (SYSTEM_SCOPE,)
    assert SYSTEM_SCOPE.wider == ()
    assert ADA.wider == (tenant_scope("acme"), SYSTEM_SCOPE)


@pytest.mark.law(2)
@given(tenant=st.from_regex(r"[a-z0-9][a-z0-9-]{0,62}", fullmatch=True), subject=st.text())
def test_no_user_and_no_tenant_is_what_others_share(tenant: str, subject: str) -> None:
    user, shared = Scope(tenant, DIGESTER.owner(subject)), tenant_scope(tenant)
    assert (user.reach, user.is_shared) == (Reach.USER, False)
    keys = [partition(scope) for scope in (user, shared, SYSTEM_SCOPE)]
    assert len(set(keys)) == len(keys)
    assert [scope_of(key) for key in keys] == [user, shared, SYSTEM_SCOPE]


@pytest.mark.law(2)
def test_a_scope_has_no_default() -> None:
    with pytest.raises(TypeError):
        Scope("acme")  # type: ignore[call-arg]

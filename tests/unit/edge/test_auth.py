from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.app.errors import NotFoundError
from muniment.domain.scope import SYSTEM_SCOPE, Principal, Scope, tenant_scope
from muniment.edge import auth
from muniment.edge.errors import (
    InvalidRequestError,
    MissingPermissionError,
    NoIdentityError,
)

CLAIMS = {"tenant": "acme", "sub": "ada", "scope": "memory:read memory:write"}
OWN = Scope("acme", "a" * 26)
OTHER = "b" * 26


def principal(*permissions: str) -> Principal:
    return Principal("acme", "ada", frozenset(permissions))


def test_claims_become_a_principal() -> None:
    assert auth.principal_of(CLAIMS) == principal("memory:read", "memory:write")


def test_a_scope_that_was_a_list_is_understood() -> None:
    claims = {**CLAIMS, "scope": "[memory:read memory:erase]"}
    assert auth.principal_of(claims).permissions == {"memory:read", "memory:erase"}


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("tenant", None),
        ("tenant", ""),
        ("tenant", "*"),
        ("tenant", "a#b"),
        ("tenant", "Acme"),
        ("tenant", "acme\n"),
        ("tenant", 7),
        ("tenant", ["acme"]),
        ("sub", None),
        ("sub", " "),
        ("sub", "me"),
        ("sub", "a" * 256),
        ("sub", "a\0b"),
        ("sub", {"a": 1}),
        ("scope", 1),
        ("scope", ["memory:read"]),
    ],
)
def test_odd_claims_are_no_identity(claim: str, value: object) -> None:
    claims: dict[str, object] = {**CLAIMS, claim: value}
    if value is None:
        del claims[claim]
    with pytest.raises(NoIdentityError) as caught:
        auth.principal_of(claims)
    assert caught.value.claim == claim


def test_without_a_scope_there_is_no_permission() -> None:
    assert not auth.principal_of({"tenant": "acme", "sub": "ada"}).permissions


def test_me_and_the_own_id_are_the_subject() -> None:
    assert auth.resolve_user(principal(), "me") == "ada"
    assert auth.resolve_user(principal(), "ada") == "ada"


@pytest.mark.law(2)
def test_another_user_is_unknown_without_the_permission() -> None:
    with pytest.raises(NotFoundError):
        auth.resolve_user(principal("memory:read"), "bob")
    assert auth.resolve_user(principal(auth.ANY_USER), "bob") == "bob"


@pytest.mark.parametrize(
    "user", ["*", "%", "bob/", "bob&agent_id=x", " ", "", "a" * 129, "-a", "é"]
)
def test_unsafe_users_are_refused_whoever_asks(user: str) -> None:
    with pytest.raises(InvalidRequestError):
        auth.resolve_user(principal(auth.ANY_USER), user)
    with pytest.raises(InvalidRequestError):
        auth.resolve_user(Principal("acme", user, frozenset()), user)


@given(user=st.text(), permissions=st.sets(st.sampled_from([auth.READ, auth.WRITE, auth.ERASE])))
def test_no_other_user_is_ever_reached(user: str, permissions: set[str]) -> None:
    try:
        subject = auth.resolve_user(principal(*permissions), user)
    except (InvalidRequestError, NotFoundError):
        return
    assert subject == "ada"


def test_one_of_the_permissions_is_enough_and_none_is_not() -> None:
    auth.require(principal(auth.READ), auth.READ, auth.WRITE)
    with pytest.raises(MissingPermissionError, match="memory:read or memory:write"):
        auth.require(principal(auth.ERASE), auth.READ, auth.WRITE)


@pytest.mark.law(3)
@pytest.mark.parametrize(
    ("permissions", "subject", "all_by_owner", "allowed"),
    [
        ([auth.WRITE], "ada", True, True),
        ([auth.WRITE], "ada", False, False),
        ([auth.WRITE, auth.ANY_USER], "bob", True, False),
        ([auth.INGEST], "ada", False, True),
        ([auth.INGEST], "ada", True, True),
        ([auth.INGEST, auth.ANY_USER], "bob", True, True),
        ([auth.READ], "ada", True, False),
    ],
)
def test_who_may_deliver_what(
    permissions: list[str], subject: str, all_by_owner: bool, allowed: bool
) -> None:
    def deliver() -> None:
        access = auth.Access(principal(*permissions), subject)
        auth.require_delivery(access, all_by_owner=all_by_owner)

    if allowed:
        deliver()
    else:
        with pytest.raises(MissingPermissionError):
            deliver()


def test_own_operations_are_looked_up_in_the_own_scope() -> None:
    assert auth.scope_of(principal(), OWN, auth.OPERATION, f"o_{OWN.owner}_abc") == OWN
    assert auth.scope_of(principal(), OWN, auth.ERASURE, f"x_{OWN.owner}_abc") == OWN


@pytest.mark.law(2)
@pytest.mark.parametrize(
    "identifier",
    [f"o_{OTHER}_abc", f"x_{OWN.owner}_abc", f"o_{OWN.owner}", "o__abc", "f_abc", "o_" + "A" * 26],
)
def test_other_operations_are_unknown(identifier: str) -> None:
    with pytest.raises(NotFoundError):
        auth.scope_of(principal(), OWN, auth.OPERATION, identifier)


def test_operations_of_the_tenants_users_need_the_permission() -> None:
    scope = auth.scope_of(principal(auth.ANY_USER), OWN, auth.OPERATION, f"o_{OTHER}_abc")
    assert scope == Scope("acme", OTHER)


@pytest.mark.law(2)
@pytest.mark.parametrize(
    ("identifier", "needed"),
    [
        ("o_tenant_abc", {auth.TENANT}),
        ("x_system_abc", {auth.SYSTEM}),
        ("v_tenant_abc", {auth.REVIEW}),
        ("v_system_abc", {auth.REVIEW, auth.SYSTEM}),
    ],
)
def test_what_is_shared_has_its_own_permissions(identifier: str, needed: set[str]) -> None:
    every = {auth.TENANT, auth.SYSTEM, auth.REVIEW, auth.ANY_USER, auth.READ, auth.WRITE}
    found = auth.scope_of(principal(*needed), OWN, identifier[0], identifier)
    assert found in (tenant_scope("acme"), SYSTEM_SCOPE)
    assert found.is_shared
    for missing in needed:
        with pytest.raises(NotFoundError):
            auth.scope_of(principal(*(every - {missing})), OWN, identifier[0], identifier)


@pytest.mark.parametrize("identifier", ["*", "", "o_*", "o_%_x"])
def test_wildcards_are_refused(identifier: str) -> None:
    with pytest.raises(InvalidRequestError):
        auth.scope_of(principal(auth.ANY_USER), OWN, auth.OPERATION, identifier)


def test_findings_never_hold_what_was_sent() -> None:
    secret: Any = "zebra 4471"
    with pytest.raises(InvalidRequestError) as caught:
        auth.resolve_user(principal(), secret)
    assert secret not in str(caught.value)

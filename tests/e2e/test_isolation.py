"""Nobody reads, changes or senses another's memory."""

import uuid

import pytest

from examples.client import ApiError, Memory, Operation
from tests.e2e.world import ACME, FULL, GLOBEX, World, committed, status_of, tell, turns

SUBJECTS = ("bo", "bob", "bob&agent_id=x", "null", "%", "*", "bob/")
ANY_USER = f"{FULL} memory:any_user"


def test_look_alike_subjects_keep_their_secrets_apart(world: World) -> None:
    """Case 24. Odd subjects are legal in a token; in a path they are not ids."""
    tenant = f"t-{uuid.uuid4().hex[:8]}"
    people = {subject: world.caller(subject, tenant) for subject in SUBJECTS}
    secrets = {subject: f"secret{number}q" for number, subject in enumerate(SUBJECTS)}
    for subject, memory in people.items():
        memory.store(f"Remember that the gate word is {secrets[subject]}.")
    for subject, memory in people.items():
        context = memory.recall("What is the gate word?", k=50, floor=0)
        listed = " ".join(record["text"] for record in memory.records())
        for other, secret in secrets.items():
            assert (secret in context["text"]) == (other == subject)
            assert (secret in listed) == (other == subject)


@pytest.mark.parametrize("user", ["*", "%25", "bob&agent_id=x", "bob%2F", "%20", "..", "-", "%00"])
def test_an_unsafe_id_in_the_path_is_refused(world: World, user: str) -> None:
    """Case 24. Also for who may act for any user: there is no wildcard."""
    token = world.stack.token(ACME, "ada", ANY_USER)
    answer = world.send("GET", f"/v1/memory/{user}/records", token)
    assert answer.status_code in {400, 404}  # a gateway may resolve some of them to no route
    assert "records" not in answer.json()


def test_no_empty_user_means_everybody(world: World) -> None:
    """Case 24."""
    token = world.stack.token(ACME, "ada", ANY_USER)
    assert world.send("GET", "/v1/memory//records", token).status_code in {400, 404}
    assert world.send("DELETE", "/v1/memory/", token).status_code in {400, 404}


def test_a_token_without_a_subject_is_nobody(world: World) -> None:
    """Case 24."""
    nobody = world.caller("", ACME)
    with pytest.raises(ApiError) as refusal:
        nobody.recall("anything")
    assert refusal.value.status in {401, 403}


def every_way_in(memory: Memory, record: str, operation: str, erasure: str) -> dict[str, str]:
    """Try every read and deletion by id; return what each answered."""
    paths = {
        "get": ("GET", f"/v1/memory/{memory.user}/records/{record}"),
        "history": ("GET", f"/v1/memory/{memory.user}/records/{record}/history"),
        "delete": ("DELETE", f"/v1/memory/{memory.user}/records/{record}"),
        "operation": ("GET", f"/v1/operations/{operation}"),
        "erasure": ("GET", f"/v1/erasures/{erasure}"),
    }
    answers = {}
    for name, (method, path) in paths.items():
        try:
            answers[name] = memory.request(method, path).text
        except ApiError as refusal:
            answers[name] = f"{refusal.status} {refusal.problem}"
    return answers


@pytest.mark.law(2)
def test_ids_of_another_are_answered_like_ids_that_never_were(world: World) -> None:
    """Case 25, across tenants and within one."""
    ada = world.someone("ada")
    operation = tell(ada, "My locker code is heron-2093.")
    record = committed(operation["events"])[0]
    spare = ada.store("Remember that the kiln is blue.")
    erasure = ada.delete(spare["id"])["erasure_id"]
    made_up = (f"f_{'a' * 26}", f"o_{'a' * 26}_{'b' * 26}", f"x_{'a' * 26}_{'b' * 26}")
    for stranger in (world.someone("eve", GLOBEX), world.someone("eve", ACME)):
        theirs = every_way_in(stranger, record, operation["id"], erasure)
        nothing = every_way_in(stranger, *made_up)
        assert theirs == nothing
        assert all(answer.startswith("404") for answer in theirs.values())
    assert ada.record(record)["id"] == record
    assert ada.operation(operation["id"])["status"] == "done"
    assert ada.erased(erasure)["status"] == "done"


@pytest.mark.law(2)
def test_the_same_subject_of_another_tenant_is_somebody_else(world: World) -> None:
    name = f"ada-{uuid.uuid4().hex[:8]}"
    here, there = world.caller(name, ACME), world.caller(name, GLOBEX)
    here.store(attribute="home airport", value="Genoa")
    there.store(attribute="home airport", value="Oslo")
    assert [r.get("value") for r in here.records("fact")] == ["Genoa"]
    assert [r.get("value") for r in there.records("fact")] == ["Oslo"]
    assert "Oslo" not in here.recall("What is my home airport?")["text"]


@pytest.mark.law(2)
def test_another_user_is_unknown_unless_the_token_may_act_for_any(world: World) -> None:
    ada_id = f"ada-{uuid.uuid4().hex[:8]}"
    world.caller(ada_id).store(attribute="home airport", value="Genoa")
    stranger = world.caller("eve", ACME, FULL, user=ada_id)
    assert status_of(lambda: list(stranger.records())) == 404
    elsewhere = world.caller("agent", GLOBEX, ANY_USER, user=ada_id)
    assert list(elsewhere.records()) == []  # every tenant has such a user; there it is empty
    agent = world.caller("agent", ACME, ANY_USER, user=ada_id)
    assert [record.get("value") for record in agent.records("fact")] == ["Genoa"]


def test_identity_in_a_body_is_an_unknown_field(world: World) -> None:
    """Case 25."""
    eve = world.someone("eve")
    with pytest.raises(ApiError) as refusal:
        eve.add(turns("I was here.", user_id="ada", tenant=ACME))
    assert refusal.value.status == 400
    assert list(eve.records()) == []


def test_identity_in_metadata_is_only_a_label(world: World) -> None:
    """Case 25: it is kept for whoever says it, and gives nobody else's memory anything."""
    ada, eve = world.someone("ada"), world.someone("eve", GLOBEX)
    claimed = {"user_id": "ada", "tenant": ACME}
    tell(eve, "I was at the harbour.", metadata=claimed)
    assert [record["text"] for record in eve.records()] == ["I was at the harbour."]
    assert list(ada.records()) == []


def test_an_exact_secret_of_another_is_neither_merged_nor_revealed(world: World) -> None:
    """Case 25: the answer to the second who says it is the answer to the first."""
    said = "My locker code is heron-2093."
    ada, bo = world.someone("ada"), world.someone("bo", GLOBEX)
    first, second = tell(ada, said), tell(bo, said)

    def shape(operation: Operation) -> list[list[tuple[str, str]]]:
        return [
            [(outcome["kind"], outcome["outcome"]) for outcome in event.get("outcomes", [])]
            for event in operation["events"]
        ]

    assert shape(first) == shape(second)
    assert not set(committed(first["events"])) & set(committed(second["events"]))

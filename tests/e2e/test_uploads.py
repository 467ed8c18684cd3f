"""Large documents on the deployed stack: announced over the API, sent to the bucket by a form."""

import json
import shutil
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from examples.client import Memory, wait_for
from examples.stack import handle_of
from local.paths import ROOT
from tests.e2e.page import play
from tests.e2e.world import ACME, FULL, World, status_of

type Body = dict[str, Any]

LOG = "\n\n".join(
    f"## Day {day}\n\nThe boat Heron{day} lay at berth {day}, and the wind came from the west."
    for day in range(1, 150)
)
SECRET = "sk_" + "live_" + "4eC39HqLyjWDarjtT1zdp7dc"


def announce(memory: Memory, **changed: object) -> Body:
    body: Body = {
        "session": "docs", "id": "log", "name": "The log", "content_type": "text/markdown",
        "size": 50_000,
    }  # fmt: skip
    answer: Body = memory.request("POST", "/v1/memory/me/uploads", body | changed).json()
    return answer


def send(form: Body, text: str, **changed: str) -> httpx.Response:
    """Send a document by its form, as a browser or curl does: no token, no credentials."""
    fields = form["fields"] | changed
    files = {"file": ("log.md", text.encode(), "text/markdown")}
    return httpx.post(form["url"], data=fields, files=files, timeout=60)


def until_done(memory: Memory, announced: Body) -> Body:
    def look() -> Body | None:
        found: Body = dict(memory.operation(announced["operation_id"]))
        return None if found["status"] in ("waiting_for_upload", "pending") else found

    return wait_for(look, "the document")


def lying(world: World, announced: Body) -> list[str]:
    """Return the keys of what lies in the bucket under the owner's handle."""
    client = world.stack.session.client("s3", endpoint_url=world.stack.endpoint)
    found = client.list_objects_v2(Bucket=world.stack.outputs["UploadBucket"])
    keys = [entry["Key"] for entry in found.get("Contents", [])]
    return [key for key in keys if handle_of(announced["operation_id"]) in key]


def until_removed(world: World, announced: Body) -> None:
    wait_for(lambda: not lying(world, announced) or None, "the removal")


def test_a_large_document_is_remembered_and_nothing_is_left_lying(world: World) -> None:
    ada = world.someone()
    announced = announce(ada)
    form, operation = announced["form"], announced["operation_id"]
    assert ada.operation(operation)["status"] == "waiting_for_upload"
    assert send(form, f"{LOG}\n\n## Keys\n\nThe key of the office is {SECRET}.").is_success
    done = until_done(ada, announced)
    assert (done["status"], done["redacted"]) == ("done", {"api_key": 1})
    assert len(done["events"]) >= 2
    episodes = list(ada.records("episode"))
    found: list[Body] = [dict(episode) for episode in episodes]
    assert {(e["document"], e["speaker"], e["provenance"]) for e in found} == {
        ("log", "The log", "observed")
    }
    assert world.stack.search_tables("Heron77"), "else the next line would prove nothing"
    assert world.stack.search_tables(SECRET) == []
    assert lying(world, announced) == []
    world.until_indexed(episodes)
    assert "Heron77" in ada.recall("Where did the boat Heron77 lie?", floor=0)["text"]
    # The form still holds: what it sends now is another document, and is not taken.
    assert send(form, "The ferry leaves at nine.").is_success
    until_removed(world, announced)
    assert world.stack.search_tables("The ferry leaves at nine.", handle_of(operation)) == []


def test_the_commands_of_the_page_send_a_document(world: World, tmp_path: Path) -> None:
    shutil.copy(ROOT / "README.md", tmp_path)
    subject = f"ada-{uuid.uuid4().hex[:10]}"
    ada = world.caller(subject)
    play(world, world.stack.token(ACME, subject, FULL), "/uploads", tmp_path)
    announced: Body = json.loads((tmp_path / "announced.json").read_text())
    assert until_done(ada, announced)["status"] == "done"


def test_what_the_form_does_not_allow_never_arrives(world: World) -> None:
    announced = announce(world.someone(), size=100)
    form = announced["form"]
    assert send(form, "x" * 101).status_code == 400
    assert send(form, "x", key=f"{form['fields']['key']}x").status_code == 403
    assert send(form, "x", **{"Content-Type": "text/html"}).status_code == 403
    assert lying(world, announced) == []


def test_what_is_no_document_is_refused(world: World) -> None:
    ada = world.someone()
    assert status_of(lambda: announce(ada, content_type="text/html")) == 415
    announced = announce(ada)
    assert send(announced["form"], "\0\0").is_success
    failed = until_done(ada, announced)
    assert (failed["status"], failed["reason"]) == ("failed", "not_text")
    for stranger in (world.someone("bob"), world.someone("ada", tenant="globex")):
        assert status_of(lambda s=stranger: s.operation(announced["operation_id"])) == 404  # type: ignore[misc]


@pytest.mark.law(6)
def test_an_erasure_takes_what_has_arrived_and_what_arrives_after_it(world: World) -> None:
    ada = world.someone()
    with world.paused("upload"):
        first, second = announce(ada), announce(ada, id="other")
        assert send(first["form"], LOG).is_success
        receipt = ada.erased(ada.erase()["erasure_id"])
        assert (receipt["counted"]["uploads"], receipt["probes"]["uploads"]) == (1, 0)
        assert lying(world, first) == []
        assert send(second["form"], LOG).is_success
    until_removed(world, second)
    world.until_drained()
    assert list(ada.records()) == []
    for announced in (first, second):
        assert status_of(lambda a=announced: ada.operation(a["operation_id"])) == 404  # type: ignore[misc]

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from muniment.edge.custom_resource import Resource, answer

REQUEST = {"StackId": "stack", "RequestId": "request", "LogicalResourceId": "Index"}
pytestmark = pytest.mark.enable_socket


@pytest.fixture
def told() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A URL as CloudFormation hands out, and what it was told there."""
    received: list[dict[str, Any]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            assert self.headers["Content-Type"] == ""
            received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/answer", received
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("kind", "deleted"), [("Create", False), ("Delete", True)])
def test_success_is_told_with_the_id(
    told: tuple[str, list[dict[str, Any]]], kind: str, deleted: bool
) -> None:
    url, received = told
    asked: list[Resource] = []

    def work(resource: Resource) -> str:
        asked.append(resource)
        return "muniment"

    answer({**REQUEST, "RequestType": kind, "ResponseURL": url}, work)
    assert received == [{**REQUEST, "Status": "SUCCESS", "PhysicalResourceId": "muniment"}]
    assert asked == [Resource(deleted=deleted)]


def test_failure_is_told_by_class_and_keeps_the_id(
    told: tuple[str, list[dict[str, Any]]],
) -> None:
    url, received = told

    def work(_: Resource) -> str:
        raise ValueError("zebra-4471")

    event = {**REQUEST, "RequestType": "Update", "PhysicalResourceId": "old", "ResponseURL": url}
    answer(event, work)
    assert received[0]["Status"] == "FAILED"
    assert received[0]["PhysicalResourceId"] == "old"
    assert "ValueError" in received[0]["Reason"]
    assert "zebra" not in json.dumps(received)

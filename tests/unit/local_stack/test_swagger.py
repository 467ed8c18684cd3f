"""The page shows the document and forwards to the stack, for this machine's own browser alone."""

import http.client
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from local.swagger import DOCUMENT, server


class Echo(http.server.BaseHTTPRequestHandler):
    """Stands for the stack: says what reached it."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        said = {"path": self.path, "token": self.headers["authorization"], "body": body,
                "cookie": self.headers["cookie"]}  # fmt: skip
        self.send_response(202)
        self.send_header("location", "/v1/operations/o_1")
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def running(made: http.server.ThreadingHTTPServer) -> Iterator[int]:
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    try:
        yield made.server_address[1]
    finally:
        made.shutdown()
        made.server_close()
        thread.join()


@pytest.fixture
def page() -> Iterator[int]:
    stack = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    with running(stack) as port, running(server(f"http://127.0.0.1:{port}", 0)) as own:
        yield own


def ask(
    port: int, method: str, path: str, *, host: str = "127.0.0.1", body: str = ""
) -> tuple[int, bytes, str | None]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"host": f"{host}:{port}", "authorization": "Bearer t", "cookie": "c=1"}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    found = answer.status, answer.read(), answer.headers["location"]
    connection.close()
    return found


def test_the_page_and_all_that_it_names_are_there(page: int) -> None:
    status, html, _ = ask(page, "GET", "/")
    assert status == 200
    for name in ("swagger-ui-bundle.min.js", "swagger-ui.min.css"):
        assert name.encode() in html
        assert len(ask(page, "GET", f"/{name}")[1]) > 10_000
    shown = json.loads(ask(page, "GET", "/openapi.json")[1])
    assert shown.pop("servers") == [{"url": "/"}]
    assert shown == json.loads(DOCUMENT.read_text(encoding="utf-8"))


def test_what_is_tried_reaches_the_stack_with_its_token_and_no_more(page: int) -> None:
    status, said, location = ask(page, "POST", "/v1/memory/me/store?x=1", body='{"text": "hi"}')
    assert (status, location) == (202, "/v1/operations/o_1")
    assert json.loads(said) == {
        "path": "/v1/memory/me/store?x=1", "token": "Bearer t", "body": '{"text": "hi"}',
        "cookie": None,
    }  # fmt: skip


def test_nothing_else_is_forwarded_and_no_other_name_is_answered(page: int) -> None:
    assert ask(page, "POST", "/_admin/reset")[0] == 404
    assert ask(page, "GET", "/", host="evil.example")[0] == 404
    assert ask(page, "POST", "/v1/memory/me/store", host="evil.example")[0] == 404

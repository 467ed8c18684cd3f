"""The API's document as a Swagger page, beside a local stack that its requests reach.

The page's script comes with Powertools, which the functions use; nothing of it is kept here. What
is under `/v1` is forwarded, since the API allows no other origin. It holds no token: paste one of
`make token`. It answers to the loopback's own names alone, so no other site's page can ask it.
"""

import http.client
import http.server
import json
from importlib.resources import files
from typing import Final
from urllib.parse import urlsplit

from local.paths import ROOT

DOCUMENT: Final = ROOT / "docs" / "openapi.json"
PORT: Final = 4572
_UI: Final = files("aws_lambda_powertools.event_handler.openapi") / "swagger_ui"
_SCRIPT: Final = "swagger-ui-bundle.min.js"
_STYLE: Final = "swagger-ui.min.css"
_PAGE: Final = f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Muniment</title><link rel="stylesheet" href="/{_STYLE}"></head>
<body><div id="ui"></div><script src="/{_SCRIPT}"></script>
<script>SwaggerUIBundle({{url: "/openapi.json", dom_id: "#ui", filter: true}})</script></body>
</html>
"""
_TIMEOUT_SECONDS: Final = 30
_FORWARDED: Final = ("authorization", "content-type", "idempotency-key", "if-match")
_RETURNED: Final = ("content-type", "etag", "location", "retry-after")
_LARGEST: Final = 10 * 1024 * 1024
"""Bytes of a body: what the gateway itself takes."""


def server(api_url: str, port: int) -> http.server.ThreadingHTTPServer:
    """Return a server on the loopback that shows the document and forwards its requests."""
    pages = {
        "/": ("text/html; charset=utf-8", _PAGE.encode()),
        "/openapi.json": ("application/json", _document()),
        f"/{_SCRIPT}": ("text/javascript", (_UI / _SCRIPT).read_bytes()),
        f"/{_STYLE}": ("text/css", (_UI / _STYLE).read_bytes()),
    }

    class Handler(_Handler):
        """Of this stack."""

        shown = pages
        target = urlsplit(api_url)

    return http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)


def _document() -> bytes:
    """Return the document, with this server as the one that answers."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return json.dumps({**document, "servers": [{"url": "/"}]}).encode()


class _Handler(http.server.BaseHTTPRequestHandler):
    shown: dict[str, tuple[str, bytes]]
    target = urlsplit("")

    def do_GET(self) -> None:
        """Show a page, or forward."""
        page = self.shown.get(self.path)
        if page is None or not self._is_ours():
            self._forward()
        else:
            self._send(200, {"content-type": page[0]}, page[1])

    def _forward(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        if not self._is_ours() or not self.path.startswith("/v1/") or size > _LARGEST:
            self._send(404, {}, b"")
            return
        body = self.rfile.read(size)
        kept = {name: self.headers[name] for name in _FORWARDED if name in self.headers}
        connection = http.client.HTTPConnection(self.target.netloc, timeout=_TIMEOUT_SECONDS)
        try:
            connection.request(self.command, self.target.path + self.path, body, kept)
            answer = connection.getresponse()
            told = {name: answer.headers[name] for name in _RETURNED if name in answer.headers}
            self._send(answer.status, told, answer.read())
        except OSError:
            self._send(502, {}, b"the stack does not answer: make up")
        finally:
            connection.close()

    do_POST = do_PUT = do_PATCH = do_DELETE = _forward  # noqa: N815 - names of the base class

    def _is_ours(self) -> bool:
        """Whether the request names the loopback: a page of another name has no business here."""
        name = (self.headers.get("host") or "").rpartition(":")[0]
        return name in ("127.0.0.1", "localhost")

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class has it
        """Say nothing: a path holds the user's id, and may hold a query."""

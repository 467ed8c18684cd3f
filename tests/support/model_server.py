"""An OpenAI-compatible server that says what a test told it to, over a real socket.

It answers chat completions (as content, or as the call of a forced tool) and embeddings. What it
was asked is kept in `requests`.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import sleep  # by name: tests that wait for nobody replace the module's
from typing import Any

type Json = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """One answer. `content` is what the model says; `body` replaces the whole response."""

    content: str = ""
    status: int = 200
    delay: float = 0.0
    finish: str = "stop"
    refusal: str | None = None
    body: bytes | None = None
    counted: bool = True
    drops: float = 0.0
    """Seconds between the bytes of the response."""


type Script = Callable[[Json], Reply]


def facts(*entries: Json) -> Reply:
    """Return the answer that states `entries`."""
    return Reply(json.dumps({"facts": list(entries)}))


def fact(quote: str, value: str | None, attribute: str = "thing", **changed: object) -> Json:
    """Return one entry of an answer."""
    return {
        "turn": "t1", "quote": quote, "value": value, "subject": "user", "attribute": attribute,
        "known": None, "effect": "assert", "category": "fact", "confidence": 0.95,
        "importance": 0.4,
    } | changed  # fmt: skip


def shown(request: Json) -> Json:
    """Return the document that a request shows to the model."""
    said: str = request["messages"][-1]["content"]
    document: Json = json.JSONDecoder().raw_decode(said)[0]
    return document


@dataclass
class ModelServer:
    """What is said next: the script's replies in turn, then `otherwise`."""

    url: str = ""
    script: list[Reply] = field(default_factory=list)
    otherwise: Script = lambda _: facts()
    requests: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def says(self, *replies: Reply) -> None:
        """Say these next."""
        self.script.extend(replies)

    def next(self, request: Json, headers: dict[str, str]) -> Reply:
        with self._lock:
            self.requests.append(request)
            self.headers.append(headers)
            return self.script.pop(0) if self.script else self.otherwise(request)


def completion(request: Json, reply: Reply) -> Json:
    """Return the response of the chat completions API."""
    message: Json = {"role": "assistant", "content": reply.content, "refusal": reply.refusal}
    if request.get("tools"):
        name = request["tools"][0]["function"]["name"]
        call = {"name": name, "arguments": reply.content}
        message = {
            "role": "assistant", "content": None,
            "tool_calls": [{"id": "call_1", "type": "function", "function": call}],
        }  # fmt: skip
    choice = {"index": 0, "message": message, "finish_reason": reply.finish}
    usage = {"prompt_tokens": 700, "completion_tokens": 60, "total_tokens": 760}
    return {"choices": [choice]} | ({"usage": usage} if reply.counted else {})


def embeddings(request: Json) -> Json:
    """Return a vector for each text: how often each of eight letters occurs in it."""
    texts: Sequence[str] = request["input"]
    rows = [[1.0 + text.count(letter) for letter in "aeioustn"] for text in texts]
    data = [{"index": n, "embedding": row} for n, row in enumerate(rows)]
    return {"data": data[::-1], "usage": {"prompt_tokens": 5}}  # no order is promised


@contextmanager
def serving() -> Iterator[ModelServer]:
    """Serve on a free port of this machine."""
    state = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = state.next(request, dict(self.headers))
            sleep(reply.delay)
            made = embeddings(request) if self.path.endswith("/embeddings") else None
            response = made or completion(request, reply)
            body = json.dumps(response).encode() if reply.body is None else reply.body
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self._send(body, reply.drops)

        def _send(self, body: bytes, drops: float) -> None:
            try:
                if not drops:
                    self.wfile.write(body)
                for byte in body if drops else b"":
                    self.wfile.write(bytes([byte]))
                    sleep(drops)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the caller did not wait

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()

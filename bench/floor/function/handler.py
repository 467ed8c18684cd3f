"""The bare function: repeats the calls of a plan, and looks at no answer.

It stands in for nothing: it is what a recall would cost if all that is done between its calls were
free. Deployed by `bench.floor.deployed` beside the product, on the same layers.
"""

import json
import os
import sqlite3
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import boto3
import numpy as np
from botocore.config import Config
from onnxruntime import InferenceSession, SessionOptions
from opensearchpy import OpenSearch
from tokenizers import Tokenizer

_POOL = ThreadPoolExecutor(16)
_MODEL = Path(os.environ["MUNIMENT_MODEL_DIR"])
_PREFIX = "query: "


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """Repeat the plan that the path names."""
    began = time.perf_counter()
    plan = _plan(event["pathParameters"]["plan"])
    running: list[Future[None]] = []
    for step in plan:
        waits = [running[place] for place in step["after"]]
        running.append(_POOL.submit(_run, step, waits))
    for done in running:
        done.result()
    total = (time.perf_counter() - began) * 1000
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "application/json", "Server-Timing": f"total;dur={total:.1f}"},
        "body": json.dumps({"calls": len(plan)}),
    }


def _run(step: dict[str, Any], waits: list[Future[None]]) -> None:
    for other in waits:
        other.result()
    what = step["what"]
    match step["kind"]:
        case "dynamodb":
            getattr(_dynamodb(), what["method"])(**_fresh(what["parameters"]))
        case "encode":
            _encode(what["text"])
        case "search":
            _search(what)


def _fresh(parameters: dict[str, Any]) -> dict[str, Any]:
    """Name another trace than the one that was written when the plan was made."""
    parameters.pop("ClientRequestToken", None)  # it would be the same request once more
    for action in parameters.get("TransactItems", ()):
        key = action.get("Put", {}).get("Item", {}).get("sk", {})
        if key.get("S", "").startswith("9C#"):
            key["S"] = f"9C#r_{uuid4().hex[:26]}"
    return parameters


def _search(what: dict[str, Any]) -> None:
    if "lines" in what:
        _opensearch(what["url"]).msearch(body=what["lines"], params={"request_timeout": 10})
        return
    connection = sqlite3.connect(f"file:{what['file']}?mode=rw", uri=True, isolation_level=None)
    vectors: list[bytes] = []
    for statement in what["statements"]:
        rows = connection.execute(statement).fetchall()
        vectors = [row[-1] for row in rows if isinstance(row[-1], bytes)] or vectors
    connection.close()
    if vectors:
        matrix = np.frombuffer(b"".join(vectors), np.int8).reshape(len(vectors), -1)
        _ = matrix[:, 4:].astype(np.float32) @ np.ones(matrix.shape[1] - 4, np.float32)


def _encode(text: str) -> None:
    ids = np.array([_tokenizer().encode(_PREFIX + text).ids], np.int64)
    inputs = {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.zeros_like(ids),
    }
    _session().run(None, inputs)


def _plan(name: str) -> list[dict[str, Any]]:
    plan: list[dict[str, Any]] = json.loads(Path(__file__).with_name(f"{name}.json").read_text())
    return plan


@cache
def _dynamodb() -> Any:
    return boto3.client(
        "dynamodb", config=Config(max_pool_connections=25, parameter_validation=False)
    )


@cache
def _opensearch(url: str) -> OpenSearch:
    return OpenSearch(hosts=[url])


@cache
def _tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(_MODEL / "tokenizer.json"))


@cache
def _session() -> InferenceSession:
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return InferenceSession(str(_MODEL / "model.onnx"), options, providers=["CPUExecutionProvider"])

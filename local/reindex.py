"""`make reindex`: asks the deployed stack to rebuild its index from the store.

The function works page by page, so that no page outlives its time limit, and hands back where to
go on. Nothing is encoded anew: the vectors are in the store.
"""

import json
from collections.abc import Iterator

import boto3
from botocore.config import Config

from local.deployment import ACCESS_KEY, SECRET_KEY
from local.errors import SetupError
from local.progress import Progress
from local.stack import Description

PAGE_PATIENCE_SECONDS = 900
"""The longest that a function may run."""


def rebuild(stack: Description, progress: Progress) -> int:
    """Rebuild the index of a local stack; return how many entries were written.

    Raises SetupError with the function's own words when a page fails; calling it again is safe.
    """
    written = 0
    with progress.console.status("reading the store") as status:
        for page in _pages(stack):
            written += page
            status.update(f"rebuilding the index: {written} entries")
    return written


def _pages(stack: Description) -> Iterator[int]:
    client = boto3.client(
        "lambda",
        endpoint_url=stack.endpoint,
        region_name=stack.region,
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=SECRET_KEY,
        config=Config(read_timeout=PAGE_PATIENCE_SECONDS, retries={"total_max_attempts": 1}),
    )
    cursor: str | None = None
    while True:
        job = {"job": "reindex"} | ({"cursor": cursor} if cursor else {})
        answer = client.invoke(
            FunctionName=stack.functions["consolidate"], Payload=json.dumps(job).encode()
        )
        result = json.loads(answer["Payload"].read())
        if "FunctionError" in answer:
            raise SetupError(f"the rebuild stopped: {result.get('errorMessage', result)}")
        yield int(result["written"])
        cursor = result.get("cursor")
        if not cursor:
            return

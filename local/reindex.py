"""`make reindex`: asks the deployed stack to rebuild its index from the store.

Nothing is encoded anew: vectors and token states are in the store.
"""

import json
from typing import Final

import boto3
from botocore.config import Config

from local.deployment import ACCESS_KEY, SECRET_KEY
from local.errors import SetupError
from local.progress import Progress
from local.stack import Description

PATIENCE_SECONDS: Final = 900
"""The longest that a function may run."""


def rebuild(stack: Description, progress: Progress) -> int:
    """Rebuild the index of a local stack; return how many entries the new one holds.

    Raises SetupError with the function's own words when it fails; calling it again is safe, since
    the old index serves until the new one is whole.
    """
    client = boto3.client(
        "lambda",
        endpoint_url=stack.endpoint,
        region_name=stack.region,
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=SECRET_KEY,
        config=Config(read_timeout=PATIENCE_SECONDS, retries={"total_max_attempts": 1}),
    )
    with progress.phase(f"rebuilding the {stack.index} index from the store"):
        answer = client.invoke(
            FunctionName=stack.functions["consolidate"], Payload=json.dumps({"job": "reindex"})
        )
        result = json.loads(answer["Payload"].read())
    if "FunctionError" in answer:
        raise SetupError(f"the rebuild stopped: {result.get('errorMessage', result)}")
    return int(result["written"])

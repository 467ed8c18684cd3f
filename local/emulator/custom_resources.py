"""Fails a custom resource at once when its function failed without answering.

CloudFormation waits for the answer until its timeout; so does the emulator, for minutes, with no
word about the function's error. Whoever deploys here wants that error instead.
"""

from collections.abc import Mapping
from typing import Any

from ministack.services import lambda_svc
from ministack.services.cloudformation import custom_resource


def install() -> None:
    """Answer in place of a function that failed."""
    built_in = lambda_svc._execute_function_with_config_scope  # noqa: SLF001

    def execute(record: Any, event: Any) -> Any:
        result = built_in(record, event)
        if isinstance(event, dict) and "ResponseURL" in event and result.get("error"):
            token = event["ResponseURL"].rsplit("/", 1)[-1]
            answer = {"Status": "FAILED", "Reason": f"the function failed: {_reason(result)}"}
            custom_resource.deliver_response(token, answer)
        return result

    lambda_svc._execute_function_with_config_scope = execute  # noqa: SLF001


def _reason(result: Mapping[str, Any]) -> str:
    body = result.get("body")
    return str(body.get("errorMessage", body)) if isinstance(body, dict) else str(body)

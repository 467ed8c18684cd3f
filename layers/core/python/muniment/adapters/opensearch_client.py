"""The connection to OpenSearch: signed on AWS, plain to a local engine; its failures are one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from opensearchpy import OpenSearch, OpenSearchException, Urllib3AWSV4SignerAuth
from opensearchpy.connection import Urllib3HttpConnection

from muniment.adapters.opensearch_schema import Json
from muniment.app.ports import UnavailableError

SEARCH_TIMEOUT = 10
"""Seconds for a search; an answer that takes longer is of no use to a waiting caller."""

_TIMEOUT = 30
"""Seconds for any other request, behind which a queue waits."""

_BULK_OPERATIONS = 250
"""Operations in one request: about half a MB, where the smallest domains take 10."""

_CONFLICT = 409
_NOT_FOUND = 404


class TargetGoneError(Exception):
    """A write target is not listed any more: a rebuild has replaced it."""


def connect(url: str, region: str | None = None) -> OpenSearch:
    """Return a client; over https requests are signed for the OpenSearch service of `region`."""
    return OpenSearch(
        hosts=[url],
        http_auth=_signer(region) if url.startswith("https:") else None,
        connection_class=Urllib3HttpConnection,
        timeout=_TIMEOUT,
        max_retries=2,
    )


def _signer(region: str | None) -> Urllib3AWSV4SignerAuth:
    from botocore.session import get_session  # noqa: PLC0415 - not needed for a local engine

    session = get_session()
    return Urllib3AWSV4SignerAuth(
        session.get_credentials(), region or session.get_config_variable("region"), "es"
    )


@contextmanager
def calling() -> Iterator[None]:
    """Turn every refusal and failure of the engine into the port's error."""
    try:
        yield
    except OpenSearchException as error:
        raise UnavailableError("index") from error


def require_complete(responses: Sequence[Json]) -> None:
    """Raise UnavailableError where a search failed or was cut short: never a smaller answer."""
    for response in responses:
        shards = response.get("_shards", {})
        if "error" in response or response.get("timed_out") or shards.get("failed"):
            raise UnavailableError("index")


def write(client: OpenSearch, target: str, operations: Sequence[Sequence[Json]]) -> None:
    """Write bulk operations to the index behind the alias `target`, all that can be written.

    A version that is not newer is not an error. Raises TargetGoneError if the alias is gone, and
    UnavailableError, after the others are done, if an operation was refused.
    """
    refused = False
    for start in range(0, len(operations), _BULK_OPERATIONS):
        page = operations[start : start + _BULK_OPERATIONS]
        response = client.bulk(
            body=[line for operation in page for line in operation],
            index=target,
            params={"require_alias": "true"},
        )
        for item in response["items"]:
            (result,) = item.values()
            _require_alias(client, target, result)
            refused |= _is_refused(result)
    if refused:
        raise UnavailableError("index")


def _require_alias(client: OpenSearch, target: str, result: Json) -> None:
    """Raise TargetGoneError if the alias is gone.

    The engine does not hold a deletion to `require_alias`: it makes an index of the alias's name,
    which is taken away again.
    """
    if "error" in result:
        if result["error"]["type"] == "index_not_found_exception":
            raise TargetGoneError
    elif result["_index"] == target:
        client.indices.delete(index=target, params={"ignore_unavailable": "true"})
        raise TargetGoneError


def _is_refused(result: Json) -> bool:
    """Whether an operation failed: neither was it done, nor is it late, nor nothing to delete."""
    status = int(result["status"])
    done = status < 300 or status == _CONFLICT or result.get("result") == "not_found"
    return not done

"""The stack that runs on this machine: where it listens, and what lies in its stores.

The probes go past the API on purpose. An API that answers 404 proves little; a scan of the tables,
the bytes of the index file and the depth of the queues prove that something is gone.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

import boto3
import httpx

from local.issuer import mint

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef
    from mypy_boto3_sqs import SQSClient

LOCAL = Path("build") / os.environ.get("STACK", "local") / "stack.json"
"""The stack that `make` speaks of, described by `make up`."""

KEPT = {"0M": "the owner's epoch, by which old messages are refused"}
"""What outlives the erasure of a user in the records table, and why. None of it holds text."""


@dataclass(frozen=True)
class Found:
    """Where a needle was found."""

    place: str
    key: str
    attribute: str


@dataclass(frozen=True)
class Stack:
    """What `make up` wrote down about the stack."""

    api_url: str
    issuer: str
    index: str
    index_url: str
    endpoint: str
    region: str
    records_table: str
    ledger_table: str
    queues: Mapping[str, str]
    functions: Mapping[str, str]
    outputs: Mapping[str, str]
    described_in: Path

    @classmethod
    def read(cls, path: Path = LOCAL) -> Self:
        """Read the description; raise FileNotFoundError where no stack is up."""
        found = json.loads(path.read_text(encoding="utf-8"))
        known = {field.name: found[field.name] for field in fields(cls) if field.name in found}
        return cls(**known, described_in=path)

    def token(
        self, tenant: str, subject: str, scope: str, more: Mapping[str, str] | None = None
    ) -> str:
        """Return a token of the local issuer, as `make token` prints it."""
        return mint(tenant, subject, scope, self.described_in, more)

    # --- tables ------------------------------------------------------------------------------

    def items(self, table: str) -> Iterator[dict[str, "AttributeValueTypeDef"]]:
        """Yield every item of a table, by a consistent scan."""
        pages = self._tables.get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
        for page in pages:
            yield from page["Items"]

    def search_tables(self, needle: str, owner: str | None = None) -> list[Found]:
        """Look for the UTF-8 bytes of `needle` in every attribute of every item, any case.

        With `owner`, a handle, items under the keys of other owners are left out: they may know
        the same words.
        """
        wanted = needle.lower().encode()
        return [
            Found(table, _key(item), name)
            for table in (self.records_table, self.ledger_table)
            for item in self.items(table)
            if owner is None or "#U#" not in _key(item) or f"#U#{owner}" in _key(item)
            for name, value in item.items()
            if any(wanted in part.lower() for part in _parts(value))
        ]

    def owned(self, handle: str) -> Counter[str]:
        """Count the items of the records table under an owner's handle, by kind of key."""
        keys = [_key(item) for item in self.items(self.records_table)]
        return Counter(k.split(" | ")[1].split("#")[0] for k in keys if f"#U#{handle} |" in k)

    # --- index -------------------------------------------------------------------------------

    def search_index(self, needle: str) -> list[Found]:
        """Look for `needle` in all that the index keeps: bytes of the files, or any field."""
        if self.index == "sqlite":
            return self._search_files(needle)
        return self._search_engine(needle)

    def _search_files(self, needle: str) -> list[Found]:
        wanted = needle.lower().encode()
        files = sorted(Path(self.index_url).parent.glob(Path(self.index_url).name + "*"))
        return [
            Found(str(file), f"byte {at}", "")
            for file in files
            if (at := file.read_bytes().lower().find(wanted)) >= 0
        ]

    def _search_engine(self, needle: str) -> list[Found]:
        wanted = needle.lower()
        httpx.post(f"{self.index_url}/_refresh", timeout=30)
        body = {"size": 1000, "query": {"match_all": {}}, "sort": ["_doc"]}
        url = f"{self.index_url}/muniment/_search"
        answer = httpx.post(f"{url}?scroll=1m", json=body, timeout=30).json()
        found: list[Found] = []
        while answer["hits"]["hits"]:
            found += [
                Found("muniment", hit["_id"], "_source")
                for hit in answer["hits"]["hits"]
                # Not in the whole hit: "sort" is the place of a document, as a number.
                if wanted in json.dumps([hit["_id"], hit["_source"]]).lower()
            ]
            scroll = {"scroll": "1m", "scroll_id": answer["_scroll_id"]}
            url = f"{self.index_url}/_search/scroll"
            answer = httpx.post(url, json=scroll, timeout=30).json()
        return found

    # --- queues ------------------------------------------------------------------------------

    def depths(self) -> dict[str, int]:
        """Messages waiting or in flight, by queue."""
        return {name: self._depth(url) for name, url in self.queues.items()}

    def dead_letters(self, handle: str) -> int:
        """Count the messages that were given up and name the owner; they stay where they are."""
        dead = [url for name, url in self.queues.items() if name.endswith("-dead")]
        return sum(handle in body for url in dead for body in self._bodies(url))

    def _bodies(self, url: str) -> Iterator[str]:
        while messages := self._sqs.receive_message(
            QueueUrl=url, MaxNumberOfMessages=10, VisibilityTimeout=3
        ).get("Messages"):
            yield from (message["Body"] for message in messages)

    def _depth(self, url: str) -> int:
        attributes = self._sqs.get_queue_attributes(
            QueueUrl=url,
            AttributeNames=["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
        )["Attributes"]
        return sum(int(number) for number in attributes.values())

    # --- AWS, as the emulator plays it -------------------------------------------------------

    @cached_property
    def session(self) -> boto3.Session:
        """The emulator's administrator, whose key is no secret."""
        return boto3.Session(
            aws_access_key_id="test",
            aws_secret_access_key="test",  # noqa: S106 - the emulator listens on the loopback only
            region_name=self.region,
        )

    @cached_property
    def _tables(self) -> "DynamoDBClient":
        return self.session.client("dynamodb", endpoint_url=self.endpoint)

    @cached_property
    def _sqs(self) -> "SQSClient":
        return self.session.client("sqs", endpoint_url=self.endpoint)


def handle_of(identifier: str) -> str:
    """Return the owner's handle, which operation and erasure ids carry; keys hold no subject."""
    return identifier.split("_")[1]


def _key(item: Mapping[str, "AttributeValueTypeDef"]) -> str:
    return f"{item['pk'].get('S')} | {item['sk'].get('S')}"


def _parts(value: object) -> Iterator[bytes]:
    """Yield every string and blob in a DynamoDB attribute, however deep."""
    match value:
        case str():
            yield value.encode()
        case bytes():
            yield value
        case dict():
            for name, inner in cast("dict[str, object]", value).items():
                yield name.encode()
                yield from _parts(inner)
        case list() | set():
            for inner in cast("list[object]", value):
                yield from _parts(inner)
        case _:
            return

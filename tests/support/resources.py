"""The tables, queues and key of the stack, made on moto, and what the functions read of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from muniment.adapters.dynamodb.table import from_item

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_kms import KMSClient
    from mypy_boto3_sqs import SQSClient

REGION = "eu-west-1"
RECORDS = "records"
LEDGER = "ledger"
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": REGION,
    "AWS_REGION": REGION,
}

type Row = dict[str, Any]  # an item in Python's values


@dataclass(frozen=True)
class Resources:
    """What a stack consists of: URLs of the queues, and the key that wraps the digest keys."""

    extraction: str
    erasure: str
    consolidation: str
    key: str

    def environment(self, index: Path) -> dict[str, str]:
        """Return the environment of every function at once."""
        return {
            **CREDENTIALS,
            "MUNIMENT_STAGE": "test",
            "MUNIMENT_RECORDS_TABLE": RECORDS,
            "MUNIMENT_LEDGER_TABLE": LEDGER,
            "MUNIMENT_DIGEST_KEY_ID": self.key,
            "MUNIMENT_INDEX": "sqlite",
            "MUNIMENT_INDEX_URL": str(index),
            "MUNIMENT_INDEX_ALIAS": "muniment",
            "MUNIMENT_EXTRACTION_QUEUE_URL": self.extraction,
            "MUNIMENT_ERASURE_QUEUE_URL": self.erasure,
            "MUNIMENT_CONSOLIDATION_QUEUE_URL": self.consolidation,
            "MUNIMENT_UPLOAD_QUEUE_URL": "https://sqs/uploads",
            "MUNIMENT_UPLOAD_BUCKET": "uploads",
            "MUNIMENT_EVENT_BUS": "muniment",
            "MUNIMENT_MAX_RECEIVES": "3",
            "MUNIMENT_MODEL_ROUTES": "{}",
            "MUNIMENT_MODEL_DIR": "no-model-here",
            "OPENBLAS_NUM_THREADS": "1",
            "POWERTOOLS_SERVICE_NAME": "test",
            "POWERTOOLS_METRICS_NAMESPACE": "Muniment",
            "POWERTOOLS_LOG_LEVEL": "CRITICAL",
        }


def create_tables(dynamodb: "DynamoDBClient") -> None:
    """Make both tables with the keys that the stack gives them."""
    for name in (RECORDS, LEDGER):
        dynamodb.create_table(
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
            AttributeDefinitions=[
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "sk", "AttributeType": "S"},
            ],
        )


def create(dynamodb: "DynamoDBClient", sqs: "SQSClient", kms: "KMSClient") -> Resources:
    """Make everything."""
    create_tables(dynamodb)
    names = ("extraction", "erasure", "consolidation")
    urls = {name: sqs.create_queue(QueueName=name)["QueueUrl"] for name in names}
    return Resources(**urls, key=kms.create_key()["KeyMetadata"]["Arn"])


def rows(dynamodb: "DynamoDBClient", table: str) -> list[Row]:
    """Return every item of a table, in the order of the keys."""
    pages = dynamodb.get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
    found = [from_item(item) for page in pages for item in page["Items"]]
    return sorted(found, key=lambda row: (row["pk"], row["sk"]))

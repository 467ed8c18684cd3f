"""The product's store over a DynamoDB in memory, without any use case that writes."""

import boto3

from local.in_process.dynamo import QuickDynamo
from muniment.adapters.dynamodb.policies import DynamoPolicies
from muniment.adapters.dynamodb.store import DynamoStore
from muniment.adapters.dynamodb.table import Table, Transactions

_PAGE = 1000  # items; the service's pages hold 1 MB, which is about as many


class PlainStore:
    """A store of its own. `model` names the encoder's vectors."""

    def __init__(self, model: str) -> None:
        self._tables = QuickDynamo(page=_PAGE)
        session = boto3.Session("none", "none", region_name="eu-west-1")
        self._client = session.client("dynamodb")
        self._tables.serve(self._client)
        for table in ("records", "ledger"):
            self._tables.call("CreateTable", {"TableName": table})
        records, ledger = Table(self._client, "records"), Table(self._client, "ledger")
        transactions = Transactions(self._client)
        self.store = DynamoStore(records, ledger, transactions, model)
        self.policies = DynamoPolicies(ledger, transactions)

    def close(self) -> None:
        """Give back what the client holds."""
        self._tables.leave(self._client)
        self._client.close()

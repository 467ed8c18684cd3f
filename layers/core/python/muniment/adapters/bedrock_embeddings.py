"""Embeddings of Amazon Bedrock: the models of Titan and of Cohere, each in its own form."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from botocore.exceptions import BotoCoreError, ClientError

from muniment.adapters.remote_encoder import Vector, as_vectors
from muniment.app.models import ModelUnavailableError

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient

_COHERE_MOST: Final = 96  # Bedrock's reference of Cohere Embed, "texts"


class TitanEmbeddings:
    """Implements remote_encoder.Embeddings with `amazon.titan-embed-text-v2`."""

    most = 1

    def __init__(
        self, client: "BedrockRuntimeClient", model_id: str, dimensions: int = 1024
    ) -> None:
        """`client` has its own time limit, see bedrock_model.connect."""
        self._client = client
        self._model_id = model_id
        self._dimensions = dimensions

    @property
    def model(self) -> str:
        """See the port."""
        return f"bedrock:{self._model_id}.{self._dimensions}"

    def embed(self, texts: Sequence[str], *, query: bool) -> list[Vector]:  # noqa: ARG002 - no such difference here
        """See the port."""
        rows = []
        for text in texts:
            body = {"inputText": text, "dimensions": self._dimensions, "normalize": True}
            rows.append(_invoke(self._client, self._model_id, body).get("embedding"))
        return as_vectors(rows)


class CohereEmbeddings:
    """Implements remote_encoder.Embeddings with `cohere.embed-…-v3`."""

    most = _COHERE_MOST

    def __init__(self, client: "BedrockRuntimeClient", model_id: str) -> None:
        """`client` has its own time limit, see bedrock_model.connect."""
        self._client = client
        self._model_id = model_id

    @property
    def model(self) -> str:
        """See the port."""
        return f"bedrock:{self._model_id}"

    def embed(self, texts: Sequence[str], *, query: bool) -> list[Vector]:
        """See the port."""
        body = {
            "texts": list(texts),
            "input_type": "search_query" if query else "search_document",
            "truncate": "NONE",
        }
        return as_vectors(_invoke(self._client, self._model_id, body).get("embeddings"))


def _invoke(
    client: "BedrockRuntimeClient", model_id: str, body: Mapping[str, object]
) -> Mapping[str, object]:
    try:
        answer = client.invoke_model(
            modelId=model_id,
            body=json.dumps(body),
            contentType="application/json",
            accept="application/json",
        )
        content = json.loads(answer["body"].read())
    except (BotoCoreError, ClientError, ValueError) as error:
        raise ModelUnavailableError(type(error).__name__) from None
    return content if isinstance(content, dict) else {}

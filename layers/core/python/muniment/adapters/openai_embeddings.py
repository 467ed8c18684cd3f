"""Embeddings of any OpenAI-compatible endpoint."""

from collections.abc import Sequence

from muniment.adapters.openai_http import OpenAiEndpoint
from muniment.adapters.remote_encoder import Vector, as_vectors
from muniment.app.models import Limits


class OpenAiEmbeddings:
    """Implements remote_encoder.Embeddings. `dimensions` is sent only if it is given."""

    most = 64

    def __init__(
        self,
        endpoint: OpenAiEndpoint,
        model: str,
        limits: Limits,
        dimensions: int | None = None,
    ) -> None:
        """`model` is the name that the endpoint knows."""
        self._endpoint = endpoint
        self._model = model
        self._limits = limits
        self._dimensions = dimensions

    @property
    def model(self) -> str:
        """See the port."""
        size = f".{self._dimensions}" if self._dimensions else ""
        return f"openai:{self._model}{size}"

    def embed(self, texts: Sequence[str], *, query: bool) -> list[Vector]:  # noqa: ARG002 - no such difference here
        """See the port."""
        body: dict[str, object] = {"model": self._model, "input": list(texts)}
        if self._dimensions:
            body["dimensions"] = self._dimensions
        answer = self._endpoint.post("embeddings", body, self._limits.seconds)
        match answer.get("data"):
            case list() as rows if all(_is_row(row) for row in rows):
                ordered = sorted(rows, key=lambda row: int(row["index"]))
                return as_vectors([row["embedding"] for row in ordered])
            case other:
                return as_vectors(other)


def _is_row(row: object) -> bool:
    return isinstance(row, dict) and isinstance(row.get("index"), int) and "embedding" in row

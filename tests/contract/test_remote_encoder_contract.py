"""Encoders that are services keep the port's promises, with vectors only."""

import io
import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import pytest
from botocore.response import StreamingBody
from botocore.stub import Stubber

from muniment.adapters.bedrock_embeddings import CohereEmbeddings, TitanEmbeddings
from muniment.adapters.late_interaction import LateInteractionRanker
from muniment.adapters.openai_embeddings import OpenAiEmbeddings
from muniment.adapters.openai_http import OpenAiEndpoint
from muniment.adapters.remote_encoder import CHUNK_CHARACTERS, MOST_CHUNKS, RemoteEncoder
from muniment.app.models import Limits
from muniment.app.ports import Passage, UnavailableError
from muniment.domain.vectors import unpack_vector
from tests.support.model_server import Reply, embeddings, serving
from tests.support.resources import REGION

TEXTS = ["My locker code is zebra-4471.", "We adopted a grey cat.", "I live in Genoa."]
ODD = ["", " ", "\x00", "\ud800 lone", "日本語の文", "x" * 5000, "- . !"]
TITAN, COHERE = "amazon.titan-embed-text-v2:0", "cohere.embed-multilingual-v3"


def titan(body: dict[str, Any]) -> dict[str, Any]:
    assert body["dimensions"] == 256
    assert body["normalize"] is True
    return {"embedding": embeddings({"input": [body["inputText"]]})["data"][0]["embedding"]}


def cohere(body: dict[str, Any]) -> dict[str, Any]:
    assert len(body["texts"]) <= 96
    assert all(len(text) <= 2048 for text in body["texts"])
    assert body["input_type"] in ("search_query", "search_document")
    rows = embeddings({"input": body["texts"]})["data"]
    return {"embeddings": [row["embedding"] for row in rows][::-1]}


def bedrock(respond: Callable[[dict[str, Any]], object]) -> Any:
    """Return a client that answers by a function, through the client's own validation."""
    client = boto3.client(
        "bedrock-runtime", region_name=REGION, aws_access_key_id="t", aws_secret_access_key="t"
    )

    def answer(params: dict[str, Any], **_: object) -> tuple[Any, dict[str, Any]]:
        content = json.dumps(respond(json.loads(params["body"]))).encode()
        body = StreamingBody(io.BytesIO(content), len(content))
        return type("Http", (), {"status_code": 200})(), {"body": body}

    events: Any = client.meta.events  # whose stubs know no hook that answers
    events.register("before-call.bedrock-runtime.InvokeModel", answer)
    return client


@pytest.fixture(params=["openai", "titan", "cohere"])
def encoder(request: pytest.FixtureRequest) -> Iterator[RemoteEncoder]:
    match request.param:
        case "openai":
            with serving() as server:
                endpoint = OpenAiEndpoint(server.url)
                yield RemoteEncoder(OpenAiEmbeddings(endpoint, "small", Limits(5)))
        case "titan":
            yield RemoteEncoder(TitanEmbeddings(bedrock(titan), TITAN, 256))
        case _:
            yield RemoteEncoder(CohereEmbeddings(bedrock(cohere), COHERE))


def test_a_text_gives_the_same_bytes_alone_and_in_any_company(encoder: RemoteEncoder) -> None:
    together = encoder.passages(TEXTS)
    assert together == [encoder.passages([text])[0] for text in TEXTS]
    assert encoder.passages(TEXTS[::-1]) == together[::-1]
    assert len(set(together)) == len(TEXTS)
    assert encoder.passages([]) == []


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_any_text_is_encoded_to_a_unit_vector_without_states(
    encoder: RemoteEncoder, text: str
) -> None:
    (encoded,) = encoder.passages([text])
    query = encoder.query(text)
    assert encoded.states == query.states == b""
    assert query.weights == ()
    assert math.hypot(*query.vector) == pytest.approx(1)
    assert math.hypot(*unpack_vector(encoded.vector)) == pytest.approx(1)
    assert len(query.vector) == len(unpack_vector(encoded.vector))


def test_more_texts_than_a_request_takes(encoder: RemoteEncoder) -> None:
    texts = [f"{TEXTS[n % 3]} {'e' * (n % 7)}" for n in range(130)]
    assert encoder.passages(texts) == [encoder.passages([text])[0] for text in texts]


def test_a_long_text_is_the_mean_of_its_bounded_pieces(encoder: RemoteEncoder) -> None:
    half = ("aa " * (CHUNK_CHARACTERS // 3)).strip()
    other = ("ee " * (CHUNK_CHARACTERS // 3)).strip()
    (both,) = encoder.passages([f"{half}\n\n{other}"])
    first, second = (unpack_vector(each.vector) for each in encoder.passages([half, other]))
    mean = [(a + b) / 2 for a, b in zip(first, second, strict=True)]
    norm = math.hypot(*mean)
    assert unpack_vector(both.vector) == pytest.approx([x / norm for x in mean], abs=0.02)
    endless = "aa " * (CHUNK_CHARACTERS * MOST_CHUNKS)
    assert encoder.passages([endless])


def test_names_tell_models_and_dimensions_apart(encoder: RemoteEncoder) -> None:
    assert encoder.model in ("openai:small", f"bedrock:{TITAN}.256", f"bedrock:{COHERE}")
    named = OpenAiEmbeddings(OpenAiEndpoint("http://127.0.0.1:9"), "a#b", Limits(), 512)
    assert RemoteEncoder(named).model == "openai:a-b.512"


def test_a_ranker_of_token_states_takes_what_has_none(encoder: RemoteEncoder) -> None:
    passages = [Passage(text, encoder.passages([text])[0].states) for text in TEXTS]
    ranked = LateInteractionRanker().rank(encoder.query("cat"), passages)
    assert {each.id for each in ranked} == set(TEXTS)


def test_a_question_is_told_apart_from_a_passage_where_the_model_does() -> None:
    kinds: list[str] = []

    def noting(body: dict[str, Any]) -> dict[str, Any]:
        kinds.append(body["input_type"])
        return cohere(body)

    encoder = RemoteEncoder(CohereEmbeddings(bedrock(noting), COHERE))
    encoder.passages(TEXTS)
    encoder.query("Where?")
    assert kinds == ["search_document", "search_query"]


WRONG = [
    {"data": []},
    {"data": None},
    {"data": [{"index": 0, "embedding": []}]},
    {"data": [{"index": 0, "embedding": ["1"]}]},
    {"data": [{"index": 0}]},
    {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0]}]},
    {"error": "no"},
]


@pytest.mark.parametrize("answer", WRONG, ids=ascii)
def test_an_answer_of_another_form_is_an_outage(
    answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.model_server.embeddings", lambda _: answer)
    with serving() as server:
        encoder = RemoteEncoder(OpenAiEmbeddings(OpenAiEndpoint(server.url), "s", Limits(5)))
        with pytest.raises(UnavailableError) as raised:
            encoder.query(TEXTS[0])
    assert raised.value.dependency == "encoder"
    assert TEXTS[0] not in repr(raised.value)


def test_a_service_that_does_not_answer_is_an_outage() -> None:
    client: Any = boto3.client(
        "bedrock-runtime", region_name=REGION, aws_access_key_id="t", aws_secret_access_key="t"
    )
    for service in (TitanEmbeddings(client, TITAN), CohereEmbeddings(client, COHERE)):
        encoder = RemoteEncoder(service)
        with Stubber(client) as stub:
            stub.add_client_error("invoke_model", "ThrottlingException", TEXTS[0])
            with pytest.raises(UnavailableError):
                encoder.query(TEXTS[0])
    with serving() as server:
        server.says(Reply(status=429))
        encoder = RemoteEncoder(OpenAiEmbeddings(OpenAiEndpoint(server.url), "s", Limits(5)))
        with pytest.raises(UnavailableError):
            encoder.query(TEXTS[0])

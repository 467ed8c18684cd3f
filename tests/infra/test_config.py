"""What an engineer may ask for by context, and what they are told when it cannot work."""

from pathlib import Path

import pytest

from infra.config import QUEUE_CONSUMERS, STAGES, Deployment, Stage
from infra.errors import ConfigError

GIVEN = {"issuer": "https://issuer.example", "audience": "a"}


def deployment(**context: str) -> Deployment:
    return Deployment.from_context((GIVEN | context).get)


def test_the_stage_is_dev_unless_asked_otherwise() -> None:
    assert deployment().stage.name == "dev"
    assert deployment(stage="prod").stage.name == "prod"


def test_what_is_given_is_taken() -> None:
    asked = deployment(
        audience="one, two", arch="x86_64", model_dir="/a/model", alarm_topic="arn:topic"
    )
    assert asked.audience == ("one", "two")
    assert asked.architecture == "x86_64"
    assert asked.model_dir == Path("/a/model")
    assert asked.alarm_topic == "arn:topic"


def test_the_index_may_be_a_file_on_this_machine() -> None:
    asked = deployment(stage="local", index="sqlite", index_url="/a/file")
    assert (asked.index, asked.index_url) == ("sqlite", "/a/file")


@pytest.mark.parametrize(
    ("context", "way_out"),
    [
        ({"stage": "test"}, "dev, small, prod, local"),
        ({"issuer": ""}, "issuer="),
        ({"issuer": "http://issuer.example"}, "https"),
        ({"audience": " , "}, "audience="),
        ({"arch": "riscv"}, "arm64 or x86_64"),
        ({"index": "faiss"}, "opensearch or sqlite"),
        ({"index": "sqlite", "index_url": "/a/file"}, "stage=local"),
        ({"stage": "local", "index": "sqlite"}, "index_url="),
        ({"stage": "prod", "index_url": "https://elsewhere.example"}, "index_url is only"),
    ],
)
def test_what_cannot_work_is_refused_with_the_way_out(
    context: dict[str, str], way_out: str
) -> None:
    with pytest.raises(ConfigError, match=way_out):
        deployment(**context)


def test_an_issuer_without_tls_is_taken_on_this_machine_only() -> None:
    assert deployment(stage="local", issuer="http://127.0.0.1:9").issuer == "http://127.0.0.1:9"


@pytest.mark.parametrize("stage", STAGES.values(), ids=lambda stage: stage.name)
def test_a_message_stays_hidden_while_its_consumer_may_work(stage: Stage) -> None:
    times = 1 if stage.on_this_machine else 6  # AWS advises six
    for queue, consumer in QUEUE_CONSUMERS.items():
        assert stage.queues[queue].visibility >= times * stage.functions[consumer].timeout

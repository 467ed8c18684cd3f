import json
from collections.abc import Sequence

import pytest
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from muniment.app.ports import ConsolidationJob, ErasureJob, ExtractionJob
from muniment.domain.scope import InvalidIdError, Scope
from muniment.edge import batch, messages
from tests.functions.events import Context, queue_event, stream_event

ZEBRA = "zebra-4471"
SCOPE = Scope("acme", "a" * 26)
OWNER = {"tenant": "acme", "owner": "a" * 26}


class Work:
    """Does its work, but for what it is told to fail on."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.done: list[str] = []

    def message(self, message: SQSRecord) -> None:
        self._do(json.loads(message.body))

    def project(self, keys: Sequence[tuple[str, str]]) -> None:
        if any(sk in self.failing for _, sk in keys):
            raise ValueError(ZEBRA)
        for _, sk in keys:
            self._do(sk)

    def _do(self, name: str) -> None:
        if name in self.failing:
            raise ValueError(f"{ZEBRA} in {name}")
        self.done.append(name)


def failures(response: object) -> list[str]:
    assert isinstance(response, dict)
    return [item["itemIdentifier"] for item in response["batchItemFailures"]]


def test_only_messages_that_failed_come_again() -> None:
    work = Work("b")
    answer = batch.work_queue(queue_event("a", "b", "c"), Context(), work.message)  # type: ignore[arg-type]
    assert failures(answer) == ["message-0", "message-1", "message-2"]  # no JSON strings
    answer = batch.work_queue(
        queue_event('"a"', '"b"', '"c"'), Context(), work.message  # type: ignore[arg-type]
    )  # fmt: skip
    assert failures(answer) == ["message-1"]
    assert work.done == ["a", "c"]


@pytest.mark.law(7)
def test_a_batch_that_fails_whole_logs_classes_and_no_messages(
    capfd: pytest.CaptureFixture[str],
) -> None:
    answer = batch.work_queue(queue_event('"b"'), Context(), Work("b").message)  # type: ignore[arg-type]
    assert failures(answer) == ["message-0"]
    printed = capfd.readouterr()
    assert ZEBRA not in printed.out + printed.err


@pytest.mark.parametrize(("receives", "last"), [(1, False), (4, False), (5, True), (6, True)])
def test_the_last_try_is_known(receives: int, last: bool) -> None:
    record = SQSRecord(queue_event("{}", receives=receives)["Records"][0])
    assert batch.last_try(record, max_receives=5) is last


def test_a_stream_is_projected_together_and_each_key_once() -> None:
    work = Work()
    event = stream_event([("p", "a"), ("p", "b"), ("p", "a")])
    assert failures(batch.work_stream(event, work.project)) == []
    assert work.done == ["a", "b"]


def test_a_stream_is_resumed_at_the_record_that_fails() -> None:
    work = Work("b")
    event = stream_event([("p", "a"), ("p", "b"), ("p", "c")])
    assert failures(batch.work_stream(event, work.project)) == [f"{1:021d}"]
    assert work.done == ["a"]


def test_an_empty_batch_is_nothing_to_do() -> None:
    assert failures(batch.work_stream({"Records": []}, Work().project)) == []


@pytest.mark.law(7)
def test_a_job_that_fails_says_no_message() -> None:
    def fail() -> int:
        raise ValueError(ZEBRA)

    done = batch.work_job({"job": "nightly"}, {"nightly": lambda: lambda: 3})
    assert done == {"job": "nightly", "written": 3}
    with pytest.raises(batch.JobFailedError, match="nightly: ValueError") as caught:
        batch.work_job({"job": "nightly"}, {"nightly": lambda: fail})
    assert caught.value.__suppress_context__
    with pytest.raises(batch.JobFailedError):
        batch.work_job({"job": "weekly"}, {"nightly": lambda: fail})


def test_messages_are_read_as_jobs() -> None:
    extraction = json.dumps({**OWNER, "epoch": 2, "event": "e1"})
    erasure = json.dumps({**OWNER, "job": "x1"})
    read = messages.ExtractionMessage.model_validate_json(extraction).work()
    assert read == ExtractionJob(SCOPE, 2, "e1")
    assert messages.ErasureMessage.model_validate_json(erasure).work() == ErasureJob(SCOPE, "x1")
    read_owner = messages.ConsolidationMessage.model_validate_json(json.dumps(OWNER)).work()
    assert read_owner == ConsolidationJob(SCOPE)


@pytest.mark.law(2)
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"tenant": "acme"},
        {"tenant": "", "owner": "a" * 26},
        {"tenant": "*", "owner": "a" * 26},
        {"tenant": "acme", "owner": "*"},
        {"tenant": "acme", "owner": ""},
        {"tenant": "acme", "owner": None},
        {**OWNER, "text": "a memory has no place here"},
    ],
)
def test_a_message_without_a_whole_scope_is_refused(body: object) -> None:
    with pytest.raises((ValueError, InvalidIdError)):
        messages.ConsolidationMessage.model_validate_json(json.dumps(body)).work()

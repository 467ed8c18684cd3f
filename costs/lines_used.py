"""What is paid for by use: requests, computing, reads and writes, messages, bytes, tokens."""

from collections.abc import Iterator
from typing import Final

from costs.lines import GB, Case, Line
from costs.usage import DAYS_A_MONTH

LAMBDA_LOG_BYTES: Final = 350
"""START, END and REPORT, three lines that Lambda writes of each invocation."""
LAMBDA_LOG_LINES: Final = 3
ACCESS_LOG_BYTES: Final = 330
"""One line of the API's access log, see ACCESS_LOG of infra/api.py."""
CHARACTERS_A_TOKEN: Final = 4
"""Of English prose; a rule of thumb, models differ."""
LINE_OVERHEAD: Final = 26
"""Bytes that CloudWatch Logs counts of each line beside its text."""
MEASURED: Final = "measured by running the functions (costs/usage.json)"


def lines(case: Case) -> Iterator[Line]:
    """Yield every line that grows with the workload."""
    yield from _api(case)
    yield from _functions(case)
    yield from _tables(case)
    yield from _messages(case)
    yield from _uploads(case)
    yield from _logs(case)
    yield from _model(case)


def _api(case: Case) -> Iterator[Line]:
    work, ran = case.workload, case.ran
    calls = work.events + work.recalls + work.uploads
    yield case.line(
        "API Gateway", "HTTP API requests", calls, "http_api_request",
        "one request an event, a recall and an upload; nobody polls an operation",
    )  # fmt: skip
    sent = ran["write"].used.response_bytes + ran["read"].used.response_bytes
    yield case.line(
        "Data transfer", "answers to the internet", sent / GB, "data_out",
        "bodies of the answers as measured, uncompressed; inside the region nothing is charged",
    )  # fmt: skip


def _functions(case: Case) -> Iterator[Line]:
    assumed = case.assumptions
    invocations = sum(ran.invocations for ran in case.ran.values()) + case.workload.uploads
    yield case.line(
        "Lambda", "invocations", invocations, "lambda_request",
        "one a request, a message and a turn's changes in the stream: batches of one, which is"
        " what comes at this rate",
    )  # fmt: skip
    for name, ran in case.ran.items():
        yield case.line(
            "Lambda", f"{name}, {case.stage.functions[name].memory} MiB",
            case.gb_seconds(name, ran), "lambda_arm_gb_second",
            f"measured CPU (encoding included) times {assumed.cpu_factor:g}, and measured calls at"
            f" {assumed.dynamodb_ms:g} ms (tables), {assumed.index_ms:g} (index),"
            f" {assumed.other_ms:g} (others); {assumed.cold_share:.0%} start, in"
            f" {assumed.cold_ms / 1000:g} s",
        )  # fmt: skip
    cold = invocations * assumed.cold_share
    yield case.line(
        "KMS", "keys unwrapped", cold * case.workload.tenants, "kms_request",
        "every tenant's key once in a started function",
    )  # fmt: skip


def _tables(case: Case) -> Iterator[Line]:
    work, usage = case.workload, case.usage
    used = [ran.used for ran in case.ran.values()]
    yield case.line(
        "DynamoDB", "writes", sum(each.write_units for each in used), "dynamodb_write_unit",
        f"{MEASURED}; a transaction counts twice",
    )  # fmt: skip
    yield case.line(
        "DynamoDB", "reads", sum(each.read_units for each in used), "dynamodb_read_unit",
        f"{MEASURED}, strongly consistent; who recalls has the turns that the file says",
    )  # fmt: skip
    counts = {"turn": work.turns, "fact": work.records, "recall": work.recalls}
    kept = sum(n * usage.bytes_kept(what, work.months) for what, n in counts.items()) / GB
    kept_for = f"the stock after {work.months:g} months of such work, bytes as measured"
    yield case.line("DynamoDB", "storage", kept, "dynamodb_storage", kept_for)
    yield case.line("DynamoDB", "point-in-time recovery", kept, "dynamodb_pitr", kept_for)
    yield case.line(
        "DynamoDB", "stream, read by Lambda", work.turns, "dynamodb_stream_read", "not charged"
    )
    yield case.line(
        "DynamoDB", "expired items", work.turns + work.recalls, "dynamodb_ttl_delete", "not charged"
    )


def _messages(case: Case) -> Iterator[Line]:
    work, used = case.workload, case.ran
    yield case.line(
        "SQS", "requests", work.events + 2 * work.turns + 3 * work.nights + 3 * work.uploads,
        "sqs_request",
        "sent together, received and deleted one by one",
    )  # fmt: skip
    yield case.line(
        "EventBridge", "events out", used["index"].used.announced, "eventbridge_event",
        "one a record that changes, as measured",
    )  # fmt: skip


def _uploads(case: Case) -> Iterator[Line]:
    work = case.workload
    said = "none by default: documents come as events; removed when taken in, a day at most"
    yield case.line("S3", "documents sent", work.uploads, "s3_put", said)
    yield case.line("S3", "documents read", work.uploads, "s3_get", said)
    stored = work.uploads * work.upload_megabytes * 1e6 / GB / DAYS_A_MONTH
    yield case.line("S3", "documents lying", stored, "s3_storage", said)


def _logs(case: Case) -> Iterator[Line]:
    work = case.workload
    invocations = sum(ran.invocations for ran in case.ran.values())
    used = [ran.used for ran in case.ran.values()]
    own = sum(each.log_bytes + LINE_OVERHEAD * each.log_lines for each in used)
    platform = invocations * (LAMBDA_LOG_BYTES + LINE_OVERHEAD * LAMBDA_LOG_LINES)
    access = (work.events + work.recalls) * (ACCESS_LOG_BYTES + LINE_OVERHEAD)
    ingested = (own + platform + access) / GB
    yield case.line(
        "CloudWatch", "logs", ingested, "logs_ingested",
        "lines of the functions as measured, of Lambda and of the API as their form has it",
    )  # fmt: skip
    kept = ingested * min(work.months, case.stage.log_days / DAYS_A_MONTH)
    yield case.line(
        "CloudWatch", "logs kept", kept, "logs_stored",
        f"{case.stage.log_days} days, as if nothing were compressed",
    )  # fmt: skip


def _model(case: Case) -> Iterator[Line]:
    if case.model is None:
        return
    asked, model = case.asked, case.model
    tokens = case.usage.model.characters / CHARACTERS_A_TOKEN
    yield case.line(
        "Bedrock", f"{model}, read", asked * tokens, f"{model}_in",
        f"a call for {case.usage.model.share:.0%} of the turns (a user's; an assistant's none), its"
        f" prompt as measured, {CHARACTERS_A_TOKEN} characters a token",
    )  # fmt: skip
    yield case.line(
        "Bedrock", f"{model}, written", asked * case.assumptions.tokens_out, f"{model}_out",
        f"{case.assumptions.tokens_out:g} tokens an answer",
    )  # fmt: skip

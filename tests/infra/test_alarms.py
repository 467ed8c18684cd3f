"""Alarms: what goes wrong is seen, and told where a topic was given."""

from pathlib import Path

from infra.config import FUNCTION_NAMES, QUEUE_NAMES
from tests.infra.synthesis import Template, synthesise


def watched(template: Template, metric: str, dimension: str) -> set[str]:
    """The resources whose metric an alarm watches."""
    return {
        each["Value"].get("Ref") or each["Value"]["Fn::GetAtt"][0]
        for alarm in template.all("AWS::CloudWatch::Alarm")
        if alarm.properties["MetricName"] == metric
        for each in alarm.properties["Dimensions"]
        if each["Name"] == dimension
    }


def test_every_dead_letter_is_seen(template: Template) -> None:
    dead = {q.name for q in template.all("AWS::SQS::Queue") if "DeadLetters" in q.name}
    assert len(dead) == len(QUEUE_NAMES) + 1
    assert watched(template, "ApproximateNumberOfMessagesVisible", "QueueName") == dead


def test_every_function_is_watched_for_errors_and_throttles(template: Template) -> None:
    every = {function.name for function in template.functions().values()}
    assert len(every) == len(FUNCTION_NAMES) + 1
    for metric in ("Errors", "Throttles"):
        assert watched(template, metric, "FunctionName") == every


def test_a_lagging_index_is_seen(template: Template) -> None:
    (indexer,) = watched(template, "IteratorAge", "FunctionName")
    assert template.function_named(indexer) == "index"


def test_an_idle_stack_raises_no_alarm(template: Template) -> None:
    for alarm in template.all("AWS::CloudWatch::Alarm"):
        assert alarm.properties["TreatMissingData"] == "notBreaching"
        assert alarm.properties["AlarmDescription"]


def test_alarms_go_to_the_topic_that_was_given(tmp_path: Path, prod: Template) -> None:
    topic = "arn:aws:sns:eu-central-1:123456789012:pager"
    told = synthesise(tmp_path, stage="prod", alarm_topic=topic)
    for alarm in told.all("AWS::CloudWatch::Alarm"):
        assert alarm.properties["AlarmActions"] == [topic]
    assert all("AlarmActions" not in a.properties for a in prod.all("AWS::CloudWatch::Alarm"))

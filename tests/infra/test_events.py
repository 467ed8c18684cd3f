"""The event bus: one of the stack's own, and two functions that may send to it."""

from infra.config import FUNCTION_NAMES
from tests.infra.synthesis import Template

SENDERS = {"index", "delete"}


def test_those_who_announce_may_send_to_the_stacks_own_bus_and_no_other(
    template: Template,
) -> None:
    bus = template.one("AWS::Events::EventBus", "Events")
    for function in (*FUNCTION_NAMES, "index_setup"):
        sends = [s for s in template.statements(function) if "events:PutEvents" in s.actions]
        assert len(sends) == (1 if function in SENDERS else 0)
        assert template.actions(function, "events") == ({"PutEvents"} if sends else set())
        for statement in sends:
            assert statement.resources == (f"<{bus.name}.Arn>",)


def test_the_senders_know_the_bus_by_its_name(template: Template) -> None:
    bus = template.one("AWS::Events::EventBus", "Events")
    for function in SENDERS:
        name = template.environment(function)["MUNIMENT_EVENT_BUS"]
        assert name in ({"Ref": bus.name}, {"Fn::GetAtt": [bus.name, "Name"]})
    assert "EventBus" in template.content["Outputs"]

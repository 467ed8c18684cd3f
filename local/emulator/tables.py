"""Applies time to live and point-in-time recovery of tables that CloudFormation creates or updates.

The emulator's provisioner ignores both properties; its own table API knows them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ministack.services import dynamodb
from ministack.services.cloudformation import provisioners

type Properties = Mapping[str, Any]


def install() -> None:
    """Wrap the handlers of the table types."""
    handlers = provisioners._RESOURCE_HANDLERS  # noqa: SLF001
    for kind in ("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"):
        handlers[kind]["create"] = _then_configure(handlers[kind]["create"])


def _then_configure(create: Callable[..., Any]) -> Callable[..., Any]:
    def created(logical_id: str, properties: Properties, stack: str) -> Any:
        result = create(logical_id, properties, stack)
        _configure(result[0], properties)
        return result

    return created


def _configure(table: str, properties: Properties) -> None:
    expiry = properties.get("TimeToLiveSpecification") or {}
    if expiry.get("AttributeName") and _is_true(expiry.get("Enabled", True)):
        specification = {"Enabled": True, "AttributeName": expiry["AttributeName"]}
        dynamodb._update_ttl(  # noqa: SLF001
            {"TableName": table, "TimeToLiveSpecification": specification}
        )
    recovery = properties.get("PointInTimeRecoverySpecification") or {}
    if _is_true(recovery.get("PointInTimeRecoveryEnabled", False)):
        dynamodb._update_continuous_backups(  # noqa: SLF001
            {
                "TableName": table,
                "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
            }
        )


def _is_true(value: object) -> bool:
    return str(value).lower() == "true"

"""Makes the index at deploy, as a custom resource; deleting it is the domain's own end."""

from typing import Any

from muniment.bootstrap import parts
from muniment.edge.custom_resource import Resource, answer
from muniment.edge.settings import IndexSetupSettings


def handler(event: dict[str, Any], _: object) -> None:
    """Make sure that index and alias are there whenever the resource is made or updated."""
    answer(event, _ensure)


def _ensure(resource: Resource) -> str:
    if not resource.deleted:
        parts.index_admin().ensure()
    return IndexSetupSettings.from_environment().index_alias

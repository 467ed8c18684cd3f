"""The cost sheet prices the stack that is deployed."""

import pytest

from costs.lines_standing import ALARMS, NODES
from infra.config import DEV, PROD, DomainSize
from tests.infra.synthesis import Template


@pytest.mark.parametrize(("name", "size"), [("prod", PROD.domain), ("dev", DEV.domain)])
def test_alarms_and_nodes(name: str, size: DomainSize, request: pytest.FixtureRequest) -> None:
    template: Template = request.getfixturevalue(name)
    assert len(template.all("AWS::CloudWatch::Alarm")) == ALARMS
    (domain,) = template.all("AWS::OpenSearchService::Domain")
    cluster = domain.properties["ClusterConfig"]
    assert cluster["InstanceType"] == size.data_type
    assert cluster["InstanceType"] in NODES
    assert cluster["InstanceCount"] == size.data_nodes
    assert cluster.get("DedicatedMasterCount", 0) == size.master_nodes
    assert domain.properties["EBSOptions"]["VolumeSize"] == size.volume
    assert domain.properties["EBSOptions"]["VolumeType"] == "gp3"

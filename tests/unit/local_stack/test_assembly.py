import json
from pathlib import Path

import pytest

from local.assembly import Removed, strip
from local.errors import SetupError

SUPPORTED = frozenset({"AWS::SQS::Queue", "AWS::CloudWatch::Alarm"})


def write(folder: Path, **template: object) -> Path:
    path = folder / "Stack.template.json"
    path.write_text(json.dumps(template))
    return path


def test_an_unsupported_resource_goes_with_what_waits_for_it_alone(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Resources={
            "Any": {"Type": "AWS::CloudWatch::CompositeAlarm"},
            "Work": {"Type": "AWS::SQS::Queue", "DependsOn": ["Any", "Dead"]},
            "Dead": {"Type": "AWS::SQS::Queue", "DependsOn": "Any"},
            "Setup": {"Type": "Custom::IndexSetup"},
        },
    )
    assert strip(tmp_path, SUPPORTED) == [Removed("AWS::CloudWatch::CompositeAlarm", "Any")]
    left = json.loads(path.read_text())["Resources"]
    assert left == {
        "Work": {"Type": "AWS::SQS::Queue", "DependsOn": ["Dead"]},
        "Dead": {"Type": "AWS::SQS::Queue"},
        "Setup": {"Type": "Custom::IndexSetup"},
    }


def test_a_supported_template_stays_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, Resources={"Work": {"Type": "AWS::SQS::Queue"}})
    before = path.read_bytes()
    assert strip(tmp_path, SUPPORTED) == []
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "reference", [{"Ref": "Acl"}, {"Fn::GetAtt": ["Acl", "Arn"]}, {"Fn::GetAtt": "Acl.Arn"}]
)
def test_what_stays_must_not_refer_to_what_goes(tmp_path: Path, reference: object) -> None:
    acl = {"Type": "AWS::WAFv2::WebACL"}
    write(tmp_path, Resources={"Acl": acl}, Outputs={"Arn": {"Value": reference}})
    with pytest.raises(SetupError, match="Acl"):
        strip(tmp_path, SUPPORTED)

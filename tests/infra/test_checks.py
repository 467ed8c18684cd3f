"""cdk-nag and cfn-lint: the production template passes both, and both can fail."""

import json
import subprocess
import sys
from pathlib import Path

import aws_cdk as cdk
import pytest

from infra import checks
from infra.stack import MunimentStack
from tests.infra.synthesis import Template, make_app, make_stack


def checked(folder: Path, stage: str) -> tuple[cdk.App, MunimentStack]:
    app = make_app(folder)
    stack = make_stack(app, folder, {"stage": stage})
    checks.check(app, stack)
    return app, stack


@pytest.mark.parametrize("stage", ["prod", "small", "dev"])
def test_no_finding_is_left_without_a_reason(tmp_path: Path, stage: str) -> None:
    app, _ = checked(tmp_path, stage)
    app.synth()


def test_a_finding_without_a_reason_fails_the_synth(tmp_path: Path) -> None:
    app, stack = checked(tmp_path, "prod")
    cdk.aws_s3.Bucket(stack, "Careless")
    with pytest.raises(RuntimeError, match="AwsSolutions-S1"):
        app.synth()


def test_the_production_template_is_clean_and_a_wrong_one_is_not(
    prod: Template, tmp_path: Path
) -> None:
    """One call for both, because the linter takes seconds to load what it knows of AWS."""
    content = json.loads(prod.path.read_text())
    content["Resources"]["Careless"] = {"Type": "AWS::SQS::Queue", "Properties": {"No": "such"}}
    wrong = tmp_path / "wrong.template.json"
    wrong.write_text(json.dumps(content))
    linter = Path(sys.executable).with_name("cfn-lint")
    done = subprocess.run(
        [linter, "--format", "json", prod.path, wrong], capture_output=True, text=True, check=False
    )
    findings = json.loads(done.stdout)
    assert [each for each in findings if each["Filename"] == str(prod.path)] == []
    assert any(each["Filename"] == str(wrong) for each in findings)

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


@pytest.mark.parametrize("stage", ["prod", "dev"])
def test_no_finding_is_left_without_a_reason(tmp_path: Path, stage: str) -> None:
    app, _ = checked(tmp_path, stage)
    app.synth()


def test_a_finding_without_a_reason_fails_the_synth(tmp_path: Path) -> None:
    app, stack = checked(tmp_path, "prod")
    cdk.aws_s3.Bucket(stack, "Careless")
    with pytest.raises(RuntimeError, match="Validation failed"):
        app.synth()
    assert "AwsSolutions-S1" in (tmp_path / "cdk.out" / "validation-report.json").read_text()


def lint(template: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cfnlint", str(template)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_production_template_is_clean(prod: Template) -> None:
    done = lint(prod.path)
    assert done.returncode == 0, done.stdout


def test_the_linter_sees_a_wrong_template(prod: Template, tmp_path: Path) -> None:
    content = json.loads(prod.path.read_text())
    content["Resources"]["Careless"] = {"Type": "AWS::SQS::Queue", "Properties": {"No": "such"}}
    wrong = tmp_path / "wrong.template.json"
    wrong.write_text(json.dumps(content))
    assert lint(wrong).returncode != 0

"""The CDK app: `cdk deploy -c stage=dev -c issuer=https://… -c audience=…`.

Context: `stage` (dev, prod, local), `issuer`, `audience` (several with commas), `arch` (arm64,
x86_64), `index` (opensearch, sqlite), `index_url`, `model_dir`, `alarm_topic` (ARN), `models` (a
file of routes, see docs/models.md).
"""

import sys

import aws_cdk as cdk

from infra import bundling
from infra.bundling import BundlingError
from infra.checks import check
from infra.config import Deployment
from infra.errors import ConfigError
from infra.stack import MunimentStack


def build(app: cdk.App) -> MunimentStack:
    """Make the stack that the app's context asks for; raises ConfigError or BundlingError."""
    deployment = Deployment.from_context(app.node.try_get_context)
    layers = bundling.build(deployment.architecture, deployment.model_dir)
    name = f"Muniment-{deployment.stage.name}"
    stack = MunimentStack(app, name, deployment=deployment, layers=layers)
    if not deployment.stage.on_this_machine:
        check(app, stack)
    return stack


def main() -> None:
    """Synthesise, or say in one line what is missing."""
    app = cdk.App()
    try:
        build(app)
    except (ConfigError, BundlingError) as error:
        sys.exit(f"muniment: {error}")
    app.synth()


if __name__ == "__main__":
    main()

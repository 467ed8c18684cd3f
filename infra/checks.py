"""cdk-nag at synth, and the reason for each finding that stays."""

from collections.abc import Mapping
from typing import Final

import aws_cdk as cdk
from constructs import IConstruct

from infra import permissions
from infra.stack import MunimentStack

_PYTHON: Final = {
    "AwsSolutions-L1": (
        "Python 3.13 on purpose: the encoder's wheels, the emulator and the tests run on it; a "
        "newer one comes with a change of the lock, not with a release of CDK."
    )
}
_INDEX_PATHS: Final = (
    "Each generation of the index has a name of its own, with a number that only the product "
    "knows; method and path are fixed up to that number."
)
_DOMAIN: Final = {
    "AwsSolutions-OS1": (
        "No VPC unless asked for: it would put every function behind network interfaces and NAT. "
        "The domain takes only requests over TLS that are signed by the functions' roles."
    ),
    "AwsSolutions-OS3": (
        "Lambda has no fixed addresses outside a VPC; the policy allows named roles instead."
    ),
    "AwsSolutions-OS9[LogExport::SEARCH_SLOW_LOGS]": (
        "A slow log holds queries, which are users' words; erasing a user could not reach them."
    ),
    "AwsSolutions-OS9[LogExport::INDEX_SLOW_LOGS]": (
        "A slow log holds documents, which are memories; erasing a user could not reach them."
    ),
}
_FEW_NODES: Final = {
    "AwsSolutions-OS4": (
        "For trying out, or for little work: the index holds nothing that the store does not, and "
        "recall answers with facts while it is away. prod has dedicated masters."
    ),
}
_ONE_NODE: Final = {
    "AwsSolutions-OS7": "One small node for trying out; prod spreads over three zones.",
}
_DEAD_LETTERS: Final = {
    "AwsSolutions-SQS3": "It is the dead letter queue itself: of the stream, which SQS cannot see."
}
_UPLOADS: Final = {
    "AwsSolutions-S1": (
        "An access log would keep keys and addresses for longer than the documents are kept; what "
        "became of each is in its operation, and the functions' logs say when."
    )
}
_DOCUMENTS: Final = (
    "A document lies under the handle of its owner and the id of its operation, which nobody "
    "knows at the deploy. Whose it is says the store, not the key."
)
_STREAM: Final = {
    "AwsSolutions-IAM5[Resource::*]": (
        "dynamodb:ListStreams, which an event source needs, knows no resources; reading is "
        "allowed on the one stream only."
    )
}


def check(app: cdk.App, stack: MunimentStack) -> None:
    """Hold the app to the AwsSolutions rules; a finding without a reason fails the synth."""
    from cdk_nag import AwsSolutionsChecks  # noqa: PLC0415 - slow to load; local synths skip it

    explain(stack)
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))


def explain(stack: MunimentStack) -> None:
    """Acknowledge what stays, each finding at the resource that it is about."""
    functions = [*stack.functions.by_name.values(), stack.index.setup]
    for function in functions:
        _acknowledge(function, _PYTHON)
    _acknowledge(stack.queues.index_dead_letters, _DEAD_LETTERS)
    _acknowledge(stack.functions["index"].role, _STREAM)
    _acknowledge(stack.uploads.bucket, _UPLOADS)
    for name in permissions.UPLOADS:
        _acknowledge(stack.functions[name].role, {stack.uploads.finding: _DOCUMENTS})
    if stack.index.domain:
        domain = stack.index.domain
        _acknowledge(domain, _DOMAIN)
        size = stack.deployment.stage.domain
        if not size.master_nodes:
            _acknowledge(domain, _FEW_NODES)
        if size.zones == 1:
            _acknowledge(domain, _ONE_NODE)
        for function, requests in domain.admitted.items():
            open_ended = [path for paths in requests.values() for path in paths if "*" in path]
            reasons = {_finding(domain.name, path): _INDEX_PATHS for path in open_ended}
            _acknowledge(function.role, reasons)


def _finding(domain_name: str, path: str) -> str:
    arn = f"arn:<AWS::Partition>:es:<AWS::Region>:<AWS::AccountId>:domain/{domain_name}"
    return f"AwsSolutions-IAM5[Resource::{arn}/{path}]"


def _acknowledge(construct: IConstruct, reasons: Mapping[str, str]) -> None:
    if not reasons:
        return
    rules = [cdk.Acknowledgment(id=finding, reason=why) for finding, why in reasons.items()]
    cdk.Validations.of(construct).acknowledge(*rules)

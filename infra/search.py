"""The index: a search domain on AWS, or the address of one elsewhere, and its making at deploy."""

from collections.abc import Iterable

import aws_cdk as cdk
from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_opensearchservice as opensearch
from constructs import Construct, IDependable

from infra import permissions
from infra.config import INDEX_ALIAS, Deployment, FunctionSize, Stage
from infra.function import Function
from infra.functions import SEARCHING, Functions
from infra.layers import FunctionLayers
from infra.permissions import Requests

SETUP_PATIENCE = Duration.seconds(90)
"""Longer than the function may take; one that cannot even start never answers."""
SETUP_SIZE = FunctionSize(memory=512, timeout=60)


class SearchDomain(Construct):
    """A managed OpenSearch: encrypted in every place, open to the named roles only."""

    def __init__(self, scope: Construct, construct_id: str, *, stage: Stage) -> None:
        super().__init__(scope, construct_id)
        # A name of our own, because the access policy must name the domain's ARN and may not
        # refer to the domain, whose property it is.
        self.name = f"muniment-{stage.name}"
        self.arn = Stack.of(self).format_arn(
            service="es", resource="domain", resource_name=self.name
        )
        self.admitted: dict[Function, Requests] = {}
        size = stage.domain
        self.domain = opensearch.Domain(
            self,
            "Domain",
            domain_name=self.name,
            version=opensearch.EngineVersion.OPENSEARCH_2_19,
            capacity=opensearch.CapacityConfig(
                data_nodes=size.data_nodes,
                data_node_instance_type=size.data_type,
                master_nodes=size.master_nodes or None,
                master_node_instance_type=size.master_type,
                multi_az_with_standby_enabled=False,
            ),
            zone_awareness=opensearch.ZoneAwarenessConfig(
                enabled=size.zones > 1, availability_zone_count=size.zones
            )
            if size.zones > 1
            else None,
            ebs=opensearch.EbsOptions(
                volume_size=size.volume, volume_type=ec2.EbsDeviceVolumeType.GP3
            ),
            enforce_https=True,
            tls_security_policy=opensearch.TLSSecurityPolicy.TLS_1_2_PFS,
            node_to_node_encryption=True,
            encryption_at_rest=opensearch.EncryptionAtRestOptions(enabled=True),
            removal_policy=RemovalPolicy.RETAIN if stage.keep_data else RemovalPolicy.DESTROY,
        )

    @property
    def url(self) -> str:
        """Return the endpoint as a URL."""
        return f"https://{self.domain.domain_endpoint}"

    def admit(self, function: Function, requests: Requests) -> None:
        """Let a function send these requests: its role allows them, and `close` lets it in."""
        for action, paths in requests.items():
            sid = action.removeprefix("es:ESHttp")
            function.may(f"Search{sid}", (action,), *self._resources(paths))
        self.admitted[function] = requests

    def close(self) -> None:
        """Write the domain's policy: requests signed by the admitted roles, and no one else's.

        It repeats what each role allows, no more: inside one account either policy is enough, so
        that a wider one here would undo the narrow ones there.
        """
        statements = [
            iam.PolicyStatement(
                actions=[action],
                principals=[iam.ArnPrincipal(function.role.role_arn)],
                resources=self._resources(paths),
            )
            for function, requests in self.admitted.items()
            for action, paths in requests.items()
        ]
        policy = iam.PolicyDocument(statements=statements)
        resource = self.domain.node.default_child
        if not isinstance(resource, opensearch.CfnDomain):
            raise TypeError("a Domain is made of one CfnDomain")
        resource.access_policies = policy

    def _resources(self, paths: Iterable[str]) -> list[str]:
        return [f"{self.arn}/{path}" for path in paths]


class SearchIndex(Construct):
    """The index that the functions use, made or brought up to date at each deploy."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        deployment: Deployment,
        layers: FunctionLayers,
        functions: Functions,
    ) -> None:
        super().__init__(scope, construct_id)
        stage = deployment.stage
        self.domain = (
            SearchDomain(self, "Cluster", stage=stage) if deployment.index == "opensearch" else None
        )
        self.url = deployment.index_url or (self.domain.url if self.domain else "")
        variables = {
            "MUNIMENT_INDEX": deployment.index,
            "MUNIMENT_INDEX_URL": self.url,
            "MUNIMENT_INDEX_ALIAS": INDEX_ALIAS,
        }
        users = [functions[name] for name in sorted(SEARCHING)]
        for user in users:
            for name, value in variables.items():
                user.function.add_environment(name, value)
        self.setup = Function(
            self,
            "Setup",
            name="index_setup",
            size=SETUP_SIZE,
            stage=stage,
            architecture=deployment.architecture,
            layers=[layers.core],
            environment=variables,
        )
        if self.domain:
            self._connect(self.domain, functions)
        self.made = self._make(release=layers.release)

    def _connect(self, domain: SearchDomain, functions: Functions) -> None:
        for name, requests in permissions.SEARCH.items():
            domain.admit(functions[name], requests)
        domain.admit(self.setup, permissions.SEARCH_SETUP)
        domain.close()

    def _make(self, *, release: str) -> IDependable:
        """Call the setup at deploy: again with each release, since a release may change it."""
        made = cdk.CustomResource(
            self,
            "Index",
            service_token=self.setup.function.function_arn,
            resource_type="Custom::MunimentIndex",
            service_timeout=SETUP_PATIENCE,
            properties={
                "Release": release,
                "Url": self.url,
                "Alias": INDEX_ALIAS,
            },
        )
        # The function alone is not enough: it may be there before its permissions are.
        made.node.add_dependency(self.setup)
        return made

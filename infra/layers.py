"""The two layers that carry everything but the handlers."""

import aws_cdk as cdk
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.bundling import Layer, Layers
from infra.config import Architecture

ARCHITECTURES = {
    "arm64": lambda_.Architecture.ARM_64,
    "x86_64": lambda_.Architecture.X86_64,
}
RUNTIME = lambda_.Runtime.PYTHON_3_13


class FunctionLayers(Construct):
    """`core`: dependencies and product, for every function; `encoder`: for those that encode."""

    def __init__(
        self, scope: Construct, construct_id: str, *, built: Layers, architecture: Architecture
    ) -> None:
        super().__init__(scope, construct_id)
        self.core = self._layer("Core", built.core, architecture, "Muniment and what it imports")
        self.encoder = self._layer("Encoder", built.encoder, architecture, "The sentence encoder")
        self.release = built.core.digest
        """Changes with the product's code and its dependencies."""

    def _layer(
        self, name: str, layer: Layer, architecture: Architecture, description: str
    ) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            name,
            description=description,
            # The digest of the sources, so that CDK need not read the zip to know it.
            code=lambda_.Code.from_asset(
                str(layer.path), asset_hash=layer.digest, asset_hash_type=cdk.AssetHashType.CUSTOM
            ),
            compatible_runtimes=[RUNTIME],
            compatible_architectures=[ARCHITECTURES[architecture]],
        )

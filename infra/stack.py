"""The stack: composes the constructs, and names what a client or an engineer needs to find."""

from aws_cdk import CfnOutput, Stack
from aws_cdk import aws_events as events
from constructs import Construct

from infra import sources
from infra.alarms import Alarms
from infra.api import Api
from infra.bundling import Layers
from infra.config import INDEX_ALIAS, QUEUE_CONSUMERS, Deployment
from infra.functions import Functions
from infra.keys import DigestKey
from infra.layers import FunctionLayers
from infra.queues import Queues
from infra.search import SearchIndex
from infra.tables import Tables
from infra.uploads import Uploads


class MunimentStack(Stack):
    """One whole Muniment in one account and region."""

    def __init__(
        self, scope: Construct, construct_id: str, *, deployment: Deployment, layers: Layers
    ) -> None:
        super().__init__(
            scope,
            construct_id,
            description=f"Muniment {deployment.stage.name}: governed memory of AI agents",
            termination_protection=deployment.stage.keep_data,
        )
        # CDK lets a function wait for its role twice, by reference and by DependsOn (W3005).
        self.template_options.metadata = {"cfn-lint": {"config": {"ignore_checks": ["W3005"]}}}
        self.deployment = deployment
        stage = deployment.stage
        self.tables = Tables(self, "Tables", stage=stage)
        self.digest_key = DigestKey(self, "Keys", stage=stage)
        self.queues = Queues(self, "Queues", stage=stage)
        self.uploads = Uploads(self, "Uploads", work=self.queues.work["upload"])
        # A bus of its own: who listens, and who else may send, is then a matter of this one alone.
        self.bus = events.EventBus(self, "Events")
        self.layers = FunctionLayers(
            self, "Layers", built=layers, architecture=deployment.architecture
        )
        self.functions = Functions(
            self,
            "Functions",
            deployment=deployment,
            tables=self.tables,
            digest_key=self.digest_key,
            queues=self.queues,
            bus=self.bus,
            uploads=self.uploads,
            layers=self.layers,
        )
        self.index = SearchIndex(
            self, "Search", deployment=deployment, layers=self.layers, functions=self.functions
        )
        self._wake()
        self.api = Api(self, "Api", deployment=deployment, functions=self.functions)
        self.alarms = Alarms(
            self,
            "Alarms",
            queues=self.queues,
            functions=[*self.functions.by_name.values(), self.index.setup],
            indexer=self.functions["index"],
            api=self.api,
            topic_arn=deployment.alarm_topic,
        )
        self._name_outputs()

    def _wake(self) -> None:
        """Connect what runs behind the API to its queues, the stream and the clock."""
        for queue, consumer in QUEUE_CONSUMERS.items():
            sources.work_off(self.functions[consumer], self.queues.work[queue])
        sources.follow(
            self.functions["index"],
            self.tables.records,
            limits=self.deployment.stage.stream,
            dead_letters=self.queues.index_dead_letters,
        )
        sources.Clock(
            self, "Clock", stage=self.deployment.stage, function=self.functions["consolidate"]
        )

    def _name_outputs(self) -> None:
        outputs = {
            "ApiUrl": self.api.url,
            "RecordsTable": self.tables.records.table_name,
            "LedgerTable": self.tables.ledger.table_name,
            "EventBus": self.bus.event_bus_name,
            "UploadBucket": self.uploads.bucket.bucket_name,
            "DigestKey": self.digest_key.key.key_arn,
            "Index": self.deployment.index,
            "IndexUrl": self.index.url,
            "IndexAlias": INDEX_ALIAS,
            "IndexSetupFunction": self.index.setup.function.function_name,
        }
        outputs |= {
            f"{name.capitalize()}QueueUrl": work.queue.queue_url
            for name, work in self.queues.work.items()
        }
        outputs |= {
            f"{name.capitalize()}DeadLettersUrl": queue.queue_url
            for name, queue in self.queues.all_dead_letters.items()
        }
        outputs |= {
            f"{name.capitalize()}Function": function.function.function_name
            for name, function in self.functions.by_name.items()
        }
        for name, value in outputs.items():
            CfnOutput(self, name, value=value)

"""The queues, each with a queue for what could not be worked off."""

from collections.abc import Mapping

from aws_cdk import Duration
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.config import QUEUE_NAMES, QueueLimits, QueueName, Stage

DEAD_LETTER_DAYS = 14
"""SQS's maximum: a weekend and a holiday should not lose what failed."""


class WorkQueue(Construct):
    """A queue of ids and its dead letters."""

    def __init__(self, scope: Construct, construct_id: str, *, limits: QueueLimits) -> None:
        super().__init__(scope, construct_id)
        self.limits = limits
        self.dead_letters = dead_letters(self, "DeadLetters")
        self.queue = sqs.Queue(
            self,
            "Queue",
            visibility_timeout=Duration.seconds(limits.visibility),
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            dead_letter_queue=sqs.DeadLetterQueue(
                queue=self.dead_letters, max_receive_count=limits.max_receives
            ),
        )


class Queues(Construct):
    """The work queues by name, and the dead letters of the stream, which has no queue."""

    def __init__(self, scope: Construct, construct_id: str, *, stage: Stage) -> None:
        super().__init__(scope, construct_id)
        self.work: Mapping[QueueName, WorkQueue] = {
            name: WorkQueue(self, name.capitalize(), limits=stage.queues[name])
            for name in QUEUE_NAMES
        }
        self.index_dead_letters = dead_letters(self, "IndexDeadLetters")

    @property
    def all_dead_letters(self) -> Mapping[str, sqs.Queue]:
        """Every dead letter queue, by the name of what fills it."""
        return {
            **{name: work.dead_letters for name, work in self.work.items()},
            "index": self.index_dead_letters,
        }


def dead_letters(scope: Construct, construct_id: str) -> sqs.Queue:
    """Make a queue that only an engineer reads."""
    return sqs.Queue(
        scope,
        construct_id,
        retention_period=Duration.days(DEAD_LETTER_DAYS),
        encryption=sqs.QueueEncryption.SQS_MANAGED,
        enforce_ssl=True,
    )

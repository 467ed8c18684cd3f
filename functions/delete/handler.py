"""Takes memory back: the API stops serving at once, the queue's messages purge and prove."""

from collections.abc import Callable
from typing import Any

from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from muniment.app.views import ErasureView
from muniment.bootstrap import callers, deleting, parts
from muniment.domain.scope import Reach, Scope
from muniment.edge import auth, views
from muniment.edge.batch import half_of, last_try, work_queue
from muniment.edge.http import Answer, Api, respond
from muniment.edge.messages import ErasureMessage

api = Api()


def handler(event: dict[str, Any], context: LambdaContext) -> object:
    """Answer a request, or work off the queue's messages."""
    if "Records" in event:
        time_left = half_of(context)
        return work_queue(event, context, lambda message: carry_on(message, time_left))
    return api(event, context)


@api.delete("/v1/memory/<user>/records/<record>")
def forget_record(user: str, record: str) -> Answer:
    """Erase one record and everything made of its words."""
    access, identifier = api.admit(user, auth.ERASE), auth.safe_id("id", record)
    caller = access.principal
    by = callers.actor(caller)
    return _begun(deleting.forget_record()(_scope(access), identifier, caller.agent, by=by))


@api.delete("/v1/tenant/records/<record>")
def forget_tenant_record(record: str) -> Answer:
    """Take back what the tenant's users share."""
    return _take_back(Reach.TENANT, record)


@api.delete("/v1/system/records/<record>")
def forget_system_record(record: str) -> Answer:
    """Take back what all tenants share."""
    return _take_back(Reach.SYSTEM, record)


@api.delete("/v1/memory/<user>")
def erase_user(user: str) -> Answer:
    """Erase everything of a user."""
    access = api.admit(user, auth.ERASE)
    by = callers.actor(access.principal)
    return _begun(deleting.erase_owner()(_scope(access), by=by))


def carry_on(message: SQSRecord, time_left: Callable[[], bool]) -> None:
    """Purge for as long as there is time and leave the rest to a message, or end with a receipt."""
    job = ErasureMessage.model_validate_json(message.body).work()
    is_last = last_try(message, parts.max_receives())
    deleting.carry_on_erasure()(job, last_try=is_last, time_left=time_left)


def _take_back(reach: Reach, record: str) -> Answer:
    caller = api.caller()
    auth.require_keeper(caller, reach)
    scope, by = auth.shared_scope(caller, reach), callers.actor(caller)
    return _begun(deleting.forget_record()(scope, auth.safe_id("id", record), by=by))


def _scope(access: auth.Access) -> Scope:
    return callers.scope(access.principal.tenant, access.subject)


def _begun(erasure: ErasureView) -> Answer:
    return respond(202, views.ErasureStartedView.of(erasure), f"/v1/erasures/{erasure.id}")

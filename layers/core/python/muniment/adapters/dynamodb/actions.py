"""Changes to actions of one transaction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from muniment.adapters.dynamodb import codec, keys
from muniment.adapters.dynamodb.codec import working
from muniment.adapters.dynamodb.table import to_item, to_value
from muniment.app import changes as c
from muniment.app.stored import Operation, Owner, StoredVector
from muniment.domain.feedback import Feedback
from muniment.domain.reviews import ReviewItem
from muniment.domain.scope import Scope

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.type_defs import TransactWriteItemTypeDef

_NEW = "attribute_not_exists(pk)"
_STILL = "attribute_exists(pk) AND (revision = :was OR attribute_not_exists(revision))"
"""Of an extraction; one from before its revisions were counted has none."""
_AT_STEP = "attribute_not_exists(finished_at) AND (attribute_not_exists(steps) OR steps = :was)"
"""Of an erasure: none was written yet, or just so many, and there is no receipt."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action; `puts_new` tells a taken key from a moved revision when it fails."""

    action: "TransactWriteItemTypeDef"
    puts_new: bool = False


@dataclass(frozen=True, slots=True)
class Retention:
    """How long what is no record is kept."""

    events: timedelta = timedelta(days=90)
    operations: timedelta = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Translator:
    """Translates changes of one owner into actions."""

    records: str
    ledger: str
    model: str
    retention: Retention
    scope: Scope

    def actions(self, changes: Sequence[c.Change], guard: Owner | None) -> list[Action]:
        """Return the actions of all changes, the owner's state first."""
        actions = [] if guard is None else [self._owner(changes, guard)]
        for change in changes:
            actions.extend(self._translate(change))
        return actions

    # --- the owner's item: one action may check and change it ---------------------------------

    def _owner(self, changes: Sequence[c.Change], guard: Owner) -> Action:
        names = {"#epoch": "epoch", "#governance": "governance"}
        values: dict[str, object] = {":epoch": guard.epoch, ":governance": guard.governance}
        condition = "(#epoch = :epoch AND #governance = :governance)"
        if guard.epoch == Owner().epoch and guard.governance == Owner().governance:
            condition = f"({_NEW} OR {condition})"
        update, extra = self._owner_update(changes, guard)
        body = {
            "TableName": self.records,
            "Key": self._key(keys.OWNER),
            "ConditionExpression": condition,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": {
                name: to_value(value) for name, value in (values | extra).items()
            },
        }
        if update is None:
            return Action({"ConditionCheck": body})  # type: ignore[typeddict-item]
        return Action({"Update": body | {"UpdateExpression": update}})  # type: ignore[typeddict-item]

    def _owner_update(
        self, changes: Sequence[c.Change], guard: Owner
    ) -> tuple[str | None, dict[str, object]]:
        for change in changes:
            match change:
                case c.GovernOwner(owner) if owner.epoch != guard.epoch:
                    return "SET #epoch = :e, #governance = :g REMOVE erasing", {
                        ":e": owner.epoch, ":g": owner.governance,
                    }  # fmt: skip
                case c.GovernOwner(owner):
                    update = "SET #epoch = :e, #governance = :g"
                    new: dict[str, object] = {":e": owner.epoch, ":g": owner.governance}
                    if owner.consents != guard.consents:
                        update += ", consents = :c"
                        new[":c"] = codec.consents(owner.consents)
                    if added := owner.holds - guard.holds:
                        update += " ADD erasing :added"
                        new[":added"] = set(added)
                    return update, new
                case c.FinishErasing(holds) if holds:
                    return "DELETE erasing :finished", {":finished": set(holds)}
                case _:
                    pass
        if self.scope.is_shared and any(isinstance(change, c.PutFact) for change in changes):
            return "SET #epoch = :epoch, #governance = :next", {":next": guard.governance + 1}
        return None, {}

    # --- everything else ----------------------------------------------------------------------

    def _translate(self, change: c.Change) -> Iterator[Action]:  # noqa: C901, PLR0912, PLR0915 - one flat table of cases
        scope = self.scope
        match change:
            case c.PutEvent(event):
                ttl = codec.epoch_seconds(event.received_at + self.retention.events)
                item = {**codec.event(event), "ttl": ttl}
                yield self._put(keys.event(event.epoch, event.id), item, new=True)
                turn = f"{keys.sequence(event.epoch, event.session)}{event.order}#{event.id}"
                yield self._put(turn, {"event": event.id, "epoch": event.epoch, "ttl": ttl})
            case c.ReviseEvent(event, was):
                new = codec.event(event)
                names = ("text", "erased", *(("handling",) if new["handling"] else ()))
                revised = {name: new[name] for name in names}
                yield self._update(keys.event(event.epoch, event.id), revised, {"text": was})
            case c.PutOperation(operation):
                yield self._put(keys.operation(operation.id), self._operation(operation), new=True)
                yield self._pending(operation.id, operation.created_at)
            case c.SettleUpload(operation, was):
                action = self._put(keys.operation(operation.id), self._operation(operation))
                yield self._conditional(action, "upload_state = :was", {":was": was.value})
            case c.PutIdempotency(used):
                # One that has expired may be overwritten before TTL has come by.
                action = self._put(keys.idempotency(used.key), codec.idempotency(used))
                yield self._conditional(
                    action, f"{_NEW} OR expires_at < :now",
                    {":now": codec.time(used.expires_at - timedelta(days=1))}, puts_new=True,
                )  # fmt: skip
            case c.PutAssertion(assertion, epoch):
                key = keys.assertion(assertion.fact, assertion.id)
                yield self._put(key, codec.assertion(assertion, epoch), new=True)
            case c.ReplaceAssertion(assertion, epoch):
                key = keys.assertion(assertion.fact, assertion.id)
                yield self._put(key, codec.assertion(assertion, epoch))
            case c.DropAssertion(fact_id, assertion_id):
                yield self._delete(keys.assertion(fact_id, assertion_id))
            case c.PutFact(fact, was):
                yield self._put(keys.fact(fact.id), codec.fact(fact), was=was)
            case c.WithdrawFact(fact_id, epoch, was):
                yield self._put(keys.fact(fact_id), codec.withdrawn(epoch, was + 1), was=was)
            case c.PutEpisode(episode, was):
                yield self._put(keys.episode(episode.id), codec.episode(episode), was=was)
                if was == 0:
                    place = keys.place(episode.epoch, episode.chain, episode.order, episode.id)
                    value = {"order": episode.order, "episode": episode.id, "epoch": episode.epoch}
                    yield self._put(place, value)
            case c.DropEpisode(episode, was):
                yield self._conditional(
                    self._delete(keys.episode(episode.id)), "revision = :was", {":was": was}
                )
                yield self._delete(
                    keys.place(episode.epoch, episode.chain, episode.order, episode.id)
                )
            case c.PutVector(vector):
                key = keys.vector(self.model, vector.record)
                yield self._replace(key, codec.vector(vector))
            case c.PutFeedback(vector, feedback):
                yield self._say(vector, feedback)
            case c.DropVector(record):
                yield self._delete(keys.vector(self.model, record))
            case c.LinkNeighbours(record, neighbours):
                yield self._update(
                    keys.vector(self.model, record), codec.neighbours(neighbours), {}
                )
            case c.AdvanceSession(session, epoch, was):
                value = {"revision": was + 1, "epoch": epoch}
                yield self._put(keys.session(epoch, session), value, was=was)
            case c.PutEdge(edge, epoch):
                key = keys.edge(epoch, edge.event, edge.record, edge.assertion)
                yield self._put(key, {**codec.edge(edge), "epoch": epoch})
            case c.DropEdge(edge, epoch):
                yield self._delete(keys.edge(epoch, edge.event, edge.record, edge.assertion))
            case c.PutTombstones(erasure, epoch, digests):
                item = {"digests": tuple(sorted(digests)), "epoch": epoch}
                yield self._put(f"{keys.tombstones(epoch)}{erasure}", item)
                yield self._log(f"D#{epoch}#{erasure}", item)
            case c.PutReview(item, was):
                yield from self._review(item, was)
            case c.DropReview(review):
                yield self._delete(keys.review(review))
                yield self._delete_in(keys.reviews(scope.tenant, keys.shard(scope.owner)), review)
            case c.PutExtraction(extraction, epoch, was):
                key = keys.extraction(epoch, extraction.event)
                action = self._put(key, codec.extraction(extraction, epoch, was + 1), new=was == 0)
                yield self._conditional(action, _STILL, {":was": was}) if was else action
            case c.KeepExtraction(event_id, epoch, was):
                check = self._check(keys.extraction(epoch, event_id))
                yield self._conditional(check, _STILL, {":was": was})
            case c.PutReference(event):
                item = {"event": event.id, "epoch": event.epoch}
                ttl = codec.epoch_seconds(event.received_at + self.retention.events)
                key = keys.reference(event.epoch, event.told, event.id)
                yield self._put(key, {**item, "ttl": ttl})
            case c.PutErasure(erasure, new, was):
                put = self._put_in(
                    keys.jobs(scope.tenant), erasure.id, codec.erasure(erasure),
                    new=new, ledger=True,
                )  # fmt: skip
                yield put if was is None else self._conditional(put, _AT_STEP, {":was": was})
                if new:
                    yield self._pending(erasure.id, erasure.created_at)
            case c.PutAudit() as audit:
                entry = codec.audit(audit)
                yield self._log(f"{keys.AUDIT}{codec.to_audit(entry).place}", entry)
            case c.PutCounts(counts, epoch):
                value = {"facts": counts.facts, "episodes": counts.episodes, "epoch": epoch}
                yield self._put(keys.COUNTS, value)
            case c.PutTrace(trace, epoch):
                ttl = codec.epoch_seconds(trace.at + self.retention.operations)
                yield self._put(
                    keys.trace(trace.id), {**codec.trace(trace), "epoch": epoch, "ttl": ttl}
                )
            case c.NoteMissed(recall, by):
                yield self._add(keys.trace(recall), "missed_by", by)
            case c.GovernOwner(owner):  # the owner's item itself is the owner's own action
                item = {"epoch": owner.epoch, "governance": owner.governance}
                yield self._log(f"X#{owner.epoch:06d}#{owner.governance:09d}", item)
            case c.PutConsent(step, governance):
                key = keys.consent(step.purpose, step.consent.grant, governance)
                yield self._log(key, codec.consent_step(step))
            case c.PutSession(session, was):
                key = keys.working(session.epoch, session.room)
                yield self._put(key, working.session(session), was=was)
            case c.DropSession(session):
                action = self._delete(keys.working(session.epoch, session.room))
                yield self._conditional(action, "revision = :was", {":was": session.revision})
            case c.PutToolResult(full, replaces):
                found = full.result
                key = keys.projection(found.epoch, found.room, found.id)
                yield self._put(key, working.tool_result(found), new=not replaces)
                key = keys.full_result(found.epoch, found.room, found.id)
                yield self._put(key, working.full_result(full))
            case c.DropToolResult(room, epoch, result):
                yield self._delete(keys.projection(epoch, room, result))
                yield self._delete(keys.full_result(epoch, room, result))
            case c.FinishErasing():
                pass

    def _review(self, item: ReviewItem, was: int) -> Iterator[Action]:
        """Yield the item and its pointer, which goes when there is nothing to decide any more."""
        partition = keys.reviews(self.scope.tenant, keys.shard(self.scope.owner))
        decided = item.decided_at
        until = item.expires_at if decided is None else decided + self.retention.operations
        ttl = codec.epoch_seconds(until)
        yield self._put(keys.review(item.id), {**codec.review(item), "ttl": ttl}, was=was)
        if decided is not None:
            yield self._delete_in(partition, item.id)
        else:
            yield self._put_in(partition, item.id, {"ttl": ttl})

    def _operation(self, operation: Operation) -> Mapping[str, object]:
        ttl = codec.epoch_seconds(operation.created_at + self.retention.operations)
        return {**codec.operation(operation), "ttl": ttl}

    def _pending(self, work: str, since: datetime) -> Action:
        """Return the pointer by which the schedule finds work that was never queued."""
        owner = self.scope.owner
        return self._put_in(
            keys.pending(self.scope.tenant, keys.shard(owner)), f"{owner}#{work}",
            {"created_at": codec.time(since)},
        )  # fmt: skip

    # --- shapes of actions --------------------------------------------------------------------

    def _key(self, sk: str) -> Mapping[str, object]:
        return to_item({"pk": keys.partition(self.scope), "sk": sk})

    def _put(
        self, sk: str, item: Mapping[str, object], *, new: bool = False, was: int | None = None
    ) -> Action:
        return self._put_in(keys.partition(self.scope), sk, item, new=new, was=was)

    def _log(self, sk: str, item: Mapping[str, object]) -> Action:
        return self._put_in(keys.partition(self.scope), sk, item, ledger=True)

    def _put_in(  # noqa: PLR0913 - the parts of one put
        self,
        pk: str,
        sk: str,
        item: Mapping[str, object],
        *,
        new: bool = False,
        was: int | None = None,
        ledger: bool = False,
    ) -> Action:
        table = self.ledger if ledger else self.records
        body: dict[str, object] = {
            "TableName": table,
            "Item": to_item({"pk": pk, "sk": sk, **item}),
        }
        if new or was == 0:
            body["ConditionExpression"] = _NEW
        elif was is not None:
            body["ConditionExpression"] = "revision = :was"
            body["ExpressionAttributeValues"] = {":was": to_value(was)}
        return Action({"Put": body}, puts_new=new)  # type: ignore[typeddict-item]

    def _check(self, sk: str) -> Action:
        check = {"TableName": self.records, "Key": self._key(sk)}
        return Action({"ConditionCheck": check})  # type: ignore[typeddict-item]

    def _delete(self, sk: str) -> Action:
        return self._delete_in(keys.partition(self.scope), sk)

    def _delete_in(self, pk: str, sk: str) -> Action:
        key = to_item({"pk": pk, "sk": sk})
        return Action({"Delete": {"TableName": self.records, "Key": key}})

    def _update(
        self, sk: str, new: Mapping[str, object], was: Mapping[str, object],
        unless: str | None = None,
    ) -> Action:  # fmt: skip
        """Change an item that is there, as it was; `unless` names what it must not have yet."""
        settings = ", ".join(f"#{name} = :new_{name}" for name in new)
        checks = [f"#{name} = :was_{name}" for name in was]
        checks += [f"attribute_not_exists(#{unless})"] if unless else []
        values = {f":new_{n}": v for n, v in new.items()} | {f":was_{n}": v for n, v in was.items()}
        return Action(
            {
                "Update": {
                    "TableName": self.records,
                    "Key": self._key(sk),  # type: ignore[typeddict-item]
                    "UpdateExpression": f"SET {settings}",
                    "ConditionExpression": " AND ".join(["attribute_exists(pk)", *checks]),
                    "ExpressionAttributeNames": {f"#{name}": name for name in (*new, *was)},
                    "ExpressionAttributeValues": {n: to_value(v) for n, v in values.items()},
                }
            }
        )

    def _add(self, sk: str, name: str, value: str) -> Action:
        """Add to a set of an item that is there, whoever else adds to it."""
        return Action(
            {
                "Update": {
                    "TableName": self.records,
                    "Key": self._key(sk),  # type: ignore[typeddict-item]
                    "UpdateExpression": f"ADD {name} :added",
                    "ConditionExpression": "attribute_exists(pk)",
                    "ExpressionAttributeValues": {":added": to_value({value})},
                }
            }
        )

    def _replace(self, sk: str, new: Mapping[str, object]) -> Action:
        """Write the attributes of an item, new or not, and leave those that `new` does not name."""
        kept = {name: value for name, value in new.items() if value is not None}
        gone = ", ".join(f"#{name}" for name in new if name not in kept)
        settings = ", ".join(f"#{name} = :{name}" for name in kept)
        return Action(
            {
                "Update": {
                    "TableName": self.records,
                    "Key": self._key(sk),  # type: ignore[typeddict-item]
                    "UpdateExpression": f"SET {settings}" + (f" REMOVE {gone}" if gone else ""),
                    "ExpressionAttributeNames": {f"#{name}": name for name in new},
                    "ExpressionAttributeValues": {f":{n}": to_value(v) for n, v in kept.items()},
                }
            }
        )

    def _say(self, vector: StoredVector, feedback: Feedback) -> Action:
        key, new = keys.vector(self.model, vector.record), codec.feedback(feedback, vector.encoded)
        was: dict[str, object] = {"vector": vector.encoded.vector}
        if not vector.feedback.revision:
            return self._update(key, new, was, unless="feedback_revision")
        return self._update(key, new, {**was, "feedback_revision": vector.feedback.revision})

    @staticmethod
    def _conditional(
        action: Action, condition: str, values: Mapping[str, object], *, puts_new: bool = False
    ) -> Action:
        ((kind, body),) = action.action.items()
        conditioned = {
            **body,  # type: ignore[dict-item]
            "ConditionExpression": condition,
            "ExpressionAttributeValues": {n: to_value(v) for n, v in values.items()},
        }
        return Action({kind: conditioned}, puts_new=puts_new)  # type: ignore[misc]

"""Announcements on an EventBridge bus: ids, codes and numbers; never text, never a subject."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from muniment.app.ports import UnavailableError
from muniment.domain.announcements import Announcement
from muniment.domain.scope import Scope

if TYPE_CHECKING:
    from mypy_boto3_events import EventBridgeClient
    from mypy_boto3_events.type_defs import PutEventsRequestEntryTypeDef

SOURCE = "muniment"
_BATCH = 10
"""PutEvents takes at most ten entries."""
_TRIES = 3
"""EventBridge refuses single entries when it is throttled or has an error of its own, and takes
them moments later; what is still refused then waits for the stream's own retry."""


@dataclass(frozen=True, slots=True)
class EventBridgeAnnouncer:
    """Implements ports.Announcer."""

    client: "EventBridgeClient"
    bus: str

    def announce(self, scope: Scope, announcements: Sequence[Announcement], at: datetime) -> None:
        """See the port."""
        entries = [self._entry(scope, announcement, at) for announcement in announcements]
        for start in range(0, len(entries), _BATCH):
            self._put(entries[start : start + _BATCH])

    def _entry(
        self, scope: Scope, announcement: Announcement, at: datetime
    ) -> "PutEventsRequestEntryTypeDef":
        detail = {
            "tenant": scope.tenant,
            "owner": scope.owner,
            "kind": announcement.about.value,
            "id": announcement.id,
            "version": announcement.version,
            "review": announcement.review,
            "at": at.isoformat(),
        }
        told = {name: value for name, value in detail.items() if value is not None}
        return {
            "EventBusName": self.bus,
            "Source": SOURCE,
            "DetailType": announcement.happened.value,
            "Detail": json.dumps(told),
        }

    def _put(self, entries: Sequence["PutEventsRequestEntryTypeDef"]) -> None:
        for _ in range(_TRIES):
            entries = self._refused(entries)
            if not entries:
                return
        raise UnavailableError("events")

    def _refused(
        self, entries: Sequence["PutEventsRequestEntryTypeDef"]
    ) -> Sequence["PutEventsRequestEntryTypeDef"]:
        """Put the entries, and return those that the bus did not take."""
        try:
            answer = self.client.put_events(Entries=entries)
        except (ClientError, BotoCoreError) as error:
            raise UnavailableError("events") from error
        results = zip(entries, answer["Entries"], strict=True)
        return [entry for entry, result in results if "ErrorCode" in result]

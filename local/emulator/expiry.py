"""Deletes expired items as AWS does: later, by the service, and visible in the stream.

The emulator's own reaper removes them without a stream record. This one deletes through its
DeleteItem, so that streams and event sources see a REMOVE by `dynamodb.amazonaws.com`.
"""

import logging
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

from ministack.core import responses
from ministack.services import dynamodb

SWEEP_SECONDS: Final = 2.0
OLDEST_SECONDS: Final = 5 * 365 * 86_400
"""AWS leaves an item alone whose time to live lies more than five years back."""

_BUILT_IN_REAPER: Final = "dynamodb-ttl-reaper"
_SERVICE: Final = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
_log: Final = logging.getLogger("local.emulator.expiry")


class _Sweep(threading.local):
    """Tells this thread's deletions by expiry from a caller's."""

    running = False


_sweep: Final = _Sweep()


def install() -> None:
    """Mark deletions by expiry in stream records, and sweep in place of the emulator's reaper."""
    built_in_record = dynamodb._build_change_record  # noqa: SLF001
    built_in_remove = dynamodb._remove_item  # noqa: SLF001

    def record(*args: Any, **named: Any) -> Any:
        change = built_in_record(*args, **named)
        if _sweep.running:
            change["userIdentity"] = _SERVICE
        return change

    def remove(*args: Any, **named: Any) -> Any:
        if threading.current_thread().name == _BUILT_IN_REAPER:
            return None
        return built_in_remove(*args, **named)

    dynamodb._build_change_record = record  # noqa: SLF001
    dynamodb._remove_item = remove  # noqa: SLF001
    threading.Thread(target=_run, name="expiry", daemon=True).start()


def _run() -> None:
    while True:
        time.sleep(SWEEP_SECONDS)
        try:
            _sweep_once(time.time())
        except Exception:  # noqa: BLE001 - one bad item must not end expiry for all
            _log.exception("a sweep failed")


def _sweep_once(now: float) -> None:
    settings = list(dynamodb._ttl_settings.all_items())  # noqa: SLF001
    for (account, region, name), setting in settings:
        attribute = setting.get("AttributeName")
        table = dynamodb._tables.get_scoped(account, region, name)  # noqa: SLF001
        if not table or not attribute or setting.get("TimeToLiveStatus") != "ENABLED":
            continue
        with dynamodb._lock:  # noqa: SLF001
            keys = list(_expired(table, attribute, now))
        responses.set_request_account_id(account)
        responses.set_request_region(region)
        for key in keys:
            _delete(name, key, attribute, now)


def _expired(table: Any, attribute: str, now: float) -> Iterator[dict[str, Any]]:
    for partition in table["items"].values():
        for item in partition.values():
            due = (item.get(attribute) or {}).get("N")
            if due is not None and now - OLDEST_SECONDS < float(due) <= now:
                names = [name for name in (table["pk_name"], table["sk_name"]) if name]
                yield {name: item[name] for name in names}


def _delete(table: str, key: dict[str, Any], attribute: str, now: float) -> None:
    _sweep.running = True
    try:
        dynamodb._delete_item(  # noqa: SLF001
            {
                "TableName": table,
                "Key": key,
                "ConditionExpression": "#due <= :now",  # it may have been renewed meanwhile
                "ExpressionAttributeNames": {"#due": attribute},
                "ExpressionAttributeValues": {":now": {"N": str(int(now))}},
            }
        )
    finally:
        _sweep.running = False

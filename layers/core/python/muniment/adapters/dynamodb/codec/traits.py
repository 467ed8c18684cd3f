"""The traits of a passage, to an item and back."""

from collections.abc import Mapping

from muniment.adapters.dynamodb.table import Item
from muniment.domain.traits import NONE, Traits


def traits(value: Traits) -> Mapping[str, object] | None:
    """Encode traits; of a passage without any, nothing."""
    if value == NONE:
        return None
    return {
        "asks": value.asks, "ends_asking": value.ends_asking, "tells_time": value.tells_time,
        "names": value.names,
    }  # fmt: skip


def to_traits(item: Item | None) -> Traits:
    """Decode traits; encodings from before they were kept have none."""
    if item is None:
        return NONE
    return Traits(
        asks=float(item["asks"]), ends_asking=item["ends_asking"],
        tells_time=item["tells_time"], names=int(item["names"]),
    )  # fmt: skip

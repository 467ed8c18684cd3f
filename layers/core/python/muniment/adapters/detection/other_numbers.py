"""Words before a number that say it is neither a card nor a telephone."""

import re

_OTHER = re.compile(
    r"(?:order|invoice|tracking|shipment|parcel|ticket|ref(?:erence)?|case|serial|imei|isbn|ean|upc"
    r"|gtin|sku|build|job|batch|article|part|barcode|timestamp|trace|span|bestellung|rechnung)"
    r"[\W_]{0,3}(?:no|nr|number|nummer|id|code)?(?:\sis)?[\W_]{0,4}\Z",
    re.IGNORECASE,
)
_REACH = 30


def is_numbered_otherwise(text: str, start: int) -> bool:
    """Whether the words before `start` say that an order or an article has this number."""
    return _OTHER.search(text, max(0, start - _REACH), start) is not None

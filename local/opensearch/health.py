"""Whether an OpenSearch answers."""

import urllib.request

type Found = tuple[str, int | None]
"""URL of an engine that answers, and the process where there is one on this machine."""


def answers(url: str) -> bool:
    """Tell whether the engine at `url` is ready for indexes."""
    try:
        with urllib.request.urlopen(f"{url}/_cluster/health", timeout=5) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (OSError, ValueError):
        return False

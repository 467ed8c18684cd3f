"""The name of the default encoding, for functions that read vectors without an encoder."""

from typing import Final

DEFAULT_MODEL: Final = "e5-small-v2-int8.1"
"""Model, and version of the constants; part of every vector's key."""

"""Where generated things lie. Everything this package makes is under `build/`."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
BUILD: Final = ROOT / "build"
TOOLS: Final = BUILD / "tools"
"""uv, Node and the CDK command line."""
EMULATOR: Final = BUILD / "emulator"
"""The emulator's own virtual environment: it pins its botocore."""
MODEL: Final = BUILD / "model" / "e5-small-v2"
"""The sentence encoder's files; the bundling of the encoder layer reads them here."""
STACK_NAMES: Final = "abcdefghijklmnopqrstuvwxyz0123456789-"
"""What a local stack's name may hold: it becomes a folder and part of messages."""

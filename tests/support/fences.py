"""The marks of older answers, which had no token; attributes and `>` followed the first."""

from muniment.domain.fence import FENCE_NAME

FENCE_OPEN = f"<{FENCE_NAME}"
FENCE_CLOSE = f"</{FENCE_NAME}>"

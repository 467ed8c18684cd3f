"""What a prompt section may cost, in tokens of whichever model will read it."""

from dataclasses import dataclass

from muniment.domain.tokens import tokens
from muniment.domain.working.errors import BudgetTooSmallError

MARGIN = 15
"""How much more tokens a model may count than our estimate (`domain.tokens`), in hundredths, if a
request for a whole prompt does not say. Decision 43 has what was measured."""
MOST_MARGIN = 200
SHARE_RESERVED = 4
MOST_RESERVED = 4096
"""Tokens left for the response if a request does not say: a quarter of the budget, at most this."""
MOST_TOTAL = 200_000
"""The largest budget that a request may have."""


@dataclass(frozen=True, slots=True)
class TokenBudget:
    """`total` for prompt and response together; `reserve` of it is the response's."""

    total: int
    reserve: int
    margin: int = MARGIN
    reserves_share: bool = False
    """Whether the reserve is a share of the total, and not what a request has said."""

    @classmethod
    def of(cls, total: int, reserve: int | None = None, margin: int | None = None) -> "TokenBudget":
        """Return the budget, with the defaults where nothing is said."""
        kept = min(total // SHARE_RESERVED, MOST_RESERVED) if reserve is None else reserve
        return cls(total, kept, MARGIN if margin is None else margin, reserve is None)

    @property
    def usable(self) -> int:
        """The most that a section may be by our estimate, so that the model's count fits."""
        return max(0, self.total - self.reserve) * 100 // (100 + self.margin)

    def require(self, fixed: str) -> int:
        """Return what is left beside the text that is never dropped.

        Raises BudgetTooSmallError if that text is more than there is.
        """
        needed = tokens(fixed)
        if needed > self.usable:
            raise BudgetTooSmallError(needed, self.usable, self._least(needed))
        return self.usable - needed

    def _least(self, needed: int) -> int | None:
        """Return the smallest total that would do, asked for in the same way; `None` without one.

        A share that is reserved grows with the total, up to its limit: `n - n // s` reaches `x`
        where `n` comes to be more than `s * (x - 1) / (s - 1)`.
        """
        held = -(-needed * (100 + self.margin) // 100)
        least = held + self.reserve
        if self.reserves_share:
            share = SHARE_RESERVED * (held - 1) // (SHARE_RESERVED - 1) + 1
            least = min(share, held + MOST_RESERVED)
        return least if least <= MOST_TOTAL else None

"""What working memory refuses. A module of its own: every function's table of errors names them."""


class SessionTooLargeError(Exception):
    """All slots together are larger than one session may be; sizes in bytes of UTF-8."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(f"is {size} bytes in all, of at most {most}")


class BudgetTooSmallError(Exception):
    """System text and pinned constraints alone are more than the budget holds.

    They are never dropped, so there is no section. `least` is the smallest budget that would hold
    them under the same reserve and margin, `None` if it is more than a request may have.
    """

    def __init__(self, needed: int, usable: int, least: int | None) -> None:
        super().__init__(f"{needed} tokens are needed, {usable} are there")
        self.needed = needed
        self.usable = usable
        self.least = least

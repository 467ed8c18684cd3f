"""Counts in words."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural takes an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

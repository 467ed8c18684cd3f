"""Tokens for the fences of answers, from the system's source of randomness."""

from secrets import choice

from muniment.domain.fence import ALPHABET, TOKEN_LENGTH


def new_token() -> str:
    """Implement domain.fence.NewToken."""
    return "".join(choice(ALPHABET) for _ in range(TOKEN_LENGTH))

"""The one error that a command of this package shows to a person."""


class SetupError(Exception):
    """Something outside the code is missing or failed; the message says what to do next."""

"""What stops a synth, said to the engineer."""


class ConfigError(Exception):
    """The context lacks a value or holds a wrong one; the message says how to give it."""

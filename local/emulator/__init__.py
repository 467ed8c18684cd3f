"""Starts the AWS emulator with the gaps closed that Muniment's stack would fall into.

Runs in the emulator's own environment (`build/emulator`), not in the project's. Every module here
patches one concern of ministack, verified against the version that `local.tools` pins; each patch
says what AWS does and what the emulator does without it.
"""

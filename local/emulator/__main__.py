"""`python -m local.emulator`: closes the gaps, then hands over to the emulator's own program."""

from typing import Final

from local.emulator import (
    batch_actions,
    bedrock,
    custom_resources,
    expiry,
    leading_keys,
    policy_variables,
    queries,
    streams,
    tables,
    transport,
    workers,
)

CONCERNS: Final = (
    batch_actions,
    bedrock,
    custom_resources,
    expiry,
    leading_keys,
    policy_variables,
    queries,
    streams,
    tables,
    transport,
    workers,
)


def run() -> None:
    """Install every patch and serve until the process is stopped."""
    for concern in CONCERNS:
        concern.install()
    # Only now: the program binds the patched names when it is imported.
    from ministack.app import main  # noqa: PLC0415

    main()


run()

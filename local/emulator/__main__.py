"""`python -m local.emulator`: closes the gaps, then hands over to the emulator's own program."""

from local.emulator import expiry, leading_keys, policy_variables, tables, transport, workers


def run() -> None:
    """Install every patch and serve until the process is stopped."""
    for concern in (leading_keys, policy_variables, tables, transport, workers, expiry):
        concern.install()
    # Only now: the program binds the patched names when it is imported.
    from ministack.app import main  # noqa: PLC0415

    main()


run()

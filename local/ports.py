"""Finds ports on the loopback."""

import socket


def free_port(preferred: int | None = None) -> int:
    """Return `preferred` where nothing listens on it, else any free port."""
    if preferred is not None and _is_free(preferred):
        return preferred
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True

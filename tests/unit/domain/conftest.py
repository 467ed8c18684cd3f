import pytest


@pytest.fixture(autouse=True)
def _offline(socket_disabled: None) -> None:
    """The domain knows of no network."""

"""`python -m local ...`."""

from local.cli import app

app()

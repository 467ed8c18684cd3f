"""The verbs of the Makefile: `python -m local VERB`."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console

from local import model as sentence_model
from local.errors import SetupError

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
_screen = Console(stderr=True, highlight=False)


@contextmanager
def _explained() -> Iterator[None]:
    """Show an expected failure as one message instead of a traceback."""
    try:
        yield
    except SetupError as failure:
        _screen.print(f"[red]stopped:[/red] {failure}")
        raise typer.Exit(1) from failure


@app.callback()
def _program() -> None:
    """Run Muniment's own stack on this machine."""


@app.command()
def model() -> None:
    """Fetch the sentence model once, with pinned digests, into build/model/."""
    with _explained():
        typer.echo(sentence_model.provide(_screen.print))

"""Shows a person what is being done and how long it took."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console


@dataclass(frozen=True)
class Progress:
    """Writes phases to a terminal; a spinner while one runs, a line with its seconds after it."""

    console: Console = field(default_factory=lambda: Console(stderr=True, highlight=False))

    def say(self, text: str) -> None:
        """Write one line."""
        self.console.print(f"  {text}")

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Show that `name` runs; a phase that fails leaves its line to the error."""
        started = time.monotonic()
        if not self.console.is_terminal:  # there is no spinner to be seen
            self.console.print(f"  {name} …")
        with self.console.status(name):
            yield
        seconds = time.monotonic() - started
        self.console.print(f"  [green]✓[/green] {name} [dim]{seconds:.1f} s[/dim]")

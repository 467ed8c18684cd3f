"""What a step of reading finds: a span of the text, and what it stands for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A span and its meaning. `covert`: no honest writer or program would write it this way."""

    start: int
    end: int
    text: str
    covert: bool = False

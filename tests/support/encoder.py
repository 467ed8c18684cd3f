"""Encoders that say what they were asked, or refuse to be asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from muniment.app.ports import Encoded, EncodedQuery
from tests.functions.word_encoder import WordEncoder


@dataclass
class NotingEncoder:
    """Implements ports.Encoder. `asked` are the passages it was given, in order."""

    model: str = WordEncoder.model
    asked: list[str] = field(default_factory=list)

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        self.asked += texts
        return WordEncoder().passages(texts)

    def query(self, text: str) -> EncodedQuery:
        return WordEncoder().query(text)


@dataclass
class SpentEncoder:
    """An encoder that must not be asked."""

    model: str = WordEncoder.model

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        raise AssertionError("nothing may be encoded here")

    def query(self, text: str) -> EncodedQuery:
        raise AssertionError("nothing may be encoded here")

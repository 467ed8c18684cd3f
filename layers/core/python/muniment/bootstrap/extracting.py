"""The use case of the extract function."""

from functools import cache
from typing import TYPE_CHECKING

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.extraction import ExtractEvent
from muniment.app.extractor import Extractor
from muniment.bootstrap import parts
from muniment.edge.settings import NO_MODELS, ModelSettings

if TYPE_CHECKING:
    from muniment.app.model_extractor import ModelExtractor


@cache
def extract_event() -> ExtractEvent:
    """Return the use case that extracts one event."""
    extractor = PatternExtractor(parts.sentence_gate())
    models = _models(extractor)
    return ExtractEvent(
        parts.store(),
        parts.keys(),
        extractor,
        parts.facts(),
        parts.episodes(),
        parts.shared(),
        parts.clock,
        parts.policies(),
        models,
    )


def _models(extractor: Extractor) -> "ModelExtractor | None":
    """Return the route of extraction; nothing of models is imported where there is none."""
    document = ModelSettings.from_environment().model_routes
    if document == NO_MODELS:
        return None
    from muniment.bootstrap.models import model_extractor

    return model_extractor(document, parts.records_table(), extractor, parts.keys(), parts.clock)

"""How much it matters to remember a fact: by policy, and by how often it was said independently.

A model's own number only breaks ties: it knows neither the owner nor what a tenant cares about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from muniment.domain.handling import Category

BY_CATEGORY: Mapping[Category, float] = {
    Category.CONSTRAINT: 0.8,
    Category.DECISION: 0.75,
    Category.PROCEDURE: 0.75,
    Category.NOTE: 0.75,  # the owner asked for it
    Category.RELATIONSHIP: 0.7,
    Category.PREFERENCE: 0.65,
    Category.FACT: 0.6,
    Category.PLAN: 0.55,
    Category.STATE: 0.45,
    Category.EVENT: 0.4,
}
BY_ATTRIBUTE: Mapping[str, float] = {
    **dict.fromkeys(("name", "allergy", "intolerance", "health"), 0.95),
    **dict.fromkeys(("diet", "birthday", "residence", "employer", "occupation", "relation"), 0.85),
}
"""By the first word of the attribute's name: "allergy" stands for `allergy_to_peanuts`."""
REPEATED = 0.5
"""What each further independent source takes off the distance to 1."""
TIE = 0.01
"""The most that a model's number adds: less than any two steps of the policy are apart."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a tenant's policy says about importance, 0 to 1."""

    by_category: Mapping[Category, float] = field(default_factory=lambda: BY_CATEGORY)
    by_attribute: Mapping[str, float] = field(default_factory=lambda: BY_ATTRIBUTE)


DEFAULT = Weights()


def importance(
    category: Category,
    attribute: str,
    sources: int,
    judged: float | None = None,
    weights: Weights = DEFAULT,
) -> float:
    """Return the importance of a fact, 0 to 1.

    `sources` are those that said it independently of each other, at least one; `judged` is what a
    model makes of it.
    """
    stated = weights.by_attribute.get(attribute.partition("_")[0], 0.0)
    base = max(stated, weights.by_category.get(category, BY_CATEGORY[Category.FACT]))
    repeated = 1 - (1 - base) * REPEATED ** max(0, sources - 1)
    share = 0.5 if judged is None else min(1.0, max(0.0, judged))
    return round(repeated * (1 - TIE) + share * TIE, 4)

"""The words of the concepts that the families speak of, one module a language.

An entry stands for itself; `*` after it stands for any ending, `_` joins the words of a phrase.
Case and accents do not count. What is listed under `nothing` is passed over: phrases that hold a
word of a concept and mean something else. Another language is another module, named here.
"""

from collections.abc import Mapping

from muniment.domain.injection.lexicon import (
    any_language,
    de,
    en,
    es,
    fr,
    it,
    ja,
    nl,
    pl,
    pt,
    ru,
    tr,
    zh,
)

CONCEPTS = frozenset(en.WORDS)
"""The concepts there are: English has all of them."""

LANGUAGES: Mapping[str, Mapping[str, str]] = {
    "en": en.WORDS, "de": de.WORDS, "fr": fr.WORDS, "es": es.WORDS, "it": it.WORDS,
    "pt": pt.WORDS, "nl": nl.WORDS, "pl": pl.WORDS, "ru": ru.WORDS, "zh": zh.WORDS,
    "ja": ja.WORDS, "tr": tr.WORDS,
}  # fmt: skip

EVERYWHERE = any_language.WORDS
"""Words that texts of every language borrow."""

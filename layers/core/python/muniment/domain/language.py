"""In which language a text is, where its function words leave no doubt.

Light on purpose: the words below are told apart by the languages that share them, and a text that
does not hold enough of them has no language. Nothing is ever translated; a language without a
grammar yields episodes and no facts.
"""

import re
from dataclasses import replace

from muniment.domain.handling import Handling

FUNCTION_WORDS = {
    "en": """
        the and is are was were have has had with this that from they would could my your our
        his her she he it of for not but what which who when where there been you we at by about
        i'm it's don't i've i'll to be am an
    """,
    "de": """
        der die das und ist sind war nicht ich wir ihr sie mit auf für von dem den ein eine
        einen auch mich mir mein meine habe haben wird werden aber wie bei nach zum zur im bitte
    """,
    "fr": """
        le la les et est sont je nous vous ils elle dans pour pas avec sur une des du mon ma mes
        ce cette qui que au aux mais j'ai c'est suis ne très plus n'est
    """,
    "es": """
        el la los las y es son yo nosotros con para por una un del mi mis que no en como pero
        muy más está estoy tengo soy también lo al su
    """,
    "it": """
        il lo la gli le e è sono io noi con per una un del della nel mi mio mia che non di come
        ma molto più ho sto anche al allo alla accanto questo questa dal
    """,
    "pt": """
        o a os as e é são eu nós com para por uma um do da no na meu minha que não em como mas
        muito mais está estou tenho sou também ao seu
    """,
    "nl": """
        de het een en is zijn was ik wij je jij met op voor van niet ook mij mijn heb hebben
        wordt maar hoe bij naar dat dit deze aan er
    """,
}
FEWEST = 2
"""Function words that a text must hold before it can be said to have a language."""
MARGIN = 1.5
"""How much more of them the best language must have than the second; ours, so that a borrowed word
or a name does not decide."""
LOOKED_AT = 2000
"""Characters. The beginning tells."""

_SETS = {code: frozenset(listed.split()) for code, listed in FUNCTION_WORDS.items()}
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")


def language(text: str) -> str | None:
    """Return the ISO 639-1 code of the language of `text`, or `None` where it is not sure."""
    found = [word.casefold().replace("\u2019", "'") for word in _WORD.findall(text[:LOOKED_AT])]
    counts = sorted(
        ((sum(word in known for word in found), code) for code, known in _SETS.items()),
        reverse=True,
    )
    (most, best), (second, _) = counts[:2]
    return best if most >= FEWEST and most >= MARGIN * second else None


def spoken(handling: Handling, text: str) -> Handling:
    """Return the handling with the language of `text`, unless it names one already."""
    code = handling.language or language(text)
    return handling if code == handling.language else replace(handling, language=code)

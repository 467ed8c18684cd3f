"""Names of attributes: snake case, one canonical name for what people call by several."""

import re
from collections.abc import Iterable, Mapping

from muniment.domain.grammar import vocabulary as words
from muniment.domain.text import normalise

UNNAMED = "unnamed"
"""The gist of a statement without a content word."""

ALIASES: Mapping[str, str] = {
    "name": "full name, first name",
    "surname": "last name, family name",
    "nickname": "nick, pet name",
    "birthday": "date of birth, birth date, birthdate, dob",
    "birthplace": "place of birth",
    "residence": "place of residence, current city, city of residence, home city",
    "hometown": "home town, native town",
    "address": "home address, postal address, mailing address, street address",
    "phone_number": "telephone number, telephone, mobile number, cell number, cell phone number",
    "email": "e-mail, mail address, email address, e-mail address",
    "occupation": "job, profession, job title, line of work, day job",
    "employer": "company, workplace, firm, current employer",
    "nationality": "citizenship",
    "native_language": "mother tongue, first language, native tongue",
    "timezone": "time zone",
    "wifi_password": "wi-fi password, wi fi password, wireless password",
    "postcode": "zip code, zip, postal code, post code",
    "number_plate": "license plate, licence plate, plate number, registration plate",
    "salary": "pay, wage, income",
    "mother": "mum, mom, mommy, mummy",
    "father": "dad, daddy",
    "child": "kid, kids, children",
    "sibling": "siblings",
    "grandmother": "grandma, granny, nan",
    "grandfather": "grandpa, grandad, granddad",
    "fiance": "fiancé, fiancée, fiancee",
    "neighbour": "neighbor",
    "flatmate": "roommate, housemate",
    "colleague": "coworker, co-worker",
    "manager": "boss, supervisor",
    "favourite_food": "favourite dish, favourite meal",
    "favourite_movie": "favourite film",
    "favourite_place": "favourite spot",
    "allergy": "allergies, food allergy, food allergies",
    "diet": "dietary preference, dietary restriction, dietary requirements",
    "hobby": "hobbies, pastime",
    "dog": "puppy",
    "cat": "kitten",
}
"""Canonical name: what else it is called. Only whole phrases: a "work phone" is not the phone."""

_SPELLINGS = {
    "favorite": "favourite",
    "favourites": "favourite",
    "favorites": "favourite",
    "fave": "favourite",
    "fav": "favourite",
    "color": "colour",
    "colors": "colour",
    "colours": "colour",
    "center": "centre",
    "theater": "theatre",
    "neighborhood": "neighbourhood",
    "licence": "license",
    "grey": "gray",
}
_MODIFIERS = frozenset(
    ("current", "new", "own", "actual", "usual", "present", "all-time", "absolute", "preferred")
)
_NOT_IN_NAME = re.compile(r"[^\w]+")
_POSSESSIVE = re.compile(r"'s\b")
_LONGEST_NAME = 60  # characters; a key must stay short, and no name that says something is longer
_IRREGULAR = {"movies": "movie", "cookies": "cookie", "selfies": "selfie", "ties": "tie"}
_MANY = 3  # a plural of three letters or fewer ("gps", "bus") is none


def snake(phrase: str) -> str:
    """Return `phrase` in snake case, of letters and digits only."""
    words_only = _NOT_IN_NAME.sub(" ", _POSSESSIVE.sub("", phrase.casefold())).replace("_", " ")
    name = "_".join(words_only.split())
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME].rpartition("_")[0] or name


def canonical(phrase: str) -> str:
    """Return the attribute that `phrase` names: canonical if it is known, else in snake case."""
    spelled = [
        _SPELLINGS.get(word, word)
        for word in phrase.casefold().split()
        if word not in _MODIFIERS or word == phrase.casefold()
    ]
    name = snake(" ".join(spelled))
    return _BY_ALIAS.get(name) or _BY_ALIAS.get(singular(name)) or name


def kin(noun: str) -> str:
    """Return the name for a relation: canonical and in the singular."""
    name = snake(noun)
    return _BY_ALIAS.get(name) or _BY_ALIAS.get(singular(name)) or singular(name)


_WHICH_ONE = {
    **dict.fromkeys(("older", "elder", "big"), "older"),
    **dict.fromkeys(("younger", "little"), "younger"),
    **dict.fromkeys(("oldest", "eldest"), "oldest"),
    "youngest": "youngest",
    "middle": "middle",
    "twin": "twin",
    "other": "other",
}
"""Adjectives that tell one relative from another, by what they come to."""


def relative(match: re.Match[str]) -> str:
    """Return the name for the relation that the group `kin` names: of two sisters, which one.

    "My other sister is Eva" says nothing of the first.
    """
    adjectives = match.string[match.start() : match.start("kin")].casefold().split()
    which = next((_WHICH_ONE[word] for word in adjectives if word in _WHICH_ONE), None)
    noun = kin(match["kin"])
    return f"{which}_{noun}" if which else noun


def singular(name: str) -> str:
    """Return the singular of a regular plural in snake case."""
    first, joint, last = name.rpartition("_")
    if last in _IRREGULAR:
        return first + joint + _IRREGULAR[last]
    if len(name) <= _MANY or not name.endswith("s") or name.endswith(("ss", "us", "is", "as")):
        return name
    return f"{name[:-3]}y" if name.endswith("ies") else name[:-1]


def head(phrase: str) -> str:
    """Return the head noun of a noun phrase: the last word before a preposition."""
    before = _PREPOSITION.split(phrase.casefold(), maxsplit=1)[0]
    kept = [word for word in _WORD.findall(before) if word not in _DETERMINERS]
    return singular(snake(kept[-1])) if kept else ""


def sort_of(phrase: str) -> str:
    """Return the sort of thing that `phrase` is, if it excludes others of its sort, else a name."""
    bare = " ".join(word for word in phrase.casefold().split() if word not in _DETERMINERS)
    for sort, members in words.SORTS.items():
        if bare in members:
            return sort
    return head(phrase) or snake(phrase)


TOLD = words.table("""
    note, event, plan, doing, decision, need, wish, cannot, habit, is, has, state, formerly, like
""")
"""First words of the names of what is told in the owner's own words, which need no label."""


def is_told(attribute: str) -> bool:
    """Whether the attribute is named after what was told, and its value stands by itself."""
    return attribute.partition("_")[0] in TOLD and "_" in attribute


def thing(phrase: str) -> str:
    """Return a name for what a noun phrase is about: its words before a preposition."""
    before = _PREPOSITION.split(phrase.casefold().removeprefix("to "), maxsplit=1)[0]
    kept = [word for word in _WORD.findall(before) if word not in _DETERMINERS]
    return singular(snake(" ".join(kept))) or snake(phrase)


def gist(statement: str, count: int = 5) -> str:
    """Return a name made of the first content words of a statement, for what has no attribute."""
    content = [
        word
        for word in _WORD.findall(normalise(statement))
        if word not in _DETERMINERS and word not in words.PRONOUNS
    ]
    return snake(" ".join(content[:count])) or UNNAMED


def content_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that matter when two names or values are compared, in the singular."""
    return frozenset(
        _SPELLINGS.get(singular(word), singular(word))
        for text in texts
        for word in _WORD.findall(normalise(text.replace("_", " ")))
        if word not in _DETERMINERS
    )


_WORD = re.compile(r"[\w'-]+")
_PREPOSITION = re.compile(
    r"\s+(?:in|on|at|of|for|from|with|without|by|to|near|when|if|over|before|after|and|or)\s+|,"
)
_DETERMINERS = frozenset(
    ("a", "an", "the", "my", "our", "some", "any", "this", "that", "is", "are", "of", "no")
)
_BY_ALIAS = {
    snake(alias): name for name, aliases in ALIASES.items() for alias in aliases.split(", ")
}

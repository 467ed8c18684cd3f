"""What a value must look like to be a place, an employer, an age: the last word on a match."""

import re

from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.notation import any_of

_ARTICLE = re.compile(r"(?:an?|the|my|our|this|one of)\s", re.IGNORECASE)
_CAPITAL = re.compile(r"[^\W\d_a-z]")
_NO_PLACE = re.compile(
    any_of(
        words.PRONOUNS
        | {"fear", "hope", "the moment", "the present", "the past", "peace", "denial", "a bubble"}
        | {"my head", "harmony", "a world", "luxury", "poverty", "sin", "a dream", "a way", "bed"}
        | {"the next", "a new phase", "plan", "another topic", "a different", "the future", "step"}
        | {"the other", "my own", "a time", "fast", "constant", "chaos", "a society", "a country"}
    ),
    re.IGNORECASE,
)
_PLACE_NOUN = re.compile(
    r"(?:an?|the|our|my)\s.*(?<!\w)(?:city|town|village|suburbs?|flat|apartment|house|cottage|farm|"
    r"studio|countryside|country|coast|island|mountains|centre|center|north|south|east|west|"
    r"neighbou?rhood|area|district|dorm|building|outskirts|houseboat|cabin|bungalow)(?!\w)",
    re.IGNORECASE,
)
_NO_EMPLOYER = re.compile(
    any_of(
        words.PRONOUNS
        | {"home", "night", "nights", "work", "free", "fun", "hours", "days", "weeks", "least"}
        | {"the moment", "the same", "the past", "the last", "a few", "a while", "a living", "best"}
        | {"my own", "a long", "now", "times", "all", "both", "weekends", "the weekend", "a change"}
        | {
            "a bit",
            "the most",
            "the best",
            "hourly",
            "minimum",
            "years",
            "months",
            "some",
            "an hour",
        }
    ),
    re.IGNORECASE,
)
_NO_OBJECT = re.compile(
    any_of(
        words.PRONOUNS
        | {"much", "enough", "well", "a lot", "too", "so", "out", "yet", "before", "after", "at"}
        | {"anything", "any", "lunch", "dinner", "breakfast", "all day", "properly", "care of", "a"}
        | {
            "time",
            "place",
            "not to",
            "part",
            "advantage",
            "no",
            "not",
            "that much",
            "very",
            "to",
            "away",
            "note",
        }
        | {"fun", "trouble", "up", "off", "over", "on", "care", "been", "had", "wanted", "loved"}
        | {"photos", "pictures", "pics", "pride", "my time", "your", "risks", "as", "an interest"}
    ),
    re.IGNORECASE,
)
_ALWAYS_A = re.compile(r"an?\s", re.IGNORECASE)


def place(value: str) -> bool:
    """Whether `value` is a place: named, or a kind of place."""
    return not _NO_PLACE.match(value) and bool(
        _CAPITAL.match(value) or _PLACE_NOUN.match(value) or (value.islower() and " " not in value)
    )


def named_place(value: str) -> bool:
    """Whether `value` is a place with a name."""
    named = _CAPITAL.match(value) is not None and not _NO_PLACE.match(value)
    return named and value.split(maxsplit=1)[0].lower() not in words.TIMES


def employer(value: str) -> bool:
    """Whether one can work at or for `value`."""
    return not _NO_EMPLOYER.match(value) and not value[0].isdigit() and len(value.split()) < 8


def plain_object(value: str) -> bool:
    """Whether `value` is what one habitually takes, eats or prefers: a short noun phrase."""
    return (not _NO_OBJECT.match(value) or bool(_ALWAYS_A.match(value))) and len(value.split()) < 8


def cause(value: str) -> bool:
    """Whether one can be allergic to `value` in earnest."""
    jokes = ("work", "mornings", "monday", "mondays", "drama", "bullshit", "people", "stupidity")
    return not re.match(any_of(words.PRONOUNS), value, re.IGNORECASE) and value.lower() not in jokes


def plausible_age(value: str) -> bool:
    """Whether `value` can be the age of somebody."""
    return not value.isdigit() or 0 < int(value) < 120

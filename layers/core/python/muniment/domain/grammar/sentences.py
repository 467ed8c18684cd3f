"""The families that are whole sentences: "my … is …", "… is my favourite …", "call me …".

Here the attribute is a noun phrase of the owner's, so its form decides what is taken: a noun that
has a lasting value, and a value that says one. Confidences as in `families`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.attributes import ALIASES, canonical, relative, singular
from muniment.domain.grammar.clauses import Clause
from muniment.domain.grammar.notation import any_of, pattern
from muniment.domain.grammar.rows import Example
from muniment.domain.grammar.values import cut, name, void
from muniment.domain.handling import Category
from muniment.domain.substance import has_substance

UNSURE = 0.1
"""Taken off where only the form of the value speaks for a statement, not the noun."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sentence says. `plain`: its form alone leaves no doubt that it has a value."""

    subject: str
    attribute: str
    value: str
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Sentence:
    """One row. `reads` makes of a match what the sentence says, or nothing.

    `at_start`: only where a turn begins. `voiced`: only in a short turn that says "I".
    """

    name: str
    patterns: tuple[re.Pattern[str], ...]
    reads: Callable[[re.Match[str], Clause], Reading | None]
    confidence: float
    examples: tuple[Example, ...]
    counterexamples: tuple[str, ...]
    at_start: bool = False
    voiced: bool = False
    category: Category = Category.FACT
    floor: float = 0.0  # as in rows.Family


# --- noun phrases ----------------------------------------------------------------------------

KIN_PHRASE = re.compile(
    rf"(?:{any_of(tuple(words.KIN_ADJECTIVES))}\s+){{0,2}}(?P<kin>{any_of(tuple(words.KIN))})"
    r"(?:'s?\s+(?P<of>.+)|\s+(?P<name>[A-Z]\w+))?",
    re.IGNORECASE,
)
_FAVOURITE = re.compile(
    r"(?:all-time |absolute |current )?(?:fav(?:ou?rite)?s?|faves?)\s", re.IGNORECASE
)
_NOW = re.compile(
    r"\A[\s,]*(?:now|currently|these days|at the moment|again|from now on)(?!\w)", re.IGNORECASE
)
_NAMED = re.compile(r"(?:called|named)\s+", re.IGNORECASE)
_NAMES = re.compile(r"[A-Z]\w+(?:(?:, | and |, and )[A-Z]\w+)+")
_STATE = re.compile(
    r"(?!(?:red|green|golden|wooden|linen|(?:seven|eigh|nine|six|fif|four|thir)teen|seven|ten|"
    r"eleven)\b)[a-z]+(?:ed|en)\b"
)
_GOING_ON = re.compile(r"[a-z]+ing\b")
_DOINGS = frozenset(("hobby", "occupation", "sport", "passion", "job", "interest", "exercise"))
_PREPOSITION = re.compile(r"\s+(?:in|on|at|of|for|from|with|ever|to)\s+.*|\s*,.*", re.DOTALL)
_LONGEST_PHRASE = 5


def is_noun_phrase(phrase: str) -> bool:
    """Whether `phrase` may be one, going by its length and by what no noun phrase holds."""
    parts = phrase.lower().split()
    return 0 < len(parts) <= _LONGEST_PHRASE and not words.NOT_IN_NOUN_PHRASE & set(parts)


def _is_label(phrase: str) -> bool:
    """Whether the phrase names something that has a value to be looked up."""
    last = phrase.lower().split()[-1]
    name_of_it = canonical(phrase)
    return last in words.LABELS or singular(last) in words.LABELS or name_of_it in ALIASES


def _is_specific(value: str) -> bool:
    """Whether a value has the form of one: a number, a name, a code, an address, a quotation."""
    return bool(re.match(r"[\"'(]|[^\W\d_a-z]", value)) or any(
        c.isdigit() or c == "@" for c in value
    )


_AMOUNT = re.compile(
    r"(?:(?:still|now|currently|just|only|about|over|under|exactly|up to|less than|more than|"
    r"around|roughly|approximately|almost|nearly|set at|set to)\s+){0,3}[$\u20ac\u00a3\u00a5#+]?\d",
    re.IGNORECASE,
)
_PREDICATE = re.compile(
    r"\w+\s+(?:can|could|will|would|has|have|had|is|was|were|are)(?!\w)", re.IGNORECASE
)


def _says_nothing(value: str, attribute: str) -> bool:
    """Whether "my … is `value`" tells of the moment, or praises, instead of giving a value."""
    if _AMOUNT.match(value):
        return False
    if attribute in words.AIMS and value.startswith("to "):
        return False
    if _GOING_ON.match(value):
        return attribute not in _DOINGS and not attribute.startswith("favourite")
    return void(value) or bool(_STATE.match(value) or _PREDICATE.match(value))


def _of_kin(phrase: re.Match[str], value: str) -> Reading | None:
    """Read "my sister's birthday is …" and "my sister is called …"."""
    subject = relative(phrase)
    attribute = canonical(phrase["of"]) if phrase["of"] else "name"
    if phrase["of"] and not is_noun_phrase(phrase["of"]):
        return None
    if attribute == "name":
        called = _NAMED.match(value)
        whole = value[called.end() :] if called else value
        several = called and _NAMES.match(whole)
        found = several[0] if several else name(whole)
        rest = _NOW.sub("", whole[len(found) :]).strip(" .,!")
        first = found.lower().split()[0] if found else "a"
        usable = first not in words.NOT_IN_NOUN_PHRASE and found not in words.DEMONYMS
        usable = usable and has_substance(found)
        return Reading(subject, "name", found) if usable and (called or not rest) else None
    value = cut(value)
    return None if _says_nothing(value, attribute) else Reading(subject, attribute, value)


def _of_owner(phrase: str, text: str, *, casual: bool) -> Reading | None:
    """Read "my <phrase> is <text>"."""
    if (of_kin := KIN_PHRASE.fullmatch(phrase)) and not of_kin["name"]:
        return _of_kin(of_kin, text)
    favourite = _FAVOURITE.match(phrase) is not None
    if not is_noun_phrase(phrase):
        return None
    attribute = singular(canonical(phrase)) if favourite else canonical(phrase)
    aim = attribute in words.AIMS and text.startswith("to ")
    if phrase.lower().split()[-1] in words.VOID_NOUNS and not (favourite or aim):
        return None
    if called := _NAMED.match(text):
        own_name = attribute if attribute in ALIASES else f"{attribute}_name"
        return Reading("user", own_name, cut(text[called.end() :]) or text)
    value = name(text, casual=casual) if attribute == "name" else cut(text)
    if not value or _says_nothing(value, attribute):
        return None
    plain = favourite or _is_label(phrase)
    return Reading("user", attribute + _aspect(attribute, value), value, plain)


_TIMELY = re.compile(
    rf"(?:(?:at|on|from|by|in|after|before|until|every|next|this)\s+(?:the\s+)?)?"
    rf"(?:{any_of(words.TIMES)}|\d{{1,2}}(?:st|nd|rd|th|:\d\d|\s?[ap]\.?m)(?!\w)|"
    rf"\d{{1,2}}\s+{any_of(words.TIMES)}|\d{{4}}-\d\d-\d\d)"
    r"|(?:next|this|every)\s+(?:week|month|year|weekend)"
    r"|(?:at|on|from|by|until)\s+(?:the\s+)?\d",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"(?:in|at|on|near|under|behind|beside|inside|above|below|next to|between|opposite)\s",
    re.IGNORECASE,
)
_DATED = ("birthday", "anniversary", "date", "dates", "deadline", "time", "day")


def is_timely(value: str) -> bool:
    """Whether `value` says when something is."""
    return _TIMELY.match(value) is not None


def _aspect(attribute: str, value: str) -> str:
    """Return what a name needs so that time and place do not replace the thing itself.

    The password "on the fridge" is not the password, and a flight at 9:00 is still LH 1834.
    """
    placed = _PLACED.match(value) is not None
    if _TIMELY.match(value) or (placed and words.TIMES & set(value.lower().split())):
        return "" if attribute.endswith(_DATED) else "_time"
    return "_place" if placed else ""


# --- readings --------------------------------------------------------------------------------


def _mine(match: re.Match[str], clause: Clause) -> Reading | None:
    return _of_owner(match["a"], match["value"], casual=clause.text.islower())


def _mine_last(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "<value> is my <noun>"; the noun must be one that has a value."""
    phrase = _PREPOSITION.sub("", cut(match["a"]))
    value = match["value"].strip("\"' ")
    parts = value.lower().split()
    if not parts or parts[0] in words.PRONOUNS or set(parts[1:]) & words.NOT_IN_NOUN_PHRASE:
        return None
    if of_kin := KIN_PHRASE.fullmatch(phrase):
        return _of_kin(of_kin, value)
    if not phrase or not (_FAVOURITE.match(phrase) or (_is_label(phrase) and _is_specific(value))):
        return None
    reading = _of_owner(phrase, value, casual=False)
    return reading if reading and reading.value in match["value"] else None


def _label(match: re.Match[str], clause: Clause) -> Reading | None:
    """Read "<label> is <value>", said without "my"."""
    phrase, text = match["a"], match["value"]
    value = cut(text)
    if not value or not is_noun_phrase(phrase) or void(phrase.lower()):
        return None
    parts = phrase.lower().split()
    known = parts[-1] in words.SURE_LABELS and (len(parts) > 1 or _is_specific(value))
    known = known and not _GOING_ON.match(phrase)
    if KIN_PHRASE.fullmatch(phrase) or not (clause.remembered or known):
        return None
    reading = _of_owner(phrase, text, casual=False)
    return reading if reading and reading.attribute != "name" else None


_NO_FIRST_NAME = re.compile(
    any_of(words.DEMONYMS | words.DIETS | words.VOID_VALUES | words.PRONOUNS)
    + r"|\w+day(?!\w)|christian|catholic|muslim|jewish|buddhist|hindu|republican|democrat|type",
    re.IGNORECASE,
)
_AFTER_FIRST_NAME = re.compile(r"\W*\Z|[,.!(]|\s(?:and|from|here|by|your|the)\s", re.IGNORECASE)


def _first_name(match: re.Match[str], _: Clause) -> Reading | None:
    found = name(match["value"])
    rest = match["value"].lstrip("\"' ")[len(found) :]
    if not has_substance(found) or _NO_FIRST_NAME.match(found) or not _AFTER_FIRST_NAME.match(rest):
        return None
    return None if found.isupper() else Reading("user", "name", found)


_MOVED = re.compile(
    r"(?:my|our|the)\s(?P<a>[\w'][\w' -]{1,50}?)\s(?:was|were|is|are|has been|have been|got)\s"
    r"(?:just\s|now\s|again\s)?(?:moved|rescheduled|postponed|shifted|pushed(?:\sback)?|changed|"
    r"brought\sforward)\s(?:from\s[\w: .]{1,30}?\s)?to\s(?P<value>[^\n]+)",
    re.IGNORECASE,
)


def _moved(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "the <noun> was moved to <time>"; what is moved elsewhere is read as told."""
    value = cut(match["value"])
    if not value or not is_timely(value) or not is_noun_phrase(match["a"]):
        return None
    named = _of_owner(match["a"], value, casual=False)
    return named or Reading("user", f"{canonical(match['a'])}_time", value)


# --- the table -------------------------------------------------------------------------------

SENTENCES: tuple[Sentence, ...] = (
    Sentence(
        "call_me",
        (
            pattern(
                "[you can|you may|just|please|everyone|everybody|people|friends|they] "
                "(call|calls) me <capital>"
            ),
            pattern("(i|i'll) go by <capital>"),
        ),
        _first_name,
        0.9,
        (("Just call me Ada, please.", "name", "Ada"), ("I go by Max.", "name", "Max")),
        ("Call me tomorrow.", "Call me back.", "Call me Monday.", "Call me crazy."),
    ),
    Sentence(
        "i_am",
        (pattern("(i'm|i am) <capital>"),),
        _first_name,
        0.8,
        (
            ("Hi! I'm Ada.", "name", "Ada"),
            ("Hello, I'm Ada and I paint", "name", "Ada"),
            ("Hey Bo! I'm Ada Moor", "name", "Ada Moor"),
        ),
        ("I'm OK.", "I'm Vegan.", "The sky is blue today. I'm Ada", "I'm Sorry about that"),
        at_start=True,
    ),
    Sentence(
        "mine_last",
        (pattern("<before_is> (is|are) (my|our) <mine>"),),
        _mine_last,
        0.85,
        (
            ("Green is my favourite colour.", "favourite_colour", "Green"),
            ("Turin is my home airport now", "home_airport", "Turin"),
            ("Apples are my favourite fruits", "favourite_fruit", "Apples"),
            ("Anna is my sister", "name", "Anna"),
        ),
        (
            "That is my favourite colour.",
            "This is my code.",
            "What is my favourite colour?",
            "Music is my life.",
            "It's my favourite colour.",
        ),
    ),
    Sentence(
        "my_is",
        (pattern("(my|our) <mine_is> <value>"), pattern("(my|our) <mine_s> <value>")),
        _mine,
        0.85,
        (
            ("My home airport is Turin.", "home_airport", "Turin"),
            ("I moved, my home airport is Genoa now.", "home_airport", "Genoa"),
            ("My favorite color's green", "favourite_colour", "green"),
            ("My tent is a two-person dome", "tent", "a two-person dome"),
            ("my name is ada", "name", "ada"),
            ("My name's Ada Moor, nice to meet you", "name", "Ada Moor"),
            ("our wedding is on 3 May", "wedding_time", "on 3 May"),
            ("My birthday is on 3 May", "birthday", "on 3 May"),
            ("My spare key is under the mat", "spare_key_place", "under the mat"),
            ("My e-mail is ada@example.org.", "email", "ada@example.org"),
            ("My shoe size: 38", "shoe_size", "38"),
            ("My sister's birthday is 3 May", "birthday", "3 May"),
            ("My dog is called Bruno", "name", "Bruno"),
            ("My kids are called Mia and Leo", "name", "Mia and Leo"),
            ("My favourite song is \u201cBlue Hour\u201d!", "favourite_song", "Blue Hour"),
            ("I think my favourite colour is green", "favourite_colour", "green"),
        ),
        (
            "My bad is obvious.",
            "My point is that it rains.",
            "My car is not red.",
            "My budget was 500.",
            "My phone is ringing.",
            "If my budget is 500, what then?",
            "Is my budget 500?",
            "My guess is Tuesday.",
            "My budget is 500 if I get the bonus.",
            "She said my budget is 500.",
            "My train is late.",
            "My sister is amazing.",
            "My account is locked.",
        ),
    ),
    Sentence(
        "label",
        (pattern("[the] <label> (is|are) <value>"), pattern("<label_colon> <value>")),
        _label,
        0.8,
        (
            ("Locker code is zebra-4471", "locker_code", "zebra-4471"),
            ("The wifi password is hunter-22.", "wifi_password", "hunter-22"),
            ("Flight number: LH 1234", "flight_number", "LH 1234"),
            ("Remember that the meeting is on Friday", "meeting_time", "on Friday"),
            ("The wifi password is on the fridge", "wifi_password_place", "on the fridge"),
        ),
        (
            "The weather is nice.",
            "The code is broken.",
            "Time is money, they say.",
            "The problem is the budget.",
            "Note: bring bread",
            "The size is good",
            "The meeting is on Friday",
        ),
    ),
    Sentence(
        "rescheduled",
        (_MOVED,),
        _moved,
        0.85,
        (
            ("The standup was moved to 10:15.", "standup_time", "10:15"),
            ("Our deploy day has been moved to Thursday.", "deploy_day_time", "Thursday"),
            ("My appointment got rescheduled from Monday to Friday", "appointment_time", "Friday"),
        ),
        (
            "The office was moved to Leeds.",
            "My sofa was moved to the attic.",
            "Was the standup moved to 10:15?",
            "If the standup is moved to 10:15, tell me.",
        ),
    ),
)

"""The loose families that are whole sentences: states of things, decisions, amounts, family.

As in `loose`: the sentence gate decides whether what they read is worth keeping.
"""

import re

from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.attributes import canonical, gist, snake
from muniment.domain.grammar.clauses import Clause
from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.rows import JUDGED, LOOSE
from muniment.domain.grammar.sentences import KIN_PHRASE, Reading, Sentence, is_noun_phrase
from muniment.domain.grammar.told import says_enough
from muniment.domain.grammar.values import cut
from muniment.domain.handling import Category

_OWNER = "user"
_TALKED_OF = words.table("""
    bad, point, guess, question, questions, pleasure, turn, apologies, apology, fault, answer
    response, request, understanding, thought, thoughts, opinion, view, impression, suggestion
    advice, word, words, thing, things, way, idea, ideas, message, instruction, instructions
    reason, part, kind, sort, problem, issue, concern, hope, hopes, bet, only, rest, same, best
    list, plan, plans, breakdown, summary, details, options, info, information, draft, table
    explanation, steps, tips, example, examples, description, note, notes, one, ones, stuff
    head, brain, mind, memory, goal, heart, life, journey, dream, motivation, love, passion, focus
    secret, motto, question is, favourite, favorite
""")
_FAVOURITE = re.compile(r"(?:.*\s)?fav(?:ou?rite)?s?(?!\w)", re.IGNORECASE)
_PRAISE = re.compile(
    r"(?:(?:still|now|already|just|so|really|very|always|probably|all|definitely|quite)\s){0,3}"
    + any_of(
        words.table("""
            great, good, perfect, awesome, amazing, lovely, fine, nice, clear, helpful, useful, true
            right, wrong, what, that, this, it, how, why, where, because, if, like, not, so, to
            important, key, critical, essential, interesting, a good, a great, an important, exactly
            going, being, getting, when, a roller coaster, a rollercoaster, awesome, open, full of
            worth, a dream, there, always there, my, our, me, the same, the best, a blast, over
        """)
    ),
    re.IGNORECASE,
)


def _cut_at_not(said: str, value: str) -> bool:
    """Whether the value ends where "not" begins, so that it would say the contrary."""
    return said[said.find(value) + len(value) :].lstrip(" ,").lower().startswith("not ")


def _state(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "my schedule is already packed"."""
    phrase, value = match["a"].strip(), cut(match["value"])
    if not value or not is_noun_phrase(phrase) or KIN_PHRASE.fullmatch(phrase):
        return None
    if phrase.lower().split()[-1] in _TALKED_OF or _FAVOURITE.match(phrase):
        return None
    if _PRAISE.match(value) or _cut_at_not(match["value"], value):
        return None
    if not says_enough(f"is {value}", 2):
        return None
    return Reading(_OWNER, f"{canonical(phrase)}_status", value)


def _settled(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "let's look at the cheap cabins first"."""
    value = cut(match["value"])
    pointing = {"this", "that", "it", "these", "those"} & set(value.lower().split()[:2])
    if pointing or not says_enough(value, 4):
        return None
    return Reading(_OWNER, f"decision_{gist(value, 8)}", value)


def _amount(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "the total for the trip is $8,700"."""
    phrase, value = match["a"].strip(), cut(match["value"].lstrip("*_ "))
    if not value or set(phrase.lower().split()) & (words.PRONOUNS | {"if", "what", "how"}):
        return None
    return Reading(_OWNER, canonical(phrase), value)


def _family(match: re.Match[str], _: Clause) -> Reading | None:
    """Read off that there is a son where "my son" is spoken of."""
    return Reading(_OWNER, f"family_{snake(match['a'])}", match["value"])


_FAMILY = words.table("""
    sister, brother, son, daughter, kids, children, wife, husband
    partner, girlfriend, boyfriend, fianc\u00e9, fianc\u00e9e
    dog, cat, missus, twins, sons, daughters, sisters, brothers
""")

_IS_ONE = any_of(
    words.OCCUPATIONS
    | words.DIETS
    | words.table("""
        parent, dad, mum, mom, mother, father, beginner, novice, manager, owner, founder, retiree
        pensioner, freelancer, foreigner, expat, immigrant, introvert, extrovert, twin, widow
        widower, veteran, volunteer, runner, cyclist, swimmer, climber, hiker, gamer, christian
        muslim, jew, buddhist, hindu, catholic, business owner, small business owner
    """)
)


def _is_one(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "as a single father of two, …"."""
    value = cut(match["value"])
    if not value or set(value.lower().split()) & (words.PRONOUNS | {"would", "should", "will"}):
        return None
    return Reading(_OWNER, f"is_{gist(value, 8)}", value)


LOOSE_SENTENCES: tuple[Sentence, ...] = (
    Sentence(
        "loose_identity",
        (
            re.compile(
                rf"(?:as|being)\s(?P<value>an?\s(?:[\w-]+\s){{0,2}}?{_IS_ONE}.{{0,40}})\Z",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _is_one,
        JUDGED,
        (
            (
                "As a single father of two, I have to plan.",
                "is_single_father_two",
                "a single father of two",
            ),
            ("Being a dad, I know it", "is_dad", "a dad"),
        ),
        ("As a result, I was late.", "As a father you should know.", "It works as a guide"),
        floor=LOOSE,
    ),
    Sentence(
        "loose_settled",
        (
            re.compile(
                r"(?:let's|let\sus)\s(?:just\s|definitely\s|please\s|also\s)?(?P<value>(?:try\sfor"
                r"|shoot\sfor|hold\soff|leave|put|move|change|swap|replace|include|combine|cut|split"
                r"|plan|go\swith|aim\sfor|reschedule|prioriti[sz]e|lock\sin|stick\sto|save)"
                r"\s.*)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _settled,
        JUDGED,
        (
            (
                "Let's split the costs of the boat between the families.",
                "decision_split_costs_boat_between_families",
                "split the costs of the boat between the families",
            ),
        ),
        ("Let's look at it.", "Let's get started.", "Let's do this then, mate"),
        category=Category.DECISION,
        floor=LOOSE,
    ),
    Sentence(
        "loose_amount",
        (
            re.compile(
                r"(?:the|our|my)\s(?P<a>(?:\w+\s){0,2}(?:total|price|budget|limit|cost|deadline|goal"
                r"|name|address|number|fee|rent|due\sdate|date|dates|time|length)(?:\s(?:for|of)"
                r"\s[\w\s\"',-]{2,60}?)?)\s(?:is|are|will\sbe)\s(?:now\s|about\s|around\s|still\s)?"
                r"(?P<value>[*_\"]{0,2}(?:[$\u20ac\u00a3\u00a5]?\d|(?-i:[A-Z])\w).*)",
                re.IGNORECASE | re.DOTALL,
            ),
            re.compile(
                r"(?P<a>(?-i:[A-Z])[a-z]+(?:\s[a-z]+)?)(?:'s|\sis)\s(?P<value>(?:[$\u20ac\u00a3\u00a5]?"
                rf"\d|(?:on\s)?{any_of(words.TIMES)}).*)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _amount,
        JUDGED,
        (
            (
                "We looked, the total for the whole trip is $870.",
                "total_for_the_whole_trip",
                "$870",
            ),
            ("I lift. Weight's 88 kg", "weight", "88 kg"),
            ("I lift. Training's Monday and Friday", "training", "Monday and Friday"),
        ),
        ("The time is right.", "That's 5 km.", "The name for it is odd"),
        voiced=True,
        floor=LOOSE,
    ),
    Sentence(
        "loose_condition",
        (
            re.compile(
                r"(?:my|our)\s(?P<a>[\w'-]+(?:\s[\w'-]+){0,4}?)(?:\s(?:is|are|feels?|has\sbeen|was"
                r"|were)|'s)\s(?P<value>\S.*)",
                re.IGNORECASE | re.DOTALL,
            ),
            re.compile(
                r"(?:all\s)?(?:the|those|these|both|this)\s(?P<a>[\w'-]+(?:\s[\w'-]+){0,4}?)"
                r"(?:\s(?:is|are|has\sbeen|have\sbeen)|'s)\s(?P<value>(?:still|now|already|all|fully"
                r"|finally|officially|done|sorted|booked|packed|locked|closed|broken|out|due|over|in"
                r"|on\shold)(?!\w).*)",
                re.IGNORECASE | re.DOTALL,
            ),
            re.compile(
                rf"(?P<a>(?:{any_of(words.TIMES)}|work|school|training)(?:\s(?:morning|afternoon"
                r"|evening|night)s?)?)(?:\s(?:is|are)|'s)\s(?P<value>\S.*)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _state,
        JUDGED,
        (
            (
                "My schedule is already packed.",
                "schedule_status",
                "already packed",
            ),
            ("I looked. Those camp sites are locked in now", "camp_sites_status", "locked in"),
            ("My back's still a bit dodgy", "back_status", "still a bit dodgy"),
        ),
        ("My point is clear.", "The list is done already.", "My bad is yours", "My sister is ill"),
        category=Category.STATE,
        voiced=True,
        floor=LOOSE,
    ),
    Sentence(
        "loose_family",
        (
            re.compile(
                rf".{{0,200}}?(?<!\w)(?P<value>my\s(?P<a>{any_of(_FAMILY)}))(?!\w)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _family,
        JUDGED,
        (
            ("It is mostly for my son and his school.", "family_son", "my son"),
            ("Then there are my daughter's fees", "family_daughter", "my daughter"),
        ),
        ("It is for his son.", "My sunny days", "Is it for my son?", "If it is for my son"),
        category=Category.RELATIONSHIP,
        floor=LOOSE,
    ),
)

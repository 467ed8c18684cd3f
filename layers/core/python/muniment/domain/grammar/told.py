"""What tells nothing worth keeping: the last word on what the families of `narratives` match.

Causes of errors, by how often they spoiled a fact in dialogues of the RealMem kind: a pronoun as
object, idioms and talk about the talk, requests for deliverables, conditions, void predicates.
"""

import re

from muniment.domain.grammar import verbs
from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.notation import any_of

FEWEST = 3
"""Words. Two hardly ever tell anything ("got in", "did alright"); a taste may have them."""
MOST_WORDS = 25
"""A longer value is a story; the episode keeps it."""

_PRONOUN = (
    r"(?:it|this|that|them|'?em|these|those|him|her|there|so|one|you|stuff|things?|something|everything"
    r"|anything|nothing|all|everyone|more|some|each\s+other|myself|yourself|ourselves|what|how"
    r"|why|whatever|which|who)"
)
_PRONOUN_OBJECT = re.compile(
    rf"(?:[\w'-]+\s+){{1,3}}?{_PRONOUN}(?:\W*\Z|\s+(?:up|out|in|on|off|down|back|with|and|or|at|to"
    r"|for|from|here|there|now|all|too|just|over|through|into|done|is|was|so|right|again|soon"
    r"|today|tomorrow|ever|yet|concrete|else|like|about|until|before|after|well|together|the|a|an"
    r"|my|your|i|we|you|because|'cause|cause|happen|works?|more|really|all|as|by|first|next|this|last)(?!\w))",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"(?<!\w)(?:it|them|em|him|everyone)(?!\w)(?!'s)|(?<!\w)(?:this|that|one|her|us)\W*\Z|"
    r"(?<!\w)(?:this|that)\s+one(?!\w)|(?<!\w)(?:difference|impact|best|vibes?|grit|motivation|goals|dreams|hearts?|momentum|progress|feedback|story|stories|win|others|voice|determined|focused)(?!\w)|"
    r"(?<!\w)(?:these|those|their|something|them|someone|stuff|hang of)(?!\w)"
    r"|(?<!\w)(?:this|that)\s+(?:other\s+)?(?!weekend|week|month|year|morning|afternoon|evening"
    r"|summer|winter|spring|autumn|fall|time)\w+\W*\Z|(?<!\w)(?:positive|strong|optimistic|patient)\b",
    re.IGNORECASE,
)
"""What points to what was said before, or cheers."""
_TO_YOU = re.compile(r".{0,30}?(?<!\w)you(?:r|rs|'re|'ve|'ll)?(?!\w)", re.IGNORECASE | re.DOTALL)
_UNREAL = re.compile(
    r"(?<!\w)(?:if|would|could|might|(?-i:may)|should|wish|maybe|perhaps|supposed to)(?!\w)",
    re.IGNORECASE,
)
_DELIVERABLE = re.compile(
    r"(?<!\w)(?:breakdown|summary|list|options?|details?|draft|comparison|report|analysis|answers?"
    r"|links?|steps?|templates?|outline|prompts?|overview|suggestions?|recommendations?|feedback"
    r"|help|advice|information|info|explanation|clarification|examples?|checklist|guide|guidance"
    r"|itinerary|document|solutions?|actions?|results?|proposals?|data|updates?|confirmation|plan"
    r"|strategy|strategies|ideas?|tips|version|structure|code|script|approach|framework|table"
    r"|question|questions|support|progress|response|clarity|instructions|tool|tools|rules?|system"
    r"|method|techniques?|exercises?|schedule|reminders?|format|email|message|specifics|directness"
    r"|way|something)(?!\w)",
    re.IGNORECASE,
)
_IDIOM = re.compile(
    any_of(
        words.table("""
            each other, similar, enough, a lot to, a great time, a good time, a blast, made my day
            made sense, makes sense, made me, makes me, took a while, took some time, goes well
            got a lot, had a lot, came a long way, come a long way, been a while, been meaning
            been there, been through, got carried away, lost track, kept in touch, got distracted
            been great, been good, been really, been so, been a, been an, been amazing
            been awesome, been quite, been super, been pretty, been hard, been tough, been crazy
            been fun, been thinking, been wondering, been looking for, been doing well
            been doing great, been trying, been feeling, been busy, been better, been happening
            been able, been on, been having, been getting, been wanting, been hoping, been dying
            got a sec, seen it, been seeing, been keeping, been the, been my, been using it
            been doing, had a chance, got a chance, had enough, got enough, done it, done that
            done well, done my, found it, found that, made progress, made some progress
            made a lot, made up, made the decision, made a decision, come up, come to, come across
            gone through, got your, had to, got to, got it, got this, got a question
            got a few questions, given it, given up, seen your, read your, heard, had time
            had fun, had a great, had a good, had such, had some, put together, taken care
            made sure, set up the, lost my mind, a question, a few questions, no idea, a point
            an idea, a feeling, time, to go, to run, a chance, fun, a great day, a good day
            a hard time, the chance, the opportunity, trouble, a moment, a minute, a second
            the same, a similar, no doubt, faith, hope, a problem, an issue, a few minutes
            nothing, something, everything, a bit, a little, a plan, a look, a good point, a sense
            much, many, any, no choice, no clue, the time, the energy, what, good news, great news
            exciting news, some news, some great news, news, big news, got news, some good news
            a great idea, plenty, lots, a lot, such, so much, so many, my eye on, your, it, them
            this, that, these, those, him, her, you, a way, one, all, goosebumps, chills
            high hopes, mixed feelings, a clear, a couple of, two, several, concerns, a concern
            a suggestion, another, a request, every, what it takes, an amazing, an awesome
            a wonderful, a fantastic, the best, a huge, a great, a good, a strong, a real, a big
            a nice, an incredible, the perfect, the perfect spot, seen a, made a huge, made a big
            made a difference, had the, had an amazing, got inspired, got lots, kept me, keeps me
            led me, brought me, gave me, given me, helped me, taught me, got me, got really into
            met lots, met some, got a template, helped, came from, come from, became my, put my
            put all, put a lot, put in, been part, been an honor, had my, had this
        """)
    ),
    re.IGNORECASE,
)
_MOOD = re.compile(
    r"(?:been|being|feeling|got|getting|became)\s+(?:real|really|so|very|super|pretty|quite|more|too"
    r"|great|good|well|better|happy|excited|lucky|tough|hard|fun|amazing|busy|crazy|nice)(?!\w)",
    re.IGNORECASE,
)


_POINTS_AT_NOTHING = re.compile(
    r"(?<!\w)(?:it|them|em|him)(?!\w)(?!'s)|(?<!\w)(?:this|that|these|those|one|ones|her|us|there|so"
    r"|stuff|things?|something|everything|anything)\W*\Z|(?<!\w)(?:this|that)\s+(?:one|way)(?!\w)",
    re.IGNORECASE,
)


_PRONOUN_FIRST = re.compile(
    r"(?:it|that|them|'?em|him|her|you|what|how|why|which|who|so|there)(?!\w)", re.IGNORECASE
)


def says_enough(value: str, fewest: int = FEWEST) -> bool:
    """Whether a predicate names what it is about, though it may be idle: for the loose families."""
    return (
        fewest <= len(value.split()) <= MOST_WORDS
        and not _PRONOUN_OBJECT.match(value)
        and not _PRONOUN_FIRST.match(value)
        and not _POINTS_AT_NOTHING.search(value)
        and not _TO_YOU.match(value)
        and not _UNREAL.search(value)
        and not _MOOD.match(value)
    )


_SHORT = ("passed away", "got married", "got engaged", "got divorced", "got promoted", "got fired")


def worth_telling(value: str, fewest: int = FEWEST) -> bool:
    """Whether a predicate tells something by itself."""
    parts = value.split()
    return (
        (fewest <= len(parts) <= MOST_WORDS or value.lower() in _SHORT)
        and not _PRONOUN_OBJECT.match(value)
        and not _POINTING.search(value)
        and not _TO_YOU.match(value)
        and not _UNREAL.search(value)
        and not _IDIOM.match(value)
        and not _MOOD.match(value)
    )


def no_deliverable(value: str, fewest: int = FEWEST) -> bool:
    """Whether a wish or need is one of life's, and no order to whoever listens."""
    return (
        worth_telling(value, fewest)
        and not _DELIVERABLE.search(value)
        and not _SELF_TALK.match(value)
    )


_SELF_TALK = re.compile(any_of(verbs.VOID_BASES), re.IGNORECASE)
_BASE = re.compile(r"(?:to\s+)?(?P<base>.*)", re.IGNORECASE | re.DOTALL)
_TELLING = re.compile(
    r"\d|[^\W\d_a-z]\w|(?<!\w)(?:my|our|tomorrow|tonight|next|weekend|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday|new|month|summer|winter|spring|autumn|fall|year)(?!\w)",
)


def wish(value: str) -> bool:
    """Whether what follows "want to" or "need" is an aim of one's own."""
    match = _BASE.match(value)
    return match is not None and no_deliverable(match["base"], 2)


def wanted(value: str) -> bool:
    """Whether what one wants or needs is a thing or state of one's own life, said with its name."""
    return (
        no_deliverable(value.removeprefix("to "), 2)
        and not _ORDERED.match(value)
        and (not value.startswith("to ") or wish(value))
    )


_ORDERED = re.compile(
    r"(?:all|some|any|more|to\s+(?:be|have|feel)\s|\w+\W*\Z|an?\s+(?:\w+\s+){0,2}\w+\W*\Z|help|whatever|folks|people|\w+ing)(?!\w)",
    re.IGNORECASE,
)


def unable(value: str) -> bool:
    """Whether what follows "can't" or "avoid" is a limit of one's own; one word will do."""
    return no_deliverable(value, 1) and not _FIGURE.match(value)


_FIGURE = re.compile(
    any_of(
        words.table("""
            wait, believe, thank, stop, quit, give up, recall, afford, let, speak, help, imagine
            get enough, say, tell, see, complain, lie, remember, find, afford to lose, deny
            right, catch a break, go wrong, seem, think, stress, emphasize, promise, agree, hide
            express, get over, do, take, keep, even, just, really, make, get
        """)
    ),
    re.IGNORECASE,
)


def intention(value: str) -> bool:
    """Whether what follows "I'll" is a plan: it names a time, a number, or what is one's own.

    Without one, "I'll …" mostly goes on with the talk.
    """
    return wish(value) and _TELLING.search(value) is not None


def liked(value: str) -> bool:
    """Whether `value` is something one likes for good: no pronoun, nothing just shown or said."""
    parts = value.split()
    return (
        0 < len(parts) <= 12
        and not _NOT_LIKED.match(value)
        and not _TO_YOU.match(value)
        and not _POINTING.search(value)
    )


_NOT_LIKED = re.compile(
    rf"to\W*\Z|(?:to\s+)?(?:{_PRONOUN}|how|that|the\s+(?:idea|sound|way|look|suggestion|plan|approach"
    r"|thought|fact|enthusiasm|energy|vibe|direction|concept|name|photo|picture|painting|breakdown"
    r"|structure|color|colors|colour|progress|new|first|second|third|emphasis|focus)"
    r"|hearing|seeing\s+you|to\s+(?:help|hear|see|know|hear|share|think|chat|try|check)|hear|see|know"
    r"|share|think|your|an?\s+(?:idea|option|plan|version|list|detailed|clear|good|few)|when|it's"
    r"|what|where|if|not|and|or|but|a\s+lot|so|too|very|much|even|because|chat|trying|for|as"
    r"|talking|being|having|one|both|some|any|all|every|me|options?|my\s+(?:time|job|life)|doing|getting"
    r"|sharing|the\s+\w+\W*\Z)(?!\w)",
    re.IGNORECASE,
)


def owned(value: str) -> bool:
    """Whether `value` is a thing or quality that one has for a while."""
    return (
        worth_telling(f"have {value}")
        and not _DELIVERABLE.search(value)
        and not (_IDIOM.match(value) or _NOT_OWNED.search(value))
    )


_NOT_OWNED = re.compile(
    r"(?<!\w)(?:ways?|reasons?|doubts?|thoughts?|(?<!more )time(?! to\b)|energy|feelings?"
    r"|memories|experience|impact|chance|luck|hopes?|fun|look|day|moment|vibe|sense|right|effect|trouble|difficult\w*|access"
    r"|control|choice|patience|bandwidth|capacity|proof|interest|motivation|power|potential|everything"
    r"|minutes|hours|seconds|in\s+mind|coming\s+up|going\s+on|to\s+\w+)(?!\w)|\A(?:better|more|less|no|not|never|ever)",
    re.IGNORECASE,
)


def settled(value: str) -> bool:
    """Whether what follows "let's" decides something, and names it."""
    return worth_telling(value) and not (_DELIVERABLE.search(value) or _VAGUE.search(value))


_VAGUE = re.compile(
    r"(?<!\w)(?:this|that|these|it|them|first\s+one|next\s+(?:one|step)|idea|option|everything|point|step|one)"
    r"(?:'s|s)?(?!\w)",
    re.IGNORECASE,
)


def identity(value: str) -> bool:
    """Whether "I'm a …" says who somebody is."""
    return worth_telling(value, 1) and not _NOT_ONE.search(value)


_NOT_ONE = re.compile(
    r"\A(?:(?:an?|the)\s+)?(?:bit|little|lot|few|tad|mess|wreck|ton|while|long|wee|touch|whole|great|good"
    r"|bad|nervous|total|complete|perfect|only|one|same|best|first|next|most|kind|sort|type|step"
    r"|work|loss|way|(?:\w+\s){0,2}fan\W*\Z|believer|sucker|worst|mood|hang|quick|slow|fool|idiot)(?!\w)",
    re.IGNORECASE,
)


def felt(value: str) -> bool:
    """Whether a feeling is said with its cause or its time, and so is more than a mood."""
    return 2 <= len(value.split()) <= MOST_WORDS and not _TO_YOU.match(value)

"""What of a sentence's form speaks for keeping it: counted signs, weighed by the sentence gate.

A sign proves nothing by itself; the weights of all of them and of the sentence's vector are fitted
together (`evaluation.extraction.fit_gate`). The order is that of the weights: append only.
"""

import math
import re
from collections.abc import Mapping

from muniment.domain.grammar import verbs
from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.notation import any_of

MOST = 4
"""What a sign counts at most: the fifth number of a line says no more than four."""
LONGEST = 1000
"""Characters of a sentence that are looked at."""


def _sign(pattern: str, *, exact: bool = False) -> re.Pattern[str]:
    return re.compile(pattern, re.NOFLAG if exact else re.IGNORECASE)


SIGNS: Mapping[str, re.Pattern[str]] = {
    "owner": _sign(r"(?<!\w)(?:i|i'm|i've|i'll|i'd|me)(?!\w)"),
    "we": _sign(r"(?<!\w)(?:we|us|our|we're|we've|we'll)(?!\w)"),
    "mine": _sign(r"(?<!\w)(?:my|mine)(?!\w)"),
    "you": _sign(r"(?<!\w)(?:you|your|you're|you've|you'll)(?!\w)"),
    "others": _sign(r"(?<!\w)(?:he|she|they|his|her|their)(?!\w)"),
    "kin": _sign(rf"(?<!\w){any_of(words.KIN)}"),
    "number": _sign(r"(?<!\w)\d[\d.,:]*"),
    "money": _sign(
        r"[$\u20ac\u00a3\u00a5]\s?\d|(?<!\w)(?:\d[\d,.]*\s?(?:dollars|euros?|pounds|yen|usd|eur|k)"
        r"|budget)(?!\w)"
    ),
    "time": _sign(
        rf"(?<!\w)(?:{any_of(words.TIMES)}|(?:next|last|this|every)\s(?:week|month|year|weekend"
        r"|morning|night)(?!\w)|\d{1,2}(?::\d\d)?\s?[ap]\.?m(?!\w))"
    ),
    "done": _sign(
        rf"(?<!\w)(?:i|we)(?:'ve|\shave|\sjust|\sfinally|\salready){{0,2}}\s"
        rf"(?:{any_of(verbs.PAST)}|\w{{2,20}}ed(?!\w))"
    ),
    "will": _sign(
        r"(?<!\w)(?:(?:i|we)(?:'ll|\swill|\splan|\sintend)|(?:'m|'re|am|are)\s(?:going|planning)"
        r"\sto)(?!\w)"
    ),
    "taste": _sign(r"(?<!\w)(?:prefer|like|love|enjoy|hate|want|wish|favou?rite|keen|fan)(?!\w)"),
    "must": _sign(r"(?<!\w)(?:must|needs?\sto|have\sto|has\sto|at\sleast|at\smost|only|max)(?!\w)"),
    "not": _sign(r"(?<!\w)(?:can't|cannot|won't|don't|doesn't|didn't|never|no|not)(?!\w)"),
    "decided": _sign(
        r"(?<!\w)(?:decided|chose|picked|go(?:ing)?\swith|stick\s(?:with|to)|confirm\w*|locked\sin"
        r"|book(?:ed)?|settled)(?!\w)"
    ),
    "completed": _sign(r"(?<!\w)(?:finished|completed|done|sorted|submitted|passed|sent)(?!\w)"),
    "state": _sign(rf"(?<!\w)(?:feel(?:ing)?|felt|still|{any_of(verbs.FEELINGS)})(?!\w)"),
    "often": _sign(r"(?<!\w)(?:usually|always|often|every|daily|weekly|used\sto)(?!\w)"),
    "is": _sign(r"(?<!\w)(?:is|are|was|were)(?!\w)|'s\s"),
    "unreal": _sign(r"(?<!\w)(?:if|would|could|maybe|might|perhaps|wonder(?:ing)?)(?!\w)"),
    "asks": _sign(
        r"(?<!\w)(?:(?:can|could|would|will)\syou|please|(?:show|give|tell|help)\sme|explain|list"
        r"|what|how|why|when|where|which)(?!\w)"
    ),
    "question": _sign(r"\?\W*\Z"),
    "agrees": _sign(
        r"\A\W*(?:yes|yeah|yep|ok|okay|sure|alright|right|perfect|great|sounds|good)\b"
    ),
    "polite": _sign(r"(?<!\w)(?:thanks?|thank\syou|hi|hello|hey|cheers|appreciate)(?!\w)"),
    "praise": _sign(r"(?<!\w)(?:sounds|looks|perfect|great|awesome|helpful|makes\ssense)(?!\w)"),
    "names": _sign(r"(?<=[a-z,;:'] )[A-Z][a-zA-Z'-]+", exact=True),
    "marks": _sign(r"[{}<>=|\\]|https?:"),
    "colon": _sign(r":\s"),
    "quoted": _sign(r"[\"\u201c*`]"),
    "points": _sign(r"(?<!\w)(?:it|that|this|these|those|one|there)(?!\w)"),
}
"""By name: what is counted. Linear in the sentence's length."""

NAMES: tuple[str, ...] = ("length", *SIGNS)
"""What `signs` returns, in its order."""


def signs(sentence: str) -> tuple[float, ...]:
    """Return the signs of `sentence`: the logarithm of its words, and the counts."""
    seen = sentence[:LONGEST].replace("\u2019", "'")
    counts = (min(MOST, sum(1 for _ in sign.finditer(seen))) for sign in SIGNS.values())
    return (math.log1p(len(seen.split())), *map(float, counts))

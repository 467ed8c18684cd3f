"""The clauses of a text that assert something: no questions, conditions, quotations or hearsay."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from muniment.domain.fence import outside
from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.vocabulary import KIN
from muniment.domain.text import sentences, trim

LONGEST = 600
"""Characters of a clause that are looked at; the rest of a longer one states nothing plainly."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as the grammar sees it.

    `text` is the plain view of the characters from `start` on, at most `LONGEST` of them; what
    leads in to the statement ("by the way, ") stands before `start`, in `lead`.
    """

    text: str
    start: int
    end: int
    rest: int
    """The end of its sentence."""
    lead: str = ""
    remembered: bool = False
    """The owner asked to remember it."""
    noted: bool = False
    """It begins what the owner asked to remember in any words ("remember that …")."""
    hedged: bool = False
    """The owner is not sure ("I think")."""

    def quote(self, text: str) -> tuple[int, int]:
        """Return the span of the clause in its turn, as far as it was looked at."""
        return trim(text, self.start, min(self.end, self.start + LONGEST))


_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201b\u02bc\u0060\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\t\0", " "),
        "\u2026": ".",
    }
)


def plain(text: str) -> str:
    """Return a view of `text` of the same length with one form for quotes and spaces."""
    return text.translate(_PLAIN)


# --- splitting -------------------------------------------------------------------------------

_SUBJECT = (
    r"(?:i|we|my|our|it|he|she|they|you|the|there|that|this|let's|"
    r"(?:i|we|it|he|she|they|you|that)'\w+)(?!\w)"
)
_SPLIT = re.compile(
    rf"""
    ; \s{{1,4}} | \u2014 | (?<!\s) \s{{1,4}} [-\u2013\u2014]{{1,3}} \s{{1,4}} | \.\.+ \s{{0,4}}
  | (?<!\s) ,? \s{{1,4}} (?: but | and | so | because | since | although | though | while | then
      | yet | plus )\s{{1,4}} (?: (?:now|also|actually|so|yes|then|currently) \s{{1,4}} )?
      (?= {_SUBJECT} )
  | , \s{{1,4}} (?= {_SUBJECT} | (?: what | who | how | where | when | why | can | could | do | does
      | is | are | would | will | right | correct | isn't | huh | no | yes | actually | correction
      | sorry | wait | remember | please | forget )(?!\w) )
  | : \s{{1,4}} (?= (?: i | my | we | our )(?: '\w+ )? (?!\w) )
  | \s? \( (?= {_SUBJECT} )
  | (?<=\w) \s (?= (?-i: My | Our | Remember ) \s )           # a stop was forgotten
    """,
    re.IGNORECASE | re.VERBOSE,
)

# --- what asserts nothing --------------------------------------------------------------------

_CONDITION = re.compile(
    r"\W*(?:(?:so|and|but|or|well|also|even|only)\s{1,4})?"
    r"(?:if|what if|as if|suppose|supposing|unless|assuming|in case(?! you (?:need|wonder))|"
    r"whether|say|let's say|had i|were i|whenever|once|when i|when my|until|as soon as|"
    r"the day)(?!\w)",
    re.IGNORECASE,
)
MAKE_BELIEVE = re.compile(
    r"\W*(?:(?:so|and|but|now|ok|okay|please|just|can you|let's)\W{1,4}){0,2}"
    r"(?:imagine|pretend|let's pretend|role-?play|hypothetically|act as|you are a|in a world|"
    r"in my story|in this story|in my novel|my character)(?!\w)",
    re.IGNORECASE,
)
_ASKED = (
    r"\W*(?:(?:please|can you|could you|would you|help me|and|now|ok|okay|hi|hey|hello)"
    r"\W{1,4}){0,3}(?:to )?"
)
_GIVEN_TEXT = re.compile(
    _ASKED + r"(?:translate|proofread|rewrite|rephrase|reword|paraphrase|summari[sz]e|polish|"
    r"spell-?check|improve|shorten|analy[sz]e|classify|edit|correct (?:this|the)|fix (?:this|the))"
    r"(?!\w)[^.!?\n]{0,60}?:",
    re.IGNORECASE,
)
"""What follows up to the next paragraph is a text to work on, whoever it is about."""
_DICTATED = re.compile(
    _ASKED + r"(?:write|draft|compose|type|generate|create|make up)(?!\w)[^.!?\n]{0,80}?(?<!\w)"
    r"(?:that says|which says|saying|stating|telling|that tells|in which|where)(?!\w)",
    re.IGNORECASE,
)
_REPORT = re.compile(
    rf"""
    (?: (?<!\w) (?: he | she | they | you | people | someone | somebody | everyone | it
        | (?: my | our | the | his | her ) \s{{1,4}} (?: {any_of(tuple(KIN))} | \w+ ) (?: \s \w+ )?
        | (?-i: (?! I\b | We\b ) [A-Z] [a-z]+ ) )
      \s{{1,4}} (?: just \s | also \s | once \s | always \s )?
      (?: said | says | say | tells? | told | thinks? | thought | believe[sd]? | claim(?:s|ed)?
        | wrote | writes | asked | asks | replied | reads | insist(?:s|ed)? | goes \s like )
    | (?<!\w) (?: according \s to | i \s was \s told | i \s heard | rumou?r \s has \s it
        | quote | lyrics? | the \s song | the \s quote | i \s dreamt | i \s dreamed
        | in \s my \s dream ) )(?!\w)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_QUOTED = re.compile(
    r"""
    (?<!\w) " [^"\n]{3,400} " (?!\w)
  | (?<!\w) ' (?=\w) (?: [^'\n] | (?<=\w) ' (?=\w) ){3,400} ' (?!\w)
  | ``` .*? (?: ``` | \Z )
  | ^ [\x20]{0,3} > [^\n]*
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_TAG = re.compile(
    r",?\s{1,4}(?:right|correct|no|yes|huh|eh|isn't it|aren't i|don't i|remember|or not|yeah)"
    r"\?\W*\Z",
    re.IGNORECASE,
)

# --- what leads in ---------------------------------------------------------------------------

_REMEMBER = re.compile(
    r"""
    \W* (?: (?: hi | hey | hello | ok | okay | also | and | so | oh | well | thanks | yes | but )
        [,.!\s]{1,3} ){0,3}
    (?: (?P<request> (?: can | could | would | will ) \s you ) \s (?: please \s )? (?: also \s )?
      | i (?: 'd \s like | \s want | \s need ) \s you \s to \s | you \s should \s | just \s
      | please ,? \s (?: also \s | just \s )? | always \s ){0,2}
    (?: remember | keep \s in \s mind | bear \s in \s mind | do(?:n't|\s not) \s forget
      | make \s a \s note | take \s note | note | never \s forget )
    (?: (?P<noted> \s that | (?<! note ) \s? :
          | \s for \s (?: later | me | the \s future ) [:,]? (?: \s that )? )
      | (?P<said> (?= \s (?: i | i'm | i've ) \s (?! told | said | asked | mentioned ) ) )
      | (?= \s (?: my | i | our | we | we're | i've ) (?!\w) ) )
    \s{1,4}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_HEDGE = (
    r"i (?:think|guess|believe|suppose|reckon|assume)|maybe|perhaps|probably|possibly|"
    r"if i (?:remember|recall) (?:correctly|right|well)|as far as i know|i'm pretty sure|"
    r"i feel like"
)
_LEAD = re.compile(
    rf"""
    (?: [^\w"'(+#$\u20ac\u00a3]{{1,6}}                             # bullets and other marks
      | (?: \d{{1,2}} [.)] \s )
      | (?: hi | hello | hey | thanks | thank \s you | sorry | dear ) (?: \s [\w']{{1,20}} ){{0,2}}
        \s? [,!] \s{{1,4}}
      | (?: last | this | next | every ) \s (?: week | month | year | summer | winter | spring
          | autumn | fall | monday | tuesday | wednesday | thursday | friday | saturday | sunday
          | weekend ) ,? \s{{1,4}}
      | in \s (?: 19 | 20 ) \d\d ,? \s{{1,4}}
      | (?P<hedge> {_HEDGE.replace(" ", r"\s")} ) ,? \s{{1,4}} (?: that \s{{1,4}} )?
      | (?: by \s the \s way | for \s the \s record | (?: just \s )? so \s you \s know | for \s your
          \s information | as \s (?: you \s know | i \s said | i \s mentioned ) | to \s be \s honest
          | in \s fact | of \s course | (?: it \s )? turns \s out | as \s of \s (?: today | now )
          | from \s now \s on | these \s days | right \s now | at \s the \s moment | for \s now
          | (?: quick \s | small \s | one \s )? (?: update | note | correction | reminder )
          | one \s more \s thing | in \s case \s you \s (?: need \s it | wonder(?:ed)? )
          | just \s to \s (?: clarify | be \s clear | add ) | i \s mean | i \s should \s (?: mention
          | add | say ) | i \s forgot \s to \s (?: say | mention ) | i'm \s sorry | my \s mistake
          | let \s me \s correct \s that | scratch \s that | about \s me | fun \s fact | a \s bit
          \s about \s me | i \s mentioned | did \s i \s mention | you \s should \s know
          | i \s misspoke | i \s was \s wrong | i \s lied | my \s bad ) [,:.!-]{{0,2}} \s{{1,4}}
        (?: that \s{{1,4}} )?
      | (?: well | so | and | but | or | also | oh | ok | okay | yes | yeah | yep | no | nope | nah
          | right | actually | honestly | basically | anyway | btw | now | currently | recently
          | lately | today | yesterday | tonight | tomorrow | finally | unfortunately | luckily
          | sadly | personally | plus | because | since | though | although | sure | first | second
          | next | then | fyi | sorry | wait | oops | um | uh | hm+ | ah | haha | lol | wow | cool
          | great | nice | hello | hi | hey | thanks | correction | ps | update | note | please )
        (?: \s? [,!.:]{{1,3}} \s{{1,4}} | \s{{1,4}} )
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_MOST_LEADS = 6


def clauses(text: str) -> Iterator[Clause]:
    """Yield the clauses of `text` that assert something, in order, outside of fences."""
    view = plain(text)
    quoted = [match.span() for match in _QUOTED.finditer(view)]
    for start, end in outside(text):
        yield from _of_part(view, start, end, quoted)


def _of_part(view: str, start: int, end: int, quoted: list[tuple[int, int]]) -> Iterator[Clause]:
    make_believe = False
    marks = iter(quoted)
    mark = next(marks, None)
    for first, last in sentences(view[start:end]):
        low, high = start + first, start + last
        while mark and mark[1] <= low:
            mark = next(marks, None)
        if make_believe and "\n\n" in view[max(start, low - 3) : low]:
            make_believe = False
        sight = min(high, low + LONGEST)
        if MAKE_BELIEVE.match(view, low, sight) or _GIVEN_TEXT.match(view, low, sight):
            make_believe = True
        dictated = _DICTATED.match(view, low, sight) is not None
        if make_believe or dictated or (mark and mark[0] <= low and high <= mark[1]):
            continue
        for clause in _of_sentence(view, low, high):
            if not (mark and mark[0] <= clause.start < mark[1]):
                yield clause


def _of_sentence(view: str, start: int, end: int) -> Iterator[Clause]:
    """Yield the clauses of one sentence that assert something."""
    asked = _REMEMBER.match(view, start, min(end, start + LONGEST))
    spans = list(_split(view, asked.end() if asked else start, end))
    question = view[start:end].rstrip("\"')*_ ").endswith("?")
    if question and not (asked and asked["request"]):
        # A statement may stand before a question, but a tag makes a question of the whole.
        spans = [] if _TAG.search(view, max(start, end - 40), end) else spans[:-1]
    reported = False
    for number, (low, high) in enumerate(spans):
        sight = min(high, low + LONGEST)
        if _CONDITION.match(view, low, sight):
            return
        if reported or (number and _in_condition(view, spans[number - 1], low)):
            continue
        reported = _REPORT.search(view, low, sight) is not None
        if not reported or _begins_with_owner(view, low, sight):
            whole = asked and (asked["noted"], asked["said"]) != (None, None)
            noted = bool(whole and number == 0)
            clause = Clause(view[low:sight], low, high, end, remembered=bool(asked), noted=noted)
            yield _led_in(clause)


_AND = re.compile(r",?\s{1,4}and\s", re.IGNORECASE)
_MID_CONDITION = re.compile(r"\s(?:once|if|unless|until|when|in case|whenever)\s", re.IGNORECASE)


def _in_condition(view: str, before: tuple[int, int], start: int) -> bool:
    """Whether the clause at `start` goes on with a condition: "once it rains and I have time"."""
    joined = _AND.match(view, before[1], start) is not None
    return joined and _MID_CONDITION.search(view, before[0], before[1]) is not None


_OWNER = re.compile(r"\W*(?:\w+,?\s{1,4}){0,2}(?:i|i'm|i've|my)(?!\w)", re.IGNORECASE)


def _begins_with_owner(view: str, start: int, end: int) -> bool:
    """Whether the clause itself is the owner's, though it may tell what others say later."""
    report = _REPORT.search(view, start, end)
    owner = _OWNER.match(view, start, end)
    return bool(report and owner and owner.end() <= report.start())


_LEADS = re.compile(
    rf"(?:{_LEAD.pattern.replace('?P<hedge>', '?:')}){{1,6}}", re.IGNORECASE | re.VERBOSE
)
_NOT_THIS_BUT = re.compile(r"\W*(?:it(?:'s|\s+is)\s+)?not\s.*\sit\Z", re.IGNORECASE | re.DOTALL)
_LONGEST_LEAD = 60


def _split(view: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    position = start
    for match in _SPLIT.finditer(view, start, end):
        if match.end() - position <= _LONGEST_LEAD and (
            _LEADS.fullmatch(view, position, match.end())
            or _NOT_THIS_BUT.match(view, position, match.end() + 2)
        ):
            continue  # "actually, it's …" and "not this, it's that" are one clause
        low, high = trim(view, position, match.start())
        if low < high:
            yield low, high
        position = match.end()
    low, high = trim(view, position, end)
    if low < high:
        yield low, high


def _led_in(clause: Clause) -> Clause:
    """Return the clause without what leads in to it."""
    begin, hedged = 0, False
    for _ in range(_MOST_LEADS):
        lead = _LEAD.match(clause.text, begin)
        if lead is None or lead.end() == len(clause.text):
            break
        hedged = hedged or lead["hedge"] is not None
        begin = lead.end()
    return replace(
        clause,
        text=clause.text[begin:],
        start=clause.start + begin,
        lead=clause.text[:begin],
        hedged=hedged,
    )

"""The families of whole sentences that tell: decisions of "let's", lines of "key: value", states.

As in `sentences`, of which these are the continuation: they are asked after those.
"""

import re
from dataclasses import replace

from muniment.domain.grammar import verbs
from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.attributes import canonical, gist, head, kin, snake
from muniment.domain.grammar.clauses import Clause
from muniment.domain.grammar.notation import any_of, pattern
from muniment.domain.grammar.rows import JUDGED, TOLD
from muniment.domain.grammar.sentences import (
    KIN_PHRASE,
    Reading,
    Sentence,
    is_noun_phrase,
    is_timely,
)
from muniment.domain.grammar.told import settled, worth_telling
from muniment.domain.grammar.values import cut, void
from muniment.domain.handling import Category

_OWNER = "user"


def _told(prefix: str, value: str) -> Reading | None:
    return Reading(_OWNER, f"{prefix}_{gist(value, 8)}", value) if value else None


def _settled(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "let's go with …"."""
    value = cut(match["value"])
    return _told("decision", value) if settled(value) else None


def _dropped(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "Just finished my thesis", where "I" is left out."""
    value = cut(match["value"])
    return _told("event", value) if worth_telling(value) else None


_NO_KEY = words.table("""
    note, ps, p.s, example, question, answer, q, a, step, hook, title, task, prompt, context
    input, output, system, assistant, human, user, role, rules, rule, instructions, instruction
    subject, format, dear, hi, hello, summary, conclusion, introduction, chapter, section, figure
    table, source, http, https, warning, tip, hint, important, remember, please, update
    correction, edit, agent, customer, speaker, interviewer, description, keywords, tone, style
    objective, article, requirement, requirements, headline, caption, text, content, topic, sure
    ok, okay, today, yes, no, well, so, also, first, second, third, option, problem, idea, thing
    one, author, reference, references, response, type, word, words, version, definition
    paragraph, sentence, result, case
""")
_INSTEAD = re.compile(
    r"(?:i|we|it|that|you|he|she|they|there|yeah|please|can|could|what|how|why|who|which|is"
    r"|are|do|does|i'm|i'd|we'll|it's)(?!\w)",
    re.IGNORECASE,
)
_KEY = re.compile(r"[A-Z0-9][\w /&'().-]{0,40}")
_IN_NO_KEY = (words.PRONOUNS | words.NOT_IN_NOUN_PHRASE | {"your"}) - {"and", "or", "of", "for"}
_ALL_WORDS = re.compile(r"[\w'-]+")


def _keyed(match: re.Match[str], clause: Clause) -> Reading | None:
    """Read "Bench: 95 kg" on a line of its own."""
    key = match["a"].strip(" *_")
    found = _ALL_WORDS.findall(key.lower())
    if key.isupper() or not _KEY.fullmatch(key) or not 0 < len(found) <= 5 or "\n" in clause.text:
        return None
    if {found[0], found[-1]} & _NO_KEY or set(found) & _IN_NO_KEY or found[-1].isdigit():
        return None
    value = cut(match["value"].lstrip(" *_"))
    if not value or len(value.split()) > 20 or _INSTEAD.match(value) or value.startswith("http"):
        return None
    return Reading(_OWNER, canonical(key), value)


def _sore(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "my knee hurts"."""
    value = cut(match["value"])
    return Reading(_OWNER, f"health_{kin(match['a'])}", value) if value else None


_STATUS = re.compile(
    r"(?:all |now |fully |completely |officially |already |still |finally |just |not |been )*"
    r"(?:cancel\w+|booked|confirmed|done|sorted|closed|delayed|postponed|paused|finished|completed?"
    r"|approved|rejected|sold out|broken|fully booked|locked in|settled|paid|signed|scheduled|due"
    r"|over|on hold|out of stock|set for|set to|non-negotiable|sacred|off limits|off the table"
    r"|a must|out of the question|the priority|a priority|my priority|my limit|the limit"
    r"|a dealbreaker|a deal-breaker)(?!\w)",
    re.IGNORECASE,
)
_AIMS = words.table("goal, aim, priority, target, objective, plan, focus, dream, concern, deadline")


def _stands(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "the cabin is booked", "Saturday morning is sacred", "the main goal is to …"."""
    phrase, value = match["a"].strip(), cut(match["value"])
    last = phrase.lower().split()[-1]
    if not value or not is_noun_phrase(phrase) or KIN_PHRASE.fullmatch(phrase):
        return None
    if (
        set(phrase.lower().split()) & (words.PRONOUNS - {"one"})
        or last in words.VOID_NOUNS - _AIMS - words.PARTS_OF_DAY
    ):
        return None
    if last in _AIMS and len(value.split()) > 2 and (value.startswith("to ") or not void(value)):
        return Reading(_OWNER, canonical(phrase), value)
    if is_timely(value) and last not in words.TIMES:
        return Reading(_OWNER, f"{canonical(phrase)}_time", value)
    if not _STATUS.match(value) or phrase.split()[0].endswith("ing"):
        return None
    return Reading(_OWNER, f"{canonical(phrase)}_status", value)


def _went(match: re.Match[str], _: Clause) -> Reading | None:
    """Read "my car broke down"."""
    phrase, value = match["a"], cut(match["value"])
    if not value or not is_noun_phrase(phrase) or KIN_PHRASE.fullmatch(phrase):
        return None
    if head(phrase) in words.VOID_NOUNS or not worth_telling(f"{phrase} {value}"):
        return None
    return Reading(_OWNER, f"event_{snake(phrase)}_{gist(value, 5)}", value)


_DONE = any_of(
    words.table("""
        finished, started, booked, visited, joined, moved, signed, passed, painted, learned
        learnt, cooked, watched, played, bought, attended, launched, received, submitted
        completed, got, went, took, made, met, had, won, lost, saw, read, ran, spent, came
    """)
)
_OF_THINGS = any_of(
    words.table("""
        broke, broke down, died, won, lost, passed, arrived, crashed, launched, starts, ends
        begins, started, ended, finished, costs, cost, runs, ran, closes, opens, opened, closed
        expires, expired, leaves, departs, lands, fell, failed, was stolen, was cancelled
        was approved, got cancelled, got approved, got accepted, was accepted, includes, lasts
        flooded
    """)
)

_TOLD: tuple[Sentence, ...] = (
    Sentence(
        "settled",
        (
            pattern(
                "(let's|let us) [just|definitely|please|also] {(go with|go for|stick with|stick to"
                "|set|aim for|choose|pick|book|cancel|skip|drop|pause|postpone|switch to|schedule"
                "|lock in|plan for|start with|try for|start|dive into|make it|use|call it|say"
                "|add|try|settle on|prioritize|prioritise|focus on) <told>}"
            ),
        ),
        _settled,
        JUDGED,
        (
            (
                "Let's go with Kurama Onsen.",
                "decision_go_with_kurama_onsen",
                "go with Kurama Onsen",
            ),
            (
                "Ok, let's book the cabin for August",
                "decision_book_cabin_for_august",
                "book the cabin for August",
            ),
        ),
        ("Let's go with that.", "Let's focus on it", "Let's go!", "Let's keep the first option"),
        category=Category.DECISION,
    ),
    Sentence(
        "dropped",
        (
            re.compile(
                rf"(?:(?:just|finally|also|recently)\s)?(?P<value>{_DONE}\s(?!(?:it|that|you|this|when|off|out|as)(?!\w)).*)",
                re.IGNORECASE | re.DOTALL,
            ),
            re.compile(
                r"(?:been|just been)\s(?P<value>(?!thinking|wondering|looking|trying|meaning|doing)"
                r"[a-z]+ing\s.*)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _dropped,
        JUDGED,
        (
            (
                "Just finished my thesis on trams!",
                "event_finished_thesis_on_trams",
                "finished my thesis on trams",
            ),
            (
                "Went to the harbour market today",
                "event_went_to_harbour_market",
                "Went to the harbour market",
            ),
        ),
        ("Got it.", "Made sense to me", "Had fun!", "Been thinking about it"),
        category=Category.EVENT,
    ),
    Sentence(
        "keyed",
        (
            re.compile(
                r"(?P<a>[^:\n]{1,44}?)[*_]{0,2}\s?:[*_]{0,2}\s{1,4}(?P<value>\S.*)", re.DOTALL
            ),
        ),
        _keyed,
        JUDGED,
        (
            ("For the test I have:\n- Bench press: 95 kg", "bench_press", "95 kg"),
            ("My plan:\n* **Arrival airport:** Bergen", "arrival_airport", "Bergen"),
        ),
        (
            "My draft:\nNote: bring bread",
            "I mean this:\nTitle: The Sea",
            "Squat: 120 kg",
            "I ask: Key: what is it?",
        ),
        voiced=True,
    ),
    Sentence(
        "sore",
        (
            re.compile(
                rf"my\s(?P<a>{any_of(verbs.BODY)})\s(?P<value>(?:(?:is|are|has been|have been|still"
                r"|really|feels?|just|been)\s){0,3}(?:hurt\w*|sore|ach\w+|pain\w*|stiff|bother\w*"
                r"|injured|kill\w+|broken|acting up|playing up|better|recover\w+|swollen)(?!\w).*)",
                re.IGNORECASE | re.DOTALL,
            ),
            re.compile(
                r"(?:i|we)\s(?P<value>(?:hurt|injured|broke|sprained|pulled|twisted|strained)\smy\s"
                rf"(?P<a>{any_of(verbs.BODY)}).*)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _sore,
        JUDGED,
        (
            ("My left knee hurts after the run.", "health_left_knee", "hurts after the run"),
            ("My back is still sore", "health_back", "is still sore"),
        ),
        ("My back is against the wall.", "My head is spinning with ideas"),
        category=Category.STATE,
    ),
    Sentence(
        "stands",
        (
            re.compile(
                r"(?:(?:the|our|my|all|all the)\s)?(?P<a>[^\W\d][\w'-]*(?:\s[\w'-]+){0,4}?)\s"
                r"(?:is|are|has been|have been|got|was|were)\s(?:still\s|now\s|definitely\s)?"
                r"(?P<value>\S.*)",
                re.IGNORECASE | re.DOTALL,
            ),
            re.compile(
                r"(?:the|our|my)\s(?P<a>[^\W\d][\w-]*(?:\s[\w'-]+){0,4}?)'s\s"
                r"(?:still\s|now\s|definitely\s)?(?P<value>\S.*)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _stands,
        JUDGED,
        (
            ("We can go, the cabin is booked for August.", "cabin_status", "booked for August"),
            ("The first aid test is on Friday, I am told.", "first_aid_test_time", "on Friday"),
            ("The schedule's locked in, I checked", "schedule_status", "locked in"),
            ("Saturday morning is sacred to me", "saturday_morning_status", "sacred to me"),
            ("Our main goal is to keep the boat dry", "main_goal", "to keep the boat dry"),
        ),
        ("The sea is lovely.", "It is done.", "The goal is clear.", "Is the cabin booked?"),
        voiced=True,
        category=Category.CONSTRAINT,
    ),
    Sentence(
        "went",
        (
            re.compile(
                rf"(?:my|our)\s(?P<a>[\w'-]+(?:\s[\w'-]+){{0,3}}?)\s(?P<value>{_OF_THINGS}.*)",
                re.IGNORECASE | re.DOTALL,
            ),
        ),
        _went,
        JUDGED,
        (
            (
                "My old car broke down on the bridge.",
                "event_old_car_broke_down_on_bridge",
                "broke down on the bridge",
            ),
            ("Our lease ends in March", "event_lease_ends_in_march", "ends in March"),
        ),
        ("My guess failed.", "My sister started it", "My life ended up fine"),
        category=Category.EVENT,
    ),
)

TOLD_SENTENCES: tuple[Sentence, ...] = tuple(replace(row, floor=TOLD) for row in _TOLD)
"""In the order in which they are asked for."""

"""What an assistant's own turn states: what it did or promises to do, and what it guesses.

Of itself an assistant states deeds and promises, if they name a time, a number, a name or what is
the user's; the rest of what it says in the first person goes on with the talk. What it says of the
user is a guess, however it is put, of a confidence that the policy's floor refuses; a tenant may
lower the floor. Neither is ever a statement of the user's (domain.trust).
"""

import re
from collections.abc import Iterator

from muniment.domain.grammar.clauses import clauses
from muniment.domain.grammar.rows import Family, patterns
from muniment.domain.grammar.statements import Statement, by_rows, latest
from muniment.domain.grammar.told import liked
from muniment.domain.handling import Category
from muniment.domain.records import OWNER

ASSISTANT = "assistant"
"""The subject of what an assistant says of itself."""

_NAMED = re.compile(
    r"\d|(?-i:(?<!\w)(?!I\b)[A-Z][a-z]+)|(?<!\w)(?:your|today|tomorrow|tonight|noon|midnight"
    r"|morning|afternoon|evening|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|next\s+(?:week|month|year))(?!\w)",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"(?<!\w)(?:drafts?|lists?|tables?\s+(?:below|above|of)|plans?|outlines?|summar\w+|sections?|versions?|text|answers?"
    r"|responses?|guides?|steps?|options?|details?|examples?|questions?|recommendations?|ideas?"
    r"|suggestions?|itinerar\w+|documents?|code|request|needs|preferences?|feedback|message\s+above"
    r"|everything|anything|something|this|that|these|those|it|them|immediately)(?!\w)",
    re.IGNORECASE,
)
_FEWEST, _MOST = 2, 25  # words


def _of_life(said: str) -> bool:
    """Whether a deed is done outside the talk: it names something, and nothing of the talk's."""
    fits = _FEWEST <= len(said.split()) <= _MOST
    return fits and _NAMED.search(said) is not None and _TALK.search(said) is None


FAMILIES: tuple[Family, ...] = (
    Family(
        "promise",
        patterns(
            "<will> <now> {(book|reserve|order|cancel|schedule|reschedule|send|email|mail|remind"
            "|add|set up|set|move|buy|pay|renew|submit|register|enrol|enroll|call|ring|message"
            "|transfer|upgrade|confirm|check you in|notify|check in with|pick up|deliver|invite"
            "|file) <told>}",
            "<be> <now> going to {(book|reserve|order|cancel|schedule|reschedule|send|email|mail"
            "|remind|add|set up|move|buy|pay|renew|submit|register|call|transfer|upgrade|invite)"
            " <told>}",
        ),
        "plan_{gist}",
        0.9,
        (
            (
                "I will send the invoice on Friday.",
                "plan_send_invoice_on_friday",
                "send the invoice on Friday",
            ),
            (
                "Sure, I'll remind you tomorrow at 9",
                "plan_remind_tomorrow_at_9",
                "remind you tomorrow at 9",
            ),
        ),
        (
            "I'll send you a list tomorrow.",
            "I will add that to your plan",
            "I'll call it a day",
            "Would you like it if I booked the room for Friday?",
            'You could write: "I will send the invoice on Friday."',
        ),
        accepts=_of_life,
        whole=True,
        category=Category.PLAN,
    ),
    Family(
        "deed",
        patterns(
            "<have_done> <now> {(booked|reserved|ordered|cancelled|canceled|scheduled|rescheduled"
            "|sent|emailed|mailed|added|set up|set|moved|bought|paid|renewed|submitted|registered"
            "|enrolled|called|messaged|transferred|upgraded|confirmed|invited|filed) <told>}",
            "<now> {(booked|reserved|ordered|cancelled|canceled|scheduled|rescheduled|sent|emailed"
            "|mailed|bought|paid|renewed|submitted|registered|called|transferred|upgraded|invited)"
            " <told>}",
        ),
        "event_{gist}",
        0.9,
        (
            ("I booked a table for 7.", "event_booked_table_for_7", "booked a table for 7"),
            (
                "I've cancelled your subscription to the gazette",
                "event_cancelled_your_subscription_to_gazette",
                "cancelled your subscription to the gazette",
            ),
        ),
        (
            "I've added that to the list.",
            "I've set up the table below",
            "I called it off",
            "I have added a section on Lisbon",
        ),
        accepts=_of_life,
        whole=True,
        category=Category.EVENT,
    ),
)
"""What an assistant says of itself, after "I"."""

GUESSES: tuple[Family, ...] = (
    Family(
        "guess",
        patterns(
            "(seem|appear) to [really] {(enjoy|like|love|prefer|hate|dislike) <told>}",
            "(might|may|probably|must|would|could|clearly|obviously) [really|also] "
            "{(enjoy|like|love|prefer|hate|dislike) <told>}",
        ),
        "like_{thing}",
        0.5,
        (
            ("You seem to enjoy trams.", "like_tram", "enjoy trams"),
            ("You might love Lisbon", "like_lisbon", "love Lisbon"),
        ),
        ("Would you like to see trams?", "You seem tired.", "If you like trams, go there"),
        accepts=liked,
        category=Category.PREFERENCE,
    ),
    Family(
        "taste_told_of_you",
        patterns("[really|also] {(enjoy|like|love|prefer|hate|dislike) <told>}"),
        "like_{thing}",
        0.7,
        (("You prefer window seats", "like_window_seat", "prefer window seats"),),
        ("Do you prefer window seats?", "You like it."),
        accepts=liked,
        category=Category.PREFERENCE,
    ),
    Family(
        "home_told_of_you",
        patterns("live in <capital>", "<be> <now> (living|based) in <capital>"),
        "residence",
        0.7,
        (("You live in Genoa", "residence", "Genoa"),),
        ("Do you live in Genoa?", "You live in a city"),
    ),
)
"""What an assistant says of the user, after "you"."""

_SPEAKER = re.compile(r"i(?=['\s])", re.IGNORECASE)
_LISTENER = re.compile(r"you(?=['\s])", re.IGNORECASE)
_OF = ((_SPEAKER, ASSISTANT, FAMILIES), (_LISTENER, OWNER, GUESSES))


def said(text: str) -> list[Statement]:
    """Return what an assistant's turn states, in order of its quotes."""
    return latest(list(_said(text)))


def _said(text: str) -> Iterator[Statement]:
    for clause in clauses(text):
        for opens, subject, rows in _OF:
            if found := opens.match(clause.text):
                place = subject, found.end()
                yield from list(by_rows(rows, clause, text, place, alone=True))[:1]

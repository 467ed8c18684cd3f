"""The table of what is told: events, plans, tastes, needs and states, in the owner's own words.

These follow a subject, as those of `families`, but only where none of them fits: the value is the
predicate as it was said, with its verb and its negation, and the attribute has its gist, so that
two of them stand side by side. What tells nothing is taken out in `told`; what is hardly worth
keeping, by the sentence gate.
"""

from dataclasses import replace

from muniment.domain.grammar.intents import INTENTS
from muniment.domain.grammar.rows import JUDGED, TOLD, Family, patterns
from muniment.domain.grammar.told import felt, identity, owned, wish, worth_telling
from muniment.domain.handling import Category

DOINGS: tuple[Family, ...] = (
    Family(
        "frequency",
        patterns(
            "<be> {(usually|always|often|normally|mostly) <told>}",
            "<now> {<practice>}",
            "<now> {(usually|often|normally|typically|regularly|always|rarely|sometimes"
            "|tend to|tends to|mostly) <told>}",
            "<often> <bare> {<told>}",
        ),
        "habit_{gist}",
        JUDGED,
        (
            (
                "I usually swim before work.",
                "habit_swim_before_work",
                "swim before work",
            ),
            ("I mentor a young baker", "habit_mentor_young_baker", "mentor a young baker"),
            (
                "I call my mother every Sunday",
                "habit_call_mother_every_sunday",
                "call my mother every Sunday",
            ),
        ),
        ("I always love it.", "I often think about it.", "I usually do.", "I sometimes wonder why"),
        whole=True,
        accepts=wish,
        category=Category.PREFERENCE,
    ),
    Family(
        "former",
        patterns("{used to <told>}"),
        "formerly_{gist}",
        JUDGED,
        (
            ("I used to live in Oslo.", "formerly_live_in_oslo", "used to live in Oslo"),
            ("My dad used to repair clocks", "formerly_repair_clocks", "used to repair clocks"),
        ),
        ("I'm used to rain.", "I used to think so.", "I used to do that"),
        accepts=wish,
        category=Category.EVENT,
    ),
    Family(
        "activity",
        patterns("<be> <now> {[not] <gerund>}", "<have_done> <now> been {<gerund>}"),
        "doing_{gist}",
        JUDGED,
        (
            (
                "I'm learning Italian for a trip.",
                "doing_learning_italian_for_trip",
                "learning Italian for a trip",
            ),
            (
                "I've been restoring an old barometer",
                "doing_restoring_old_barometer",
                "restoring an old barometer",
            ),
        ),
        ("I'm doing well.", "I'm looking forward to it", "I'm wondering why.", "I'm trying it"),
        accepts=worth_telling,
        category=Category.STATE,
    ),
    Family(
        "experience",
        patterns("<have_done> <now> {<participle>}", "<have_done> <now> {(never|not) <told>}"),
        "event_{gist}",
        JUDGED,
        (
            ("I've been to Japan twice.", "event_been_to_japan_twice", "been to Japan twice"),
            (
                "I have never seen the northern lights",
                "event_seen_northern_lights",
                "never seen the northern lights",
            ),
        ),
        ("I've got to go.", "I've seen it.", "I've been thinking about you.", "I've had enough"),
        accepts=worth_telling,
        category=Category.EVENT,
    ),
    Family(
        "event",
        patterns(
            "<now> {<past>}",
            "<now> {(didn't|did not|couldn't) <told>}",
            "{(haven't|have not|hasn't) <told>}",
        ),
        "event_{gist}",
        JUDGED,
        (
            (
                "Yesterday I found a watchmaker in Udine who blows glass.",
                "event_found_watchmaker_in_udine",
                "found a watchmaker in Udine",
            ),
            (
                "We finally booked the cabin for August",
                "event_booked_cabin_for_august",
                "booked the cabin for August",
            ),
            (
                "I didn't get the job at the museum",
                "event_get_job_at_museum",
                "didn't get the job at the museum",
            ),
        ),
        (
            "I thought about it.",
            "I did it!",
            "I had fun.",
            "I went there.",
            "I took a look.",
            "He told me I went to Rome.",
            "Had I booked a cabin?",
            "I didn't know that.",
        ),
        accepts=worth_telling,
        category=Category.EVENT,
    ),
    Family(
        "possession",
        patterns(
            "<now> {[don't|do not] (have|has|own|owns|speak|speaks) <told>}",
            "<have_done> {got <told>}",
        ),
        "has_{gist}",
        JUDGED,
        (
            ("I own a small sailing boat.", "has_small_sailing_boat", "own a small sailing boat"),
            ("I have an exam on Thursday", "has_exam_on_thursday", "have an exam on Thursday"),
        ),
        ("I have no idea.", "I have a question.", "I have to go", "I have some ideas"),
        accepts=owned,
        category=Category.FACT,
    ),
    Family(
        "identity",
        patterns("<be> <now> {(a|an|the) <told>}"),
        "is_{gist}",
        JUDGED,
        (("I'm a single father of two.", "is_single_father_two", "a single father of two"),),
        ("I'm a bit tired.", "I'm the worst.", "I'm a mess"),
        accepts=identity,
        category=Category.FACT,
    ),
    Family(
        "feeling",
        patterns(
            "<be> <now> [feeling|so|very|really|pretty] {<feeling>}",
            "<now> [feel|felt|get] [so|very|really] {<feeling>}",
        ),
        "state_{gist}",
        JUDGED,
        (
            (
                "I'm worried about my exam on Friday.",
                "state_worried_about_exam_on_friday",
                "worried about my exam on Friday",
            ),
        ),
        ("I'm worried.", "I'm worried about you"),
        accepts=felt,
        category=Category.STATE,
    ),
)

NARRATIVES: tuple[Family, ...] = tuple(
    replace(family, floor=TOLD) for family in (*INTENTS, *DOINGS)
)
"""All that is told of a subject, in the order in which it is asked for."""

"""The table of what is told: events, plans, tastes, needs and states, in the owner's own words.

These follow a subject, as those of `families`, but only where none of them fits: the value is the
predicate as it was said, with its verb and its negation, and the attribute has its gist, so that
two of them stand side by side. What tells nothing is taken out in `told`. Confidences are measured:
the share of facts of the family that were right when a sample was read (`evaluation/extraction`).
"""

from muniment.domain.grammar.families import Family, patterns
from muniment.domain.grammar.told import (
    felt,
    identity,
    intention,
    liked,
    no_deliverable,
    owned,
    unable,
    wanted,
    wish,
    worth_telling,
)
from muniment.domain.handling import Category

NARRATIVES: tuple[Family, ...] = (
    Family(
        "taste",
        patterns(
            "<now> {[don't|do not|doesn't|does not|never] [really|particularly|much] "
            "(like|likes|love|loves|enjoy|enjoys|adore|adores|hate|hates|dislike|dislikes) <told>}",
            "<now> {(can't|cannot|can not) stand <told>}",
            "<be> <now> {[not] [really|very|so|super|quite|always|big] (into|interested in|keen on"
            "|passionate about|fond of|obsessed with) <told>}",
            "<be> <now> {(a|not a) [big|huge|real|massive|great] (fan|lover) of <told>}",
        ),
        "like_{thing}",
        0.85,
        (
            ("I love jazz.", "like_jazz", "love jazz"),
            (
                "I really don't like crowded trains",
                "like_crowded_train",
                "don't like crowded trains",
            ),
            ("My flatmate hates cilantro.", "like_cilantro", "hates cilantro"),
            ("I'm a big fan of old trams", "like_old_tram", "a big fan of old trams"),
            ("I'm really into bouldering these days", "like_bouldering", "into bouldering"),
            ("I can't stand loud bars", "like_loud_bar", "can't stand loud bars"),
        ),
        (
            "I love it!",
            "I love your idea.",
            "I like how it looks.",
            "I'd love some tea.",
            "I love the plan",
            "I'd like a summary.",
            "Do I love jazz?",
            "If I loved jazz, I'd go.",
        ),
        accepts=liked,
        category=Category.PREFERENCE,
    ),
    Family(
        "decision",
        patterns(
            "<have_done> <now> {(decided to|decided on|decided against|decided not to|chosen"
            "|settled on|opted for|signed up for|committed to) <told>}",
            "<now> {(decided to|decided on|decided against|decided not to|chose|opted for"
            "|settled on|signed up for|enrolled in) <told>}",
            "<be> <now> {(going with|sticking with|sticking to) <told>}",
        ),
        "decision_{gist}",
        0.85,
        (
            (
                "I've decided to sell the boat.",
                "decision_sell_boat",
                "decided to sell the boat",
            ),
            (
                "We settled on the small chapel in May",
                "decision_small_chapel_in_may",
                "settled on the small chapel in May",
            ),
            (
                "I signed up for a pottery class",
                "decision_pottery_class",
                "signed up for a pottery class",
            ),
        ),
        (
            "I decided to do that.",
            "I chose it.",
            "I'd go with the red one.",
            "Have I chosen a hotel?",
        ),
        accepts=no_deliverable,
        category=Category.DECISION,
    ),
    Family(
        "plan",
        patterns(
            "<be> <now> {(planning to|planning on|hoping to|aiming to|preparing to|preparing for"
            "|saving for|saving up for|training for|thinking of|thinking about|about to"
            "|getting ready to|getting ready for|going to) <told>}",
            "<now> {(plan|plans|intend|intends|hope|hopes) to <told>}",
            "<now> {(want|wants) to <told>}",
            "<have_done> <now> been {(wanting|planning|hoping|saving|training) (to|for) <told>}",
            "<would> [really|absolutely] {(like|love) to <told>}",
        ),
        "plan_{gist}",
        0.85,
        (
            (
                "I'm planning to paint the hall in June.",
                "plan_paint_hall_in_june",
                "planning to paint the hall in June",
            ),
            (
                "My sister wants to become a pilot",
                "plan_become_pilot",
                "wants to become a pilot",
            ),
            (
                "I'm training for a half marathon",
                "plan_half_marathon",
                "training for a half marathon",
            ),
            (
                "I'd love to visit Lapland one day",
                "plan_visit_lapland_day",
                "love to visit Lapland one day",
            ),
        ),
        (
            "I want to see a summary.",
            "I'm going to try that.",
            "I'd like to know more.",
            "I want to make sure it works.",
            "I hope to hear from you.",
            "I'm going to be honest.",
        ),
        accepts=wish,
        category=Category.PLAN,
    ),
    Family(
        "intention",
        patterns("<will> <now> [probably] {<told>}"),
        "plan_{gist}",
        0.8,
        (
            (
                "I'll fly to Bergen on 3 May.",
                "plan_fly_to_bergen_on_3_may",
                "fly to Bergen on 3 May",
            ),
            (
                "My sister Ileana will visit us next week",
                "plan_visit_next_week",
                "visit us next week",
            ),
        ),
        ("I'll try that.", "I'll let you know.", "I'll be back", "I'll check the list tomorrow"),
        accepts=intention,
        category=Category.PLAN,
    ),
    Family(
        "need",
        patterns(
            "<now> {[don't|do not] (need|needs|have|has|must) to <told>}",
            "<now> {must <told>}",
            "<will> <now> {(need|have) to <told>}",
        ),
        "need_{gist}",
        0.8,
        (
            (
                "I have to renew my passport by Friday.",
                "need_renew_passport_by_friday",
                "have to renew my passport by Friday",
            ),
            (
                "I need to leave for the airport at 6",
                "need_leave_for_airport_at_6",
                "need to leave for the airport at 6",
            ),
        ),
        (
            "I need to know the price.",
            "I have to admit, it is hard.",
            "I need to see a draft.",
            "I have to go.",
            "Do I need to renew my passport?",
        ),
        accepts=wish,
        category=Category.CONSTRAINT,
    ),
    Family(
        "wish",
        patterns("<now> {[don't|do not|doesn't] (want|wants|need|needs) <told>}"),
        "wish_{gist}",
        0.8,
        (
            (
                "I want the basic ticket to Bergen.",
                "wish_basic_ticket_to_bergen",
                "want the basic ticket to Bergen",
            ),
            (
                "I don't want to travel at night",
                "wish_to_travel_at_night",
                "don't want to travel at night",
            ),
        ),
        ("I want you to help.", "I need a summary.", "I want that one", "I don't need help"),
        accepts=wanted,
        category=Category.CONSTRAINT,
    ),
    Family(
        "limit",
        patterns(
            "<now> {(can't|cannot|can not|won't|refuse to|refuses to|avoid|avoids|try to avoid) "
            "[really|ever] <told>}"
        ),
        "cannot_{gist}",
        0.8,
        (
            (
                "I can't drive at night.",
                "cannot_drive_at_night",
                "can't drive at night",
            ),
            ("I avoid motorways", "cannot_motorways", "avoid motorways"),
        ),
        ("I can't wait!", "I can't believe it.", "I can't thank you enough", "I can't do that."),
        accepts=unable,
        category=Category.CONSTRAINT,
    ),
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
        0.8,
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
        0.85,
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
        0.8,
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
        0.85,
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
        0.85,
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
        0.8,
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
        0.8,
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
        0.75,
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

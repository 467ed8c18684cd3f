"""The families of what one likes, decides, plans, needs and avoids; a part of `narratives`."""

from muniment.domain.grammar.rows import JUDGED, Family, patterns
from muniment.domain.grammar.told import intention, liked, no_deliverable, unable, wanted, wish
from muniment.domain.handling import Category

INTENTS: tuple[Family, ...] = (
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
        JUDGED,
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
        JUDGED,
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
        JUDGED,
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
        JUDGED,
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
        JUDGED,
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
        JUDGED,
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
        JUDGED,
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
)

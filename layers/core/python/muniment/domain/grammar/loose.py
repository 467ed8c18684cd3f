"""The families that are right but often not worth keeping: the sentence gate decides.

They follow a subject, as those of `narratives` and after them, with fewer words taken out. Their
`floor` keeps them out of memory where nothing speaks for the sentence, and where there is no gate.
"""

import re

from muniment.domain.grammar import verbs
from muniment.domain.grammar import vocabulary as words
from muniment.domain.grammar.notation import any_of
from muniment.domain.grammar.rows import JUDGED, LOOSE, Family, patterns
from muniment.domain.grammar.told import no_deliverable, says_enough
from muniment.domain.handling import Category

_TALK = re.compile(
    r"(?:to\s+)?"
    + any_of(
        words.table("""
            see, know, hear, understand, think, say, tell, talk, ask, discuss, check, confirm
            clarify, let, wait, be, make sure, get started, get back, get that, get this, get it
            move on, move forward, proceed, go ahead, keep, do, take a look, have a look, give it
            give this, give that, give you, try it, try that, try this, read, review, share, send
            show, start with the, figure, find out, look, follow, believe, worry, dive, feel, help
            look into, update, provide, explore, remember, imagine, admit, agree, apologize, stick
            get cracking, get onto, get into, head off, head out, need, try, have a squiz, punch in
            hit you up, focus, stay, keep on, push, get stuck into it, get moving, come back, go on
            pop back, wait for, get on with, crack on, have a think, have a crack, jump, hop, reply
            juggle, find a way, find the right, never, cherish, refer, make my, make dreams
            make our, start thinking, take that, chat with, keep working, continue, be able
        """)
    ),
    re.IGNORECASE,
)


def aim(value: str) -> bool:
    """Whether what follows "I'll" or "I want to" is done in life, and not in the talk."""
    return says_enough(value.removeprefix("to "), 4) and not _TALK.match(value)


def wanted_for_life(value: str) -> bool:
    """Whether "I want to" or "I'm looking for" asks for nothing that is written for somebody."""
    return aim(value) and no_deliverable(value.removeprefix("to "), 3)


_VOID_OBJECT = any_of(
    words.table("""
        no, idea, to, a question, some questions, questions, any questions, a feeling, doubt
        no doubt, a go, a look, a chat, thinking, going, coming, in mind, it, this, that, the time
        a point, a good point, you, your, any idea, a clue, no clue, a second, a minute, a moment
        faith, hope, high hopes, been, a lot, lots, each other, each other's, something, special
        energy, the energy, time, nothing, what, some, plenty, such, everything, no big, a problem
        a few questions, one question, one more
    """)
)
_VOID_POSSESSION = re.compile(
    rf"(?:don't\s|do\snot\s)?(?:have\s|has\s|got\s|keep\s)?{_VOID_OBJECT}", re.IGNORECASE
)


def possessed(value: str) -> bool:
    """Whether "I have …" names a thing, an illness, a date, or that one lacks it."""
    return says_enough(value, 2) and not _VOID_POSSESSION.match(value)


_STATE = re.compile(
    r"(?:(?:still|feeling|a\sbit|a\slittle|pretty|really|so|very|too|quite|usually|just|not|already"
    r"|all|back|pretty\smuch|completely|properly|totally)\s){0,4}"
    + any_of(
        verbs.FEELINGS
        | words.table("""
            tired, busy, stuck, sick, ill, better, keen, open to, new to, used to, good at, bad at
            adjusting, recovering, struggling, behind, knackered, wrecked, flat out, stretched
            flexible, free, broke, short on, low on, comfortable with, unable to, afraid, focused on
            on track, away, alone, single, married, out of, unsure about, confident about, worn
        """)
    ),
    re.IGNORECASE,
)


_MOOD = re.compile(
    r"(?:(?:so|still|just|really|very|too|pretty|a\sbit|feeling|get|to|keen)\s){0,5}"
    r"(?:tired|exhausted|drained|get\sstuck)(?:\s(?:of|now|stuck|in|right|as|already))?(?!\w)",
    re.IGNORECASE,
)


def condition(value: str) -> bool:
    """Whether "I'm …" says how somebody is, in words that name a condition."""
    return _STATE.match(value) is not None and says_enough(value, 3) and not _MOOD.match(value)


LOOSE_FAMILIES: tuple[Family, ...] = (
    Family(
        "loose_plan",
        patterns(
            "<will> <now> [probably|definitely] {<told>}",
            "<be> <now> {(aiming for|aiming to|gonna|set to|trying to) <told>}",
        ),
        "plan_{gist}",
        JUDGED,
        (
            (
                "I'll feed the hens before work this week.",
                "plan_feed_hens_before_work_week",
                "feed the hens before work this week",
            ),
        ),
        ("I'll let you know.", "I'll do that then", "I'll see what the weather does"),
        accepts=aim,
        category=Category.PLAN,
        floor=LOOSE,
    ),
    Family(
        "loose_wish",
        patterns(
            "<be> <now> {(looking to|looking at|looking for|keen to|keen on|open to|after"
            "|planning for|interested in) <told>}",
            "<now> {(want|wants|need|needs|try|tries|have|has|prefer) to <told>}",
            "<would> [really|rather|much] {(prefer|prefer to|like|like to|rather|go for) <told>}",
        ),
        "plan_{gist}",
        JUDGED,
        (
            (
                "We're looking at the school holidays in June",
                "plan_school_holidays_in_june",
                "looking at the school holidays in June",
            ),
            (
                "I'm keen to add three rest days before the race",
                "plan_add_three_rest_days_before_race",
                "keen to add three rest days before the race",
            ),
        ),
        ("I want to see the list of hotels.", "I'm looking for a summary of it all"),
        accepts=wanted_for_life,
        category=Category.PLAN,
        floor=LOOSE,
    ),
    Family(
        "loose_has",
        patterns(
            "<now> {[don't|do not] (have|has) <told>}",
            "<have_done> <now> {got <told>}",
        ),
        "has_{gist}",
        JUDGED,
        (
            (
                "I don't have any preferred bank.",
                "has_preferred_bank",
                "don't have any preferred bank",
            ),
            (
                "I've got more room in the van these days",
                "has_more_room_in_van",
                "got more room in the van",
            ),
        ),
        (
            "I have no idea.",
            "I have no sister in Graz",
            "I've got to go.",
            "I have a question about it",
        ),
        accepts=possessed,
        category=Category.FACT,
        floor=LOOSE,
    ),
    Family(
        "loose_state",
        patterns("<be> {<told>}", "<now> (feel|feels|felt) {<told>}"),
        "state_{gist}",
        JUDGED,
        (
            (
                "I'm still stuck on the building site.",
                "state_still_stuck_on_building_site",
                "still stuck on the building site",
            ),
            (
                "I'm feeling a bit better today",
                "state_feeling_bit_better",
                "feeling a bit better",
            ),
        ),
        (
            "I'm sorry about that.",
            "I'm so tired",
            "I'm really glad.",
            "I'm here.",
            "I'm worried about it",
        ),
        accepts=condition,
        category=Category.STATE,
        floor=LOOSE,
        whole=True,
    ),
    Family(
        "loose_did",
        patterns(
            "<now> {(managed to|tried to|learned to|ended up|stayed|learned|learnt|missed"
            "|struggled with|reviewed) <told>}",
            "<have_done> <now> {(reviewed|missed|stuck to|tried to|managed to) <told>}",
        ),
        "event_{gist}",
        JUDGED,
        (
            (
                "I managed to write out those answers for the test.",
                "event_write_out_answers_for_test",
                "managed to write out those answers for the test",
            ),
        ),
        ("I tried to help.", "I managed it.", "I used that one"),
        accepts=lambda value: says_enough(value, 3) and not _TALK.match(value),
        category=Category.EVENT,
        floor=LOOSE,
    ),
)
"""In the order in which they are asked for, after all that is told without the gate."""

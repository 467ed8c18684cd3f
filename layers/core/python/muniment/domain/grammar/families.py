"""The table of families: the statements that are always kept, each with examples as its tests.

These follow a subject: "I", "we", "my sister (Anna)", or after "remember that" a name; whole
sentences ("my … is …") are in `sentences`. A pattern is written in the notation; it binds `value`
and what `attribute` is made of: `{value}`, `{verb}`, `{a}` (a noun), `{object}` (its head noun),
`{head}` of the value, `{sort}` of the value, `{gist}` and `{thing}` of object or value. An
attribute that holds its value's name lets several values hold at once ("allergy_to_peanuts"), since
one attribute has one current value.
"""

from muniment.domain.grammar.constitution import CONSTITUTION
from muniment.domain.grammar.plausible import (
    employer,
    named_place,
    place,
    plain_object,
    plausible_age,
)
from muniment.domain.grammar.rows import Family, patterns
from muniment.domain.handling import Category

LIFE: tuple[Family, ...] = (
    Family(
        "residence",
        patterns(
            "<now> (live|lives|reside|resides) [here|out|up|down|over|back] (in|near|on) <value>",
            "<be> <now> (living|based|residing) [here|out|up|down|over|back] (in|near) <value>",
            "<perfect> been living [out|up|down|over] (in|near) <value>",
        ),
        "residence",
        0.85,
        (
            ("I live in Genoa now.", "residence", "Genoa"),
            ("We currently live near Lake Garda with our two cats", "residence", "Lake Garda"),
            ("I'm based in St. Gallen, by the way", "residence", "St. Gallen"),
            ("i live in turin", "residence", "turin"),
            ("I live in a small flat because it is cheap", "residence", "a small flat"),
            ("My husband and I live in Bern", "residence", "Bern"),
        ),
        (
            "I live in fear of Mondays.",
            "I live alone.",
            "I used to live in Oslo.",
            "I would live in Oslo if I could.",
            "People live in Oslo.",
            "Do I live in Oslo?",
            "I want to live in Oslo.",
            "I don't live in Oslo.",
        ),
        shape="place",
        accepts=place,
    ),
    Family(
        "moved",
        patterns(
            "<perfect> <now> (moved|relocated) [out|back|over|up|down|here] [from <few>] to <value>"
        ),
        "residence",
        0.8,
        (
            ("I've just moved to Porto!", "residence", "Porto"),
            ("I moved to Genoa last month", "residence", "Genoa"),
            ("We moved to Rome two years ago", "residence", "Rome"),
            ("I moved to San Remo a few weeks ago", "residence", "San Remo"),
            ("Last year we moved from Turin to Genoa", "residence", "Genoa"),
        ),
        (
            "I moved to the next chapter.",
            "I moved to another team.",
            "I'm moving to Porto maybe",
            "I almost moved to Porto.",
        ),
        shape="place",
        accepts=place,
    ),
    Family(
        "employer",
        patterns(
            "<now> (work|works) [part-time|full-time|remotely] (at|for) <value>",
            "<be> <now> (working|employed) [part-time|full-time] (at|for|by) <value>",
            "<perfect> <now> (started|begun) [a new job|working|work] at <capital>",
            "<perfect> <now> (got|landed|accepted) a [new] job at <capital>",
            "<be> <now> (a|an|the) <job> (at|for|with) <capital>",
        ),
        "employer",
        0.85,
        (
            ("I work at Northwind as controller.", "employer", "Northwind"),
            ("I'm working for the city library these days.", "employer", "the city library"),
            ("I'm a nurse at Riverside Clinic.", "employer", "Riverside Clinic"),
            ("We just got a new job at Kestrel", "employer", "Kestrel"),
        ),
        (
            "I work at night.",
            "I work for myself.",
            "I worked for Northwind.",
            "I work for 8 hours a day.",
            "It works for me.",
            "That works for the team.",
            "I'm working at it.",
        ),
        shape="organisation",
        accepts=employer,
    ),
    Family(
        "occupation",
        patterns(
            "<now> (work|works) as [a|an|the] <occupation>",
            "<now> (work|works|working) (at|for|in) <few> as [a|an] <occupation>",
            "<be> <now> (working|employed) as [a|an|the] <occupation>",
            "<be> <now> (a|an) <occupation>",
            "<now> (work|works) in [the] <field>",
            "<be> <now> working in [the] <field>",
        ),
        "occupation",
        0.85,
        (
            ("I'm a paediatric nurse.", "occupation", "paediatric nurse"),
            ("I work as a data engineer in Basel", "occupation", "data engineer"),
            ("I work in marketing.", "occupation", "marketing"),
            ("I work at Northwind as controller", "occupation", "controller"),
            ("My brother Tom is a carpenter", "occupation", "carpenter"),
        ),
        (
            "I'm a big fan of trains.",
            "I'm a bit tired.",
            "I'm not a doctor.",
            "I was a nurse.",
            "I want to be a nurse.",
            "I'm seeing a doctor.",
            "I work in the garden.",
            "I'm a doctor's daughter.",
        ),
    ),
    Family(
        "project",
        patterns(
            "<be> <now> [working|staffed|assigned] (on|to) [the] project <capital>",
            "<perfect> <now> [was|were|got|been] (moved|reassigned|transferred|switched) "
            "[off|from] <few> to [the] (project|team) <capital>",
            "<perfect> <now> [was|were|got|been] (moved|reassigned|transferred|switched) "
            "to [the] (project|team) <capital>",
        ),
        "project",
        0.85,
        (
            ("I'm on project Kestrel now.", "project", "Kestrel"),
            ("Ilan is on project Kestrel.", "project", "Kestrel"),
            ("Ilan has been moved off Kestrel to project Osprey.", "project", "Osprey"),
        ),
        ("I'm on project work.", "I was on project Kestrel.", "Is Ilan on project Kestrel?"),
        shape="organisation",
    ),
    Family(
        "age",
        patterns("<be> <now> <age>", "<perfect> <now> turned <age>", "<be> <year_old>"),
        "age",
        0.9,
        (
            ("I'm 34.", "age", "34"),
            ("I just turned 40 last week", "age", "40"),
            ("I'm a 29-year-old painter", "age", "29"),
            ("I am forty-two years old", "age", "forty-two"),
            ("My daughter is 6 now", "age", "6"),
            ("My dog Bruno is five", "age", "five"),
        ),
        (
            "I'm 5 minutes away.",
            "I'm 100% sure.",
            "I'm 6 feet tall.",
            "I'm 40 in a month.",
            "We're five.",
            "I'm 250.",
        ),
        accepts=plausible_age,
        of_one=True,
    ),
    Family(
        "kin",
        patterns("<have> <kin_phrase>", "<have> <kin_plural>"),
        "{a}",
        0.85,
        (
            ("I have a sister in Oslo.", "sister", "a sister in Oslo"),
            ("We've got two little daughters and love it", "daughter", "two little daughters"),
            ("I have a dog named Bruno", "dog", "a dog named Bruno"),
            ("I have kids.", "child", "kids"),
        ),
        (
            "I have a dog walker.",
            "I have no sister.",
            "I don't have a sister.",
            "I had a sister.",
            "I have a meeting.",
            "I wish I have a sister.",
        ),
        owner_only=True,
        category=Category.RELATIONSHIP,
    ),
    Family(
        "habit",
        patterns("(always|usually|normally|typically|only) <habit> <value>"),
        "{verb}_{head}",
        0.75,
        (
            ("I always take the aisle seat.", "take_seat", "the aisle seat"),
            ("I usually drink green tea, by the way", "drink_tea", "green tea"),
            ("I usually get up at 6:00", "get_up_at", "6:00"),
        ),
        (
            "I always take care of it.",
            "I always love it.",
            "I always have fun.",
            "You always take the aisle seat.",
            "I always wanted a dog.",
        ),
        accepts=plain_object,
        owner_only=True,
        category=Category.PREFERENCE,
    ),
    Family(
        "never",
        patterns("<never>"),
        "{verb}_{object}",
        0.75,
        (("I never fly budget airlines.", "fly_airline", "never fly budget airlines"),),
        ("I never take it.", "I never knew.", "I never have time."),
        accepts=plain_object,
        owner_only=True,
        category=Category.PREFERENCE,
    ),
    Family(
        "preference",
        patterns("<now> (prefer|prefers) <value>"),
        "preferred_{sort}",
        0.8,
        (
            ("I prefer mornings.", "preferred_time_of_day", "mornings"),
            ("I really prefer tea to coffee", "preferred_hot_drink", "tea"),
        ),
        (
            "I prefer it.",
            "I prefer to wait.",
            "I prefer not to say.",
            "Would I prefer tea?",
            "I prefer that you call.",
            "I'd prefer the second option.",
        ),
        shape="thing",
        accepts=plain_object,
        category=Category.PREFERENCE,
    ),
    Family(
        "nationality",
        patterns("<be> [originally|half|actually] <demonym>"),
        "nationality",
        0.8,
        (("I'm Portuguese and love the sea", "nationality", "Portuguese"),),
        ("I'm not French.", "I'm French toast hungry", "My teacher is strict."),
    ),
    Family(
        "origin",
        patterns("<be> <now> [originally|from] from <capital>", "grew up in <capital>"),
        "origin",
        0.8,
        (
            ("I'm originally from Bari.", "origin", "Bari"),
            ("I grew up in Lund, near the coast", "origin", "Lund"),
        ),
        ("I'm from the team.", "I'm back from Bari."),
        shape="place",
        accepts=named_place,
    ),
    Family(
        "birth",
        patterns("was born on <value>"),
        "birthday",
        0.9,
        (("I was born on 8 May 1990.", "birthday", "8 May 1990"),),
        ("I was born on a farm.", "I was born in a hurry."),
        accepts=lambda value: any(character.isdigit() for character in value),
    ),
    Family(
        "birthplace",
        patterns("was born in <capital>"),
        "birthplace",
        0.85,
        (("I was born in Ghent in 1984", "birthplace", "Ghent"),),
        ("I was born in 1984.", "I was born in April.", "I was born in the wrong century."),
        shape="place",
        accepts=named_place,
    ),
)

PREDICATES: tuple[Family, ...] = (*CONSTITUTION, *LIFE)
"""All that is always kept of what is said of a subject."""

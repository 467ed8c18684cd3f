"""The families of what one's body bears and what one eats; a part of the table of `families`."""

from muniment.domain.grammar.plausible import cause, plain_object
from muniment.domain.grammar.rows import Family, patterns
from muniment.domain.handling import Category

CONSTITUTION: tuple[Family, ...] = (
    Family(
        "allergy",
        patterns(
            "<be> <very> allergic to <value>",
            "<have> (a|an) [severe|bad|mild|serious|strong] allergy to <value>",
            "<have> (a|an) [severe|bad|mild|serious|strong] <thing> allergy",
        ),
        "allergy_to_{value}",
        0.9,
        (
            ("I'm allergic to peanuts.", "allergy_to_peanuts", "peanuts"),
            (
                "I am severely allergic to penicillin, so no pills please",
                "allergy_to_penicillin",
                "penicillin",
            ),
            ("I have a bad shellfish allergy", "allergy_to_shellfish", "shellfish"),
            ("My son is allergic to cats", "allergy_to_cats", "cats"),
        ),
        ("I'm allergic to Mondays.", "I'm not allergic to cats.", "Am I allergic to cats?"),
        shape="cause",
        accepts=cause,
        category=Category.CONSTRAINT,
    ),
    Family(
        "intolerance",
        patterns("<be> <very> <intolerance>", "<be> <very> intolerant to <value>"),
        "intolerance_to_{value}",
        0.9,
        (("I'm lactose intolerant", "intolerance_to_lactose", "lactose"),),
        ("I'm intolerant.", "I'm not gluten intolerant."),
        shape="cause",
        accepts=cause,
        category=Category.CONSTRAINT,
    ),
    Family(
        "diet",
        patterns("<be> <now> <diet>", "<perfect> gone <diet>"),
        "diet",
        0.9,
        (
            ("I'm vegetarian.", "diet", "vegetarian"),
            ("I am now a strict vegan, please remember", "diet", "a strict vegan"),
        ),
        ("I'm not vegan.", "I was vegan for years.", "Is it vegan?", "I'm vegan curious"),
        category=Category.PREFERENCE,
    ),
    Family(
        "refusal",
        patterns("<refusal>"),
        "{verb}_{object}",
        0.8,
        (
            ("I don't eat meat any more.", "eat_meat", "don't eat meat"),
            ("I do not eat meat", "eat_meat", "do not eat meat"),
            ("I never drink coffee after noon", "drink_coffee", "never drink coffee after noon"),
        ),
        ("I don't eat much.", "I don't eat it.", "I don't like meat.", "I didn't eat meat."),
        accepts=plain_object,
        category=Category.PREFERENCE,
    ),
    Family(
        "health",
        patterns(
            "<have> <condition>",
            "<be> <very> <ill>",
            "(am|was|is) [just|recently] diagnosed with <value>",
            "<perfect> been diagnosed with <value>",
            "got diagnosed with <value>",
        ),
        "health_{value}",
        0.85,
        (
            ("I have type 2 diabetes.", "health_type_2_diabetes", "type 2 diabetes"),
            ("I was diagnosed with asthma last year", "health_asthma", "asthma"),
            ("I'm colour-blind", "health_colour_blind", "colour-blind"),
        ),
        ("I have a cold feeling.", "I'm not diabetic.", "I'm deaf to that."),
        shape="cause",
        category=Category.STATE,
    ),
)

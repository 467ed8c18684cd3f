"""The family of standing payments: "auto-pay the $9.99 plan".

What is kept is that it was said, with the amount as the value's type. It is a sensitive statement,
so that it waits for its owner; and confirmed or not, it lets nobody pay anything.
"""

import re

from muniment.domain.grammar.attributes import snake
from muniment.domain.grammar.clauses import Clause
from muniment.domain.grammar.notation import pattern
from muniment.domain.grammar.sentences import Reading, Sentence
from muniment.domain.grammar.values import cut
from muniment.domain.handling import Category
from muniment.domain.money import money_in, payee_in

_AUTO_PAY = "(auto-pay|autopay|auto pay|automatically pay) <value>"
_DROPPED = re.compile(
    r"(?<!\w)(?:the|my|our|a|an|for|of|to|at|with|from|on|by|every|each|per)(?!\w)"
)


def _standing(match: re.Match[str], clause: Clause) -> Reading | None:
    """Read the object, if it names one amount; its name has no amount in it.

    So that the same plan at another price is another value, not another fact.
    """
    value = cut(match["value"])
    found = money_in(value)
    if found is None:
        return None
    named = value[: found.span[0]] + value[found.span[1] :]
    named = payee_in(clause.text) or _DROPPED.sub(" ", named.lower())
    return Reading("user", "_".join(filter(None, ("auto_pay", snake(named)))), value)


PAYMENTS: tuple[Sentence, ...] = (
    Sentence(
        "auto_pay",
        (
            pattern(f"[you can|you may|just|always|from now on] [please|just] {_AUTO_PAY}"),
            pattern(f"(i|we) [want you to|always|would like you to] {_AUTO_PAY}"),
        ),
        _standing,
        0.9,
        (
            ("Auto-pay the $9.99 plan.", "auto_pay_plan", "the $9.99 plan"),
            (
                "Please auto-pay the $9.99 Spotify plan every month.",
                "auto_pay_spotify",
                "the $9.99 Spotify plan every month",
            ),
            (
                "You can autopay 12 euros a month to Netflix",
                "auto_pay_netflix",
                "12 euros a month to Netflix",
            ),
        ),
        (
            "Auto-pay is great.",
            "Don't auto-pay the $9.99 plan.",
            "Should I auto-pay the $9.99 plan?",
            "Auto-pay the plan.",
            "If it is cheap, auto-pay the $9.99 plan",
            "She said auto-pay the $9.99 plan",
        ),
        category=Category.DECISION,
    ),
)

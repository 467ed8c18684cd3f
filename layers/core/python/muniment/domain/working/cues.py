"""The words by which a sentence is known to bind, to decide, to be open, or to be tentative.

In English, German, French, Spanish and Italian; of other languages only what stands in digits and
question marks is seen. In doubt a sentence is nothing of it: it may still be shown word for word.
"""

import re
from typing import Final


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


BINDS: Final = _any(
    r"must(?:n[\u2019']t)?", r"never", r"always", r"only", r"do\s+not", r"don[\u2019']t",
    r"at\s+(?:most|least)",
    r"no\s+(?:more|less|later|earlier)\s+than", r"(?:is|are)\s+not\s+allowed", r"under\s+no",
    r"has\s+to\s+(?:stay|be)", r"without\s+exception", r"make\s+sure", r"required?",
    r"muss", r"müssen", r"darf(?:st)?", r"dürfen", r"niemals", r"nie", r"immer", r"nur",
    r"höchstens", r"mindestens", r"auf\s+keinen\s+fall",
    r"doit", r"doivent", r"jamais", r"toujours", r"uniquement", r"au\s+(?:plus|moins)",
    r"il\s+ne\s+faut\s+pas", r"ne\s+\w+\s+pas",
    r"debes?", r"deben", r"nunca", r"jamás", r"siempre", r"s[oó]lo", r"como\s+(?:máximo|mínimo)",
    r"deve", r"devono", r"mai", r"sempre", r"soltanto", r"al\s+(?:massimo|meno)",
)  # fmt: skip
"""A constraint: what has to hold, or must not happen."""

DECIDES: Final = _any(
    r"decided", r"decision", r"agreed", r"let[\u2019']s\s+(?:go\s+with|take|use|do|keep)",
    r"we[\u2019']ll\s+(?:go\s+with|take|use|keep|book)", r"we\s+(?:chose|picked|settled\s+on)",
    r"i\s+(?:chose|picked|choose)", r"going\s+with", r"it[\u2019']s\s+settled", r"confirmed",
    r"entschieden", r"beschlossen", r"wir\s+nehmen", r"abgemacht", r"vereinbart",
    r"décidé", r"convenu", r"on\s+prend", r"c[\u2019']est\s+décidé",
    r"decidido", r"decidimos", r"acordado", r"quedamos\s+en",
    r"deciso", r"abbiamo\s+scelto", r"concordato",
)  # fmt: skip

OPENS: Final = _any(
    r"to\s?-?do", r"still\s+(?:need|have|has|missing|open|waiting)", r"need(?:s)?\s+to",
    r"pending", r"waiting\s+(?:for|on)", r"not\s+yet", r"remains?\s+to", r"next\s+step", r"unclear",
    r"noch\s+(?:nicht|offen|zu)", r"offen", r"wir\s+warten", r"fehlt",
    r"reste\s+à", r"il\s+faut\s+encore", r"en\s+attente", r"pas\s+encore",
    r"pendiente", r"falta(?:n)?", r"todavía\s+no", r"aún\s+no",
    r"in\s+sospeso", r"non\s+ancora", r"resta\s+da", r"manca",
)  # fmt: skip

WAVERS: Final = _any(
    r"maybe", r"perhaps", r"possibly", r"probably", r"might", r"could\s+be", r"not\s+sure",
    r"i\s+(?:think|guess|suppose)", r"thinking\s+(?:of|about)", r"considering", r"leaning",
    r"tentative(?:ly)?", r"what\s+if", r"would",
    r"vielleicht", r"möglicherweise", r"eventuell", r"wahrscheinlich", r"könnte(?:n)?",
    r"überlege(?:n)?", r"würde(?:n)?",
    r"peut-être", r"probablement", r"éventuellement", r"je\s+pense", r"pourrai(?:t|ent)",
    r"quizás?", r"tal\s+vez", r"probablemente", r"posiblemente", r"podría(?:mos|n)?",
    r"creo\s+que",
    r"forse", r"magari", r"probabilmente", r"potrebbe(?:ro)?", r"penso",
)  # fmt: skip
"""Said as a possibility."""

SUPPOSES: Final = _any(r"if", r"unless", r"falls", r"wenn", r"si", r"se")
"""Said under a condition: no decision yet. A constraint with a condition is a constraint."""

ASKS: Final = re.compile("[?\uff1f\u061f]\\W*\\Z")
"""A question, in Latin, full-width or Arabic script."""

TELLS: Final = re.compile(r"\d|(?<=[\w,;]\s)[^\W\d_a-z]\w+")
"""A number, or a word with a capital inside the sentence: something that may matter later."""

"""The table of families: the ways in which text tries to instruct whoever reads it from memory.

Each family says how much its evidence weighs from whom: text of outsiders (tools, documents, other
speakers) in full, the assistant's and the owner's own words by a factor. An owner may tell their
agent what to do; nobody else speaks to it through its memory. Examples and counter-examples are
the tests of their family. Weights are set by hand so that 1 is evidence enough alone; they were
tuned on the groups of `evaluation/data/injection.jsonl` that are not held out.
"""

from muniment.domain.injection.controls import (
    AUTHORITY,
    OVERRIDE,
    POLICY,
    SUPERSESSION,
    UNCHAINING,
)
from muniment.domain.injection.family import Family
from muniment.domain.injection.forgeries import (
    CONCEALED,
    FORGED_CALLS,
    FORGED_FENCE,
    FORGED_ROLES,
)
from muniment.domain.injection.orders import ADDRESSED, DELAYED, EXFILTRATION, MEMORY, STEERING

FAMILIES: tuple[Family, ...] = (
    OVERRIDE, POLICY, SUPERSESSION, ADDRESSED, STEERING, MEMORY, EXFILTRATION, FORGED_ROLES,
    FORGED_FENCE, FORGED_CALLS, AUTHORITY, UNCHAINING, DELAYED, CONCEALED,
)  # fmt: skip

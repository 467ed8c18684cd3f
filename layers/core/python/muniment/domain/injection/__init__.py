"""Injection: text that tries to instruct an agent, as written and in whatever disguise.

`families` is the table of what is looked for, `lexicon` its words in eleven languages, `readings`
the disguises, `scan` the weighing. Standard library only; linear in the length of the text.
"""

from muniment.domain.injection.scan import Finding, Voice, scan
from muniment.domain.injection.suspects import suspects, voice

__all__ = ["Finding", "Voice", "scan", "suspects", "voice"]

"""English words that carry no content by themselves."""

from typing import Final

_FUNCTION_WORDS: Final = """
    a an the this that these those such
    i me my we us our you your he him his she her it its they them their
    am are be been being is was were do does did done have has had will would could should can shall
    and as but if or so then not no nor than
    about at by for from in into of on to with
    what when where which who whom whose why how there
"""

STOP_WORDS: Final = frozenset(_FUNCTION_WORDS.split())

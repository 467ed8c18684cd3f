"""From a word to its stem: enough of English inflection to see that two words are one."""

from functools import cache
from typing import Final

from muniment.domain.anchors.tables import words

_IRREGULAR: Final = """
    am is are was were been being=be  has had having=have  does did done doing=do
    goes went gone going=go  bought=buy  sold=sell  began begun=begin  broke broken=break
    brought=bring  built=build  came=come  caught=catch  chose chosen=choose  cut=cut
    drank drunk=drink  drove driven=drive  ate eaten=eat  fell fallen=fall  felt=feel
    found=find  flew flown=fly  forgot forgotten=forget  gave given=give  got gotten=get
    grew grown=grow  heard=hear  hid hidden=hide  held=hold  hurt=hurt  kept=keep
    knew known=know  led=lead  learnt=learn  left=leave  lent=lend  let=let  lost=lose
    made=make  met=meet  moved=move  paid=pay  put=put  read=read  ran=run  rode ridden=ride
    said=say  saw seen=see  sent=send  shot=shoot  shown=show  sang sung=sing  sat=sit
    slept=sleep  spoke spoken=speak  spent=spend  stood=stand  stole stolen=steal
    swam swum=swim  took taken=take  taught=teach  told=tell  thought=think  threw thrown=throw
    understood=understand  woke woken=wake  wore worn=wear  won=win  wrote written=write
    children=child  men=man  women=woman  people=person  feet=foot  teeth=tooth  wives=wife
    knives=knife  lives=live  leaves=leave  better best=good  worse worst=bad  died dying=die
    lying lied=lie  movies=movi  cookies=cooki  ties=tie
    me my mine myself=i  him his himself=he  her hers herself=she  us our ours ourselves=we
    them their theirs themselves=they  your yours yourself=you
"""
IRREGULAR: Final = {
    form: stem
    for entry in _IRREGULAR.replace("\n", "  ").split("  ")
    if "=" in entry
    for forms, _, stem in [entry.strip().partition("=")]
    for form in forms.split()
}
_KEEP: Final = words("""
    this yes news bus gas less always morning evening thing nothing something anything everything
    during wedding building ceiling spring string king ring sing bring wing red bed need feed speed
    seed hundred used married tired afraid united series species lens analysis physics maths ethics
    politics tennis atlas canvas virus campus bonus christmas bare one plane care fare mate rate
    note wine pine tape cape site bite kite tube cube cane robe tone
""")
"""Words whose end is no inflection, and those that another word would become without it."""
_VOWELS: Final = frozenset("aeiouy")
_SHORTEST: Final = 3


@cache
def stem(word: str) -> str:
    """Return the stem of a lower-case word; a mark (`=…`) is its own."""
    if word.startswith("=") or word in _KEEP:
        return word
    if word in IRREGULAR:
        return IRREGULAR[word]
    word = word.removesuffix("'s").removesuffix("'")
    for ending, instead in (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ing", ""), ("ed", "")):
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= _SHORTEST:
            root = word.removesuffix(ending) + instead
            return _restore(root) if not instead and _VOWELS & set(root) else root
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _SHORTEST:
        word = word[:-1]
    return word if word in _KEEP else _restore(word)


def _restore(root: str) -> str:
    """Return the root without a doubled last letter and without a silent e."""
    if len(root) > _SHORTEST and root[-1] == root[-2] and root[-1] not in "aeiouls":
        return root[:-1]
    return root.removesuffix("e") if len(root) > _SHORTEST else root

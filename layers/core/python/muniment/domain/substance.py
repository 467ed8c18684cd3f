"""Whether a turn says anything that could matter later: the words that do not, in one table.

A turn is without substance if nothing but courtesies and function words are in it. In doubt a
turn has substance: what is dropped here is never found again.
"""

import re

_COURTESY_PHRASES = """
good morning; good afternoon; good evening; good night; good day; good bye; morning all
how are you doing today; how are you doing; how are you today; how are you; how is it going
hows it going; how do you do; hows things; how are things; whats up; you there; are you there
have a nice day; have a good day; have a great day; have a nice evening; have a good evening
have a good night; have a great evening; have a nice weekend; have a good weekend
have a great weekend; have a good one; take care; see you later; see you soon; see you around
see you tomorrow; see you; see ya; talk to you later; talk to you soon; talk later; talk soon
thank you so much; thank you very much; thank you; thanks so much; thanks a lot; thanks a million
thanks a bunch; thanks again; many thanks; much appreciated; i appreciate it; appreciate it
you are welcome; youre welcome; youre very welcome; no problem; no worries; not at all; any time
my pleasure; nice to meet you; pleased to meet you; good to see you; nice to see you
i see; i got it; got it; gotcha; got you; i understand; understood; understand; makes sense
that makes sense; sounds good; sounds great; sounds fine; sounds perfect; sounds like a plan
good idea; great idea; nice one; good one; good job; great job; nice work; great work; well done
of course; no way; oh my god; oh my; oh dear; my bad; all right; all good; very good
go ahead; go on; please do; please continue; please go on; lets go; here you go; there you go
never mind; good luck; good point; fair enough; for sure; thats it; thats all; that is all
this one; that one; which one; the one; i am fine; im fine; im good; i am good; doing well
one moment; one second; one sec; just a moment; hold on; give me a second; be right back
i am here; im here; im back; i am back; happy to help; glad to help; glad to hear that; same here
me too; you too; same to you; with pleasure; excuse me; im sorry; i am sorry; so sorry
"""

_COURTESY_WORDS = """
hi hii hello hey heya hiya howdy yo greetings welcome bye goodbye byebye cheers ciao cya later
thanks thank thx tnx ty tysm thankyou please pls plz sorry apologies pardon
ok okay okey okie okay k kk yes yeah yea yep yup ya yay no nope nah aye sure surely certainly
absolutely definitely exactly indeed totally alright alrighty right correct agreed anyway anyways
lol lmao rofl haha hahaha hahahaha hehe heh ha ah aha ahh oh ohh ooh oops ouch hm hmm hmmm mm mmm
um uh uhm huh er erm eh wow whoa woah aww aw yikes phew ugh gosh omg wtf idk brb btw np yw
"""

_FUNCTION_WORDS = """
a an the this that these those there here it its i im ive id ill me my mine myself we were us our
ours you youre youve youd youll your yours he hes him his she shes her hers they theyre them their
theirs who whom whose what whats which when where why how
am is are was be been being isnt arent wasnt werent do does did done doing dont doesnt didnt
have has had having havent hasnt hadnt will would wont wouldnt can could cant cannot couldnt
shall should shouldnt may might must let lets
and or but so if then than because as at by for from in into of off on onto out over to up with
without about again also too very just only even still yet now well really quite much more most
some any all both each every either neither not nor never ever always maybe perhaps
thats theres heres its thing things such same other another else
"""

_EVALUATIONS = """
good great nice fine cool awesome amazing perfect wonderful fantastic excellent brilliant super
lovely neat sweet wicked splendid superb fabulous terrific incredible interesting glad happy
"""

_REPORTS = """
was were been wasnt werent felt feel feels not never isnt arent dont didnt doesnt than
"""


def _table(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PHRASES = re.compile(
    r"\b(?:"
    + "|".join(
        re.escape(phrase.strip())
        for phrase in sorted(re.split(r"[;\n]", _COURTESY_PHRASES.strip()), key=len, reverse=True)
    )
    + r")\b"
)
_VOID = _table(_COURTESY_WORDS) | _table(_FUNCTION_WORDS)
_PRAISE = _table(_EVALUATIONS)
_ACCOUNT = _table(_REPORTS)
_APOSTROPHES = re.compile("['\u2018\u2019\u02bc]")
_SEGMENT = re.compile(r"[^.!?;,\n\u2026]+")
_WORD = re.compile(r"[^\W_]+")
_ADDRESSED = re.compile(
    r"\b(hi|hello|hey|thanks|thank you|ok|okay|yes|no|bye|cheers|sorry|good morning|night) "
    r"(?:mate|buddy|friend|my friend|pal|guys|folks|everyone|everybody|all|man|bro|dude|sir|madam|"
    r"dear)\b"
)
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")  # "soooo", "thaaanks"


def has_substance(text: str) -> bool:
    """Whether `text` holds at least one content word: a noun, number, name or verb that says more.

    An evaluation alone is an acknowledgement ("Great!", "that's nice"); in an account of something
    it is content ("It was great", "not good").
    """
    plain = _STRETCHED.sub(r"\1", _APOSTROPHES.sub("", text.lower()))
    return any(_says_something(segment[0]) for segment in _SEGMENT.finditer(plain))


def _says_something(segment: str) -> bool:
    every = _WORD.findall(segment)
    words = _WORD.findall(_PHRASES.sub(" ", _ADDRESSED.sub(r"\1", " ".join(every))))
    account = any(word in _ACCOUNT for word in every)
    return any(word not in _VOID and (account or word not in _PRAISE) for word in words)

"""The gate refuses what misreads its event: words that are there and do not say it."""

import pytest

from muniment.domain.events import Door, Span
from muniment.domain.gates import Evidence, judge
from muniment.domain.records import Candidate, Kind
from muniment.domain.rulings import Reason
from tests.unit.domain.samples import DIGESTER, event
from tests.unit.grammar.test_families import FAMILIES


def claim(
    text: str, value: str, attribute: str, *, quote: str | None = None, subject: str = "user",
) -> Candidate:  # fmt: skip
    """Return what an extractor claims of a text; the quote is the whole of it unless given."""
    quote = quote or text
    start = text.index(quote)
    return Candidate(
        kind=Kind.FACT, span=Span("t1", start, start + len(quote)), text=quote,
        attribute=attribute, value=value,
        subject=subject, family="model",
    )  # fmt: skip


DENIED = [
    ("I don't like jazz.", "jazz", "like"),
    ("I have never been to Oslo.", "Oslo", "visited_city"),
    ("I don't eat meat, fish or eggs.", "fish", "eats"),
    ("No, I do not own a boat.", "a boat", "possession"),
    ("Jazz is something that I do not like.", "Jazz", "like"),
    ("I can't eat peanuts, but eggs are fine.", "peanuts", "food"),
    ("My sister isn't called Ada.", "Ada", "name"),
    ("Ich esse kein Fleisch.", "Fleisch", "food"),
    ("Ich mag Jazz nicht.", "Jazz", "like"),
    ("Non mangio carne.", "carne", "food"),
    ("Je ne mange jamais de viande.", "viande", "food"),
    ("No como carne.", "carne", "food"),
    ("Ik eet geen vlees.", "vlees", "food"),
    ("Nie jem mięsa.", "mięsa", "food"),
    ("Я не ем мясо.", "мясо", "food"),
    ("我不吃肉。", "肉", "food"),
    ("肉は食べない。", "肉", "food"),
]
NOT_DENIED = [
    ("I like jazz.", "jazz", "like"),
    ("I don't like jazz.", "don't like jazz", "like_jazz"),
    ("I don't like jazz.", "jazz", "disliked_music"),
    ("I don't eat meat.", "meat", "dietary_restriction"),
    ("I don't like tea but coffee is great.", "coffee", "like"),
    ("No, I live in Oslo.", "Oslo", "city"),
    ("I live in Oslo, not in Bergen.", "Oslo", "city"),
    ("I'm not tired, I live in Oslo and work nights.", "Oslo", "city"),
    ("I can't live without coffee.", "coffee", "like"),
    ("No doubt my favourite is jazz.", "jazz", "favourite"),
    ("I know people who never sleep, my city is Oslo.", "Oslo", "city"),
    ("I hate jazz.", "jazz", "dislike"),
    ("Ich esse kein Fleisch, ich mag Käse.", "Käse", "food"),
    ("Vivo a Torino, non a Genova.", "Torino", "city"),
    ("我喜欢爵士乐。", "爵士乐", "like"),
    ("这里不错\uff0c我住在奥斯陆。", "奥斯陆", "city"),
]
NOT_ASSERTED = [
    ("If I were rich I'd buy a boat.", "a boat", "possession"),
    ("Do I live in Oslo?", "Oslo", "city"),
    ("Imagine you are rich. My boat is a yacht.", "a yacht", "boat"),
    ("He said 'I love jazz'.", "jazz", "like"),
    ("Suppose my city was Oslo.", "Oslo", "city"),
    ("Where is my car, in Oslo?", "Oslo", "city"),
]
ASSERTED = [
    ("I bought a boat.", "a boat", "possession"),
    ("I live in Oslo. Do you?", "Oslo", "city"),
    ("My boat is a yacht.\n\nImagine that.", "a yacht", "boat"),
    ("I love jazz, and he said 'me too'.", "jazz", "like"),
    ("If it rains we stay. My city is Oslo.", "Oslo", "city"),
]


@pytest.mark.law(5)
@pytest.mark.parametrize(("text", "value", "attribute"), [*DENIED, *NOT_ASSERTED])
def test_a_value_without_its_negation_or_its_mood_is_not_supported(
    text: str, value: str, attribute: str
) -> None:
    judged = judge(claim(text, value, attribute), Evidence(event(text), DIGESTER, frozenset()))
    assert judged.reason is Reason.NOT_SUPPORTED


@pytest.mark.parametrize(("text", "value", "attribute"), [*NOT_DENIED, *ASSERTED])
def test_what_the_words_say_is_supported(text: str, value: str, attribute: str) -> None:
    judged = judge(claim(text, value, attribute), Evidence(event(text), DIGESTER, frozenset()))
    assert judged.reason is not Reason.NOT_SUPPORTED


def is_supported(candidate: Candidate, text: str) -> bool:
    judged = judge(candidate, Evidence(event(text), DIGESTER, frozenset()))
    return judged.reason is not Reason.NOT_SUPPORTED


def test_a_quote_cannot_leave_the_negation_behind() -> None:
    text = "I don't like jazz."
    assert not is_supported(claim(text, "jazz", "like", quote="like jazz"), text)


def test_a_denial_that_nobody_uttered_is_not_supported() -> None:
    text = "I love peanuts."
    assert not is_supported(claim(text, "peanuts", "cannot_eat"), text)
    assert is_supported(claim(text, "peanuts", "favourite_snack"), text)


def test_what_another_person_likes_is_theirs() -> None:
    text = "My sister loves jazz."
    assert not is_supported(claim(text, "jazz", "like"), text)
    assert is_supported(claim(text, "jazz", "like", subject="sister"), text)


def test_the_owner_s_explicit_memory_is_their_own_statement() -> None:
    """A store is no reading of a turn: what its owner writes down is what is kept."""
    text = "If I were rich I'd buy a boat."
    candidate = claim(text, "a boat", "dream")
    stored = Evidence(event(text, door=Door.STORE), DIGESTER, frozenset())
    assert judge(candidate, stored).reason is None
    assert not is_supported(candidate, text)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [example for family in FAMILIES for example in family.examples],
)
def test_the_grammar_s_own_statements_are_supported(text: str, attribute: str, value: str) -> None:
    """The grammar and the gate read alike: no statement of the one is refused by the other."""
    assert is_supported(claim(text, value, attribute, subject="anybody"), text)

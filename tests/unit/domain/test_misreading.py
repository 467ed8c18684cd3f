"""A quotation to the letter that says something else than its turn is seen for what it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.misreading import misreading

OWNER, OTHER = True, False


def read(text: str, quote: str, value: str, attribute: str, *, of_owner: bool = OWNER) -> object:
    start = text.index(quote)
    return misreading(text, (start, start + len(quote)), value, attribute, of_owner=of_owner)


@pytest.mark.law(5)
@pytest.mark.parametrize(
    ("text", "quote", "value", "attribute"),
    [
        ("I don't eat meat any more.", "eat meat", "meat", "eats"),
        ("I don\u2019t eat meat any more.", "I don\u2019t eat meat", "meat", "food"),
        ("I no longer work at Acme.", "I no longer work at Acme", "Acme", "employer"),
        ("I have never been to Oslo.", "been to Oslo", "Oslo", "visited"),
        ("My home airport is not Turin.", "airport is not Turin", "Turin", "home_airport"),
        ("I have no pets.", "I have no pets", "pets", "pets"),
        ("I stopped learning Dutch.", "learning Dutch", "Dutch", "language"),
        ("Cilantro isn't for me.", "Cilantro isn't for me", "Cilantro", "likes"),
        ("Ich esse kein Fleisch.", "esse kein Fleisch", "Fleisch", "food"),
        ("No vivo en Turin.", "vivo en Turin", "Turin", "residence"),
        ("I can't drive a car.", "drive a car", "drive a car", "skill"),
        ("Well, I do not think that I like jazz.", "I like jazz", "jazz", "likes"),
    ],
)
def test_a_value_without_its_negation_is_none(
    text: str, quote: str, value: str, attribute: str
) -> None:
    assert read(text, quote, value, attribute) == "negation_lost"


@pytest.mark.parametrize(
    ("text", "quote", "value", "attribute"),
    [
        ("I don't eat meat any more.", "don't eat meat", "don't eat meat", "diet"),
        ("I don't eat meat any more.", "I don't eat meat", "meat", "does_not_eat"),
        ("I hate cilantro, not basil.", "I hate cilantro", "cilantro", "dislikes"),
        ("I don't live in Turin any more but in Genoa.", "in Genoa", "Genoa", "residence"),
        ("I'm not sure why, but my home airport is Genoa.", "airport is Genoa", "Genoa", "airport"),
        ("I can't wait to see Lisbon in May.", "see Lisbon", "Lisbon", "trip"),
        ("I not only play the cello but sing.", "play the cello", "the cello", "instrument"),
        ("No, I live in Ghent.", "I live in Ghent", "Ghent", "residence"),
        ("It isn't cold. I live in Ghent.", "I live in Ghent", "Ghent", "residence"),
        ("Nothing beats jazz for me.", "Nothing beats jazz", "jazz", "likes"),
        ("I'm allergic to nuts, no joke.", "allergic to nuts", "nuts", "allergy"),
        ("I don't drink, because I drive a taxi.", "I drive a taxi", "a taxi", "drives"),
    ],
)
def test_a_negation_of_something_else_takes_nothing(
    text: str, quote: str, value: str, attribute: str
) -> None:
    assert read(text, quote, value, attribute) is None


@pytest.mark.law(5)
@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("If I were rich I'd buy a boat.", "I'd buy a boat", "a boat"),
        ("I'd buy a boat if I were rich.", "I'd buy a boat", "a boat"),
        ("Imagine I lived in Tokyo.", "I lived in Tokyo", "Tokyo"),
        ("Suppose my budget is 5000 euros.", "my budget is 5000 euros", "5000 euros"),
        ("I wish I had a dog.", "I had a dog", "a dog"),
        ("What if my home airport is Genoa?", "my home airport is Genoa", "Genoa"),
        ("Let's say my name is Alice.", "my name is Alice", "Alice"),
        ("Even if I lived in Rome, I'd commute.", "I lived in Rome", "Rome"),
    ],
)
def test_what_is_only_supposed_is_none(text: str, quote: str, value: str) -> None:
    assert read(text, quote, value, "thing") == "only_supposed"


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("If it helps, I live in Ghent.", "I live in Ghent", "Ghent"),
        ("If you need it, my number is 12.", "my number is 12", "12"),
        ("If I remember correctly, my airport is Genoa.", "my airport is Genoa", "Genoa"),
        ("I bought a boat. If it rains I stay home.", "I bought a boat", "a boat"),
        ("I don't know if it matters: I live in Ghent.", "I live in Ghent", "Ghent"),
    ],
)
def test_a_condition_of_something_else_takes_nothing(text: str, quote: str, value: str) -> None:
    assert read(text, quote, value, "thing") is None


@pytest.mark.law(5)
@pytest.mark.parametrize(
    ("text", "quote", "value", "reason"),
    [
        ("He said 'I love jazz', I don't.", "I love jazz", "jazz", "said_by_another"),
        ('My sister wrote "I live in Oslo".', "I live in Oslo", "Oslo", "said_by_another"),
        ("The hero says \u201cmy name is Ishmael\u201d.", "my name is Ishmael", "Ishmael",
         "said_by_another"),
        ("Bo claims I owe him money.", "I owe him money", "money", "said_by_another"),
        ("My mother thinks I'm a vegetarian.", "I'm a vegetarian", "vegetarian",
         "said_by_another"),
        ("My flatmate hates cilantro.", "hates cilantro", "cilantro", "about_another"),
        ("My older sister lives in Oslo.", "lives in Oslo", "Oslo", "about_another"),
        ("She works at Acme.", "works at Acme", "Acme", "about_another"),
        ("I was at home, but my boss flew to Milan.", "flew to Milan", "Milan", "about_another"),
    ],
)  # fmt: skip
def test_what_is_another_s_is_not_the_owner_s(
    text: str, quote: str, value: str, reason: str
) -> None:
    assert read(text, quote, value, "thing") == reason
    assert read(text, quote, value, "thing", of_owner=OTHER) is None


@pytest.mark.parametrize(
    ("text", "quote", "value", "attribute"),
    [
        ("My sister lives in Oslo.", "sister lives in Oslo", "Oslo", "sister_residence"),
        ("My boss and I flew to Milan.", "flew to Milan", "Milan", "trip"),
        ("My dog is called 'Rex'.", "My dog is called 'Rex'", "'Rex'", "dog_name"),
        ("My nickname is 'the boss'.", "nickname is 'the boss'", "the boss", "nickname"),
        ("I told him 'I live in Ghent'.", "I live in Ghent", "Ghent", "residence"),
        ("My home airport is Genoa.", "My home airport is Genoa", "Genoa", "home_airport"),
        ("She asked where I live, and I live in Ghent.", "I live in Ghent", "Ghent", "residence"),
        ("My friend gave me a cello.", "gave me a cello", "a cello", "instrument"),
        ("I think I live in Ghent.", "I live in Ghent", "Ghent", "residence"),
    ],
)
def test_what_is_the_owner_s_stays(text: str, quote: str, value: str, attribute: str) -> None:
    assert read(text, quote, value, attribute) is None


@given(text=st.text(max_size=80), cuts=st.tuples(st.integers(0, 80), st.integers(0, 80)))
def test_any_text_is_read(text: str, cuts: tuple[int, int]) -> None:
    start, end = sorted(min(cut, len(text)) for cut in cuts)
    misreading(text, (start, end), text[start:end][:10], "thing", of_owner=True)

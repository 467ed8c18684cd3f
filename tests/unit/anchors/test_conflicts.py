"""What parts two statements that look alike, and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.anchors.conflicts import CHECKS, conflict, same_words
from muniment.domain.anchors.reading import read

PARTED = {
    "identifier": [
        ("The invoice INV-2041 is here.", "The invoice INV-2014 is here."),
        ("Version 2.3.1 works.", "Version 2.3.2 works."),
        ("Write to anna@posteo.example.", "Write to paul@posteo.example."),
    ],
    "time": [
        ("The meeting is at 9:00.", "The meeting is at 19:00."),
        ("The deadline is at noon.", "The deadline is at midnight."),
        ("It's a quarter to eight.", "It's a quarter past eight."),
    ],
    "quantity": [
        ("Order 4821 has shipped.", "Order 4822 has shipped."),
        ("It takes half an hour.", "It takes an hour and a half."),
        ("I take 5 mg of ramipril.", "I take 50 mg of ramipril."),
        ("I'm paid by the hour.", "I'm paid by the month."),
        ("I have two brothers and a sister.", "I have a brother and two sisters."),
        ("The price is 49.90 euros.", "The price is 49.90 dollars."),
    ],
    "date": [
        ("My flight is on Monday.", "My flight is on Tuesday."),
        ("The deadline is 30 June.", "The deadline is 13 June."),
    ],
    "name": [
        ("We visited Anna in Graz.", "We visited Julia in Graz."),
        ("Anna is often at home on weekends.", "Julia is at home on weekends, often."),
    ],
    "question": [
        ("Did I mention my new job?", "I mentioned my new job."),
        ("What's the band?", "Who's the band?"),
    ],
    "person": [("Your appointment is here.", "My appointment is here.")],
    "relative": [("He spoke at my wedding.", "He spoke at my brother's wedding.")],
    "negation": [
        ("He does eat fish.", "He does not eat fish."),
        ("I can swim.", "I can't swim."),
        ("The cabin has running water.", "The cabin lacks running water."),
    ],
    "opposed": [("The house is insured.", "The house is uninsured.")],
    "opposite": [
        ("My left knee hurts.", "My right knee hurts."),
        ("The invoice is open.", "The invoice has been paid."),
    ],
    "stage": [
        ("We plan to paint the hall.", "We painted the hall."),
        ("We are getting a dog.", "We got a dog."),
        ("I play tennis.", "I stopped playing tennis."),
        ("The app crashes on login.", "The app crashed on login."),
        ("I work for a bank.", "I used to work for a bank."),
    ],
    "mood": [("I live in Porto.", "I might live in Porto.")],
    "role": [("My mother is a doctor.", "My mother went to the doctor.")],
    "exchanged": [
        ("Anna is taller than Julia.", "Julia is taller than Anna."),
        ("I owe Marco a favour.", "Marco owes me a favour."),
        ("I gave my sofa to Yusuf.", "Yusuf gave his sofa to me."),
        ("We drove from Lyon to Nice.", "From Nice we drove to Lyon."),
    ],
    "particle": [
        ("The parcel is for Nadia.", "The parcel is from Nadia."),
        ("I moved into the flat.", "I moved out of the flat."),
    ],
    "template": [
        ("I'm allergic to penicillin.", "I'm allergic to latex."),
        ("My skin needs cream.", "My skin needs sun."),
    ],
}
ONE = [
    ("My flight leaves at 7.30 pm.", "My flight leaves at 19:30."),
    ("The total was $1,250.00.", "The total was $1250."),
    ("We need 1.5 kg of rice.", "We need 1,500 g of rice."),
    ("It takes 90 minutes.", "It takes an hour and a half."),
    ("The standup is at quarter past nine.", "The standup is at 9:15."),
    ("Deadline is 2026-09-15.", "Deadline is 15 September 2026."),
    ("I have twenty-five hens.", "I have 25 hens."),
    ("Rent is due on the 1st of each month.", "Rent is due on the first of each month."),
    ("I can't tolerate lactose.", "I'm lactose intolerant."),
    ("My favourite colour is green.", "my favorite color is green"),
    ("Flight LH 1834 is late.", "Flight LH1834 is late."),
    ("I don't eat meat.", "I'm a vegetarian."),
    ("I failed the exam.", "I didn't pass the exam."),
    ("My hamster died.", "My hamster is dead."),
]


@pytest.mark.parametrize(
    ("name", "left", "right"), [(name, *pair) for name, pairs in PARTED.items() for pair in pairs]
)
def test_each_check_tells_its_own(name: str, left: str, right: str) -> None:
    check = next(check for check in CHECKS if check.__name__ == name)
    a, b = read(left), read(right)
    assert check(a, b)
    assert check(b, a)
    assert conflict(a, b) is not None
    assert conflict(a, read(left)) is None


def test_every_check_has_examples() -> None:
    assert [check.__name__ for check in CHECKS] == list(PARTED)


@pytest.mark.parametrize(("left", "right"), ONE)
def test_what_is_only_written_differently_is_not_parted(left: str, right: str) -> None:
    assert conflict(read(left), read(right)) is None
    assert conflict(read(right), read(left)) is None


@pytest.mark.parametrize(("left", "right"), ONE[:8])
def test_what_differs_in_notation_only_has_the_same_words(left: str, right: str) -> None:
    assert same_words(read(left), read(right))


PIECES = """
    I my 7.30pm half an hour one two hundred thousand €5 $1,250.00 3rd May 2026-09-15 fr\u0131day
    not never Anna anna@x.example no. #5 25:61 99999999999999999999 \u00b2 \u0663 kg % : ? -
"""
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES.split()), max_size=12).map(" ".join)


@given(TEXTS, TEXTS)
def test_any_text_can_be_read_and_compared_both_ways(left: str, right: str) -> None:
    a, b = read(left), read(right)
    assert (conflict(a, b) is None) == (conflict(b, a) is None)
    assert conflict(a, a) is None
    assert same_words(a, a)

"""What a value says beyond its words: read where it is certain, compared by what it comes to."""

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.domain.fold import fold, history
from muniment.domain.heads import HeadKey, make_head
from muniment.domain.money import CURRENCIES, Money, money_in
from muniment.domain.numerals import amount_of
from muniment.domain.records import Assertion, Provenance
from muniment.domain.typed_values import Day, Duration, Number, Truth, TypedValue, read, value_key
from tests.unit.domain.samples import NOW, said

SAID_AT = datetime(2024, 3, 2, 1, 30, tzinfo=timezone(timedelta(hours=9)))


def usd(amount: str, payee: str | None = None) -> Money:
    return Money(Decimal(amount), "USD", payee)


READINGS: list[tuple[str, TypedValue]] = [
    ("$9.99", usd("9.99")),
    ("9.99 USD", usd("9.99")),
    ("US$ 9.99", usd("9.99")),
    ("9.99 dollars", usd("9.99")),
    ("the $9.99 plan", usd("9.99")),
    ("the $9.99 Spotify plan", usd("9.99", "Spotify")),
    ("the 9.99 USD Spotify plan", usd("9.99", "Spotify")),
    ("$12,000.50", usd("12000.50")),
    ("$1.5 million", usd("1500000")),
    ("A$5", Money(Decimal(5), "AUD")),
    ("€1.234,56", Money(Decimal("1234.56"), "EUR")),
    ("9,99 €", Money(Decimal("9.99"), "EUR")),
    ("1'234.50 CHF", Money(Decimal("1234.50"), "CHF")),
    ("CHF 20", Money(Decimal(20), "CHF")),
    ("72 kg", Number(Decimal(72), "kg")),
    ("72 kilograms", Number(Decimal(72), "kg")),
    ("15%", Number(Decimal(15), "percent")),
    ("2 years", Number(Decimal(2), "year")),
    ("12,000", Number(Decimal(12000))),
    ("-5", Number(Decimal(-5))),
    ("90 minutes", Duration(Decimal(5400))),
    ("1 h 30 min", Duration(Decimal(5400))),
    ("2 hours and 5 minutes", Duration(Decimal(7500))),
    ("3 May 2027", Day(date(2027, 5, 3))),
    ("on May 3rd, 2027", Day(date(2027, 5, 3))),
    ("2027-05-03", Day(date(2027, 5, 3))),
    ("yesterday", Day(date(2024, 3, 1))),  # of who said it, whose second of March had begun
    ("tomorrow.", Day(date(2024, 3, 3))),
    ("Yes!", Truth(value=True)),
    ("false", Truth(value=False)),
]

WORDS = [
    "", "Turin", "blue", "$", "a dollar short",
    "between $10 and $20",  # two amounts
    "160 pounds",  # money or weight
    "1.234 €",  # one and a bit, or more than a thousand
    "TOP 10", "5 all",  # codes that are words
    "0042", "3.1.4", "12345678901234567",  # codes and versions
    "31 April 2027", "3 May", "05/03/2027", "2027-13-01",
    "30 kg of rice", "yes, I think", "tomorrow at ten", "5 parsecs",
]  # fmt: skip


@pytest.mark.parametrize(("value", "typed"), READINGS)
def test_what_is_certain_is_read(value: str, typed: TypedValue) -> None:
    assert read(value, said_at=SAID_AT) == typed


@pytest.mark.parametrize("value", WORDS)
def test_what_is_not_stays_words(value: str) -> None:
    assert read(value, said_at=SAID_AT) is None


def test_words_of_time_need_a_time() -> None:
    assert read("tomorrow") is None


@pytest.mark.parametrize(
    ("quote", "payee"),
    [
        ("I pay $9.99 a month to Netflix.", "Netflix"),
        ("I pay Spotify $9.99", "Spotify"),
        ("My plan with Xenon Media costs $9.99", "Xenon Media"),
        ("Auto-pay the $9.99 Disney + subscription", "Disney +"),
        ("Auto-pay the $9.99 plan.", None),
        ("Please pay $9.99 every May", None),
        ("Pay $9.99 to Acme or $9.99 to Zephyr", None),  # which of the two
        ("A flight to Oslo for $9.99", None),
    ],
)
def test_whom_money_goes_to_is_read_from_the_sentence(quote: str, payee: str | None) -> None:
    assert read("$9.99", quote) == usd("9.99", payee)


SAME = [
    ("$9.99", "9.99 USD"),
    ("$9.99", "US$ 9.99"),
    ("$2k", "2,000 dollars"),
    ("$200 for rent", "200 usd for  Rent"),
    ("90 minutes", "1.5 hours"),
    ("1 kg", "1000 g"),
    ("3 May 2027", "2027-05-03"),
    ("yes", "True"),
    ("Oslo", "oslo!"),
    ("12,000", "12000"),
]
DIFFERENT = [
    ("$9.99", "$19.99"),
    ("$9.99", "9.99 EUR"),
    ("$9.99", "9.99"),
    ("$200 for rent", "$200 for food"),
    ("the $9.99 Spotify plan", "the $9.99 Netflix plan"),
    ("3.1", "3.10"),  # versions
    ("-5", "5"),
    ("90 minutes", "90 hours"),
    ("1 kg", "1 g"),
    ("yes", "no"),
    ("1 min", "60"),
]


def key(value: str) -> str:
    return value_key(value, read(value))


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_the_same_thing_is_one_value(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_in_amount_unit_or_words_does_not(one: str, other: str) -> None:
    assert key(one) != key(other)


def test_a_payee_tells_two_payments_apart() -> None:
    to_netflix = value_key("$9.99", read("$9.99", "I pay $9.99 to Netflix"))
    assert to_netflix != value_key("$9.99", read("$9.99", "I pay $9.99 to Spotify"))


@given(value=st.text(max_size=60), quote=st.text(max_size=80))
def test_any_text_is_read_or_left(value: str, quote: str) -> None:
    typed = read(value, quote, SAID_AT)
    assert value_key(value, typed) == value_key(value, read(value, quote, SAID_AT))


PIECES = st.sampled_from(
    ["$", "€", "9", "9.99", "1,000", "1.000", "-", " ", "USD", "EUR", "kg", "k", "min", "h", ",",
     "\u0663", "\u00a0", "May", "2027", "to Acme", "%", "'"],
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_pieces_of_amounts_in_any_order_are_read_or_left(value: str) -> None:
    value_key(value, read(value, value, SAID_AT))


amounts = st.decimals(min_value=0, max_value=10**9, places=2)


@given(amount=amounts, code=st.sampled_from(sorted(CURRENCIES)))
def test_an_amount_is_the_same_in_every_way_of_writing_it(amount: Decimal, code: str) -> None:
    plain, grouped = f"{amount:f}", f"{amount:,f}"
    for written in (f"{plain} {code}", f"{grouped} {code}", f"{grouped}{code}"):
        found = money_in(written)
        assert found is not None, written
        assert (found.amount, found.currency) == (amount, code)
        assert key(written) == key(f"{plain} {code}")


@given(one=amounts, other=amounts)
def test_two_amounts_are_the_same_value_where_they_are_equal(one: Decimal, other: Decimal) -> None:
    assert (key(f"${one}") == key(f"{other} USD")) is (one == other)


@given(st.decimals(min_value=-(10**15) + 1, max_value=10**15 - 1, places=6))
def test_a_plain_number_is_read_exactly(number: Decimal) -> None:
    assert amount_of(f"{number:f}") == number


@given(st.text(alphabet="0123456789.,-'\u00a0", max_size=30))
def test_a_numeral_is_read_or_left(text: str) -> None:
    amount = amount_of(text)
    assert amount is None or amount.is_finite()


# --- in the fold ---------------------------------------------------------------------------------


def _typed(assertion: Assertion) -> Assertion:
    return replace(assertion, typed=read(assertion.value or ""))


@pytest.mark.law(4)
@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_said_otherwise_is_evidence_and_contests_nothing(one: str, other: str) -> None:
    first = said(one, 0, source="owner")
    later = said(other, 1, source="user:bo", id="a_later")
    typed = [_typed(first), _typed(later)]
    for order in (typed, typed[::-1]):
        folded = fold(order, NOW)
        assert folded is not None
        assert (folded.status, folded.independent_sources) == ("active", 2)
        assert make_head(HeadKey("f_1", 1, 1), folded).typed == read(other, "")
        assert {entry.status for entry in history(order, NOW)} == {"active"}


def test_a_later_weaker_word_of_another_amount_contests_it() -> None:
    first = _typed(said("$9.99", 0))
    later = said("19.99 USD", 1, id="a_later", trust=Provenance.OBSERVED)
    folded = fold([first, _typed(later)], NOW)
    assert folded is not None
    assert folded.status == "contested"

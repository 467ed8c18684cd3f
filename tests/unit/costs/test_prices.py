"""The file of prices: each is dated, has a page, and is used; a broken file says what is wrong."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costs import agentcore
from costs.__main__ import MODELS
from costs.lines import Case
from costs.lines_standing import NODES
from costs.prices import Price, PriceError, Prices
from costs.sheet import Sheet
from costs.usage import Usage

AMOUNTS = st.floats(0, 1e12)


def price(usd: float = 0.5, per: int = 1000) -> Price:
    return Price(
        usd=usd, per=per, unit="things", looked_up=date(2026, 11, 30), page="https://a.example",
        seen="",
    )  # fmt: skip


def test_every_price_is_used(case: Case, prod: Sheet, dev: Sheet) -> None:
    sheets = [prod, dev, *(prod.asking(model) for model in MODELS)]
    used = {id(line.price) for sheet in sheets for line in (*sheet.lines, *sheet.theirs)}
    used |= {id(line.price) for line in agentcore.lines(case, own_model=True)}
    listed = case.prices.prices
    unused = {name for name, each in listed.items() if id(each) not in used}
    assert unused <= set(NODES.values()), "prices of nodes are there to compare with"
    assert len(used) > 25


def test_every_price_is_dated_and_its_page_is_the_vendors(case: Case) -> None:
    today = datetime.now(UTC).date()
    for each in case.prices.prices.values():
        assert date(2026, 11, 1) <= each.looked_up <= max(today, date(2026, 11, 30))
        assert each.page.startswith(("https://aws.amazon.com/", "https://docs.aws.amazon.com/"))
    assert case.prices.region == "us-east-1"


def test_the_models_have_both_prices(case: Case) -> None:
    for model in MODELS:
        assert case.prices[f"{model}_in"].usd < case.prices[f"{model}_out"].usd


@given(AMOUNTS, AMOUNTS)
def test_a_price_is_linear(one: float, other: float) -> None:
    listed = price()
    assert listed.of(one + other) == pytest.approx(listed.of(one) + listed.of(other))
    assert listed.of(0) == 0
    assert listed.of(1000) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("usd = 1.0", "usd = -1.0", "greater than or equal to 0"),
        ("per = 1_000_000", "per = 0", "greater than 0"),
        ('page = "https:', 'page = "ftp:', "page"),
        ("looked_up = 2026-11-30", "", "looked_up"),
        ("usd = 1.0", "usd = = 1.0", "prices.toml"),
        ('unit = "requests"', 'unit = "requests"\ncolour = "red"', "colour"),
    ],
)
def test_a_broken_file_says_what_is_wrong(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    whole = Path("costs/prices.toml").read_text(encoding="utf-8")
    file = tmp_path / "prices.toml"
    file.write_text(whole, encoding="utf-8")
    assert Prices.read(file) == Prices.read()
    file.write_text(whole.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(PriceError, match=says):
        Prices.read(file)


def test_a_price_that_is_not_listed_is_an_error(case: Case) -> None:
    with pytest.raises(PriceError, match="no price named gold"):
        case.prices["gold"]


def test_the_measured_constants_say_how_they_were_made() -> None:
    usage = Usage.read()
    assert usage.made.by == "make cost-usage"
    assert usage.document_bytes > 1000
    assert 0 < usage.model.share <= 1
    assert len(usage.metrics) == len(set(usage.metrics)) >= 4

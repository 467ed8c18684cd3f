"""The notation reads like the sentences it matches, and refuses what it cannot read."""

import re

import pytest

from muniment.domain.grammar.attributes import ALIASES, canonical, head, kin, singular, snake
from muniment.domain.grammar.notation import PARTS, pattern
from muniment.domain.grammar.values import cut, name


def test_alternatives_options_and_parts() -> None:
    rule = pattern("[you can] (call|ring) me <capital>")
    for text in ("call me Ada", "You can ring me  Ada Moor", "RING ME Ada"):
        assert rule.match(text)
    for text in ("call Ada", "recall me Ada", "call me ada", "please call me Ada", "callme Ada"):
        assert not rule.match(text)


@pytest.mark.parametrize("notation", ["(a|b", "a)", "[a", "a]", "(a]", "<nothing>"])
def test_what_cannot_be_read_is_refused(notation: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        pattern(notation)


@pytest.mark.parametrize("part", sorted(PARTS))
def test_every_part_is_a_pattern(part: str) -> None:
    assert re.compile(PARTS[part])


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("Favorite Color", "favourite_colour"),
        ("date of birth", "birthday"),
        ("e-mail address", "email"),
        ("work phone number", "work_phone_number"),
        ("new car", "car"),
        ("Locker code", "locker_code"),
        ("job", "occupation"),
    ],
)
def test_attributes_have_one_name(phrase: str, expected: str) -> None:
    assert canonical(phrase) == expected


def test_no_alias_is_ambiguous() -> None:
    aliases = [alias for names in ALIASES.values() for alias in names.split(", ")]
    assert len(aliases) == len(set(aliases))
    assert not set(map(snake, aliases)) & set(ALIASES)


def test_nouns() -> None:
    assert [kin(noun) for noun in ("sisters", "Mum", "kids", "roommate")] == [
        "sister", "mother", "child", "flatmate",
    ]  # fmt: skip
    assert [singular(noun) for noun in ("cities", "movies", "bus", "glass", "codes")] == [
        "city", "movie", "bus", "glass", "code",
    ]  # fmt: skip
    assert head("the aisle seat in row 3") == "seat"
    assert len(snake("word " * 50)) <= 60


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Genoa now.", "Genoa"),
        ("Genoa at the moment, thanks!", "Genoa"),
        ("green, not blue", "green"),
        ("green because I like it", "green"),
        ('"Blue Hour"!', "Blue Hour"),
        ("Graz, Austria", "Graz, Austria"),
        ("500 euros if you need it", "500 euros"),
        ("500 euros if I get the bonus", ""),
        ("green \U0001f600", "green"),
        ("x" * 400, ""),
    ],
)
def test_where_a_value_ends(text: str, value: str) -> None:
    assert cut(text) == value


def test_names() -> None:
    assert name("Ada Moor and the others") == "Ada Moor"
    assert name("Ludwig van der Berg") == "Ludwig van der Berg"
    assert name("ada", casual=True) == "ada"
    assert name("ada") == name("not important", casual=True) == ""

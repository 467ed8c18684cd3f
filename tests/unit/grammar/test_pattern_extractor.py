"""The extractor as its callers see it: whose facts, what is corrected, what is an episode."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muniment.adapters.pattern_extractor import PatternExtractor
from muniment.app.extractor import Extractor, Surroundings
from muniment.domain.events import Event, Role
from muniment.domain.grammar.episodes import LONGEST
from muniment.domain.grammar.rows import LOOSE, TOLD
from muniment.domain.handling import Handling, Origin
from muniment.domain.heads import Admitted, make_assertion
from muniment.domain.policy import CONFIDENCE_FLOOR
from muniment.domain.records import Candidate, Effect, Fact, Kind, Status
from tests.support.fences import FENCE_CLOSE, FENCE_OPEN

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
EXTRACTOR: Extractor = PatternExtractor()

Row = tuple[str, str, str, str | None]
AIRPORT = "My home airport is Turin."


def turn(text: str, number: int = 9, **changes: object) -> Event:
    fields: dict[str, object] = {
        "id": f"v{number}", "session": "s", "order": f"{number:03}", "role": Role.USER,
        "text": text, "occurred_at": NOON, "received_at": NOON, **changes,
    }  # fmt: skip
    return Event(**fields)  # type: ignore[arg-type]


def fact(attribute: str, value: str, subject: str = "user") -> Fact:
    return Fact(
        id=f"f_{subject}_{attribute}", status=Status.ACTIVE, revision=1, epoch=1,
        attribute=attribute, subject=subject, value=value,
    )  # fmt: skip


def whole(event: Event, surroundings: Surroundings) -> list[Candidate]:
    """Return what a turn says by itself, and of what was said before it."""
    referring = EXTRACTOR.resolve(event, surroundings)
    assert not referring or EXTRACTOR.refers_back(event)
    found = [*referring, *EXTRACTOR.extract(event)]
    return sorted(found, key=lambda c: (c.span.start, c.span.end))


def facts(text: str, *before: str, known: tuple[Fact, ...] = ()) -> list[Row]:
    """Extract `text` after the owner's turns `before`; return effect, subject, attribute, value."""
    surroundings = Surroundings(
        tuple(turn(said, number) for number, said in enumerate(before)), known
    )
    found = whole(turn(text), surroundings)
    return [
        (c.effect.value, c.subject, c.attribute or "", c.value)
        for c in found
        if c.kind is Kind.FACT
    ]


def episodes(event: Event) -> list[Candidate]:
    return [c for c in EXTRACTOR.extract(event) if c.kind is Kind.EPISODE]


# --- whose facts -----------------------------------------------------------------------------


def test_only_the_owner_states_the_owners_facts() -> None:
    assert facts(AIRPORT) == [("assert", "user", "home_airport", "Turin")]
    others = (
        turn(AIRPORT, role=Role.ASSISTANT, by_owner=False),
        turn(AIRPORT, role=Role.TOOL, by_owner=False),
        turn(AIRPORT, speaker="Bo", by_owner=False),
    )
    for other in others:
        assert [c.kind for c in EXTRACTOR.extract(other)] == [Kind.EPISODE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My flatmate is allergic to cilantro.", ("flatmate", "allergy_to_cilantro", "cilantro")),
        ("My sister Anna lives in Graz.", ("anna", "residence", "Graz")),
        ("My sister Anna lives in Graz.", ("anna", "relation", "sister")),
        ("My flatmate hates cilantro.", ("flatmate", "like_cilantro", "hates cilantro")),
        ("Ada works at Northwind as controller.", ("ada", "employer", "Northwind")),
        ("Ilan is on project Kestrel.", ("ilan", "project", "Kestrel")),
        (
            "Ilan has been moved off Kestrel to project Osprey.",
            ("ilan", "project", "Osprey"),
        ),
        ("He said 'I love jazz', I don't.", ("he", "like_jazz", "love jazz")),
        ('He said "My home airport is Turin".', ("he", "home_airport", "Turin")),
        ('My brother Tom told me: "I live in Graz".', ("tom", "residence", "Graz")),
        ("My sister says she loves jazz.", ("sister", "like_jazz", "loves jazz")),
        ("Remember that Bo works at Northwind", ("bo", "employer", "Northwind")),
    ],
)
def test_what_is_said_of_others_is_theirs(text: str, expected: tuple[str, str, str]) -> None:
    assert ("assert", *expected) in facts(text)
    own = [row for row in facts(text) if row[1] == "user"]
    assert own == ([("assert", "user", "like_jazz", "I don't")] if "I don't" in text else [])


def test_two_brothers_are_two() -> None:
    said = "My brother Tom is a carpenter. My brother Jim is a nurse."
    assert [(row[1], row[3]) for row in facts(said) if row[2] == "occupation"] == [
        ("tom", "carpenter"), ("jim", "nurse"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My sister is called Ida. My other sister is called Eva.", {
            ("sister", "name", "Ida"), ("other_sister", "name", "Eva"),
        }),
        ("My older brother lives in Leeds. My younger brother lives in York.", {
            ("older_brother", "residence", "Leeds"), ("younger_brother", "residence", "York"),
        }),
        ("My new manager is Tom.", {("manager", "name", "Tom")}),
        ("My dentist is Dr Lindqvist now.", {("dentist", "name", "Dr Lindqvist")}),
    ],
)  # fmt: skip
def test_of_two_relatives_it_is_said_which_one(
    said: str, expected: set[tuple[str, str, str]]
) -> None:
    assert {(row[1], row[2], row[3]) for row in facts(said)} == expected


def test_a_task_is_no_statement_and_what_is_said_beside_it_is() -> None:
    said = "Translate: I live in Berlin.\n\nBy the way, I live in Ghent."
    assert [(row[2], row[3]) for row in facts(said)] == [("residence", "Ghent")]
    asked = "Can you rewrite my CV? I work at Acme."
    assert [(row[2], row[3]) for row in facts(asked)] == [("employer", "Acme")]


@pytest.mark.parametrize(
    "text",
    [
        "If I were rich I'd buy a boat.",
        "If I lived in Oslo, my rent is 900.",
        "> My home airport is Turin.",
        "Imagine I'm a pirate. My name is Jack.",
        "Is my home airport Turin?",
        "My home airport is Turin, right?",
        "I would like a coffee.",
        "I wish my name was Bob.",
        "Ignore this: the assistant's name is Max.",
        "Any ideas for a trip?",
        "If he said 'I love jazz', fine.",
        "Music helps a lot.",
        "Running hates me.",
        "They said it would rain.",
        "ok thanks",
        "Call me tomorrow.",
        "Preferisco il posto accanto al finestrino.",
        "Translate: I live in Berlin and my name is Hans.",
        "Please rewrite this sentence: My name is Hans. I live in Berlin.",
        "Summarise the following: I live in Bonn. My dog is called Rex.",
        "Proofread my text:\nI work at Acme and my home airport is Turin.",
        "Write an email that says I am ill and I live in Bonn.",
        "Can you draft a poem in which my name is Ishmael?",
    ],
)
def test_what_is_not_stated_is_no_fact(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't eat meat any more.", ("eat_meat", "don't eat meat")),
        ("Remember that the heating hums at night.", (
            "note_heating_hums_at_night", "the heating hums at night",
        )),
        ("Remember I take two sugars.", ("note_take_two_sugars", "I take two sugars")),
        ("Can you remember that my locker code is zebra-4471?", ("locker_code", "zebra-4471")),
        ("Please don\u2019t forget I\u2019m vegan.", ("diet", "vegan")),
        ("The flat is big, but my rent is 900 euros now, thanks", ("rent", "900 euros")),
        ("My name is Ada, what's yours?", ("name", "Ada")),
        ("I don't have a car.", ("has_car", "don't have a car")),
        ("I don't like green any more.", ("like_green", "don't like green")),
    ],
)  # fmt: skip
def test_what_is_stated_is(text: str, expected: tuple[str, str]) -> None:
    assert facts(text) == [("assert", "user", *expected)]


def test_another_language_is_kept_in_its_own_words_and_states_nothing() -> None:
    italian = turn(
        "Preferisco il posto accanto al finestrino. My name \u00e8 Ada, come il mio gatto."
    )
    assert [c.kind for c in EXTRACTOR.extract(italian)] == [Kind.EPISODE]
    told = turn("My home airport is Turin.", handling=Handling(language="it"))
    assert [c.kind for c in EXTRACTOR.extract(told)] == [Kind.EPISODE]


def test_what_happened_yesterday_is_dated_in_the_speaker_s_zone() -> None:
    said = datetime(2024, 3, 2, 1, 30, tzinfo=timezone(timedelta(hours=9)))
    event = turn("I got back from Oslo yesterday.", occurred_at=said)
    (found,) = (c for c in EXTRACTOR.extract(event) if c.kind is Kind.FACT)
    assert found.valid_from is not None
    assert found.valid_from.isoformat() == "2024-03-01T00:00:00+09:00"
    assert found.attribute == "event_got_back_from_oslo_yesterday_2024_03_01"
    assertion = make_assertion("a", "f", Admitted(event, found, Origin("extractor")))
    assert assertion.valid_from.isoformat() == "2024-02-29T15:00:00+00:00"
    residence = turn("I moved to Genoa last month", occurred_at=said)
    (moved,) = (c for c in EXTRACTOR.extract(residence) if c.kind is Kind.FACT)
    assert moved.valid_from is None


# --- corrections -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Actually it's Genoa, not Turin.", "Actually, it\u2019s Genoa.", "No, it's Genoa now",
        "I meant Genoa", "Correction: Genoa", "It's not Turin, it's Genoa", "No wait, Genoa.",
        "Not Turin, Genoa", "Make it Genoa, please", "Actually, my home airport is Genoa.",
        "Sorry, I misspoke, it's Genoa instead of Turin",
    ],
)  # fmt: skip
def test_a_correction_is_about_what_was_said_before(text: str) -> None:
    assert facts(text, AIRPORT) == [("assert", "user", "home_airport", "Genoa")]
    assert facts(text, AIRPORT, "ok thanks") == facts(text, AIRPORT)


def test_a_correction_names_the_known_value_it_corrects() -> None:
    known = (fact("home_airport", "Turin"), fact("favourite_colour", "green"))
    assert facts("Actually it's Genoa, not Turin.", known=known) == [
        ("assert", "user", "home_airport", "Genoa")
    ]
    ambiguous = (*known, fact("residence", "Turin"))
    assert facts("Actually it's Genoa, not Turin.", known=ambiguous) == []
    assert facts("Actually it's Genoa, not Turin.", AIRPORT, known=ambiguous) == [
        ("assert", "user", "home_airport", "Genoa")
    ]


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Actually, it's Genoa.", ()),
        ("Actually it's Genoa, not Turin.", ()),
        ("Actually, it's raining.", (AIRPORT,)),
        ("No, it's fine.", (AIRPORT,)),
        ("It's Genoa.", (AIRPORT,)),
        ("Actually, it's Genoa.", (AIRPORT, "I saw a film about trams.")),
        ("Actually, it's Genoa.", ("My name is Ada and I live in Turin.",)),
    ],
)
def test_what_cannot_be_resolved_invents_nothing(text: str, before: tuple[str, ...]) -> None:
    assert facts(text, *before) == []


def test_within_a_turn_the_last_word_counts() -> None:
    assert facts(f"{AIRPORT} Actually it's Genoa.") == [("assert", "user", "home_airport", "Genoa")]
    assert facts("Actually it's Bari.", AIRPORT, "No, it's Genoa.") == [
        ("assert", "user", "home_airport", "Bari")
    ]


def test_a_value_that_names_its_attribute_moves_with_it() -> None:
    known = (fact("allergy_to_peanuts", "peanuts"),)
    assert sorted(facts("It's walnuts, not peanuts.", known=known)) == [
        ("assert", "user", "allergy_to_walnuts", "walnuts"),
        ("retract", "user", "allergy_to_peanuts", None),
    ]


KNOWN = (
    fact("sister", "a sister in Oslo"),
    fact("name", "Anna", "sister"),
    fact("residence", "Turin"),
    fact("employer", "Northwind"),
    fact("diet", "vegetarian"),
    fact("favourite_colour", "green"),
    fact("car", "a blue Skoda"),
    fact("locker_code", "zebra-4471"),
    fact("preferred_time_of_day", "mornings"),
)


def test_a_changed_taste_closes_what_it_contradicts_and_is_kept() -> None:
    assert sorted(facts("I don't like green any more.", known=KNOWN)) == [
        ("assert", "user", "like_green", "don't like green"),
        ("retract", "user", "favourite_colour", None),
    ]
    assert facts("I don't have a car.", known=KNOWN)[0] == ("retract", "user", "car", None)


def test_who_has_no_sister_has_none_by_name_either() -> None:
    anna = (fact("relation", "sister", "anna"), fact("residence", "Graz", "anna"))
    tom = (fact("relation", "brother", "tom"), fact("residence", "Bern", "tom"))
    found = facts("I misspoke, I have no sister.", known=(*anna, *tom))
    assert [row[:3] for row in found] == [
        ("retract", "anna", "relation"), ("retract", "anna", "residence"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("I misspoke, I have no sister.", ["name", "sister"]),
        ("I no longer live in Turin.", ["residence"]),
        ("I don\u2019t work at Northwind any more", ["employer"]),
        ("I'm no longer vegetarian", ["diet"]),
        ("I have no car now.", ["car"]),
        ("I sold it, I no longer have a car.", ["car"]),
        ("Forget that I live in Turin.", ["residence"]),
        ("please forget my locker code", ["locker_code"]),
    ],
)
def test_a_retraction_closes_the_fact_it_matches(text: str, attributes: list[str]) -> None:
    found = facts(text, known=KNOWN)
    assert [row[2] for row in found] == attributes
    assert {(row[0], row[3]) for row in found} == {("retract", None)}
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I no longer live in Genoa.", "Forget that I live in Genoa.", "Forget it.", "forget that",
        "I have no idea.", "I don't have time.", "I don't have time any more.", "Delete the file.",
        "I don't work at Northwind on Fridays.", "I no longer care.", "That's not true any more.",
        "Don't forget my birthday.", "I have no brother.",
    ],
)  # fmt: skip
def test_a_retraction_that_matches_nothing_retracts_nothing(text: str) -> None:
    assert facts(text, known=KNOWN) == []


def test_that_is_not_true_any_more_is_about_the_one_thing_just_said() -> None:
    assert facts("That's not true any more, I moved.", AIRPORT) == [
        ("retract", "user", "home_airport", None)
    ]
    assert facts("That's not true any more.", f"{AIRPORT} My rent is 900 euros.") == []


# --- spans and episodes ----------------------------------------------------------------------


def test_a_quote_is_its_span_and_holds_the_value() -> None:
    text = "\U0001f389 By the way, my home airport\u2019s \u201cGenoa\u201d now! Bye"
    candidates = EXTRACTOR.extract(turn(text))
    (found,) = (c for c in candidates if c.kind is Kind.FACT)
    assert found.text == "my home airport\u2019s \u201cGenoa\u201d now!"
    assert text[found.span.start : found.span.end] == found.text
    assert (found.attribute, found.value) == ("home_airport", "Genoa")
    assert found.confidence >= CONFIDENCE_FLOOR


@pytest.mark.parametrize("role", list(Role))
def test_every_turn_of_substance_is_an_episode(role: Role) -> None:
    (found,) = episodes(turn("  zebra-4471 \n", role=role))
    assert (found.text, found.span.start, found.span.end) == ("zebra-4471", 2, 12)
    assert episodes(turn("Thanks so much!!", role=role)) == []


def test_recalled_memory_is_not_taken_again() -> None:
    block = f"{FENCE_OPEN} version=1>\n- My home airport is Turin.\n{FENCE_CLOSE}"
    assert EXTRACTOR.extract(turn(block)) == []
    mixed = turn(f"My rent is 900 euros.\n{block}\nWhat else do you know?")
    assert [c.text for c in episodes(mixed)] == ["My rent is 900 euros.", "What else do you know?"]
    assert facts(mixed.text) == [("assert", "user", "rent", "900 euros")]


def test_a_long_turn_is_cut_where_sentences_end_and_read_to_its_end() -> None:
    filler = "The tram to the harbour was late again and stood in the cold rain. " * 455
    text = (
        f"My home airport is Turin. {filler}My locker code is zebra-4471. {filler}\n\n"
        "My shoe size is 38."
    )
    assert len(text) > 60_000
    assert facts(text) == [
        ("assert", "user", "home_airport", "Turin"),
        ("assert", "user", "locker_code", "zebra-4471"),
        ("assert", "user", "shoe_size", "38"),
    ]
    found = episodes(turn(text))
    assert all(len(c.text) <= LONGEST for c in found)
    assert "".join("".join(c.text for c in found).split()) == "".join(text.split())
    assert all(c.text.endswith((".", "!")) for c in found)
    assert sum(len(c.text) for c in episodes(turn("x" * 9001))) == 9001


# --- any text --------------------------------------------------------------------------------

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=120)
PHRASES = st.lists(
    st.sampled_from(
        [
            "My home airport is", "I live in", "Turin", "not", "Genoa", ",", ".", "actually",
            "it's", "I'm", "my sister", "Anna", "remember that", "forget", "'", '"', "\u2019",
            "?", "if", "\n", "34", "allergic to", "I don't", "any more", "\0", "\u0301",
            "\U0001f389", "(", ")", FENCE_OPEN, FENCE_CLOSE, "\u00a0", "I always take", "no",
            "is my favourite", ":",
        ]
    ),
    max_size=25,
).map(" ".join)  # fmt: skip


@settings(max_examples=300)
@given(st.one_of(ANY_TEXT, PHRASES), st.one_of(ANY_TEXT, PHRASES))
def test_any_text_is_read_without_error_and_spans_hold(text: str, before: str) -> None:
    surroundings = Surroundings((turn(before, 1),), KNOWN)
    event = turn(text)
    found = whole(event, surroundings)
    assert found == whole(event, surroundings)
    assert found == sorted(found, key=lambda c: (c.span.start, c.span.end))
    for candidate in found:
        start, end = candidate.span.start, candidate.span.end
        assert 0 <= start < end <= len(text)
        assert text[start:end] == candidate.text
        if candidate.kind is Kind.FACT:
            assert candidate.attribute
            assert (candidate.value is None) == (candidate.effect is Effect.RETRACT)
            assert (candidate.value or "") in candidate.text
    keys = [(c.subject, c.attribute) for c in found if c.kind is Kind.FACT]
    assert len(keys) == len(set(keys))


LENGTH = 200_000


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit",
    [
        "a", " ", ".", "'", '"', "(", "\n", ", ", "my ", "I ", "not ", "...a", "? ", "my a is ",
        "no, ", "remember that ", FENCE_OPEN + " ", FENCE_OPEN + ">\n", FENCE_CLOSE, "'a", "```",
        "i'm ", "actually, it's not ", "a-", "1,000", "\n> ", "and i ", "he said ", "\u00a0", "M.",
    ],
)  # fmt: skip
def test_pathological_texts_end(unit: str) -> None:
    text = (unit * (LENGTH // len(unit) + 1))[:LENGTH]
    found = whole(turn(text), Surroundings((turn(text[:2000], 1),), KNOWN))
    assert all(text[c.span.start : c.span.end] == c.text for c in found)


# --- the sentence gate -----------------------------------------------------------------------


class Scripted:
    """A gate that gives every sentence the score that its words have in a table, else 0."""

    version = "scripted/1"

    def __init__(self, **scores: float) -> None:
        self.told = scores
        self.asked: list[list[str]] = []

    def scores(self, passage: str, spans: Sequence[tuple[int, int]]) -> list[float]:
        said = [passage[start:end] for start, end in spans]
        self.asked.append(said)
        return [
            max((score for word, score in self.told.items() if word in sentence), default=0.0)
            for sentence in said
        ]


def values(gate: Scripted | None, text: str) -> list[str | None]:
    found = PatternExtractor(gate).extract(turn(text))
    return [c.value for c in found if c.kind is Kind.FACT]


TOLD_ONE, LOOSE_ONE, KEPT_ONE = (
    "I went to the harbour market.", "My schedule is already packed.", AIRPORT,
)  # fmt: skip


def test_the_gate_decides_on_what_is_told_and_not_on_what_is_always_kept() -> None:
    text = f"{TOLD_ONE} {LOOSE_ONE} {KEPT_ONE}"
    assert values(Scripted(harbour=TOLD, schedule=LOOSE), text) == [
        "went to the harbour market", "already packed", "Turin",
    ]  # fmt: skip
    assert values(Scripted(harbour=TOLD - 0.01, schedule=LOOSE - 0.01), text) == ["Turin"]
    assert values(Scripted(harbour=1.0), text) == ["went to the harbour market", "Turin"]


def test_without_a_gate_what_is_loose_is_not_made() -> None:
    assert values(None, f"{TOLD_ONE} {LOOSE_ONE}") == ["went to the harbour market"]


def test_what_the_owner_asks_to_remember_is_not_judged() -> None:
    gate = Scripted()
    assert values(gate, "Remember that I went to the harbour market.")
    assert gate.asked == []


def test_the_gate_sees_the_sentences_of_the_passage_that_is_stored() -> None:
    gate = Scripted(harbour=1.0)
    assert values(gate, f"Hello there! {TOLD_ONE} Nice.")
    assert gate.asked == [["Hello there!", TOLD_ONE, "Nice."]]
    assert values(gate, "What a lovely sea that is.") == []
    assert len(gate.asked) == 1  # nothing was told, so nothing is scored


def test_a_long_turn_is_scored_an_episode_at_a_time() -> None:
    gate = Scripted(harbour=1.0, cellar=1.0)
    filler = "Then the rain fell on the roof all day long. " * 150
    text = f"{TOLD_ONE} {filler}I painted the whole cellar. "
    assert values(gate, text) == ["went to the harbour market", "painted the whole cellar"]
    assert len(gate.asked) == 2
    passages = [sentence for asked in gate.asked for sentence in asked]
    assert passages.count("I painted the whole cellar.") == 1


def test_the_version_names_the_gate() -> None:
    assert PatternExtractor(Scripted()).version == f"{PatternExtractor().version} scripted/1"

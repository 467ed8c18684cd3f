"""Recall: what is relevant, within its budget, and nothing where nothing is."""

from typing import cast

import pytest

from examples.client import Memory
from tests.e2e.world import World, status_of, tell

STORY = (
    "I repaired the tide mill's old gauge with my neighbour Ines.",
    "The gauge reads two centimetres too high since the flood.",
    "My favourite tea is mountain sage.",
    "Ines wants to paint the mill door ochre before the regatta.",
    "The regatta starts at the harbour on the first Sunday of June.",
    "We ordered eleven litres of ochre paint from the shop in Duino.",
)
UNRELATED = "What is the boiling point of ethanol?"


@pytest.fixture(scope="module")
def told(world: World) -> Memory:
    """A user who told the story, indexed."""
    ada = world.someone()
    tell(ada, *STORY)
    world.until_indexed(list(ada.records("episode")))
    return ada


def test_a_related_question_finds_the_turn_with_its_reasons(told: Memory) -> None:
    context = told.recall("Which colour will the mill door be painted?")
    assert context["degraded"] == []
    said = [item["text"] for item in (*context["facts"], *context["episodes"])]
    # As the turn, or as the fact that was made of it.
    assert any("paint the mill door ochre" in text for text in said[:3])
    assert "paint the mill door ochre" in context["text"]
    for item in context["episodes"]:
        assert item["sources"]
        assert item["reasons"]


def test_a_recall_is_explained_and_judged(world: World) -> None:
    ada = world.someone()
    dog = ada.store(attribute="dog", value="Rex the setter")["id"]
    cat = ada.store(attribute="cat", value="Rex the tabby")["id"]
    recall = ada.recall("Who is Rex?", floor=0)["recall_id"]
    items = cast("list[dict[str, object]]", ada.explain(recall)["items"])
    assert {item["id"]: item["standing"] for item in items} == {dog: "there", cat: "there"}
    heard = ada.judge(recall, helpful=[cat], wrong=[dog])
    assert [each["effect"] for each in heard] == ["counted", "counted"]
    assert heard[1]["review"]
    leaning = {fact["id"]: fact["reasons"]["feedback"]
               for fact in ada.recall("Who is Rex?", floor=0)["facts"]}  # fmt: skip
    assert leaning[dog] < 0 < leaning[cat]


@pytest.mark.law(8)
def test_an_unrelated_question_recalls_nothing_and_says_so_plainly(told: Memory) -> None:
    nothing = told.recall(UNRELATED)
    assert nothing["facts"] == nothing["episodes"] == []
    assert nothing["degraded"] == []
    assert told.recall("Which tea is my favourite?")["facts"]
    assert told.recall(UNRELATED, floor=0)["episodes"], "without a floor there is always a nearest"


def test_the_strictest_floor_is_stricter_than_none(told: Memory) -> None:
    question = "When does the regatta start?"
    assert told.recall(question, floor=0)["episodes"]
    assert told.recall(UNRELATED, floor=1)["episodes"] == []


def test_k_bounds_the_episodes(told: Memory) -> None:
    for k in (1, 3):
        assert len(told.recall("the mill and its gauge", k=k, floor=0)["episodes"]) == k


@pytest.mark.law(9)
def test_the_budget_is_hard_and_what_it_dropped_is_counted(told: Memory) -> None:
    wide = told.recall("the mill and its gauge", floor=0, budget=32000)
    tight = told.recall("the mill and its gauge", floor=0, budget=60)
    assert tight["tokens"] <= 60 < wide["tokens"]
    assert len(tight["episodes"]) < len(wide["episodes"])
    assert sum(tight["dropped"].values()) > sum(wide["dropped"].values())


@pytest.mark.law(10)
def test_the_rendering_is_fenced_and_labelled(told: Memory) -> None:
    text = told.recall("Which tea is my favourite?")["text"]
    lines = text.strip().splitlines()
    assert "mountain sage" in text
    assert "mountain sage" not in lines[0] + lines[-1], "the fence stands around it"
    assert "user_stated" in text


def test_an_empty_memory_recalls_nothing(world: World) -> None:
    context = world.someone().recall("Which tea is my favourite?")
    assert (context["facts"], context["episodes"], context["degraded"]) == ([], [], [])


def test_a_query_in_the_url_works_as_well(told: Memory) -> None:
    path = "/v1/memory/me/recall?query=Which%20tea%20is%20my%20favourite%3F&k=2&floor=0.1"
    assert "mountain sage" in told.request("GET", path).json()["text"]


def test_a_pasted_recall_is_not_remembered_again(world: World, told: Memory) -> None:
    """A context that an agent pastes back is fenced, and what is fenced is no new material."""
    bo = world.someone("bo")
    pasted = told.recall("Which tea is my favourite?")["text"]
    tell(bo, pasted, "The kiln cracked at noon.")
    assert all("sage" not in record["text"] for record in bo.records())
    assert [record["text"] for record in bo.records()] == ["The kiln cracked at noon."]


def test_pages_of_records_are_complete_and_without_repetition(told: Memory) -> None:
    everything = [record["id"] for record in told.records()]
    paged, cursor = [], None
    while True:
        page = told.page("episode", cursor, limit=2)
        assert len(page["records"]) <= 2
        paged += [record["id"] for record in page["records"]]
        if not (cursor := page.get("next_cursor")):
            break
    assert len(paged) == len(set(paged)) == len(STORY)
    assert set(paged) <= set(everything)


def test_a_cursor_of_another_user_is_of_no_use(world: World, told: Memory) -> None:
    cursor = told.page("episode", limit=2)["next_cursor"]
    eve = world.someone("eve")
    pages = []
    assert status_of(lambda: pages.append(eve.page("episode", cursor))) in {200, 400}
    assert all(page["records"] == [] for page in pages)

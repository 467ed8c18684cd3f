"""What is forgotten is gone with everything made of it, and does not come back."""

import pytest

from muniment.app.errors import NotFoundError, RefusedError
from muniment.app.remember import NewMemory
from muniment.app.views import OperationView
from muniment.domain.records import Kind
from tests.support.memory import Memory, Person, of_kinds, turn
from tests.support.resources import LEDGER

CODE = b"4471"
SAID = "my locker is zebra-4471"


def locker_told(ada: Person) -> str:
    """Tell a code beside other things, and return the fact's id."""
    ada.tell(
        turn("we met at the harbour", 0), turn(f"I was late. {SAID}. The boats were out", 1),
        turn("the rain came down", 2), turn("my city is Oslo", 0, session="s2"),
    )  # fmt: skip
    return ada.facts()["locker"].id


@pytest.mark.law(6)
def test_a_fact_takes_its_episode_and_the_next_context_with_it(memory: Memory, ada: Person) -> None:
    fact = locker_told(ada)
    episode = next(text for text in ada.episodes() if SAID in text)
    following = ada.episodes()["the rain came down"].id
    context = of_kinds(memory.rows(), f"3E#{following}")[0]["context"]
    assert "zebra-4471" in episode
    assert "zebra-4471" in context
    assert CODE in memory.bytes()

    erasure = ada.forget(fact)

    assert (erasure.status, set(erasure.probes.values())) == ("done", {0})
    assert CODE not in memory.bytes(), "in no table, not in the index, not in its log"
    assert ada.values() == {"city": "Oslo"}
    left = "I was late … The boats were out"
    assert set(ada.episodes()) == {
        "we met at the harbour", left, "the rain came down", "my city is Oslo",
    }  # fmt: skip
    assert of_kinds(memory.rows(), f"3E#{following}")[0]["context"] == left


@pytest.mark.law(6)
def test_what_is_encoded_is_encoded_again_without_the_words(memory: Memory, ada: Person) -> None:
    fact = locker_told(ada)
    states = memory.encoder.passages([SAID])[0].states
    word = next(
        states[start : start + 16]
        for start in range(0, len(states), 16)
        if memory.encoder.passages(["4471"])[0].states == states[start : start + 16]
    )
    assert any(word in row["states"] for row in of_kinds(memory.rows(), "5V"))
    ada.forget(fact)
    encodings = of_kinds(memory.rows(), "5V")
    assert len(encodings) == 5, "four episodes and a fact are still there"
    assert not any(word in row["states"] for row in encodings)


@pytest.mark.law(6)
def test_an_episode_takes_the_facts_that_cite_its_words(memory: Memory, ada: Person) -> None:
    locker_told(ada)
    episode = next(record for text, record in ada.episodes().items() if SAID in text)
    ada.forget(episode.id)
    assert ada.values() == {"city": "Oslo"}
    assert episode.id not in {record.id for record in ada.records()}
    assert CODE not in memory.bytes()
    neighbours = {row["record"]: row for row in of_kinds(memory.rows(), "5V")}
    first, last = (ada.episodes()[t].id for t in ("we met at the harbour", "the rain came down"))
    assert neighbours[first]["after"] == [last]
    assert neighbours[last]["before"] == [first]


@pytest.mark.law(6)
def test_another_users_memory_and_index_stay(memory: Memory, ada: Person, bob: Person) -> None:
    fact = locker_told(ada)
    bob.tell(turn(SAID))
    ada.forget(fact)
    assert bob.values() == {"locker": "zebra-4471"}
    assert memory.index.count(bob.scope) == 2
    with pytest.raises(NotFoundError):
        memory.forget_record(ada.scope, bob.facts()["locker"].id)
    ada.erase()
    assert bob.values() == {"locker": "zebra-4471"}
    assert memory.index.count(bob.scope) == 2
    assert memory.index.count(ada.scope) == 0


@pytest.mark.law(6)
def test_the_index_holds_a_record_until_it_is_forgotten(memory: Memory, ada: Person) -> None:
    fact = locker_told(ada)
    assert memory.index.holds(ada.scope, fact)
    ada.forget(fact)
    assert not memory.index.holds(ada.scope, fact)
    assert memory.index.holds(ada.scope, ada.facts()["city"].id)
    memory.reindex()
    assert not memory.index.holds(ada.scope, fact)
    assert memory.index.holds(ada.scope, ada.facts()["city"].id)


@pytest.mark.law(6)
@pytest.mark.parametrize(
    "again",
    [
        pytest.param(turn(f"I was late. {SAID}. The boats were out", 1), id="the same turn"),
        pytest.param(turn(SAID, 7, id="other-id", session="s9"), id="another id"),
        pytest.param(turn("MY LOCKER is   ZEBRA-4471!!", 8), id="other case and marks"),
        pytest.param(turn("the combination was Zebra_4471 I believe", 9), id="other words"),
        pytest.param(turn("my bike lock is zebra-4471", 10), id="another attribute"),
        pytest.param(turn("my locker is zebra_4471 today", 11), id="another joint"),
    ],
)
def test_a_code_does_not_come_back(memory: Memory, ada: Person, again: object) -> None:
    fact = locker_told(ada)
    ada.forget(fact)
    ada.tell(again)  # type: ignore[arg-type] # pytest's parameters are objects
    assert ada.values() == {"city": "Oslo"}
    assert CODE not in memory.bytes()


@pytest.mark.law(6)
def test_a_word_does_not_come_back_as_a_fact(memory: Memory, ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my dog is Rex", 1))
    ada.forget(ada.facts()["city"].id)
    ada.tell(turn("Well, my city is oslo of course", 5), turn("my dog is Rex as well", 6))
    with pytest.raises(RefusedError, match="forgotten"):
        ada.note(NewMemory(attribute="city", value="OSLO"))
    assert ada.values() == {"dog": "Rex"}
    assert "my dog is Rex as well" in ada.episodes(), "what is not forgotten is kept"


@pytest.mark.law(6)
def test_an_explicit_memory_does_not_bring_it_back(ada: Person) -> None:
    ada.forget(locker_told(ada))
    for memory in (NewMemory(SAID), NewMemory(attribute="locker", value="zebra-4471")):
        with pytest.raises(RefusedError) as refused:
            ada.note(memory)
        assert refused.value.reason == "forgotten"
    assert ada.note(NewMemory(attribute="locker", value="otter-9902")).value == "otter-9902"


@pytest.mark.law(6)
def test_the_value_before_does_not_rise_again(ada: Person) -> None:
    ada.tell(turn("my city is Oslo", 0), turn("my city is Bergen", 1))
    fact = ada.facts()["city"].id
    ada.forget(fact)
    assert ada.values() == {}
    past = [(entry.status, entry.value) for entry in ada.history(ada.scope, fact)]
    assert past == [("erased", None), ("superseded", "Oslo")]

    ada.tell(turn("my city is Turku", 2))
    assert ada.values() == {"city": "Turku"}, "what is new is told as ever"


@pytest.mark.law(6)
def test_a_fact_that_another_source_supports_outlives_one_of_its_turns(
    memory: Memory, ada: Person
) -> None:
    ada.tell(
        turn("my city is Oslo", 0, id="mine"),
        turn("the boats were out", 1),
        turn("my city is Oslo and I like it", 2, id="again"),
    )
    assert set(ada.facts()["city"].sources) == {"mine", "again"}

    ada.forget(ada.episodes(duplicates=True)["my city is Oslo"].id)

    assert ada.values() == {"city": "Oslo"}
    assert ada.facts()["city"].sources == ("again",)
    assert set(ada.episodes()) == {"the boats were out", "my city is Oslo and I like it"}


@pytest.mark.law(6)
def test_an_erased_record_is_found_in_no_way(memory: Memory, ada: Person) -> None:
    fact = locker_told(ada)
    assert ada.get(fact).value == "zebra-4471"
    episode = next(record for text, record in ada.episodes().items() if SAID in text)
    assert ada.get(episode.id).text == episode.text
    ada.forget(episode.id)
    for record in (fact, episode.id):
        with pytest.raises(NotFoundError):
            ada.get(record)
    history = ada.history(ada.scope, fact)
    assert [(entry.status, entry.value, entry.quote) for entry in history] == [
        ("erased", None, None)
    ]


def test_asking_again_gives_the_same_erasure(memory: Memory, ada: Person) -> None:
    fact = locker_told(ada)
    first = memory.forget_record(ada.scope, fact)
    again = memory.forget_record(ada.scope, fact)
    memory.settle()
    assert first.id == again.id
    assert ada.forget(fact).status == "done"
    with pytest.raises(NotFoundError):
        memory.forget_record(ada.scope, "f_unknown")


def test_a_value_told_after_its_erasure_can_be_forgotten_too(ada: Person) -> None:
    fact = locker_told(ada)
    first = ada.forget(fact)
    ada.tell(turn("my locker is otter-9902", 20))
    second = ada.forget(fact)
    assert first.id != second.id
    assert ada.values() == {"city": "Oslo"}


@pytest.mark.law(6)
def test_erasing_a_user_leaves_the_receipt_and_nothing_else(memory: Memory, ada: Person) -> None:
    locker_told(ada)
    erasure = ada.erase()
    assert erasure.status == "done"
    assert set(erasure.probes.values()) == {0}
    assert erasure.counted["facts"] == 2
    assert erasure.counted["index_entries"] == 6
    own = [row["sk"] for row in memory.rows() if row["pk"].endswith(ada.scope.owner)]
    assert own == ["0M"]
    assert CODE not in memory.bytes()
    kept = {row["sk"][:2] for row in memory.rows(LEDGER)}
    assert kept == {"A#", "X#", "x_"}
    assert ada.erase().id == erasure.id, "there is nothing to erase since"


@pytest.mark.law(6)
def test_after_a_user_was_erased_the_same_words_are_new(ada: Person) -> None:
    first = locker_told(ada)
    ada.erase()
    second = locker_told(ada)
    assert first != second
    assert ada.values() == {"locker": "zebra-4471", "city": "Oslo"}
    assert len(ada.records(Kind.EPISODE)) == 4


@pytest.mark.law(6)
def test_a_purge_takes_page_by_page_until_nothing_is_left(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.adapters.dynamodb.store._PURGE_PAGE", 7)
    locker_told(ada)
    assert len(memory.rows()) > 40
    assert ada.erase().status == "done"
    assert CODE not in memory.bytes()


@pytest.mark.law(6)
def test_an_erasure_is_not_done_while_a_probe_finds_something(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact = locker_told(ada)
    erasure = memory.forget_record(ada.scope, fact)
    (job,) = memory.erasure.take()
    with monkeypatch.context() as broken:
        broken.setattr(type(memory.index), "remove", lambda *_: None)
        with pytest.raises(Exception, match="index"):
            memory.carry_on(job, last_try=False)
        assert ada.erasure(erasure.id).status == "pending"
        with pytest.raises(Exception, match="index"):
            memory.carry_on(job, last_try=True)
        assert ada.erasure(erasure.id).status == "failed"
    memory.carry_on(job, last_try=True)
    assert ada.erasure(erasure.id).status == "done"


@pytest.mark.law(6)
def test_a_forgotten_sentence_does_not_come_back_among_others_of_an_explicit_memory(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("my word is banana"))
    ada.forget(ada.facts()["word"].id)
    for again in (
        NewMemory("The rain came down. My word is banana!"),
        NewMemory(None, "hint", "MY WORD IS BANANA"),
    ):
        with pytest.raises(RefusedError, match="forgotten"):
            ada.note(again)
    assert b"banana" not in memory.bytes().lower()
    assert ada.note(NewMemory("The rain came down. My word is apple.")).text


@pytest.mark.law(6)
def test_an_erasure_that_failed_is_carried_on_when_it_is_asked_for_again(
    memory: Memory, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact = locker_told(ada)
    memory.forget_record(ada.scope, fact)
    with monkeypatch.context() as broken:
        broken.setattr(type(memory.index), "remove", lambda *_: None)
        with pytest.raises(Exception, match="index"):
            memory.carry_on(memory.erasure.take()[0], last_try=True)
    assert memory.forget_record(ada.scope, fact).status == "failed"
    memory.settle()
    assert memory.forget_record(ada.scope, fact).status == "done"
    assert memory.erasure.jobs == [], "what is done is not queued again"


@pytest.mark.law(6)
def test_a_forgotten_turn_does_not_come_back_sentence_by_sentence(
    memory: Memory, ada: Person
) -> None:
    ada.tell(turn("We hid the key under the stone. Thank you! The rain came down.", 0))
    (episode,) = ada.episodes().values()
    ada.forget(episode.id)
    ada.tell(
        turn("Hello Ben, listen. we hid the key under the STONE", 1),
        turn("Thank you! The stone is on Ben's roof", 2),
    )  # fmt: skip
    assert set(ada.episodes()) == {"Hello Ben, listen", "Thank you! The stone is on Ben's roof"}
    assert b"hid the key" not in memory.bytes()


def test_an_operation_says_what_is_gone_of_what_it_made(ada: Person) -> None:
    told = [turn(f"{SAID}. The boats were out", 0), turn("my city is Oslo", 1), turn(SAID, 2)]
    operation = ada.tell(*told).operation
    every = [("episode", "committed"), ("fact", "committed")]
    nothing = [("episode", "gone"), ("fact", "gone")]
    assert became(ada.operation(operation)) == [every] * 3
    ada.forget(ada.facts()["locker"].id)
    left = ada.operation(operation)
    assert became(left) == [
        [("episode", "committed"), ("fact", "gone")], every, nothing,
    ]  # fmt: skip
    assert {event.reason for event in left.events} == {None}
    assert [event.known for event in ada.send(*told).events] == [True] * 3
    ada.forget(ada.facts()["city"].id)
    assert became(ada.operation(operation))[1] == nothing


def test_what_comes_again_after_it_was_forgotten_says_why_nothing_came_of_it(ada: Person) -> None:
    ada.forget(locker_told(ada))
    again = ada.operation(
        ada.tell(turn(SAID, 0, session="s9"), turn("my dog is Rex", 1, session="s9")).operation
    )
    assert (again.status, again.reason) == ("done", "forgotten")
    erased, other = again.events
    assert (erased.reason, other.reason) == ("forgotten", None)
    assert {outcome.outcome for outcome in erased.outcomes} <= {"rejected"}
    assert {outcome.outcome for outcome in other.outcomes} == {"committed"}


def became(operation: OperationView) -> list[list[tuple[str, str]]]:
    return [sorted((o.kind, o.outcome) for o in event.outcomes) for event in operation.events]

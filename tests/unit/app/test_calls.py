"""What a turn costs: passages that are encoded, and calls of the store, which wait for another."""

from tests.support.encoder import NotingEncoder
from tests.support.memory import Memory, Person, turn

SHORT = "my city is Oslo and my boat is Selkie. " + "The rain came down on the harbour. " * 5
FACTS = "my city is Oslo and my boat is Selkie and my dog is Rex and my car is a van. It rained."


def calls_of(memory: Memory, ada: Person, text: str) -> list[str]:
    ada.send(turn(text, 0))
    memory.faults.seen.clear()
    memory.extract()
    return list(memory.faults.seen)


def asked(memory: Memory) -> list[str]:
    assert isinstance(memory.encoder, NotingEncoder)
    return memory.encoder.asked


def test_a_passage_is_encoded_once_for_each_record(memory: Memory, ada: Person) -> None:
    assert 200 <= len(SHORT) < 240
    ada.tell(turn(SHORT, 0))
    records = ada.records()
    assert len(records) > 1
    assert len(asked(memory)) == len(set(asked(memory))) == len(records)


def test_a_session_of_ten_turns_is_encoded_once(memory: Memory, ada: Person) -> None:
    ada.tell(*(turn(f"my thing{n} is item{n}. It rained on day {n}", n) for n in range(10)))
    assert len(set(asked(memory))) == len(ada.records()) == 20
    assert len(asked(memory)) == 20


def test_what_rests_on_the_owner_is_read_once_a_turn(memory: Memory, ada: Person) -> None:
    """The owner, the tombstones and the event are read to pin and to decide, not for each fact."""
    calls_of(memory, memory.of("eve"), "hello")  # shared memory is read once a process
    few = calls_of(memory, ada, "my city is Oslo. It rained.")
    many = calls_of(memory, memory.of("bob"), FACTS)
    facts = FACTS.count("my ") - 1  # more of them than in the other turn
    commits = many.count("TransactWriteItems") - few.count("TransactWriteItems")
    assert commits == facts
    # Each further fact: its assertions, its head, and its commit.
    assert len(many) - len(few) == 3 * facts

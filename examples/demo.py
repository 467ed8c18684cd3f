"""Tell a story on the stack that runs on this machine: a conversation becomes memory and is undone.

    python -m examples.demo [STORY] [--erase WORDS]

A story is a file of JSON Lines, one event each as `POST /v1/memory/{user}/events` takes them. Every
run plays it for a fresh user, so it can be repeated on a stack that stays up.
"""

import argparse
import json
import sys
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import batched, groupby
from pathlib import Path
from typing import cast

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from examples.client import ApiError, Item, Memory, NotSettledError, Record, Turn, wait_for
from examples.screen import Proof, counted, heading, prove, receipt, said, say, table
from examples.stack import KEPT, LOCAL, Stack, handle_of

STORY = Path(__file__).with_name("story.jsonl")
TENANT = "acme"
SCOPE = "memory:read memory:write memory:ingest memory:erase"
BATCH = 40  # what one request takes
RELATED = ("What tea should I bring for her?", "Who blows the glass tube for the barometer?")
UNRELATED = "What is the boiling point of ethanol?"
BYSTANDER: tuple[Turn, ...] = (
    {"session": "s1", "role": "user", "text": "I live in Ghent and I keep bees on the roof."},
    {"session": "s1", "role": "user", "text": "My favourite hive is the one painted ochre."},
)
EVENT = '{"session": "s1", "role": "user", "text": "I live in Genoa."}'
WITNESS = "ochre"  # a word that only the bystander said


@dataclass(frozen=True)
class Cast:
    """Who takes part: the user of the story, another one, and the stack they are on."""

    stack: Stack
    hero: Memory
    bystander: Memory
    hero_handle: str
    bystander_handle: str


def main() -> None:
    """Play the story that is asked for."""
    parser = argparse.ArgumentParser(description="A conversation becomes memory and is taken back.")
    parser.add_argument("story", type=Path, nargs="?", default=STORY, help="JSON Lines of events")
    parser.add_argument("--erase", help="words of the memory to erase; default: the first one")
    parser.add_argument(
        "--stack", type=Path, default=LOCAL, help="which stack; default %(default)s"
    )
    parser.add_argument("--check", action="store_true", help="only read the story")
    given = parser.parse_args()
    try:
        turns = read(given.story)
    except ValueError as fault:
        sys.exit(str(fault))
    if given.check:
        return
    own = given.story.resolve() == STORY.resolve()
    erase = given.erase or ("locker code" if own else "")
    try:
        stack = Stack.read(given.stack)
        play(stack, turns, RELATED if own else (), erase)
    except FileNotFoundError as missing:
        sys.exit(f"{missing.filename} is not there; without a stack, type `make up` first")
    except (ApiError, NotSettledError) as failure:
        sys.exit(f"the story stopped: {failure}")


def read(path: Path) -> list[Turn]:
    """Read the events of a story; ValueError with the line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8; save it in UTF-8") from None
    turns = [_turn(f"{path}, line {n}", line) for n, line in enumerate(lines, 1) if line.strip()]
    if not turns:
        raise ValueError(f"{path} has no event; write lines like {EVENT}")
    return turns


def _turn(place: str, line: str) -> Turn:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError(f"{place} is not JSON; write one object a line, like {EVENT}") from None
    given = event if isinstance(event, dict) else {}
    missing = [name for name in ("session", "role", "text") if not isinstance(given.get(name), str)]
    if missing:
        raise ValueError(f"{place} has no {' and no '.join(missing)}; write one like {EVENT}")
    return cast("Turn", event)


def play(stack: Stack, turns: Sequence[Turn], questions: Sequence[str], erase: str) -> None:
    """Play all acts for two fresh users."""
    run = uuid.uuid4().hex[:8]
    hero, bystander = f"hero-{run}", f"bystander-{run}"
    with (
        Memory(stack.api_url, stack.token(TENANT, hero, SCOPE)) as his,
        Memory(stack.api_url, stack.token(TENANT, bystander, SCOPE)) as other,
    ):
        say(f"Two users of tenant {TENANT}: {hero} tells the story, {bystander} is somebody else.")
        heading("A conversation goes in over HTTP")
        handles = tell(his, turns), tell(other, BYSTANDER)
        people = Cast(stack, his, other, *handles)
        confirmed(his)
        memories = remembered(his)
        superseded(his, memories)
        asked(people, questions or derived(memories))
        forget_one(people, *chosen(memories, turns, erase))
        forget_all(people)
        farewell(stack)


# --- the acts -------------------------------------------------------------------------------------


def tell(memory: Memory, turns: Sequence[Turn]) -> str:
    """Send the conversation session by session, wait for it, and return the owner's handle."""
    sessions = [list(run) for _, run in groupby(turns, key=lambda turn: turn["session"])]
    with _bar() as bar:
        sent = bar.add_task("turns sent", total=len(turns))
        operations = []
        for session in sessions:
            for batch in batched(session, BATCH, strict=False):
                operations.append(memory.add(batch)["operation_id"])
                bar.advance(sent, len(batch))
        settled = bar.add_task("requests settled", total=len(operations))
        for operation in operations:
            memory.settle(operation)
            bar.advance(settled)
    told = f"{counted(len(turns), 'turn')} of {counted(len(sessions), 'session')}"
    say(f"Accepted and worked through: {told}.")
    return handle_of(operations[0])


def confirmed(memory: Memory) -> None:
    """Show what waits for its owner's word, that it is not recalled before, and confirm it."""
    heading("What is sensitive waits for its owner's word")
    waiting = [review for review in memory.reviews() if review["waiting"] == "proposed"]
    if not waiting:
        say("Nothing of this conversation waits for a decision.")
        return
    rows = [
        (_words(r.get("attribute")), r.get("value") or "", ", ".join(r["reasons"]), r["id"])
        for r in waiting
    ]
    table("proposed", ("attribute", "value", "why", "review"), rows)
    before = len(list(memory.records("fact")))
    for review in waiting:
        memory.decide(review["id"], "approve")
    after = len(list(memory.records("fact")))
    say(f"{counted(before, 'fact')} before anybody decided, {after} now that all is confirmed.")


def remembered(memory: Memory) -> list[Record]:
    """Show what was made of the conversation, with its sources."""
    heading("Facts and episodes come out, each with its source")
    facts = sorted(memory.records("fact"), key=_when)
    episodes = sorted(memory.records("episode"), key=_when)
    rows = [
        (_words(f.get("attribute")), f.get("value") or f["text"], f["status"], _trust(f))
        for f in facts
    ]
    table("facts", ("attribute", "value", "status", "trust and source"), rows)
    told = [(e.get("speaker") or "", e["text"], _trust(e)) for e in episodes]
    table("episodes, verbatim", ("speaker", "text", "trust and source"), told)
    if not facts and not episodes:
        raise NotSettledError("nothing was made of this conversation: is there anything in it?")
    return facts + episodes


def superseded(memory: Memory, memories: Iterable[Record]) -> None:
    """Show the facts that changed, with their history."""
    heading("A changed fact supersedes the old one")
    changed = 0
    for fact in (record for record in memories if record["kind"] == "fact"):
        steps = memory.history(fact["id"])
        if len(steps) > 1:
            changed += 1
            rows = [(str(s.get("value")), s["status"], s.get("valid_from") or "") for s in steps]
            table(
                f"history of {_words(fact.get('attribute'))}",
                ("value", "status", "valid from"),
                rows,
            )
    if not changed:
        say("No fact of this conversation changed.")


def asked(people: Cast, questions: Sequence[str]) -> None:
    """Ask what was told, and something that was not."""
    heading("Recall: related questions find, an unrelated one finds nothing")
    for question in questions:
        context = people.hero.recall(question, k=3)
        said(question, context["text"])
    nothing = people.hero.recall(UNRELATED)
    said(UNRELATED, nothing["text"])
    found = nothing["facts"] + nothing["episodes"]
    beside = people.hero.recall(questions[0])
    prove(
        Proof(
            f"“{UNRELATED}” recalls nothing",
            "the same memory, default floor",
            len(found),
            f"“{questions[0]}” recalls",
            len(beside["facts"] + beside["episodes"]),
        )
    )


def forget_one(people: Cast, record: Record, words: str) -> None:
    """Erase one memory and search every store for the words that only it held."""
    text, stack, owner = record["text"], people.stack, people.hero_handle
    heading("One memory is erased")
    say(f"To go: “{text}” ({record['kind']} {record['id']})")
    indexed(people, record)
    before = len(stack.search_tables(words, owner))
    before_index = len(stack.search_index(record["id"]))
    receipt(people.hero.erased(people.hero.delete(record["id"])["erasure_id"]))
    gone_from_index(people, record["id"])
    items = people.hero.recall(text, k=50, floor=0)
    left = [item for item in items["facts"] + items["episodes"] if _holds(item, words)]
    beside = len(list(people.hero.records())) + len(list(people.bystander.records()))
    prove(
        Proof(
            f"“{words}” is in no item of the user",
            "every attribute of both tables",
            len(stack.search_tables(words, owner)),
            "items that held it before",
            before,
        ),
        Proof(
            f"{record['id']} is not in the index",
            _index_place(stack),
            len(stack.search_index(record["id"])),
            "places that held it before",
            before_index,
        ),
        Proof(
            "recall does not serve it",
            "its own words, no floor",
            len(left),
            "other memories",
            beside,
        ),
    )


def forget_all(people: Cast) -> None:
    """Erase the user and show that tables, index and queues are empty of him."""
    heading("The whole user is erased")
    stack, hero = people.stack, people.hero
    ids = [record["id"] for record in hero.records()]
    others = [record["id"] for record in people.bystander.records()]
    before = sum(len(stack.search_index(name)) for name in ids)
    receipt(hero.erased(hero.erase()["erasure_id"]))
    for name in ids:
        gone_from_index(people, name)
    owned = stack.owned(people.hero_handle)
    kept = {kind: owned.pop(kind, 0) for kind in KEPT}
    for kind, why in KEPT.items():
        if kept[kind]:
            say(f"Kept on purpose: {counted(kept[kind], 'item')} {kind}, {why}.")
    depths = wait_for(lambda: _drained(stack), "the queues")
    prove(
        Proof(
            "no item is left under the user's keys",
            stack.records_table,
            owned.total(),
            "items of the other user",
            stack.owned(people.bystander_handle).total(),
        ),
        Proof(
            "none of the user's records is in the index",
            f"{_index_place(stack)}; {before} before",
            sum(len(stack.search_index(name)) for name in ids),
            "of the other user",
            sum(len(stack.search_index(name)) for name in others),
        ),
        Proof(
            "no message waits, none of the user's was given up",
            ", ".join(stack.queues),
            sum(depths.values()) + stack.dead_letters(people.hero_handle),
            "queues that answered",
            len(stack.queues),
        ),
        Proof(
            "the user has no records",
            "GET records",
            len(list(hero.records())),
            f"items of the other user that say “{WITNESS}”",
            len(stack.search_tables(WITNESS, people.bystander_handle)),
        ),
    )


def farewell(stack: Stack) -> None:
    """Say where the stack listens and what to try."""
    heading("The stack stays up")
    say(
        f"""It listens at {stack.api_url}, its token issuer at {stack.issuer}. Try:

  API='{stack.api_url}'
  TOKEN=$(make -s token TENANT=acme SUBJECT=ada SCOPE="memory:read memory:write memory:erase")
  curl -s $API/v1/memory/me/store -H "Authorization: Bearer $TOKEN" \\
    -d '{{"text": "Remember that the spare key hangs behind the clock."}}'
  curl -s $API/v1/memory/me/recall -H "Authorization: Bearer $TOKEN" \\
    -d '{{"query": "Where is the spare key?"}}'

make demo STORY=yours.jsonl plays another conversation, make status shows what runs, make down ends
it, README.md goes on from here."""
    )


# --- small things -------------------------------------------------------------------------------


def derived(memories: Sequence[Record]) -> tuple[str, ...]:
    """Make a question that must find something in a story nobody wrote questions for."""
    first = memories[0]
    attribute = first.get("attribute")
    return (f"What is my {_words(attribute)}?" if attribute else first["text"][:500],)


def chosen(memories: Sequence[Record], turns: Sequence[Turn], words: str) -> tuple[Record, str]:
    """Return a memory to erase, one that holds `words` if there is any, and its canary.

    A canary is a value or text that one turn alone holds: what others say too may stay.
    """
    told = [turn["text"].lower() for turn in turns]
    ordered = sorted(memories, key=lambda m: words.lower() not in _all_text(m).lower())
    for record in ordered:
        for canary in (record.get("value") or "", record["text"]):
            if len(canary) > 3 and sum(canary.lower() in text for text in told) == 1:
                return record, canary
    return ordered[0], ordered[0]["text"]


def indexed(people: Cast, record: Record) -> None:
    """Wait until the index has caught up with the store on one record."""
    wait_for(lambda: people.stack.search_index(record["id"]) or None, "the index")


def gone_from_index(people: Cast, record_id: str) -> None:
    """Wait until the index has let go of one record."""
    wait_for(lambda: not people.stack.search_index(record_id) or None, "the index")


def _drained(stack: Stack) -> dict[str, int] | None:
    depths = {name: n for name, n in stack.depths().items() if not name.endswith("-dead")}
    return None if any(depths.values()) else depths


def _holds(item: Item, words: str) -> bool:
    return words.lower() in _all_text(item).lower()


def _all_text(record: Record) -> str:
    return " ".join((record["text"], record.get("attribute") or "", record.get("value") or ""))


def _when(record: Record) -> str:
    return record.get("at") or ""


def _words(attribute: str | None) -> str:
    return (attribute or "").replace("_", " ")


def _trust(record: Record) -> str:
    return f"{record.get('provenance')}, {', '.join(record['sources'])}"


def _index_place(stack: Stack) -> str:
    where = "bytes of the file and its log" if stack.index == "sqlite" else "every document"
    return escape(f"{stack.index} index, {where}")


def _bar() -> Progress:
    return Progress(TextColumn("{task.description:>18}"), BarColumn(), MofNCompleteColumn())


if __name__ == "__main__":
    main()

"""Each public form of conversations with questions is read into one model; the data are made up."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from evaluation.recall.forms.own import SHOWN, FormError
from evaluation.recall.forms.reading import read
from evaluation.recall.model import Conversation, Question, Role, Turn, Unit
from evaluation.recall.unrelated import FOREIGN, GENERAL, with_unrelated

AT = datetime(2026, 1, 1, tzinfo=UTC)


def one(folder: Path, content: object, name: str = "data.json") -> Conversation:
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    (conversation,) = read(folder / name)
    return conversation


def test_locomo(tmp_path: Path) -> None:
    conversation = one(tmp_path, [{
        "sample_id": "conv-0",
        "conversation": {
            "speaker_a": "Ida", "speaker_b": "Per",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ida", "dia_id": "D1:1", "text": "I keep bees."},
                {"speaker": "Per", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a hive"},
            ],
            "session_10_date_time": "9:00 am on 9 May, 2023",
            "session_10": [{"speaker": "Per", "dia_id": "D10:1", "text": "Rain."}],
            "session_2_date_time": "8:00 am on 9 May, 2023", "session_2": [],
        },
        "qa": [
            {"question": "What does she keep?", "answer": "b", "evidence": ["D1:1"], "category": 4},
            {"question": "What is shown?", "answer": "x", "category": 1,
             "evidence": ["D:1:02; D9:9"]},
            {"question": "Lost?", "answer": "x", "evidence": ["D7:7"], "category": 2},
            {"question": "What does Per keep?", "evidence": ["D1:1"], "category": 5},
        ],
    }])  # fmt: skip
    assert [turn.id for turn in conversation.turns] == ["D1:1", "D1:2", "D10:1"]
    ida, per, _ = conversation.turns
    assert (ida.said_by, per.said_by) == ("owner", "other")
    assert per.text == "Look! [shared a photo: a hive]"
    assert ida.at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    kinds = [(q.category, set(q.evidence)) for q in conversation.questions]
    assert kinds == [("single-hop", {"D1:1"}), ("multi-hop", {"D1:2"}), ("adversarial", set())]


def test_longmemeval(tmp_path: Path) -> None:
    said = {"role": "user", "content": "My cat is Moss.", "has_answer": True}
    instance: dict[str, Any] = {
        "question_id": "q1", "question_type": "single-session-user", "question": "My cat?",
        "answer": "Moss", "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": ["late", "early", "late"],
        "haystack_dates": ["2023/05/30 (Tue) 23:40", "2023/05/20 (Sat) 02:21",
                           "2023/05/31 (Wed) 10:00"],
        "haystack_sessions": [[{"role": "assistant", "content": "Hello."},
                               {"role": "user", "content": " "}], [said], [said]],
        "answer_session_ids": ["early"],
    }  # fmt: skip
    conversation = one(tmp_path, [instance])
    assert [t.id for t in conversation.turns] == ["early:0", "late:0", "late.2:0"], "by time"
    (question,) = conversation.questions
    assert question.evidence == {"early:0", "late.2:0"}
    assert question.unit is Unit.TURN
    assert question.asked_at == datetime(2023, 6, 1, 10, tzinfo=UTC)
    assert conversation.turns[1].said_by == "assistant"
    (question,) = one(tmp_path, [instance | {"question_id": "q1_abs"}]).questions
    assert (question.category, question.is_answerable) == ("abstention", False)
    unmarked = {k: v for k, v in said.items() if k != "has_answer"}
    plain = instance | {"haystack_sessions": [[unmarked], [unmarked], [unmarked]]}
    (question,) = one(tmp_path, [plain]).questions
    assert (question.unit, question.evidence) == (Unit.SESSION, frozenset({"early"}))


CHAT = [
    {"batch_number": 1, "turns": [[
        {"role": "user", "id": 0, "content": "It takes 9 s. ->-> 1,1",
         "time_anchor": "March-15-2024"},
        {"role": "assistant", "id": 1, "content": "Cache it."},
    ]]},
    {"batch_number": 2, "turns": [[
        {"role": "user", "id": 2, "content": "It takes 250 ms.", "time_anchor": "April-02-2024"},
    ]]},
]  # fmt: skip
BATCHES = [group for batch in CHAT for group in cast("list[Any]", batch["turns"])]
PROBING = {
    "abstention": [{"question": "Who pays?", "ideal_response": "unknown"}],
    "knowledge_update": [{
        "question": "How long does it take?", "answer": "250 ms",
        "source_chat_ids": {"original_info": [0], "updated_info": [2]},
    }],
    "contradiction_resolution": [{
        "question": "Cached?", "ideal_answer": "unclear",
        "source_chat_ids": {"first_statement": [0], "second_statement": [1]},
    }],
    "summarization": [{"question": "Sum up.", "source_chat_ids": [0, [2]]}, {"question": "None."}],
}  # fmt: skip


def beam_is_read(conversation: Conversation) -> None:
    assert [t.id for t in conversation.turns] == ["b1:0", "b1:1", "b2:0"]
    assert conversation.turns[0].text == "It takes 9 s."
    assert conversation.turns[2].at == datetime(2024, 4, 2, tzinfo=UTC)
    asked = {q.category: q for q in conversation.questions}
    assert not asked["abstention"].is_answerable
    update = asked["knowledge_update"]
    assert (update.evidence, update.stale) == (frozenset({"b2:0"}), frozenset({"b1:0"}))
    assert asked["contradiction_resolution"].is_contradiction
    assert asked["contradiction_resolution"].evidence == {"b1:0", "b1:1"}
    assert asked["summarization"].evidence == {"b1:0", "b2:0"}
    assert len(conversation.questions) == 4


@pytest.mark.parametrize("written", [lambda x: x, json.dumps, repr])
def test_beam_rows(tmp_path: Path, written: Any) -> None:
    row = {"conversation_id": "7", "chat": written(CHAT), "probing_questions": written(PROBING)}
    beam_is_read(one(tmp_path, [row]))


def test_beam_folders_and_plans(tmp_path: Path) -> None:
    folder = tmp_path / "1"
    (folder / "probing_questions").mkdir(parents=True)
    (folder / "probing_questions" / "probing_questions.json").write_text(json.dumps(PROBING))
    for chat in (CHAT, [{"plan-1": CHAT[:1]}, {"plan-2": CHAT[1:]}], BATCHES):
        (folder / "chat.json").write_text(json.dumps(chat))
        (conversation,) = read(tmp_path)
        assert conversation.name == "1"
        beam_is_read(conversation)


def test_realmem(tmp_path: Path) -> None:
    def dialogue(name: str, *turns: dict[str, Any]) -> dict[str, Any]:
        return {"session_uuid": name, "current_time": "2025-12-27 (Saturday)",
                "dialogue_turns": list(turns), "extracted_memory": []}  # fmt: skip

    query = {"speaker": "User", "is_query": True, "content": "Next?", "category_name": "Static"}
    answer = {"speaker": "Assistant", "content": "Rye.", "memory_session_uuids": ["one", "two"]}
    tell = {"speaker": "User", "is_query": False, "content": "I bake."}
    content = {"dialogues": [dialogue("one", tell, query, answer), dialogue("two", query, answer)]}
    conversation = one(tmp_path, content, "Ida.json")
    assert conversation.name == "Ida"
    (question,) = conversation.questions
    assert (question.id, question.evidence, question.unit) == (
        "two:0",
        frozenset({"one"}),
        Unit.SESSION,
    )
    assert question.known == 3, "its own session is not known yet"


def lines(folder: Path, *entries: object) -> Path:
    path = folder / "mine.jsonl"
    written = (e if isinstance(e, str) else json.dumps(e) for e in entries)
    path.write_text("\n".join(written), encoding="utf-8")
    return path


SAID = {"turn": "a", "at": "2026-01-01T10:00:00+01:00", "text": "My key is {api_key}."}
OUTRIGHT = SAID | {"turn": "b", "attribute": "key"}


def test_our_own(tmp_path: Path) -> None:
    second = {"turn": "b", "at": "2026-01-02T10:00:00Z", "text": "ok", "role": "assistant"}
    asked = {"question": "Key?", "category": "secret", "evidence": ["a"], "answer": "Gone",
             "forbidden_text": ["{api_key}"], "purpose": "work", "after": "a"}  # fmt: skip
    other = SAID | {"conversation": "other", "owner": "bob"}
    mine, others = read(lines(tmp_path, SAID, second, "", asked, other))
    (secret,) = mine.questions[0].forbidden_text
    assert secret in mine.turns[0].text
    assert "{" not in secret
    assert [(t.session, t.role, t.by_owner) for t in mine.turns] == [
        ("2026-01-01", Role.USER, True), ("2026-01-02", Role.ASSISTANT, False),
    ]  # fmt: skip
    assert (mine.questions[0].purpose, mine.questions[0].known) == ("work", 1)
    assert (mine.name, others.name, others.turns[0].owner) == ("mine", "other", "bob")


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("{", "line 2, character 2: .*; a line is one JSON object"),
        ([1], "line 2: is neither a turn nor a question; write .*I live in Genoa"),
        ({"turn": "b", "text": "x"}, "line 2, at: is missing; add it"),
        (SAID | {"turn": "b", "at": "2026-02-20T10:00:00"}, "zone: 2026-02-20T10:00:00Z$"),
        (SAID | {"turn": "b", "at": "2026-02-20"}, "line 2, at: .* both: 2026-02-20T09:00:00Z$"),
        (SAID | {"turn": "b", "at": "2026-02-20, 9 h"}, "at: is not .* like 2026-02-20T09:00:00Z$"),
        (SAID | {"turn": "b", "at": "yesterday"}, "at: is not .* like 2026-01-05T09:00:00Z$"),
        (SAID | {"turn": "b", "text": " "}, "line 2, text: is blank; write something$"),
        ({"question": ""}, "line 2, question: is empty; write something$"),
        ({"question": "x", "answer": ""}, "answer: is empty; write something, or leave it out$"),
        (SAID | {"turn": "b", "spaeker": "Ida"}, "line 2, spaeker: is no field .*speaker"),
        (SAID, "line 2, turn: a is the id of line 1 too"),
        ({"question": "x", "evidence": "a"}, r"line 2, evidence: .* a list"),
        ({"question": "x", "evidence": ["c"]}, "line 2, evidence: no turn of mine is called c"),
        ({"question": "x", "unit": "session", "evidence": ["a"]}, "no session of mine is called a"),
        ({"question": "x", "after": "c"}, "line 2, after: no turn of mine is called c"),
        ({"question": "x", "language": "English"}, "line 2, language: .* like en"),
        (SAID | {"turn": "b", "role": "tool"}, "line 2, role: .*; write user or assistant"),
        (SAID | {"turn": "b", "text": ""}, "line 2, text: is empty; write something"),
        (SAID | {"turn": "b" * 201}, "line 2, turn: has more than 200 .*; shorten it"),
        (SAID | {"turn": "b", "by_owner": "mine"}, "line 2, by_owner: .*; write true or false"),
        (SAID | {"turn": "b", "at": []}, "line 2, at: is not a time; write it like"),
        (SAID | {"turn": 7}, "line 2, turn: is not a text; write it in quotes"),
        ({"question": "x", "unit": "chapter"}, "line 2, unit: .*; write turn or session"),
        ({"question": "x", "evidence": [7]}, r"line 2, evidence.0: .*; write it in quotes"),
        ({"question": "x", "is_contradiction": []}, "line 2, is_contradiction: .* true or false"),
        (OUTRIGHT | {"expires_at": "2025-01-01T00:00:00Z"}, "line 2, expires_at: is not after at"),
        (OUTRIGHT | {"expires_at": OUTRIGHT["at"]}, "line 2, expires_at: .* a later time"),
        (SAID | {"turn": "b", "expires_at": "2027-01-01T00:00:00Z"}, "expires_at: .*add attribute"),
        ("[" * 100_000, "line 2: is nested too deeply; a line is one"),
        ('{"turn": "b", "text": ' + "[" * 500 + "]" * 500 + "}", "line 2: is nested too deeply"),
        ('{"turn": "b", "at": ' + "1" * 5000 + "}", "line 2: has a number of too many digits"),
        ('{"turn": "b", "text": "\\ud800"}', "line 2: .* half of a surrogate pair"),
    ],
)
def test_a_fault_is_told_by_line_and_field_with_what_mends_it(
    tmp_path: Path, entry: object, fault: str
) -> None:
    with pytest.raises(FormError, match=fault):
        list(read(lines(tmp_path, SAID, entry)))


def test_all_faults_are_told_at_once_but_not_without_end(tmp_path: Path) -> None:
    with pytest.raises(FormError, match=r"(?s)line 2.*line 3") as told:
        list(read(lines(tmp_path, SAID, "{", "{", *["{"] * 30)))
    assert str(told.value).count("line") < 2 * SHOWN + 3
    assert "and 12 more" in str(told.value)
    with pytest.raises(FormError, match="has no turn"):
        list(read(lines(tmp_path)))


def test_faults_of_both_kinds_are_told_in_one_pass_and_none_that_only_follows(
    tmp_path: Path,
) -> None:
    broken = SAID | {"turn": "b", "role": "tool"}
    by_session = {"question": "y", "unit": "session", "evidence": ["s9"]}
    path = lines(
        tmp_path, {"question": "x", "evidence": ["b", "c"]}, broken, SAID, SAID, by_session
    )
    with pytest.raises(FormError) as told:
        list(read(path))
    places = [line.split(":")[0].strip() for line in str(told.value).splitlines()[1:]]
    assert places == ["line 1, evidence", "line 2, role", "line 4, turn"]
    assert "called c" in str(told.value)
    path.write_text("{\n" + json.dumps({"question": "x", "evidence": ["a"]}), encoding="utf-8")
    with pytest.raises(FormError) as told:
        list(read(path))
    assert "line 2" not in str(told.value), "the turn may stand in the line that cannot be read"


@pytest.mark.parametrize(
    ("entry", "faults"),
    [
        ({"question": "", "evidence": ["z"]}, ["evidence", "question"]),
        ({"question": "x", "evidence": ["z", 7, "a"]}, ["evidence", "evidence.1"]),
        ({"question": "x", "unit": "chapter", "evidence": ["z"], "after": "z"}, ["after", "unit"]),
        ({"question": "x", "conversation": "", "evidence": ["z"]}, ["conversation"]),
        ({"question": "x", "id": 7, "evidence": ["z", "z"]}, ["evidence", "id"]),
        ({"question": "x", "spaeker": {}, "evidence": "a", "stale": ["z"]},
         ["evidence", "spaeker", "stale"]),
        ({"question": "\ud800", "evidence": ["z"]}, [""]),
        ('{"turn": "y", "text": "so "quoted""}', ["character 28"]),
        ('{"question": "x", "evidence": ["z"],}', ["character 36"]),
    ],
)  # fmt: skip
def test_what_a_question_names_and_nobody_said_is_told_once_beside_all_other_faults(
    tmp_path: Path, entry: object, faults: list[str]
) -> None:
    other = {"question": "y", "evidence": ["x", "x"]}
    with pytest.raises(FormError) as told:
        list(read(lines(tmp_path, SAID, entry, other)))
    *of_it, last = (line.strip() for line in str(told.value).splitlines()[1:])
    places = sorted(fault.partition(":")[0] for fault in of_it)
    assert places == sorted(f"line 2, {place}" if place else "line 2" for place in faults)
    assert last.startswith("line 3, evidence: no turn of mine is called x")


@pytest.mark.parametrize(
    "entry",
    [
        SAID | {"turn": "x", "at": "2026-02-20"},
        SAID | {"turn": None},
        SAID | {"turn": "x" * 201},
        {"trun": "x", "at": SAID["at"], "text": "x"},
        '{"turn": "x", "text": "so "quoted""}',
        '{"turn": "\\u0078", "text": "so "quoted""}',
        '{"turn": "x", "at": ' + "1" * 5000 + "}",
    ],
)
def test_what_a_broken_line_may_say_is_not_told_as_missing(tmp_path: Path, entry: object) -> None:
    with pytest.raises(FormError) as told:
        list(read(lines(tmp_path, SAID, entry, {"question": "y", "evidence": ["x"]})))
    assert "line 2" in str(told.value)
    assert "line 3" not in str(told.value)


def test_what_is_not_utf_8_is_told_and_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = lines(tmp_path, SAID)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert list(read(path))
    path.write_bytes(b"\xff" + path.read_bytes())
    with pytest.raises(FormError, match="byte 1 is not UTF-8; save it in UTF-8"):
        list(read(path))


def test_an_end_after_the_turn_is_kept(tmp_path: Path) -> None:
    ends = OUTRIGHT | {"expires_at": "2027-01-01T00:00:00Z"}
    (conversation,) = read(lines(tmp_path, SAID, ends))
    assert conversation.turns[1].expires_at == datetime(2027, 1, 1, tzinfo=UTC)


def test_what_is_not_json_is_named_and_json_lines_are_given_their_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(f"{json.dumps(SAID)}\n{json.dumps(SAID)}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"mine\.json is not JSON: Extra.* call it mine\.jsonl"):
        list(read(path))
    path.write_bytes(b'"\xff"')
    with pytest.raises(ValueError, match=r"mine\.json: byte 2 is not UTF-8"):
        list(read(path))


def test_a_form_that_nobody_knows_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="LoCoMo, LongMemEval"):
        one(tmp_path, {"a": 1})


def test_what_a_question_names_was_said() -> None:
    turn = Turn("a", "s", 0, Role.USER, "Ida", "I bake.", AT)
    with pytest.raises(ValueError, match="q names what was not said"):
        Conversation("c", (turn,), (Question("q", "?", "x", frozenset({"b"})),))
    with pytest.raises(ValueError, match="two turns"):
        Conversation("c", (turn, turn), ())


def test_unrelated_questions_are_added_to_each_conversation() -> None:
    def made(name: str) -> Conversation:
        turn = Turn(name, "s", 0, Role.USER, "Ida", "I bake.", AT)
        question = Question("q", f"What of {name}?", "x", frozenset({name}), owner="user")
        return Conversation(name, (turn,), (question,))

    first, second = with_unrelated([made("a"), made("b")], ["How tall is Everest?"], foreign=True)
    added = {q.category: q.text for q in first.questions[1:]}
    assert added == {GENERAL: "How tall is Everest?", FOREIGN: "What of b?"}
    assert second.questions[2].text == "What of a?"
    assert not any(q.is_answerable for q in first.questions[1:])
    (alone,) = with_unrelated([made("a")], [], foreign=True)
    assert alone == made("a")

"""Texts: every rule drops what it names, and keeps what a good assistant may write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.filters.texts import TextsFilter
from callwright.schemas.errors import PhraseError
from callwright.schemas.forms import FormRule
from callwright.schemas.messages import Message, ToolCall
from tests.filters import toy

USER = "Please book the quiet room Oak for the stand-up with Ana on Friday 27 March at 10:00"
RESULT = (
    '{"rooms": [{"room_id": "RM-A1B2", "name": "Oak", "note": "JSON club", '
    '"host": "Μαρία 王"}], "checked_until": "noon"}'
)
CALL = ToolCall(
    id="c", name="find_rooms", arguments={"date": "2026-03-27", "seats": 2, "quiet": True}
)
PLAIN = "Oak is free on Friday, and I have booked it for 10:00."


def row(text=PLAIN, thought=None, user=USER, beside=None, language="en", form=()):
    made = toy.single()
    messages = (
        Message(role="system", content=toy.SYSTEM),
        Message(role="user", content=user),
        Message(role="assistant", tool_calls=(CALL,), reasoning=thought, content=beside),
        Message(role="tool", content=RESULT, tool_call_id="c", name="find_rooms"),
        Message(role="assistant", content=text, reasoning=thought and "It is free; tell them."),
    )
    check = made.task.checks.turns[0].model_copy(update={"form": form})
    checks = made.task.checks.model_copy(update={"turns": (check,)})
    task = made.task.model_copy(update={"language": language, "checks": checks})
    return made.model_copy(update={"messages": messages, "task": task})


def reason(trajectory):
    return TextsFilter().judge(trajectory, toy.scene()).reason.removeprefix("texts.")


AGAIN = "Wait, let me check again. "
LETTERS = "abcdefghijklmnopqrst"
LONG = " ".join(f"the q{a}{b}," for a in LETTERS for b in LETTERS)
WRITTEN = ["It is", "Look at", "There is", "I find", "We have", "Take", "Now", "And", "So", "Or"]
SAME = "the room that they want for Friday at ten in the morning, with seats for two,"
RUNS = " ".join(f"{start} {SAME}" for start in WRITTEN)

FINNISH = (
    "Huone varattu onnistuneesti perjantaille aamupaivalla kello kymmeneen kahdelle hengelle "
    "rauhallisesta paikasta tiimipalaverin kanssa vahvistus lahetetty sahkopostiin kiitos "
    "varauksesta tervetuloa uudelleen hyvaa paivanjatkoa"
)

BAD = {
    "broken_unicode": ["Oak is free\x07.", "Oak is fr\u200bee.", "Oak costs \ufffd94.",
                       "The cafÃ© is open.", "Itâ€™s free."],
    "template_token": ["Oak is free.<|im_end|>", "<think>Oak</think>", "Oak.</think>",
                       '<tool_call>{"name"', "[TOOL_CALLS] find", "Oak <｜end｜>", "</s>"],
    "prompt_talk": ["The system prompt says that it is Tuesday.", "As an AI language model, I can.",
                    "The grader wants a call.", "The expected answer is Oak."],
    "wrong_language": ["Let me 查询 the room.", "Комната is free.",
                       "Ich habe das Zimmer für Sie und die anderen gebucht.",
                       FINNISH],
    "loop": ["Oak is free then. " * 3, RUNS],
}  # fmt: skip


@pytest.mark.parametrize(("code", "text"), [(c, t) for c, ts in BAD.items() for t in ts])
def test_texts_and_thoughts_fall_for_what_nobody_should_read(code, text):
    assert reason(row(text)) == code
    assert reason(row(thought=text)) == code
    assert reason(row(beside=text)) == code


ANSWERS = {
    "tool_name": ["I used find_rooms.", "I set room_kind to quiet.", "See roomKind."],
    "argument_json": ['I sent {"date": "2026-03-27"}.'],
    "internal_id": ["Oak (RM-A1B2) is free."],
    "tool_talk": ["The tool returned null.", "A tool call failed.", "The API is down."],
    "thinks_aloud": ["The user wants a quiet room, so Oak is booked."],
    "placeholder": ["Dear [your name], Oak is free.", "Oak is free at {{time}}.", "Room: TBD."],
    "too_long": [LONG],
}


@pytest.mark.parametrize(("code", "text"), [(c, t) for c, ts in ANSWERS.items() for t in ts])
def test_answers_show_no_technique(code, text):
    assert reason(row(text)) == code
    assert reason(row(beside=text)) == code


THOUGHTS = {
    "loop": [AGAIN * 40, "Hmm. Oak? Wait. Or Elm. Hold on. No, that is full. Wait."],
    "too_long": [LONG],
    "contradicts_call": [
        "They want it booked. I'll call book_room now.",
        "Let me use `swap_rooms` for that.",
        "I will call find_rooms with date=2026-03-28.",
        "I should call find_rooms(date='2026-03-27', seats=4).",
        'Next: find_rooms({"date": "2026-03-27", "quiet": false})',
    ],
    "echoes_request": [f"They say: {USER.lower()}.", f"So, {USER.replace('-', ' ')}?"],
}


@pytest.mark.parametrize(("code", "text"), [(c, t) for c, ts in THOUGHTS.items() for t in ts])
def test_thoughts_lead_to_their_call(code, text):
    assert reason(row(thought=text)) == code


FAIR_THOUGHTS = [
    "“Oak for the stand-up with Ana on Friday 27 March” is what counts.",
    "Wait, Friday is 27 March. Look for rooms first.",
    "Two people for 30 minutes make 60 minutes in all; two rooms at £47 would be £94.",
    "They say “the quiet room Oak”, so look for it on that day.",
    "I need to call find_rooms first; then I'll call book_room.",
    "I'll call find_rooms with date=2026-03-27 and seats=2. An id such as RM-C3D4 comes later.",
    "find_rooms(date='2026-03-26')? No: find_rooms(date='2026-03-27', quiet=true).",
    "I will call find_rooms for date: 'Friday'.",
    "I don't need to call swap_rooms. The tool returned nothing before, so look again.",
    "The user wants Oak; `room_id` is missing, so list them.",
    "Hmm, Oak or Elm? Ask the list.",
]
FAIR_TEXTS = [
    "1. Oak (Fri 27 Mar, £94)\n2. Elm (Thu 26 Mar, £120)\n3. Ash (Wed, Tue, Mon, Sun, Sat, Nov)",
    PLAIN,
    "Oak is free — and it's quiet. 👩‍💻 It costs £94, café included, 25 º.",
    "Your host is Μαρία 王, of the JSON club.",
    "Oak fits.\n\n- Elm is free then\n- Ash is free then",
    "I will run it by Ana. Alternatively, wait until Monday; hold on, no, that is a holiday. Wait?",
    "Le Bistro des Amis et de la Mer is next door.",
    "Oak: 10 pounds an hour.\nOak: 11 pounds an hour.\nOak: 12 pounds an hour.",
]


@pytest.mark.parametrize("text", FAIR_THOUGHTS)
def test_fair_thoughts_stay(text):
    assert reason(row(thought=text)) == ""


@pytest.mark.parametrize("text", FAIR_TEXTS)
def test_fair_texts_stay(text):
    known = USER + ". It is near Le Bistro des Amis et de la Mer."
    assert reason(row(text, user=known)) == ""


def test_who_says_it_first_may_hear_it_again():
    user = "Is the api down? Answer as JSON with room_name, and say what find_rooms did"
    text = '{"room_name": "the API is up, find_rooms works"}'
    assert reason(row(text, user=user)) == ""
    assert reason(row("The API is up, and find_rooms told me about room_name.", user=user)) == ""
    assert reason(row(text)) == "tool_name"


def test_an_id_that_the_user_told_may_be_said_again():
    assert reason(row("RM-A1B2 is free.", user="Is RM-A1B2 free?")) == ""
    assert reason(row("RM-A1B2 is free.", user="Is Oak free?")) == "internal_id"


def test_a_form_that_is_asked_for_may_be_long_and_a_document():
    form = (FormRule(type="words_at_least", args={"count": 700}),)
    assert reason(row(LONG, form=form)) == ""
    assert reason(row('{"room": "Oak"}')) == "argument_json"
    assert reason(row('{"room": "Oak"}', form=form)) == ""


def test_template_tokens_of_a_user_are_not_repeated():
    assert reason(row("You wrote <|im_start|>.", user="What is <|im_start|>?")) == "template_token"


def test_the_evidence_tells_the_place_and_the_words():
    verdict = TextsFilter().judge(row("The API is down."), toy.scene())
    assert verdict.evidence == "message 4: API"


def test_a_language_without_marks_is_named():
    with pytest.raises(PhraseError, match="xx"):
        reason(row(language="xx"))


def test_rows_of_the_script_stay():
    for make in toy.ALL:
        assert TextsFilter().judge(make(), toy.scene()).keep


@given(st.text(max_size=300), st.text(max_size=300))
def test_whatever_a_model_writes_is_judged(text, thought):
    assert isinstance(reason(row(text, thought)), str)

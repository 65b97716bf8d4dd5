"""Grounding: true answers pass, false ones fail with the reason that names the fact."""

import dataclasses
import json
from datetime import date
from random import Random

import pytest

from callwright.domains.core.result_text import write_result
from callwright.filters.grounding import GroundingFilter
from callwright.filters.grounding.claims import claims
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.values import ALL_KINDS, EntityId
from tests.filters import toy

FLIGHTS = (
    '{"flights": [{"flight_id": "FL-83K2", "carrier": "Tejo Air", "depart": '
    '"2026-03-27T07:25:00+00:00", "arrive": "2026-03-27T11:10:00+01:00", "price": {"amount": '
    '"94.00", "currency": "GBP"}, "duration": "PT2H45M", "seats": 4, "fare": "1250.50 EUR"}, '
    '{"flight_id": "FL-9QQ1", "carrier": "Douro Wings", "depart": "2026-03-28T18:30:00+00:00", '
    '"bag": {"value": 28.5, "currency": "USD"}, "delay": 90, "full": 0.15, "day": {"year": 2026, '
    '"month": 4, "day": 2}}], "contact": "+442079460123", "note": "Ask \\"Ana Lopes\\"\\nGate 12"}'
)
SYSTEM = toy.SYSTEM + " Write to help@example.com or see https://help.example.com/a1."
USER = "Cheapest flight to Lisbon on Friday 27 March, the day after tomorrow at the latest"


def row(answer, thought=None, user=USER, result=FLIGHTS, arguments=None):
    call = ToolCall(id="c", name="find_rooms", arguments=arguments or {"bags": 1, "by": "noon"})
    messages = (
        Message(role="system", content=SYSTEM),
        Message(role="user", content=user),
        Message(role="assistant", tool_calls=(call,), reasoning=thought),
        Message(role="tool", content=result, tool_call_id="c", name="find_rooms"),
        Message(role="assistant", content=answer),
    )
    return toy.single().model_copy(update={"messages": messages})


def judge(trajectory):
    return GroundingFilter().judge(trajectory, toy.scene())


TRUE = [
    "The cheapest is with Tejo Air at 07:25 on Friday 27 March for £94, and 4 seats are left.",
    "It leaves at 7:25 am and lands at 10:10 your time (11:10 there).",
    "94 pounds, 94.00 GBP, £94.00, ninety-four pounds. The other fare is €1,250.50.",
    "It takes 2 hours 45 minutes, 165 minutes, two hours forty-five minutes.",
    "There are two flights. The second is with Douro Wings on Saturday, 28 March at half past six.",
    "Douro Wings leaves on the 28th at 6:30pm; a bag is $28.50.",
    "It is an hour and a half late, 90 minutes, and 15% full.",
    "On 2 April it flies again. The flight id is FL-83K2.",
    "Today is Tuesday 10 March. Thursday, the day after tomorrow, is too early.",
    "Write to help@example.com, call 020 7946 0123 or +44 20 7946 0123, or see https://help.example.com/a1.",
    "Ana Lopes waits at gate 12, Priya. I'm sure, OK?",
    "It is Priya's Tejo Air booking: one bag, before noon.",
    "2026-03-27T07:25:00+00:00 it is, 27/03/2026.",
    "- Tejo Air: £94\n- Douro Wings: later",
]  # fmt: skip


@pytest.mark.parametrize("answer", TRUE)
def test_true_answers_pass(answer):
    verdict = judge(row(answer))
    assert verdict.keep, verdict


FALSE = [
    ("It costs £95.", "money"),
    ("It costs 94 euros.", "money"),
    ("It costs ninety-five pounds.", "money"),
    ("A bag is €28.50.", "money"),
    ("It leaves on Sunday.", "weekday"),
    ("It leaves on 26 March.", "date"),
    ("It leaves on Thursday 27 March.", "date"),
    ("It leaves on March 27, 2027.", "date"),
    ("It leaves on 2026-03-29.", "date"),
    ("It leaves tomorrow.", "date"),
    ("It leaves in 3 days.", "date"),
    ("It leaves at 07:35.", "time"),
    ("It leaves at 7:25 pm.", "time"),
    ("It leaves at half past seven.", "time"),
    ("It takes 2 hours.", "duration"),
    ("It takes half an hour.", "duration"),
    ("There are 3 flights.", "number"),
    ("There are three flights.", "number"),
    ("The fifth one is best.", "number"),
    ("It is 20% full.", "number"),
    ("You fly with Ryan Air then.", "name"),
    ("You fly with Tejo Wings then.", "name"),
    ("The id is FL-83K3.", "id"),
    ("Your code is a1b2c3d4.", "id"),
    ("Write to ana@example.com.", "email"),
    ("See https://example.com/b2.", "url"),
    ("Call 020 7946 0124.", "phone"),
]


@pytest.mark.parametrize(("answer", "fact"), FALSE)
def test_false_answers_fail_with_the_reason_that_names_the_fact(answer, fact):
    assert judge(row(answer)).reason == f"grounding.{fact}"


def test_thinking_is_held_to_what_stood_above_it():
    assert judge(row("Done.", "94 pounds would do.")).reason == "grounding.money"
    assert judge(row("Done.", "Friday 27 March, before noon, 1 bag.")).keep


def test_arguments_are_context_for_the_thinking_of_their_own_message():
    assert judge(row("Done.", "That is 3 May.", arguments={"date": "2026-05-03"})).keep
    assert (
        judge(row("Done.", "That is 4 May.", arguments={"date": "2026-05-03"})).reason
        == "grounding.date"
    )


ENVELOPES = [
    write_result(
        {"price": {"amount": "94.00", "currency": "GBP"}, "carrier": "Tejo Air"}, "mcp"
    ),
    "rooms (2):\ncarrier | price | depart\nTejo Air | 94.00 GBP | 2026-03-27 07:25\nX | 1 | 2",
    '[{"carrier": "Tejo Air", "price": "94.00 GBP"}]',
    "Error: Tejo Air wants 94.00 GBP.",
]  # fmt: skip


@pytest.mark.parametrize("result", ENVELOPES)
def test_every_envelope_supports(result):
    assert judge(row("With Tejo Air for £94.", result=result)).keep
    assert judge(row("With Tejo Air for £95.", result=result)).reason == "grounding.money"


@pytest.mark.parametrize(
    "result", ["", "null", "{", '{"content": [1]}', '{"content": []}', "[" * 2000]
)
def test_strange_results_are_read_as_they_are(result):
    assert judge(row("All done.", result=result)).keep


def test_a_request_may_not_hold_internal_ids():
    assert judge(row("Done.", user="Hold FL-83K2")).reason == "grounding.internal_id"


def test_a_request_may_hold_ids_that_stand_above_or_are_sayable():
    again = Message(role="user", content="Hold FL-83K2")
    shown = row("The id is FL-83K2.")
    shown = shown.model_copy(update={"messages": (*shown.messages, again)})
    assert judge(shown).keep
    leaf = toy.Leaf(kind=EntityId("booking", sayable=True).spec())
    asked = row("Done.", user="Cancel BK-5TQ1")
    said = {"arguments": {"id": "BK-5TQ1"}, "leaves": {"/id": leaf}}
    call = toy.expected(*toy.FIND).model_copy(update=said)
    checks = toy.Checks(turns=(toy.TurnCheck(calls=(call,)),), state=())
    asked = asked.model_copy(update={"task": asked.task.model_copy(update={"checks": checks})})
    assert judge(asked).keep


def test_a_request_may_hold_an_id_that_users_hold_also_where_no_call_is_expected(monkeypatch):
    place = toy.scene()
    asked = row("I can't cancel that.", user="Cancel BK-5TQ1")
    assert GroundingFilter().judge(asked, place).reason == "grounding.internal_id"
    param = toy.DOMAIN.by_name["book_room"].param("room_id")
    held = dataclasses.replace(param, kind=EntityId("booking", sayable=True, prefix="BK"))
    cancel = dataclasses.replace(toy.DOMAIN.by_name["book_room"], params=(held,))
    monkeypatch.setitem(place.world.tools, "desk.cancel", cancel)
    assert GroundingFilter().judge(asked, place).keep


def test_a_code_is_told_as_words_and_between_two_counts_nothing():
    told = row("Bluefin Air it is, between two cities.", result='{"carrier": "BLUEFIN_AIR"}')
    assert judge(told).keep


def test_names_in_the_description_of_a_visible_tool_are_known():
    trajectory = row("I would use the Zeppelin service.")
    tool = trajectory.task.tools[0].model_copy(update={"description": "Ask the Zeppelin service."})
    known = trajectory.model_copy(
        update={"task": trajectory.task.model_copy(update={"tools": (tool,)})}
    )
    assert judge(trajectory).reason == "grounding.name"
    assert judge(known).keep


PLAIN = [
    "I looked it up, and one of them is free; a second look would not hurt.",
    "There is nothing. May I help with something else?",
    "Sorry, I can't do that with the tools I have.",
    "Sure. Done. It's in your calendar now.",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_claim_nothing(text):
    assert claims(text, date(2026, 3, 10)) == []


@pytest.mark.parametrize("kind", ALL_KINDS, ids=repr)
def test_every_way_to_say_a_value_supports_every_other(kind):
    """What one value kind says in an answer is supported by its canonical value in a result."""
    setting = toy.scene().setting
    if kind.name in (
        "title",
        "free_text",
        "choice",
        "boolean",
        "path",
        "list",
        "place",
        "person_name",
    ):
        pytest.skip("words, which support themselves")
    for seed in range(15):
        value = kind.sample(Random(seed), setting)
        for surface in kind.surfaces(value, setting):
            shown = json.dumps({"value": value})
            verdict = judge(row(f"It says: {surface.text}.", result=shown))
            assert verdict.keep, (surface.text, value, verdict.evidence)


DOCUMENTS_TRUE = [
    '{"carrier": "Tejo Air", "price": "94.00 GBP", "depart": "2026-03-27T07:25:00+00:00"}',
    '{"flights": [{"price": {"value": 94, "currency": "GBP"}, "seats": 4, "length": 165}]}',
    '{"length": "PT2H45M", "date": "27/03/2026", "time": "11:10", "full": 15, "none": null}',
    '{"delay": 90, "ok": true, "day": "2026-04-02", "note": "", "ids": ["FL-83K2", "FL-9QQ1"]}',
]
DOCUMENTS_FALSE = [
    ('{"carrier": "Wrong Air"}', "name"),
    ('{"carrier": "Tejo"}\n{"a": 1}', None),
    ('{"price": "95.00 GBP"}', "money"),
    ('{"price": {"value": 94, "currency": "EUR"}}', "money"),
    ('{"seats": 5}', "number"),
    ('{"depart": "2026-03-27T07:26:00+00:00"}', "time"),
    ('{"depart": "2026-03-26T07:25:00+00:00"}', "date"),
    ('{"length": "PT2H44M"}', "duration"),
    ('["FL-83K3"]', "name"),
]


@pytest.mark.parametrize("answer", DOCUMENTS_TRUE)
def test_true_documents_pass(answer):
    verdict = judge(row(answer))
    assert verdict.keep, verdict


@pytest.mark.parametrize(("answer", "reason"), DOCUMENTS_FALSE)
def test_every_leaf_of_a_document_needs_support(answer, reason):
    verdict = judge(row(answer))
    assert verdict.keep == (reason is None), verdict
    assert reason is None or verdict.reason == f"grounding.{reason}"


LAID_OUT = [
    ("1. Tejo Air: £94\n2. Douro Wings: later\n3. Nothing else", True),
    ("1. Tejo Air: £95\n2. Douro Wings: later", False),
    ("7. are left", False),
    ("[Flight search]\nTejo Air, £94", True),
    ("| Carrier | Lowest Fare |\n| --- | --- |\n| Tejo Air | £94 |", True),
    ("| Carrier | Lowest Fare |\n| --- | --- |\n| Wrong Air | £94 |", False),
    ("THE CHEAPEST IS WITH TEJO AIR FOR £94", True),
    ("THE CHEAPEST IS WITH TEJO AIR FOR £95", False),
]


@pytest.mark.parametrize(("answer", "kept"), LAID_OUT)
def test_marks_of_layout_claim_nothing(answer, kept):
    assert judge(row(answer)).keep == kept

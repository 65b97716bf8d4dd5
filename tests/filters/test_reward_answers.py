"""The reward of answers that say too much, of further looks, and of policies that do not read."""

import pytest

from callwright.filters.reward import score
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.values import Count, Quantity
from tests.filters import toy
from tests.filters.test_reward import PLACE, ROWS, Row, reward, rollout

# -- precision -----------------------------------------------------------------------------
SAID = ROWS["single"].messages[-1].content


def answer_instead(name, text):
    *before, last = ROWS[name].messages
    return [*before, last.model_copy(update={"content": text})]


@pytest.mark.parametrize(
    "text",
    [
        f"{SAID} That is 75 pounds.",
        SAID.replace("£60", "£60 or £75"),
        SAID.replace("£60", "£75 or maybe £60"),
        SAID.replace("06:30", "06:30 or 08:45"),
        f"{SAID} Shall I go ahead?",
        f"{SAID} Which day do you want?",
    ],
)
def test_a_contradiction_a_hedge_and_a_question_after_the_deed_cost(text):
    got = reward("single", answer_instead("single", text))
    assert not got.strict
    assert got.components["precision"] < 1
    assert any("contradicts or hedges" in reason for reason in got.reasons)


@pytest.mark.parametrize(
    "text",
    [
        f"{SAID} Is there anything else?",
        f"{SAID} Would you like something else instead?",
        "Three rooms fit. Ash is the cheapest at £60 and opens at 6:30 am; Oak costs £94.",
        "Ash, £60.00, from half past six in the morning.",
    ],
)
def test_what_results_and_the_user_said_may_be_said(text):
    assert reward("single", answer_instead("single", text)).strict


@pytest.mark.parametrize(
    ("kind", "said", "wrong"),
    [
        (Count(noun="year"), "1 year", "3 years"),
        (Count(noun="year"), "a year", "three years"),
        (Quantity("km", 0, 100, 1), "1 km", "3 km"),
        (Quantity("km", 0, 100, 1), "1 km", "3km"),
    ],
)
def test_the_length_of_a_list_is_no_measure_of_something_else(kind, said, wrong):
    """Three rooms are listed; that makes no three years."""
    row = ROWS["single"]
    (check,) = row.task.checks.turns
    facts = (*check.facts, toy.fact(kind, 1))
    checks = row.task.checks.model_copy(
        update={"turns": (check.model_copy(update={"facts": facts}),)}
    )
    right = f"{SAID} There are 3 rooms in all, looked after for {said}."
    got = score(Row(checks), answer_instead("single", right), PLACE.setting)
    assert got.strict, got.reasons
    assert not score(
        Row(checks), answer_instead("single", f"{right} That's {wrong}."), PLACE.setting
    ).strict


def test_what_a_needed_look_up_shows_may_be_said_where_the_user_wants_it_told():
    checks = ROWS["steps"].task.checks
    (check,) = checks.turns
    said = ROWS["steps"].messages[-1].content
    found = answer_instead("steps", f"Ash opens at 06:30. {said}")
    for told, strict in (((), False), ((0,), True)):
        wanted = check.model_copy(update={"told": told})
        row = Row(checks.model_copy(update={"turns": (wanted,)}))
        assert score(row, found, PLACE.setting).strict == strict
        wrong = answer_instead("steps", f"Ash opens at 07:45. {said}")
        assert not score(row, wrong, PLACE.setting).strict


def test_where_results_are_not_known_only_hedges_are_held_against_an_answer():
    answer = SAID.replace("£94", "£90")
    assert reward("single", rollout([toy.FIND], answer=answer)).strict
    assert not reward(
        "single", rollout([toy.FIND], answer=SAID.replace("£60", "£60 or £61"))
    ).strict


# -- further look-ups ----------------------------------------------------------------------
def with_look_ups(*names, limit=2, readers=("find_rooms", "list_desks", "list_people")):
    """The row `swap`, with further calls before its answer."""
    row = ROWS["swap"]
    checks = row.task.checks.model_copy(update={"readers": readers, "look_ups": limit})
    calls = [ToolCall(id=f"x{i}", name=n, arguments={"page": i}) for i, n in enumerate(names)]
    looks = [Message(role="assistant", tool_calls=[call]) for call in calls]
    messages = [*row.messages[:-1], *looks, row.messages[-1]]
    return score(Row(checks), messages, PLACE.setting)


def test_useful_look_ups_cost_little_up_to_the_limit():
    one, two = with_look_ups("list_desks"), with_look_ups("list_desks", "list_people")
    assert (one.strict, two.strict) == (True, True)
    assert 1 > one.value > two.value >= 0.95
    assert not with_look_ups("list_desks", "list_people", "list_desks").strict


def test_a_guess_with_an_expected_tool_and_a_write_are_no_look_ups():
    assert not with_look_ups("find_rooms").strict
    assert not with_look_ups("book_room").strict
    assert not with_look_ups("list_desks", limit=0).strict


def test_a_look_up_earns_nothing_where_nothing_is_to_be_done():
    checks = ROWS["declines"].task.checks.model_copy(update={"readers": ("find_rooms",)})
    messages = rollout([toy.FIND], answer=ROWS["declines"].messages[-1].content, name="declines")
    assert score(Row(checks), messages, PLACE.setting).value == 0


# -- weights, safety, reasons --------------------------------------------------------------
def test_the_weights_of_a_row_count():
    row = ROWS["single"]
    silent = [*row.messages[:-1], row.messages[-1].model_copy(update={"content": "Done."})]
    values = []
    for share in (0.1, 0.9):
        checks = row.task.checks.model_copy(update={"weights": {"answer": share}})
        values.append(score(Row(checks), silent, PLACE.setting).value)
    assert values[0] > values[1]


def test_an_unwanted_write_is_unsafe_and_a_wrong_look_is_not():
    look = rollout([("find_rooms", {"date": "2026-03-28", "seats": 2})], answer=SAID)
    write = rollout([toy.FIND], [toy.book()], answer=SAID)
    assert reward("single", look).components["safety"] == 1
    assert reward("single", write).components["safety"] == 0


def test_reasons_say_what_is_wrong():
    got = reward("single", rollout([("find_desks", {})], answer=""))
    assert got.reasons[:2] == (
        "turn 1: find_rooms was not called",
        "turn 1: 'find_desks' is one call too many",
    )
    assert reward("single", ROWS["single"].messages).reasons == ()


# -- policies that need no reading ---------------------------------------------------------
def always(text):
    return lambda row: [*row.messages[:2], Message(role="assistant", content=text)]


def likeliest_tool(row):
    """The tool whose name shares most words with the request, with no arguments."""
    words = set(row.messages[1].content.lower().split())
    best = max(row.task.tools, key=lambda t: len(words & set(t.name.lower().split("_"))))
    call = ToolCall(id="1", name=best.name, arguments={})
    return [
        *row.messages[:2],
        Message(role="assistant", tool_calls=[call]),
        Message(role="assistant", content="Done."),
    ]


POLICIES = {
    "refuse": always("Sorry, I can't do that with the tools that I have."),
    "ask": always("Could you tell me which one, and when?"),
    "claim": always("Done."),
    "likeliest": likeliest_tool,
}


@pytest.mark.parametrize("name", POLICIES)
def test_no_constant_policy_is_right_on_half_of_a_family(name):
    acts, abstains = ROWS["single"], ROWS["declines"]
    got = [score(r.task, POLICIES[name](r), PLACE.setting) for r in (acts, abstains)]
    assert sum(g.strict for g in got) / 2 <= 0.5


@pytest.mark.parametrize(
    "told",
    [
        "Ash costs GBP 60 and opens at 6:30 AM.",
        "Ash costs **£60.00** and opens at 6:30 a.m.",
        "Ash costs 60\u00a0pounds and opens at half past six in the morning.",
    ],
)
def test_a_fact_may_be_said_in_any_notation_that_means_it_alone(told):
    row = toy.single()
    *before, last = row.messages
    messages = (*before, last.model_copy(update={"content": told}))
    assert score(row.task, messages, PLACE.setting).strict, told


@pytest.mark.parametrize("told", ["USD 60", "GBP 600", "GBP 60.50"])
def test_another_amount_in_another_notation_is_another(told):
    row = toy.single()
    *before, last = row.messages
    text = f"Ash costs {told} and opens at 06:30."
    messages = (*before, last.model_copy(update={"content": text}))
    assert score(row.task, messages, PLACE.setting).value < 1

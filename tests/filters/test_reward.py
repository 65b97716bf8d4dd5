"""The reward: the reference earns 1, nothing else does, and nothing raises."""

import functools
import json
import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.filters.reference import ReferenceFilter
from callwright.filters.replay import changes
from callwright.filters.reward import is_right, score
from callwright.schemas.checks import Change, Checks, TurnCheck
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.task import Trajectory
from tests.filters import toy

PLACE = toy.scene()
ROWS = {make.__name__: make() for make in toy.ALL}
CHANGE = Change(table="desk.rooms", op="delete", key="RM-A1B2", values={})


class Row:
    """What an RL row holds of a task."""

    def __init__(self, checks):
        self.checks = checks


def reward(name, messages, state=None):
    return score(ROWS[name].task, messages, PLACE.setting, state)


def rollout(*steps, answer="", name="single"):
    """The prompt of a row, then other calls and another answer."""
    made = []
    for i, step in enumerate(steps):
        calls = [ToolCall(id=f"{i}{j}", name=n, arguments=a) for j, (n, a) in enumerate(step)]
        made.append(Message(role="assistant", tool_calls=calls))
    return [*ROWS[name].messages[:2], *made, Message(role="assistant", content=answer)]


@pytest.mark.parametrize("name", ROWS)
def test_the_reference_earns_one(name):
    row = ROWS[name]
    got = reward(name, row.messages, changes(row, PLACE))
    assert (got.value, got.strict) == (1.0, True)
    assert set(got.components.values()) == {1.0}
    assert set(got.turns) == {1.0}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_as_openai_data_earns_the_same(name):
    data = json.loads(json.dumps([m.openai() for m in ROWS[name].messages]))
    for message in data:
        for call in message.get("tool_calls", ()):
            call["function"]["arguments"] = json.dumps(call["function"]["arguments"])
    checks = Checks.model_validate_json(ROWS[name].task.checks.model_dump_json())
    assert score(Row(checks), data, PLACE.setting).value == 1


@pytest.mark.parametrize("name", ROWS)
def test_the_part_after_the_first_user_turn_is_enough(name):
    assert reward(name, ROWS[name].messages[2:]).value == 1


def test_inaction_earns_nothing_where_action_is_asked_for():
    answer = ROWS["single"].messages[-1].content
    assert reward("single", rollout(answer=answer)).value == 0


def test_a_call_earns_nothing_where_none_is_asked_for():
    answer = ROWS["declines"].messages[-1].content
    got = reward("declines", rollout([toy.FIND], answer=answer, name="declines"))
    assert got.value == 0
    assert got.components["abstention"] == 0


def test_components_say_what_is_wrong():
    got = reward(
        "single", rollout([("find_rooms", {"date": "2026-03-27", "seats": 5})], answer="Ash")
    )
    parts = got.components
    assert (parts["name"], parts["argument_names"], parts["argument_values"]) == (1, 1, 0.5)
    assert parts["facts"] == 0
    assert 0 < got.value < 1


def test_surplus_calls_cost_and_many_come_to_nothing():
    answer = ROWS["single"].messages[-1].content
    values = [reward("single", rollout([toy.FIND] * n, answer=answer)).value for n in (1, 2, 3, 40)]
    assert values == sorted(values, reverse=True)
    assert values[0] == 1
    assert values[3] < 0.01


def test_order_costs():
    early = rollout(
        [toy.FIND, toy.book("RM-E5F6", title="Stand-up"), toy.book("RM-A1B2")],
        answer="10:00",
        name="steps",
    )
    got = reward("steps", early)
    assert got.components["order"] == 0
    assert not got.strict


def test_state_counts_when_it_is_known():
    row = ROWS["steps"]
    made = changes(row, PLACE)
    assert reward("steps", row.messages, made[::-1]).value == 1
    assert reward("steps", row.messages, made[:1]).components["state"] == 0.5
    assert not reward("steps", row.messages, ()).strict
    assert reward("single", ROWS["single"].messages, (CHANGE,)).components["state"] == 0


ANSWERS = [
    ("single", "Ash opens at 6:30 am, it is 60 pounds.", 1),
    ("single", "Ash opens at 06:30 for £60.50.", 0.5),
    ("single", "Ash opens at 16:30 for £160.", 0),
    ("single", "", 0),
    ("declines", "I’m unable to order cakes.", 1),
    ("declines", "I can't do that.", 0),
    ("declines", "The cake is ordered.", 0),
]


@pytest.mark.parametrize(("name", "answer", "credit"), ANSWERS)
def test_answers(name, answer, credit):
    messages = list(ROWS[name].messages)
    messages[-1] = messages[-1].model_copy(update={"content": answer})
    part = {"single": "facts", "declines": "declines"}[name]
    got = reward(name, messages)
    assert got.components[part] == credit
    assert got.strict == (credit == 1)


ASKS = [("When do you need it?", 1), ("When you need it, tell me.", 0), ("Anything else?", 0)]


@pytest.mark.parametrize(("question", "credit"), ASKS)
def test_questions(question, credit):
    messages = list(ROWS["asks"].messages)
    messages[2] = messages[2].model_copy(update={"content": question})
    got = reward("asks", messages)
    assert got.components["asks"] == credit
    assert got.turns == (credit, 1.0)


def test_a_pasted_result_says_nothing():
    messages = list(ROWS["single"].messages)
    dump = f"{messages[-1].content}\n{messages[3].content}"
    messages[-1] = messages[-1].model_copy(update={"content": dump})
    assert reward("single", messages).components["facts"] == 0


def test_turns_too_few_or_too_many_are_not_right():
    messages = ROWS["asks"].messages
    assert not reward("asks", messages[:3]).strict
    more = [
        *messages,
        Message(role="user", content="Thanks"),
        Message(role="assistant", content="Sure"),
    ]
    assert not reward("asks", more).strict
    assert not is_right(ROWS["asks"].task, more, PLACE.setting)
    assert score(Row(Checks(turns=(), state=())), [], PLACE.setting).value == 1


CALLS = [toy.FIND, ("find_rooms", {"date": "2026-03-28"}), toy.book("RM-A1B2"), ("rooms", {})]
STEPS = [[toy.FIND], [toy.book("RM-E5F6", title="Stand-up"), toy.book("RM-A1B2")]]


@st.composite
def mutilated(draw):
    """Steps of the reference, some calls left out, exchanged or added; and one right call."""
    steps = [list(step) for step in STEPS]
    for step in steps:
        for i in range(len(step)):
            change = draw(st.sampled_from(["keep", "keep", "drop", "wrong"]))
            step[i] = (
                None
                if change == "drop"
                else draw(st.sampled_from(CALLS))
                if change == "wrong"
                else step[i]
            )
        step += draw(st.lists(st.sampled_from(CALLS), max_size=2))
    return [[call for call in step if call] for step in steps]


@given(mutilated(), st.data())
def test_a_right_call_dropped_doubled_or_spoilt_never_earns_more(steps, data):
    places = [
        (i, j) for i, step in enumerate(steps) for j, call in enumerate(step) if call in STEPS[i]
    ]
    if not places:
        return
    i, j = data.draw(st.sampled_from(places))
    before = reward("steps", rollout(*steps, answer="10:00", name="steps")).value
    call = steps[i][j]
    spoilt = (call[0], {**call[1], "start": "2026-03-27T22:00:00+00:00"})
    others = [c for step in steps for c in step]
    for new in ([], [call, call], [spoilt], [("other", {})]):
        if not new and others.count(call) > 1:
            continue  # that takes a doubled call away
        changed = [list(step) for step in steps]
        changed[i][j : j + 1] = new
        after = reward("steps", rollout(*changed, answer="10:00", name="steps")).value
        assert after <= before + 1e-9 or others.count(call) > 1


@given(mutilated())
def test_one_means_strict_and_both_judges_agree(steps):
    messages = rollout(*steps, answer="10:00", name="steps")
    got = reward("steps", messages)
    assert 0 <= got.value <= 1
    assert (got.value == 1) == got.strict == is_right(ROWS["steps"].task, messages, PLACE.setting)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["find_rooms", "user", "assistant", "tool", "2026-03-27"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "role",
                    "content",
                    "tool_calls",
                    "function",
                    "name",
                    "arguments",
                    "date",
                    "seats",
                    "text",
                ]
            )
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
DEEP = "[" * 3000
DEEP_OBJECT = functools.reduce(lambda inner, _: {"date": inner}, range(5000), None)
HOSTILE = [
    DEEP,
    "{",
    '"21"',
    "null",
    "[]",
    b"bytes",
    21,
    None,
    [],
    {"date": math.nan},
    {"seats": math.inf},
    {"date": 10**5000},
    {"date": "\ud800"},
    DEEP_OBJECT,
    {1: 2},
    {"date": "x" * 5_000_000},
    {"": {"": ""}},
    '{"date": "\ud800"}',
    {"date": object()},
    '{"seats": NaN}',
    {"seats": [1] * 100_000},
]


@pytest.mark.parametrize("arguments", HOSTILE, ids=lambda a: type(a).__name__)
def test_hostile_arguments_get_a_score(arguments):
    call = {"id": "1", "function": {"name": "find_rooms", "arguments": arguments}}
    messages = [{"role": "assistant", "tool_calls": [call]}, {"role": "assistant", "content": "x"}]
    assert reward("single", messages).value < 0.5


def test_hostile_arguments_of_every_kind_and_format():
    """Kinds are asked about values of every type in every format, without a crash."""
    from callwright.filters.arguments import equal_leaf
    from callwright.schemas.checks import Leaf
    from callwright.schemas.values import ALL_KINDS

    values = [None, True, 0, -1, 1.5, "", "x", "\ud800", "9" * 400, [], [None], {}, {"value": 1}]
    values += [{"value": 1e308, "currency": "GBP"}, {"year": 9999, "month": 1, "day": 1}, 2**63]
    for kind in ALL_KINDS:
        good = kind.sample(Random(1), PLACE.setting)
        for form in kind.formats():
            wanted = kind.encode(good, form.name, PLACE.setting)
            leaf = Leaf(kind=kind.spec(), format=form.name)
            assert equal_leaf(wanted, wanted, leaf, PLACE.setting)
            for value in values:
                equal_leaf(value, wanted, leaf, PLACE.setting)


@given(st.lists(JSON, max_size=5))
def test_whatever_a_rollout_is_it_gets_a_score(messages):
    for name in ROWS:
        assert 0 <= reward(name, messages).value <= 1


def test_an_integer_beyond_every_float_gets_a_score():
    good = ROWS["steps"].messages
    huge = [
        m.model_copy(update={"tool_calls": tuple(_with(call, 10**400) for call in m.tool_calls)})
        for m in good
    ]
    huge[-1] = huge[-1].model_copy(update={"content": "It is 12 EUR, on 3 May at 7:13, 99 in all."})
    assert reward("steps", huge).value < 1


def _with(call, value):
    return call.model_copy(update={"arguments": {**call.arguments, "more": value}})


def test_ten_thousand_calls_are_bounded():
    calls = [{"function": {"name": "find_rooms", "arguments": '{"seats": 2}'}}] * 10_000
    assert reward("single", [{"role": "assistant", "tool_calls": calls}]).value < 1e-6


def test_the_reference_filter():
    row = ROWS["single"]
    assert ReferenceFilter().judge(row, PLACE).keep
    checks = Checks(turns=(TurnCheck(),), state=())
    task = row.task.model_copy(update={"checks": checks})
    verdict = ReferenceFilter().judge(
        Trajectory(task=task, messages=row.messages, provenance=row.provenance), PLACE
    )
    assert (verdict.keep, verdict.reason) == (False, "reference.not_strict")


def answer_of(name, text):
    row = ROWS[name]
    messages = [*row.messages[:-1], Message(role="assistant", content=text)]
    return score(row.task, messages, PLACE.setting)


def test_the_form_is_a_part_of_the_answer_and_all_of_it_is_needed():
    right, half = answer_of("formed", "You are welcome."), answer_of("formed", "Well, you are.")
    none = answer_of("formed", "Well, you are. Bye.")
    assert right.value == right.components["form"] == 1
    assert half.components["form"] == 0.75
    assert none.components["form"] == 0.5
    assert not half.strict
    assert right.value > half.value > none.value
    assert (
        "form" not in score(ROWS["single"].task, ROWS["single"].messages, PLACE.setting).components
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"price": "60.00 GBP",\n "name": "Ash"}',
        ' {"name": "Ash", "price": "60.00 GBP"}\n',
    ],
)
def test_a_document_is_right_by_its_values(text):
    assert answer_of("document", text).value == 1


@pytest.mark.parametrize(
    ("text", "facts", "form"),
    [
        ('{"name": "Ash", "price": "61.00 GBP"}', 0.5, 1),
        ('{"name": "As", "price": "60.00"}', 0, 1),
        ('{"name": "Ash", "price": "60.00 GBP", "seats": 2}', 1, 0),
        ('{"name": "60.00 GBP", "price": "Ash"}', 0, 1),
        ('```json\n{"name": "Ash", "price": "60.00 GBP"}\n```', 0, 0),
        ('{"name": "Ash", "price": "60.00 GBP"} That is all.', 0, 0),
        ("Ash for £60.", 0, 0),
        ('{"name": "Ash", "price": ' + "[" * 2000, 0, 0),
        ('{"name": "Elm", "name": "Ash", "price": "60.00 GBP"}', 0, 0),
    ],
)
def test_a_document_with_something_wrong(text, facts, form):
    got = answer_of("document", text)
    assert (got.components["facts"], got.components["form"]) == (facts, form)
    assert got.value < 1

"""Tasks that more than one plan solves: all are found, all earn 1, and the wrong ones do not."""

from itertools import islice, product
from random import Random
from typing import Any

import pytest

from callwright.domains.core.discovery import discover
from callwright.domains.core.tool import Tool
from callwright.domains.core.view import decode_arguments, encode_arguments, render
from callwright.filters.audit import all_variants, audit, fair
from callwright.filters.audit.mutant import TurnSpan, spans
from callwright.filters.replay import ReplayFilter
from callwright.filters.reward import score
from callwright.filters.scene import Scene
from callwright.generators.factory import Factory
from callwright.generators.settings import Cell
from callwright.schemas.checks import ExpectedCall
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.task import Trajectory
from tests.generators.conftest import families

DETERMINED = ("select", "missing_tool", "irrelevance", "policy_refusal")
Made = tuple[Trajectory, Scene]


def rows(factory: Factory, skill: str, domain: str, count: int) -> list[Made]:
    cell = Cell(skill=skill, domain=domain, split="train")
    members = [member for family in families(factory, cell, count) for member in family]
    words = factory.lexicon.words
    return [(m, Scene.of(m.task, factory.worlds, factory.views, words)) for m in members]


@pytest.fixture(scope="module")
def everything(factory: Factory) -> list[Made]:
    """Rows of the skills that look things up, over all domains."""
    skills = ("multi_step", "multi_turn", "topic_switch")
    return [made for s in skills for d in discover() for made in rows(factory, s, d, 45)]


@pytest.fixture(scope="module")
def several(factory: Factory, everything: list[Made]) -> list[Made]:
    """Rows in which some turn has another plan."""
    more = everything + rows(factory, "multi_step", "calendar", 150)
    return [made for made in more if any(turn.others for turn in made[0].task.checks.turns)]


def test_there_are_such_tasks_in_several_domains(several: list[Made]) -> None:
    assert len(several) > 8
    assert len({row.task.domain for row, _ in several}) > 2


def test_every_other_plan_is_proved_and_earns_one(several: list[Made]) -> None:
    for row, scene in several:
        assert ReplayFilter().judge(row, scene).keep
        for seed in range(4):
            variant = all_variants()["other_plan"](row, scene, Random(seed))
            assert variant is not None
            got = score(row.task, variant.messages, scene.setting)
            assert (got.value, got.strict) == (1.0, True), got.reasons
            assert fair(row, scene, Random(seed)).rejected == ()


def test_no_attack_passes_where_there_are_several_plans(several: list[Made]) -> None:
    for row, scene in several:
        for seed in range(4):
            assert audit(row, scene, Random(seed), None).survivors == ()


def test_a_plan_with_another_value_is_not_proved(several: list[Made]) -> None:
    caught = 0
    for row, scene in several:
        checks = row.task.checks
        at, turn = next((i, t) for i, t in enumerate(checks.turns) if t.others)
        (first, *_), calls = turn.others, turn.calls
        for i, (call, planned) in enumerate(zip(first, calls, strict=True)):
            if call.name != planned.name:
                worse = call.model_copy(update={"arguments": {"nobody": "knows"}})
                plan = (*first[:i], worse, *first[i + 1 :])
                turns = list(checks.turns)
                turns[at] = turn.model_copy(update={"others": (plan,)})
                task = row.task.model_copy(
                    update={"checks": checks.model_copy(update={"turns": tuple(turns)})}
                )
                broken = row.model_copy(update={"task": task})
                verdict = ReplayFilter().judge(broken, scene)
                assert verdict.reason == "replay.plan_differs"
                caught += 1
    assert caught


@pytest.mark.parametrize("skill", DETERMINED)
def test_where_the_tool_is_the_point_there_is_one_plan(factory: Factory, skill: str) -> None:
    for domain in discover():
        for row, _ in rows(factory, skill, domain, 12):
            assert all(not turn.others for turn in row.task.checks.turns)


# -- an independent search -----------------------------------------------------------------
def test_whatever_else_does_the_same_earns_one_too(everything: list[Made]) -> None:
    """Each call is replaced by every visible tool of its sort, with values of its own arguments.

    Where the world shows the same rows for it, or ends in the same state, the reward must be 1.
    """
    found = 0
    for row, scene in everything:
        for span in spans(row):
            for number, call in enumerate(span.check.calls):
                for other in substitutes(row, scene, span, number):
                    messages = replaced(row, scene, span, number, other)
                    got = score(row.task, messages, scene.setting)
                    assert got.strict, (row.task.id, call.name, other, got.reasons)
                    found += 1
    assert found > 3


def substitutes(row: Trajectory, scene: Scene, span: TurnSpan, number: int) -> list[ToolCall]:
    """Calls with other tools that do the same as an expected one, where it stands."""
    expected, world, mark = span.check.calls[number], scene.world, scene.world.mark()
    before = [call for m in row.messages[: span.start] for call in m.tool_calls]
    for call in (*before, *span.check.calls[:number]):
        execute(scene, call)
    here = world.mark()
    told = [value.value for fact in span.check.facts for value in fact.any_of]
    tool, args = canonical(scene, expected)
    outcome, changed = world.call(tool.id, args), world.diff(here)
    world.rollback(here)
    found: list[ToolCall] = []
    names = [t.name for t in row.task.tools_at(span.turn) if t.name != expected.name]
    for name in names if outcome.ok else ():
        other = world.tools[scene.views[name].tool]
        for given in islice(ways(tool, args, other), 40):
            got, after = world.call(other.id, given), world.diff(here)
            world.rollback(here)
            same = after == changed if changed else shows_the_same(got.value, outcome.value, told)
            if got.ok and same and other.mutates == tool.mutates:
                visible = encode_arguments(scene.views[name], other, given, scene.setting)
                found.append(ToolCall(id="other", name=name, arguments=visible))
    world.rollback(mark)
    return found


def shows_the_same(got: Any, wanted: Any, told: list[Any]) -> bool:
    """Whether a result has just the things of another, and all of it that is told."""
    lists = [v for v in (wanted or {}).values() if isinstance(v, list)]
    mine = lists[0] if len(lists) == 1 else [wanted]
    theirs = next((v for v in (got or {}).values() if isinstance(v, list)), None)
    if not mine or theirs is None or not all(isinstance(row, dict) for row in (*mine, *theirs)):
        return False
    if len(lists) != 1:  # one thing, told from others by its id
        theirs = [row for row in theirs if key(wanted) == key(row)]
    if list(map(key, mine)) != list(map(key, theirs)):
        return False
    shown = [v for row in theirs for v in row.values()]
    return all(v in shown for row in mine for v in row.values() if is_told(v, told))


def is_told(value: Any, told: list[Any]) -> bool:
    """Whether an answer tells a value, or the day or time of it."""
    parts = [value[:10], value[11:16]] if isinstance(value, str) else []
    return any(part in told for part in (value, *parts))


def key(row: dict[str, Any]) -> Any:
    return next(iter(row.values()))


def ways(tool: Tool, args: dict[str, Any], other: Tool) -> Any:
    options = []
    for param in other.params:
        values = [
            (v,)
            for n, v in args.items()
            if tool.param(n).kind.spec() == param.kind.spec() and param.kind.check(v)
        ]
        options.append(values if param.required else [(), *values])
    for chosen in product(*options):
        pairs = zip(other.params, chosen, strict=True)
        yield {param.name: value[0] for param, value in pairs if value}


def canonical(scene: Scene, call: ExpectedCall | ToolCall) -> tuple[Tool, dict[str, Any]]:
    view = scene.views[call.name]
    tool = scene.world.tools[view.tool]
    return tool, decode_arguments(view, tool, call.arguments, scene.setting)


def execute(scene: Scene, call: ExpectedCall | ToolCall) -> str:
    tool, args = canonical(scene, call)
    outcome = scene.world.call(tool.id, args)
    return render(scene.views[call.name], tool, outcome, scene.setting)


def replaced(
    row: Trajectory, scene: Scene, span: TurnSpan, number: int, other: ToolCall
) -> list[Message]:
    """The conversation with another call in the place of one, every call made on its own."""
    mark = scene.world.mark()
    for message in row.messages[: span.start]:
        for call in message.tool_calls:
            execute(scene, call)
    messages = list(row.messages[: span.start])
    for index, call in enumerate(span.check.calls):
        made = ToolCall(id=f"c{index}", name=call.name, arguments=call.arguments)
        made = other if index == number else made
        messages.append(Message(role="assistant", tool_calls=(made,)))
        content = execute(scene, made)
        messages.append(Message(role="tool", content=content, tool_call_id=made.id, name=made.name))
    scene.world.rollback(mark)
    return [*messages, *row.messages[span.end - 1 :]]

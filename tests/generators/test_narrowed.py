"""A look-up that asks for no more than the item that the user's words single out is as right."""

from collections.abc import Iterator

import pytest

from callwright.domains.core.discovery import discover
from callwright.domains.core.view import encode_arguments
from callwright.filters.audit.mutant import TurnSpan, spans
from callwright.filters.reward import score
from callwright.filters.scene import Scene
from callwright.generators.factory import Factory
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.task import Trajectory
from tests.generators.test_plans import Made, canonical, replaced, rows


@pytest.fixture(scope="module")
def singled_out(factory: Factory) -> list[Made]:
    """Rows in which look-ups come before actions."""
    skills = ("multi_step", "state_dependency", "confirm_first")
    return [made for s in skills for d in discover() for made in rows(factory, s, d, 40)]


def test_saying_the_filter_that_singles_the_item_out_earns_one(singled_out: list[Made]) -> None:
    found = 0
    for row, scene in singled_out:
        for span, number, call, told in narrowed(row, scene):
            got = score(row.task, replaced(row, scene, span, number, call), scene.setting)
            assert got.strict is not told, (row.task.id, call, got.reasons)
            found += not told
    assert found > 10


def narrowed(row: Trajectory, scene: Scene) -> Iterator[tuple[TurnSpan, int, ToolCall, bool]]:
    """Look-ups with a filter of the name and value of what an item is chosen by.

    Each with its turn, its number there, and whether the answer tells its result.
    """
    for argument in row.provenance.arguments:
        chosen = argument.source.reference
        if chosen is None or chosen.op != "equals" or argument.source.message is None:
            continue
        result = row.messages[argument.source.message]
        for span in spans(row):
            here = row.messages[span.start : span.end]
            if argument.message not in range(span.start, span.end) or not holds(here, result):
                continue
            number = [c.id for m in here for c in m.tool_calls].index(result.tool_call_id or "")
            expected = span.check.calls[number]
            tool, args = canonical(scene, expected)
            names = [p.name for p in tool.params if not p.required and p.name not in args]
            if chosen.field in names and tool.param(chosen.field).kind.check(chosen.value):
                args = {**args, chosen.field: chosen.value}
                view = scene.views[expected.name]
                visible = encode_arguments(view, tool, args, scene.setting)
                call = ToolCall(id="other", name=expected.name, arguments=visible)
                yield span, number, call, number in span.check.told


def holds(messages: list[Message] | tuple[Message, ...], result: Message) -> bool:
    return any(message is result for message in messages)


def test_filters_may_say_what_the_call_is_for_and_both_may_be_said(factory: Factory) -> None:
    found = list(seats(rows(factory, "multi_step", "lifestyle", 150)))
    assert {"seats"} in found
    assert any(len(more) > 1 for more in found)


def seats(made: list[Made]) -> Iterator[set[str]]:
    """What other plans of a reservation say besides when they look for its table."""
    for row, scene in made:
        for turn in row.task.checks.turns:
            for plan in turn.others:
                for call, planned in zip(plan, turn.calls, strict=True):
                    if call.tool == planned.tool == "lifestyle.find_tables":
                        args, mine = (canonical(scene, c)[1] for c in (call, planned))
                        yield {name for name in args if name not in mine}

"""Tasks with more than one right plan: which rivals of planned tools are shown, and what follows.

A rival is shown on purpose only in the place of a look-up that the request merely needs. Where the
request is about the tool, or a turn must not act, the choice stays determined.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from callwright.domains.core import output as shapes
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.others import others
from callwright.generators.script import Script
from callwright.generators.studio import Studio

SHOWN = 0.5
"""Share of scripts that show a rival of a look-up, of those that can."""
OPEN = frozenset({"title", "free_text", "place"})
"""Kinds of which many values would do as well, so that not all right calls can be listed."""


def with_other_plans(script: Script, studio: Studio) -> Script:
    """The script with all other plans that its tools allow. The world is where the plan starts."""
    order = [index for turn in script.turns for group in turn.groups for index in group]
    told = {index: _facts(script, studio, index) for turn in script.turns for index in turn.told}
    if any(not turn.groups for turn in script.turns):  # a question may be about all that was shown
        told = {index: _fields(script.plan.steps[index].tool) for index in order}

    offered = [tool for turn in script.turns for tool in turn.offers]

    def found(tools: list[Tool]) -> Script:
        can = [*tools, *offered]
        plans = others(studio.world, studio.everything, script.plan, order, told, can)
        return replace(script, tools=tools, others=plans)

    rng = studio.path.rng(f"rivals/{script.skill}")
    if rng.random() < SHOWN:
        means = [index for index in order if index not in told]
        for tools in _swapped(script, studio, means, rng.random()):
            made = found(tools)
            if all(_replaced(made, i) for i in _rivalled(script, studio, order, tools)):
                return made
    return found(script.tools)


def _facts(script: Script, studio: Studio, index: int) -> frozenset[str]:
    """The fields of a step's result that an answer must tell."""
    facts = studio.lexicon.tool(script.plan.steps[index].tool).facts
    return frozenset(path.partition(":")[0].rpartition(".")[2] for path in facts)


def _fields(tool: Tool) -> frozenset[str]:
    """All fields of a tool's result and of its items."""
    return frozenset(name for path, _ in shapes.leaves(tool.output) for name in path)


def _rivalled(
    script: Script, studio: Studio, order: Sequence[int], tools: Sequence[Tool]
) -> list[int]:
    """The steps that a tool which no step calls could stand for."""
    gold = {script.plan.steps[index].tool.id for index in order}
    shown = {tool.id for tool in tools} - gold
    return [i for i in order if studio.everything.rivals[script.plan.steps[i].tool.id] & shown]


def _replaced(script: Script, index: int) -> bool:
    """Whether a call of another tool may stand for a step."""
    tool = script.plan.steps[index].tool
    return any(step.tool is not tool for step in script.others.get(index, ()))


def _swapped(
    script: Script, studio: Studio, means: Sequence[int], draw: float
) -> Iterator[list[Tool]]:
    """The tools with a rival of one of the steps `means` in the place of one that nobody needs."""
    gold = {step.tool.id for step in script.plan.steps}
    shown = {tool.id for tool in script.tools}
    spare = [i for i, tool in enumerate(script.tools) if tool.id not in gold]
    for index in means if spare else ():
        for tool in studio.everything.tools:
            rival = tool.id in studio.everything.rivals[script.plan.steps[index].tool.id]
            if rival and tool.id not in shown and _listable(tool):
                tools = list(script.tools)
                tools[spare[int(draw * len(spare))]] = tool
                if _named_apart(studio, tools):
                    yield tools


def _listable(tool: Tool) -> bool:
    """Whether all right calls of a look-up can be listed: no ranges, and no words of one's own."""
    kinds = [param.kind.name for param in tool.params]
    return not tool.mutates and len(set(kinds)) == len(kinds) and not OPEN & set(kinds)


def _named_apart(studio: Studio, tools: Sequence[Tool]) -> bool:
    try:
        studio.check_names(tools)
    except CannotPlan:
        return False
    return True

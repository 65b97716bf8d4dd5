"""From a script to a trajectory: messages through the views, provenance, checks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

import callwright
from callwright.domains.core.tool import Tool
from callwright.domains.core.view import View, encode_arguments, render
from callwright.generators.language.builder import Mark, Marked
from callwright.generators.planner.plan import Step
from callwright.generators.script import Script, Turn
from callwright.generators.settings import Cell
from callwright.generators.sources import Places, source_of
from callwright.generators.views.pool import ViewPool
from callwright.schemas.checks import Checks, ExpectedCall, TurnCheck
from callwright.schemas.errors import PhraseError
from callwright.schemas.messages import Message, ToolCall, Weights
from callwright.schemas.provenance import ArgumentSource, Provenance, Span
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Task, Trajectory, UserTurn, ViewUse
from callwright.schemas.values import Setting
from callwright.schemas.values.stamps import iso_stamp
from callwright.schemas.weights import DEFAULT

Json = Any
WEIGHTS = Weights()
MOST_OTHERS = 8
"""Other plans of one turn that its check holds."""


@dataclass
class Assembler:
    """Builds one trajectory."""

    script: Script
    cell: Cell
    family: SeedPath
    member: SeedPath
    world: str
    """World digest."""
    setting: Setting
    pool: ViewPool
    teacher: str
    messages: list[Message] = field(default_factory=list[Message])
    arguments: list[ArgumentSource] = field(default_factory=list[ArgumentSource])
    places: Places = field(default_factory=Places)
    views: dict[str, View] = field(default_factory=dict[str, View])
    """Canonical tool -> view."""

    def trajectory(self) -> Trajectory:
        """The finished record, with no verdicts yet."""
        uses = self._choose_views()
        clock = self._system()
        checks = Checks(
            turns=tuple(self._turn(t) for t in self.script.turns),
            state=self.script.state,
            now=iso_stamp(self.setting.now),
            readers=tuple(self.views[t.id].name for t in self._visible() if not t.mutates),
            weights=DEFAULT.data(),
        )
        provenance = Provenance(
            seed_path=self.member.text,
            teacher=self.teacher,
            code=callwright.__version__,
            frames=tuple(self.script.frames),
            clock=Span(message=0, start=clock.start, end=clock.end),
            arguments=tuple(self.arguments),
        )
        return Trajectory(
            task=self._task(uses, checks), messages=tuple(self.messages), provenance=provenance
        )

    def _visible(self) -> list[Tool]:
        """The tools that are visible at some time."""
        return [*self.script.tools, *(tool for turn in self.script.turns for tool in turn.offers)]

    def _choose_views(self) -> dict[str, ViewUse]:
        uses: dict[str, ViewUse] = {}
        for tool in self._visible():
            view, digest = self.pool.get(tool, self.script.styles[tool.domain])
            self.views[tool.id] = view
            uses[view.name] = ViewUse(tool=tool.id, view=digest)
        return uses

    def _task(self, uses: dict[str, ViewUse], checks: Checks) -> Task:
        script = self.script
        return Task(
            id=self.member.digest(),
            family_id=self.family.digest(),
            split=self.cell.split,
            skill=script.skill,
            domain=self.cell.domain,
            dials=script.dials,
            world=self.world,
            views=uses,
            system=script.system.text,
            tools=tuple(self.views[t.id].spec for t in script.tools),
            turns=tuple(map(self._user, script.turns)),
            checks=checks,
        )

    def _user(self, turn: Turn) -> UserTurn:
        """The turn's words; a tool that they offer is shown below them as its `tools` entry."""
        offers = tuple(self.views[tool.id].spec for tool in turn.offers)
        text = "\n".join((turn.user.text, *(spec.text for spec in offers)))
        return UserTurn(text=text, reveals=tuple(turn.reveals), offers=offers)

    # -- messages --------------------------------------------------------------------------
    def _system(self) -> Mark:
        self._remember(self.script.system)
        self.messages.append(Message(role="system", content=self.script.system.text))
        clock = self.script.system.range("clock")
        if clock is None:
            raise PhraseError("a system prompt states no clock: every `system` form needs {clock}")
        return clock

    def _remember(self, text: Marked) -> None:
        for mark in text.marks:
            self.places.marks.setdefault(mark.tag, self._span(mark))

    def _span(self, mark: Mark) -> Span:
        return Span(message=len(self.messages), start=mark.start, end=mark.end)

    def _turn(self, turn: Turn) -> TurnCheck:
        self._remember(turn.user)
        self.messages.append(Message(role="user", content=self._user(turn).text))
        thoughts = iter(turn.thoughts)
        order = [i for group in turn.groups for i in group]
        calls: list[ExpectedCall] = []
        for group in turn.groups:
            calls += self._calls(group, order, next(thoughts, None))
        self.messages.append(
            Message(
                role="assistant",
                content=turn.answer,
                reasoning=next(thoughts, None),
                weights=WEIGHTS,
            )
        )
        return TurnCheck(
            calls=tuple(calls),
            others=tuple(islice(self._others(calls, order), MOST_OTHERS)),
            told=tuple(i for i in map(order.index, turn.told) if _is_needed(i, calls)),
            finds_nothing=turn.finds_nothing and not turn.form,
            facts=turn.facts,
            asks=turn.asks,
            declines=turn.declines,
            form=turn.form,
        )

    def _calls(self, group: list[int], order: list[int], thought: str | None) -> list[ExpectedCall]:
        at = len(self.messages)
        made: list[ToolCall] = []
        expected: list[ExpectedCall] = []
        for number, index in enumerate(group):
            step = self.script.plan.steps[index]
            view = self.views[step.tool.id]
            visible = encode_arguments(view, step.tool, step.args, self.setting)
            made.append(
                ToolCall(id=f"call_{len(self.places.calls) + 1}", name=view.name, arguments=visible)
            )
            self.places.calls.append(index)
            self._sources(step, index, view, at, number)
            expected.append(self._expected(step, view, visible, order))
        self.messages.append(
            Message(role="assistant", tool_calls=tuple(made), reasoning=thought, weights=WEIGHTS)
        )
        for call, index in zip(made, group, strict=True):
            step = self.script.plan.steps[index]
            self.places.results[index] = len(self.messages)
            content = render(self.views[step.tool.id], step.tool, step.outcome, self.setting)
            self.messages.append(
                Message(role="tool", content=content, tool_call_id=call.id, name=call.name)
            )
        return expected

    def _others(
        self, calls: list[ExpectedCall], order: list[int]
    ) -> Iterator[tuple[ExpectedCall, ...]]:
        """Every other plan: the calls with others in the place of some."""
        if not any(index in self.script.others for index in order):
            return
        options = [
            [call, *(self._instead(step, order) for step in self.script.others.get(index, ()))]
            for call, index in zip(calls, order, strict=True)
        ]
        yield from islice(product(*options), 1, None)

    def _instead(self, step: Step, order: list[int]) -> ExpectedCall:
        view = self.views[step.tool.id]
        visible = encode_arguments(view, step.tool, step.args, self.setting)
        return self._expected(step, view, visible, order)

    def _expected(
        self, step: Step, view: View, visible: dict[str, Json], order: list[int]
    ) -> ExpectedCall:
        leaves = self.pool.leaves(view, step.tool)
        defaults = self.pool.defaults(view, step.tool)
        omitted = {p.name for p in step.tool.params} - set(step.args)
        return ExpectedCall(
            name=view.name,
            tool=step.tool.id,
            arguments=visible,
            leaves=leaves,
            defaults={
                pointer: value for name, (pointer, value) in defaults.items() if name in omitted
            },
            mutates=step.tool.mutates,
            fails=step.outcome.code,
            after=tuple(order.index(i) for i in step.after if i in order),
        )

    def _sources(self, step: Step, index: int, view: View, message: int, call: int) -> None:
        for name in step.args:
            place = view.params[name]
            source = source_of(index, name, self.script.plan, self.views, self.places)
            self.arguments.append(
                ArgumentSource(
                    message=message,
                    call=call,
                    path="".join(f"/{key}" for key in place.path),
                    kind=step.tool.param(name).kind.spec(),
                    format=place.format,
                    source=source,
                )
            )


def _is_needed(index: int, calls: Sequence[ExpectedCall]) -> bool:
    """Whether another call of the turn comes after call `index` for what it shows or does."""
    return any(index in call.after for call in calls)

"""A conversation that grows by moves; each plans, executes and words one user turn.

A move that the world or the language does not grant raises `CannotPlan` and leaves nothing behind
but what it executed; so a conversation that cannot go on ends, and one that has not begun fails.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from callwright.domains.core import output as shapes
from callwright.generators.errors import CannotPlan
from callwright.generators.language.builder import Marked
from callwright.generators.language.request import refinement, request
from callwright.generators.language.speaker import Intent, Speaker
from callwright.generators.planner.plan import Plan
from callwright.generators.planner.refine import Search, refined
from callwright.generators.planner.walk import Walker
from callwright.generators.script import Script, Turn
from callwright.generators.skills.asking import asked_field, field_question, field_turn
from callwright.generators.skills.common import (
    Asked,
    ask,
    asked_turn,
    choose,
    one_each,
    searchable,
    usable,
)
from callwright.generators.skills.multi_step import create, giving_goal, use_made
from callwright.generators.studio import Studio

ROUNDS = (5, 4, 1)
"""Weights of no refinement of a search, one and two."""


@dataclass
class Dialogue:
    """The turns so far, and what a further one can refer to."""

    studio: Studio
    plan: Plan = field(default_factory=Plan)
    turns: list[Turn] = field(default_factory=list[Turn])
    made: int | None = None
    """The step whose thing `it` would mean now."""

    def __post_init__(self) -> None:
        self.walker: Walker = self.studio.walker()
        self.speaker: Speaker = self.studio.speaker(self.plan)

    def script(self, skill: str) -> Script:
        """The finished conversation."""
        tools = list(dict.fromkeys(step.tool for step in self.plan.steps))
        visible = self.studio.visible(tools)
        return self.studio.script(skill, self.plan, self.turns, visible, self.speaker.frames)

    # -- openings --------------------------------------------------------------------------
    def open_with_search(self, rounds: int, use: bool, question: float = 0.25) -> None:
        """A search, refined up to `rounds` times; then, if `use`, a goal about one of its items.

        `question`: chance of a question in between that the last result answers.
        """
        studio = self.studio
        tool, param, entity = usable(studio)
        args = self.walker.propose(tool)
        target = self.walker.row(tool, entity, args[param])
        finder, listed = self.walker.finder(entity)
        last = self.walker.propose(finder, target)
        searches = refined(self.walker, self.plan, finder, last, rounds)
        pick = self.walker.pick(self.plan, searches[-1].step, listed, entity, target.key)
        self._say_searches(searches)
        if studio.rng.random() < question:
            self._maybe(lambda: self.ask_about(searches[-1].step, listed, entity))
        if use:
            goal = self.walker.goal(self.plan, tool, {param: pick}, target)
            self._later(goal, frozenset({pick.step}))

    def open_with_question(self) -> None:
        """A search, and a question that its result answers."""
        found = searchable(self.studio)
        if not found:
            raise CannotPlan("plan.no_tool")
        tool, listed, entity = self.studio.rng.choice(found)
        step = self.walker.direct(self.plan, tool)
        self._say_searches([Search(step)])
        self.ask_about(step, listed, entity)

    def open_with_creation(self) -> None:
        """Something is made, which later turns can use."""
        first = create(self.studio, self.walker, self.plan, self.studio.cell.domain)
        self._open(first)

    def open_with_carrying(self) -> None:
        """Something of one domain, then a call of another that takes its times from it."""
        goal, pick, taker = giving_goal(self.studio, self.walker, self.plan)
        self._open(goal)
        fed = self.walker.feed(self.plan, taker, pick)
        self._later(fed, frozenset(range(fed)))

    # -- further moves ---------------------------------------------------------------------
    def ask_about(self, step: int, listed: str, entity: str) -> None:
        """A question whose answer the last result shows: no call is needed."""
        pick, asked = asked_field(self.studio, self.plan, step, listed, entity)
        said = field_question(self.studio, self.speaker, pick, asked, shown=True)
        self.turns.append(field_turn(self.studio, self.plan, said, pick, asked, []))

    def use_it(self, last: bool) -> None:
        """A goal about the thing at hand; only the `last` one may end it."""
        if self.made is None:
            raise CannotPlan("plan.nothing_made")
        done = {step.tool for step in self.plan.steps}
        entity = shapes.entity(self.plan.steps[self.made].tool.output) or ""
        users = [t for t in self.studio.graph.users.get(entity, ()) if t not in done]
        users = [t for t in users if last or not t.ends]
        goal = use_made(self.studio, self.walker, self.plan, self.made, users)
        self._later(goal, frozenset(range(goal)))

    def new_topic(self) -> None:
        """Something else that can be asked for at once."""
        done = {step.tool for step in self.plan.steps}
        alike = {name for tool in done for name in tool.alike}
        free = [t for t in self.studio.graph.direct if t not in done and t.name not in alike]
        goal = self.walker.direct(self.plan, choose(self.studio, free))
        self.made = None
        words = request(self.speaker, [Intent(goal)], ["independent"], later="new_topic")
        self._act(words, [[goal]], goal)

    def go_on(self, turns: int) -> None:
        """Further moves until there are `turns` user turns, or none is possible."""
        while len(self.turns) < turns:
            last = len(self.turns) == turns - 1
            moves = [partial(self.use_it, last), self.new_topic]
            if self.made is None or self.studio.rng.random() < 0.25:
                moves.reverse()
            if not any(self._maybe(move) for move in moves):
                return

    # -- turns -----------------------------------------------------------------------------
    def _open(self, goal: int) -> None:
        groups = one_each(range(len(self.plan.steps)))
        self._answer(ask(self.speaker, self.plan, [goal], "dependent"), groups)

    def _say_searches(self, searches: Sequence[Search]) -> None:
        for search in searches:
            if not search.param:
                said = ask(self.speaker, self.plan, [search.step], "independent")
                self._answer(said, [[search.step]])
                continue
            words = refinement(self.speaker, search.step, search.param, search.added)
            self._act(words, [[search.step]], search.step)
            if self.studio.thinking:
                self.turns[-1].thoughts[0] = self.studio.thinker(self.plan).plain(
                    "again", search.step
                )

    def _later(self, goal: int, said: frozenset[int]) -> None:
        words = request(
            self.speaker, [Intent(goal, look_ups_said=said)], ["dependent"], later="next_turn"
        )
        self._act(words, [[goal]], goal)

    def _act(self, words: Marked, groups: list[list[int]], told: int) -> None:
        self._answer(Asked(words, (told,)), groups)

    def _answer(self, asked: Asked, groups: list[list[int]]) -> None:
        self.turns.append(asked_turn(self.studio, self.plan, asked, groups))
        told = asked.steps[-1]
        tool = self.plan.steps[told].tool
        entity = shapes.entity(tool.output)
        if tool.ends:
            self.made = None
        elif tool.mutates and entity in self.studio.graph.users:
            self.made = told

    def _maybe(self, move: Callable[[], None]) -> bool:
        """Try a move; steps that a failed one executed are undone."""
        mark, steps, turns = self.studio.world.mark(), len(self.plan.steps), len(self.turns)
        made = self.made
        try:
            move()
        except CannotPlan:
            self.studio.world.rollback(mark)
            del self.plan.steps[steps:]
            del self.turns[turns:]
            self.made = made
            return False
        return True

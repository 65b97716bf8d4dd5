"""Where one family is made: its world, its random sources, and what its members share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from callwright.domains.core.graph import ToolGraph
from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.tool import Tool
from callwright.domains.core.world import World
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answer_style import AnswerStyle
from callwright.generators.language.answers import Teller
from callwright.generators.language.builder import Marked
from callwright.generators.language.core import CorePack
from callwright.generators.language.rules import rule, rule_beside, with_rule
from callwright.generators.language.speaker import Speaker
from callwright.generators.language.system import system_prompt
from callwright.generators.language.thinking import Thinker
from callwright.generators.planner.blockers import Blockers
from callwright.generators.planner.plan import Plan
from callwright.generators.planner.walk import Walker
from callwright.generators.script import Script, Turn
from callwright.generators.settings import Cell, Dials
from callwright.generators.views.pool import ViewPool
from callwright.schemas.checks import Change
from callwright.schemas.seeds import SeedPath
from callwright.schemas.values import Setting

Json = Any


@dataclass
class Studio:
    """Everything a skill needs to write one family. The world is rolled back by its owner."""

    cell: Cell
    path: SeedPath
    world: World
    lexicon: Lexicon
    core: CorePack
    setting: Setting
    pool: ViewPool
    dials: Dials
    everything: ToolGraph
    """All tools of the world."""
    graph: ToolGraph
    """The tools of the cell's domains."""
    system: Marked
    shown: frozenset[str]
    """Profile facts the system prompt shows."""
    rng: Random
    blockers: Blockers
    """Which calls can open the way for which."""
    answer_style: AnswerStyle
    register: str = "plain"
    thinking: bool = False
    styles: dict[str, int] = field(default_factory=dict[str, int])
    beside: float = 0.2
    """Chance of a rule in the system prompt that has nothing to do with the request."""

    # -- makers ----------------------------------------------------------------------------
    def walker(self) -> Walker:
        """A planner in this world."""
        return Walker(self.world, self.graph, self.lexicon, self.setting, self.rng, self.shown)

    def speaker(self, plan: Plan) -> Speaker:
        """The user's voice."""
        return Speaker(
            self.rng, self.setting, self.lexicon, self.core, plan, self.register, self.cell.split
        )

    def teller(self) -> Teller:
        """The assistant's answers."""
        return Teller(self.rng, self.setting, self.lexicon, self.answer_style, self.everything)

    def thinker(self, plan: Plan) -> Thinker:
        """The assistant's thinking."""
        return Thinker(self.rng, self.core, self.lexicon, plan)

    def showing(self, facts: frozenset[str]) -> "Studio":
        """This studio with a system prompt that shows these profile facts."""
        rng = self.path.rng("system/" + ",".join(sorted(facts)))
        system = system_prompt(self.core, self.world.person, self.setting, facts, rng)
        return replace(self, system=system, shown=facts)

    # -- visible tools ---------------------------------------------------------------------
    def visible(
        self,
        gold: Sequence[Tool],
        barred: Iterable[str] = (),
        hide_gold: bool = False,
        near: bool = False,
    ) -> list[Tool]:
        """The tools shown: the gold ones (unless hidden) among distractors, in random order.

        Half of the distractors come from the gold tools' own domains. Tools alike to a gold one,
        other finders of what a plan looks up, and `barred` ids are never among them. `near`: all
        distractors are those of the own domains that are most like the gold tools.
        """
        taken = {t.id for t in gold} | set(barred) | self._rivals(gold)
        shown = [] if hide_gold else list(gold)
        count = max(self.rng.choice(self.dials.visible_tools), len(gold)) - len(shown)
        own = {t.domain for t in gold}
        close, far = self._free(taken, own)
        near_count = min(len(close), (count + 1) // 2 if far and not near else count)
        if near:
            close.sort(key=lambda t: -max(likeness(t, g) for g in gold))
            shown += close[:near_count]
        else:
            shown += self.rng.sample(close, near_count)
        shown += self.rng.sample(far, min(len(far), count - near_count))
        self.rng.shuffle(shown)
        return shown

    def _free(self, taken: set[str], own: set[str]) -> tuple[list[Tool], list[Tool]]:
        """The tools that are not taken, of the own domains and of the others."""
        close: list[Tool] = []
        far: list[Tool] = []
        touched = {name.partition(".")[0] for name in taken}
        for domain, tools in self.everything.by_domain.items():
            free = [t for t in tools if t.id not in taken] if domain in touched else tools
            (close if domain in own else far).extend(free)
        return close, far

    def _rivals(self, gold: Sequence[Tool]) -> set[str]:
        golden = {t.id for t in gold}
        return {other for one in golden for other in self.everything.rivals[one]} - golden

    def check_names(self, tools: Sequence[Tool]) -> None:
        """Two tools shown under one name would be one tool: `CannotPlan`."""
        names = [self.pool.get(t, self.styles[t.domain])[0].name for t in tools]
        if len(set(names)) < len(names):
            raise CannotPlan("views.name_clash")

    def under_rule(self, templates: Sequence[str], able: str) -> "Studio":
        """This studio with a rule about `able` in its system prompt, and no other rule."""
        text = rule(templates, able, self.rng)
        return replace(self, system=with_rule(self.system, text), beside=0.0)

    def _prompt(self, plan: Plan) -> Marked:
        """The system prompt, now and then with a rule about something else."""
        rng = self.path.rng("beside")
        if rng.random() >= self.beside:
            return self.system
        used = [step.tool for step in plan.steps]
        near = rule_beside(self.core, self.lexicon, self.graph.tools, used, rng)
        text = near or rule_beside(self.core, self.lexicon, self.everything.tools, used, rng)
        return with_rule(self.system, text) if text else self.system

    # -- scripts ---------------------------------------------------------------------------
    def script(
        self,
        skill: str,
        plan: Plan,
        turns: list[Turn],
        tools: list[Tool],
        frames: list[str],
        state: tuple[Change, ...] | None = None,
    ) -> Script:
        """A finished script with its dials."""
        self.check_names(tools)
        gold = [s.tool for s in plan.steps]
        positions = [i for i, t in enumerate(tools) if t in gold]
        dials: dict[str, Json] = {
            "register": self.register,
            "thinking": self.thinking,
            "visible_tools": len(tools),
            "gold_position": positions[0] if positions else None,
            "plan_length": sum(len(g) for t in turns for g in t.groups),
            "user_turns": len(turns),
            "styles": {d: self.styles[d] for d in sorted({t.domain for t in tools})},
        }
        changed = self.world.diff() if state is None else state
        return Script(
            skill,
            self._prompt(plan),
            plan,
            turns,
            tools,
            dict(self.styles),
            changed,
            self.register,
            list(frames),
            dials,
        )


def likeness(one: Tool, other: Tool) -> float:
    """How much two tools look alike: shared words of their names and parameters, 0 to 1."""
    mine, theirs = _words(one), _words(other)
    return len(mine & theirs) / len(mine | theirs)


@cache
def _words(tool: Tool) -> frozenset[str]:
    return frozenset(
        w for name in (tool.name, *(p.name for p in tool.params)) for w in name.split("_")
    )

"""The factory of families: (cell, number) -> trajectories, the same on every machine."""

from collections.abc import Mapping

from callwright.domains.core.domain import Domain
from callwright.domains.core.graph import ToolGraph, graph
from callwright.domains.core.lexicon import lexicon
from callwright.domains.core.pack_check import check_pack
from callwright.domains.core.view import View
from callwright.domains.core.world import World
from callwright.generators.assemble import Assembler
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answer_style import AnswerStyle
from callwright.generators.language.core import core_pack
from callwright.generators.language.system import shown_facts, system_prompt
from callwright.generators.planner.blockers import Blockers
from callwright.generators.planner.walk import Walker
from callwright.generators.rivals import with_other_plans
from callwright.generators.script import Script
from callwright.generators.settings import Cell, Settings
from callwright.generators.shelf import Empty, Shelf
from callwright.generators.skills import discover_skills
from callwright.generators.studio import Studio
from callwright.generators.views.pool import ViewPool
from callwright.generators.worlds import WorldPool
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory
from callwright.schemas.values import Setting

TEACHER = "scripted/1"


class Factory:
    """Makes families; one per worker process. Nothing here is shared between processes."""

    def __init__(
        self, settings: Settings, domains: Mapping[str, Domain], shelf: Shelf | None = None
    ) -> None:
        """`shelf`: where other workers put what this one needs too; none: it is alone."""
        shelf = shelf or Empty()
        self.settings = settings
        wanted = settings.domains or tuple(domains)
        self.domains = {name: domains[name] for name in sorted(wanted)}
        self.lexicon = lexicon(self.domains.values(), settings.language)
        for name, domain in self.domains.items():
            check_pack(domain, self.lexicon.packs[name])
        self.core = core_pack(settings.language)
        self.pool = ViewPool(self.lexicon)
        self.worlds_pool = WorldPool(settings, self.domains, shelf)
        self._root = SeedPath.root(settings.namespace, settings.seed)
        self._everything = graph(self.domains.values())
        self._graphs: dict[str, ToolGraph] = {}
        tools = {tool.id: tool for tool in self._everything.tools}
        self._blockers = Blockers(tools, self._trier, shelf)

    # -- what families were made of --------------------------------------------------------
    @property
    def worlds(self) -> Mapping[str, World]:
        """Worlds used so far, by digest."""
        return self.worlds_pool.by_digest

    @property
    def views(self) -> Mapping[str, View]:
        """Views used so far, by digest."""
        return self.pool.by_digest

    # -- families --------------------------------------------------------------------------
    def family(self, cell: Cell, number: int) -> tuple[Trajectory, ...]:
        """Candidate `number` of a cell: all its members. `CannotPlan` when it is impossible."""
        path = self._root.at(cell.name, number)
        studio, digest = self.studio(cell, path)
        skill = discover_skills()[cell.skill]
        try:
            scripts = skill.family(studio)
            studio.world.rollback()
            scripts = [with_other_plans(script, studio) for script in scripts]
            return tuple(self._assemble(s, i, studio, digest) for i, s in enumerate(scripts))
        finally:
            studio.world.rollback()

    def studio(self, cell: Cell, path: SeedPath) -> tuple[Studio, str]:
        """The studio of a candidate, and its world's digest. All draws come from `path`."""
        pick = path.rng("world")
        world, digest = self.worlds_pool.get(
            cell.split, pick.randrange(self.worlds_pool.size(cell.split))
        )
        setting = Setting(now=world.now, language=self.settings.language, words=self.lexicon.words)
        dials = self.settings.dials
        style_rng, system_rng, dial_rng = path.rng("styles"), path.rng("system"), path.rng("dials")
        shown = shown_facts(system_rng)
        studio = Studio(
            cell=cell,
            path=path,
            world=world,
            lexicon=self.lexicon,
            core=self.core,
            setting=setting,
            pool=self.pool,
            dials=dials,
            everything=self._everything,
            graph=self._graph(cell),
            system=system_prompt(self.core, world.person, setting, shown, system_rng),
            shown=shown,
            rng=path.rng("family"),
            blockers=self._blockers,
            answer_style=AnswerStyle.draw(dial_rng),
            register=dial_rng.choices(list(dials.registers), list(dials.registers.values()))[0],
            thinking=dial_rng.random() < dials.thinking,
            styles={name: self.pool.draw(cell.split, style_rng) for name in self.domains},
        )
        return studio, digest

    def _trier(self, domain: str, number: int) -> Walker:
        """A walker for trying pairs of calls: from a path of its own, in a world of the pool."""
        cell = Cell(skill="state_dependency", domain=domain, split="train")
        return self.studio(cell, self._root.at("blockers", domain, number))[0].walker()

    def _graph(self, cell: Cell) -> ToolGraph:
        if cell.domain not in self._graphs:
            self._graphs[cell.domain] = graph(self.domains[name] for name in cell.domains)
        return self._graphs[cell.domain]

    def _assemble(self, script: Script, member: int, studio: Studio, digest: str) -> Trajectory:
        return Assembler(
            script=script,
            cell=studio.cell,
            family=studio.path,
            member=studio.path.at(f"{member}-{script.skill}"),
            world=digest,
            setting=studio.setting,
            pool=self.pool,
            teacher=TEACHER,
        ).trajectory()


__all__ = ["CannotPlan", "Factory"]

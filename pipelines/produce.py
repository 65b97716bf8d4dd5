"""The stage: one chunk order in, one finished chunk on disk, its summary out.

A pure function of its order, so that every engine gives the same content. A family is dropped with
its first dropped member; a filter that raises is a bug of ours and stops the run.
"""

import gc
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from callwright.generators.errors import CannotPlan
from callwright.generators.settings import Cell
from callwright.pipelines.chunks import PAIRS, PART, ChunkSpec, Part, finished, save
from callwright.pipelines.factory import Failed, Job, Taught, Toolkit, toolkit_module
from callwright.pipelines.funnel import PLAN, Funnel
from callwright.pipelines.stores import VIEWS, WORLDS, StoreWriter, writer
from callwright.schemas.canonical import digest, dump
from callwright.schemas.rows import to_rows
from callwright.schemas.task import Trajectory, Verdict

Json = Any
Family = tuple[Trajectory, ...]


def produce_chunk(spec_json: str) -> str:
    """Make the chunk that the order describes, unless it is finished; the summary as JSON text.

    A cluster gives an order again when it lost what became of it, with the node that worked on it.
    """
    spec = ChunkSpec.model_validate_json(spec_json)
    known = finished(spec)
    if known is not None:
        return known.model_dump_json()
    GARBAGE.leave_alone()
    made = chunk(spec)
    # What the chunk was made of is gone by now: it need not be looked through.
    GARBAGE.grew(spec.size)
    return made


def chunk(spec: ChunkSpec) -> str:
    """Make a chunk and save it; the summary as JSON text."""
    toolkit = opened(spec.job.model_dump_json())
    worlds, views = (writer(Path(spec.job.work, name)) for name in (WORLDS, VIEWS))
    rows: list[dict[str, Json]] = []
    funnels: list[Funnel] = []
    failed: list[Failed] = []
    for number, part in enumerate(spec.parts):
        funnel = Funnel([PLAN, *toolkit.judges])
        for one in taught(toolkit, part, funnel):
            for member in one.family:
                keep(toolkit, worlds, views, member)
                rows.append({PART: number, **chunk_row(toolkit, member)})
            if one.family:
                rows[-1][PAIRS] = dump(one.pairs)
            failed += one.failed
        for stage, counts in toolkit.tallies().items():
            funnel.tally(stage, counts)
        funnels.append(funnel)
    worlds.flush()
    views.flush()
    said = tuple(funnel.data() for funnel in funnels)
    return save(spec, rows, said, tuple(failed)).model_dump_json()


def taught(toolkit: Toolkit, part: Part, funnel: Funnel) -> Sequence[Taught]:
    """The families of a part that passed every filter, as a model teacher leaves them."""
    made = [make(toolkit, part.cell, number, funnel) for number in range(part.first, part.last)]
    return teach(toolkit, [family for family in made if family], funnel)


def teach(toolkit: Toolkit, families: Sequence[Family], funnel: Funnel) -> Sequence[Taught]:
    """The families as a model teacher leaves them; as they are where there is none."""
    if toolkit.teaching is None:
        return [Taught(family) for family in families]
    return toolkit.teaching(families, funnel)


class Garbage:
    """Cycles of dead objects: looked for once in many candidates, and never in what was left.

    Families are trees, so hardly any cycles come up; and worlds, views and validators live as long
    as the worker: looking through them again and again took a third of the time.
    """

    def __init__(self) -> None:
        self._candidates = 0
        self._wait = COLLECT_EVERY

    def leave_alone(self) -> None:
        """Python looks for none by itself from now on, in between neither: it would be the same."""
        gc.disable()

    def grew(self, candidates: int) -> None:
        """Look for all that so many more candidates may have left, where it is time."""
        self._candidates += candidates
        if self._candidates >= self._wait:
            much = gc.collect() > self._candidates
            gc.freeze()
            self._candidates = 0
            self._wait = COLLECT_EVERY if much else min(GROWTH * self._wait, COLLECT_AT_LEAST)


COLLECT_EVERY = 500
"""Candidates after which garbage is looked for first, and again where each left more than one
object."""
GROWTH = 8
"""So many times as many candidates after a search that found hardly any."""
COLLECT_AT_LEAST = 16_000
GARBAGE = Garbage()


@lru_cache(maxsize=2)
def opened(job_json: str) -> Toolkit:
    """The toolkit of a job, built once per worker."""
    job = Job.model_validate_json(job_json)
    return toolkit_module(job.toolkit).open_toolkit(job)


# -- one family ----------------------------------------------------------------------------
def make(toolkit: Toolkit, cell: Cell, number: int, funnel: Funnel) -> Family:
    """The judged family of a candidate; empty when it cannot be planned or a filter drops it."""
    try:
        family = toolkit.factory.family(cell, number)
    except CannotPlan as error:
        funnel.count(PLAN, error.reason)
        return ()
    funnel.count(PLAN)
    return judged(toolkit, family, funnel)


def judged(toolkit: Toolkit, family: Family, funnel: Funnel) -> Family:
    """The family with its verdicts, or nothing once any filter drops any member."""
    verdicts = all_verdicts(toolkit, family, funnel)
    return () if drop_of(verdicts) else sealed(family, verdicts)


def all_verdicts(toolkit: Toolkit, family: Family, funnel: Funnel) -> list[list[Verdict]]:
    """What each filter said of each member, up to and with the first filter that drops one."""
    scenes = [toolkit.scene(member) for member in family]
    verdicts: list[list[Verdict]] = [[] for _ in family]
    for stage, judge in toolkit.judges.items():
        for member, scene, said in zip(family, scenes, verdicts, strict=True):
            said.append(judge(member, scene))
        dropped = first_drop(said[-1] for said in verdicts)
        funnel.count(stage, dropped)
        if dropped:
            break
    return verdicts


def sealed(family: Family, verdicts: Sequence[Sequence[Verdict]]) -> Family:
    """The family with what was said of it."""
    return tuple(
        member.model_copy(update={"verdicts": tuple(said)})
        for member, said in zip(family, verdicts, strict=True)
    )


def drop_of(verdicts: Sequence[Sequence[Verdict]]) -> tuple[int, Verdict] | None:
    """The first member that was dropped, by its number, and why."""
    last = [(number, said[-1]) for number, said in enumerate(verdicts) if said]
    return next(((number, v) for number, v in last if not v.keep), None)


def first_drop(verdicts: Iterable[Verdict]) -> str:
    """Reason code of the first drop; empty when all keep."""
    return next((v.reason or f"{v.filter}.dropped" for v in verdicts if not v.keep), "")


def chunk_row(toolkit: Toolkit, member: Trajectory) -> dict[str, Json]:
    """A member as a row of its chunk; see `callwright.pipelines.accepted` for the columns."""
    sft, rl = to_rows(member)
    task = member.task
    return {
        "id": task.id,
        "family_id": task.family_id,
        "skill": task.skill,
        "domain": task.domain,
        "split": task.split,
        "world": task.world,
        "views": sorted({use.view for use in task.views.values()}),
        "skeleton": digest(toolkit.skeleton(member), 16),
        "signature": toolkit.sign(member),
        PAIRS: "[]",
        **{f"sft/{name}": value for name, value in sft.items()},
        **{f"rl/{name}": value for name, value in rl.items()},
    }


def keep(toolkit: Toolkit, worlds: StoreWriter, views: StoreWriter, member: Trajectory) -> None:
    """Store the world and the views of a row that may be accepted."""
    task, factory = member.task, toolkit.factory
    if not worlds.has(task.world):
        worlds.keep(task.world, factory.worlds[task.world].snapshot())
    for use in task.views.values():
        if not views.has(use.view):
            views.keep(use.view, factory.views[use.view].model_dump(mode="json"))

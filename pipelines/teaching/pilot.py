"""A pilot: some families of a recipe go through its model, to tell what the whole would take.

They are the first candidates of the recipe's cells, so that a run with the same completion store
asks for none of them again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from callwright.generators.settings import Cell
from callwright.pipelines.factory import Job, Toolkit, toolkit_module
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import Family, make
from callwright.pipelines.run import Options, Order, read_order
from callwright.pipelines.teaching.judging import STAGE as JUDGE
from callwright.pipelines.teaching.meter import Taken
from callwright.pipelines.teaching.served import draw_key, served
from callwright.pipelines.teaching.worker import ModelTeaching
from callwright.schemas.errors import RecipeError

MOST_FAILING = 20
"""Candidates of one cell in a row that cannot be planned, after which the cell is left out."""


@dataclass(frozen=True)
class Pilot:
    """What some families of a recipe took in one lane."""

    lane: str
    model: str
    families: int
    rows: int
    """Rows of these families."""
    kept: int
    """Rows that came back, past the judge: what a run could release, also in the script's words."""
    accepted: int
    """Of these, rows that the model worded, if only in part, or acted."""
    failed: int
    """Tasks that got no reply."""
    tallies: dict[str, int]
    """As the funnel carries them: outcomes, and why texts or rollouts fell."""
    taken: Taken
    seconds: float
    wanted: int
    """Rows of the whole recipe."""

    @property
    def scale(self) -> float | None:
        """How many times this the whole recipe would take; None where no row came back."""
        return self.wanted / self.kept if self.kept else None


def pilot(recipe: Path, options: Options, families: int, lanes: tuple[str, ...]) -> list[Pilot]:
    """Send some families through the recipe's model, in its lane or in those named.

    Args:
        recipe: names a model.
        options: where it answers; the folder `out` is not used.
        families: how many.
        lanes: none for the recipe's own.

    Raises:
        RecipeError: the recipe names no model, or is wrong.
        CallwrightError: the model cannot be reached.
    """
    order = read_order(recipe, options)
    if order.recipe.model is None:
        raise RecipeError("the recipe names no model, so a run of it costs nothing but time")
    with TemporaryDirectory() as folder:
        job = order.job(Path(folder))
        draw_key(job)
        with served(job, options.engine) as reached:
            return [
                _pilot(order, _in_lane(reached, lane), families)
                for lane in lanes or (order.recipe.model.lane,)
            ]


def _in_lane(job: Job, lane: str) -> Job:
    return job.model_copy(
        update={"model": job.model and job.model.model_copy(update={"lane": lane})}
    )


def _pilot(order: Order, job: Job, families: int) -> Pilot:
    toolkit, funnel = toolkit_module(job.toolkit).open_toolkit(job), Funnel()
    made = list(islice(_families(toolkit, list(order.recipe.targets())), families))
    started, teaching = monotonic(), toolkit.teaching
    if job.model is None or not isinstance(teaching, ModelTeaching):
        raise ValueError("a pilot needs a model")
    taught = teaching(made, funnel)
    seconds = monotonic() - started
    rows = [row for one in taught for row in one.family]
    teaching.close()
    return Pilot(
        lane=job.model.lane,
        model=job.model.name,
        families=len(made),
        rows=sum(map(len, made)),
        kept=len(rows),
        accepted=sum(row.provenance.teacher == teaching.name for row in rows),
        failed=sum(len(one.failed) for one in taught),
        tallies=_tallies(funnel, job.model.lane),
        taken=teaching.taken,
        seconds=seconds,
        wanted=order.recipe.rows,
    )


def _tallies(funnel: Funnel, lane: str) -> dict[str, int]:
    """What a lane counted, and a judge under its name."""
    stages = {stage["stage"]: stage["tallies"] for stage in funnel.data()}
    judge = {f"{JUDGE}.{name}": n for name, n in stages.get(JUDGE, {}).items()}
    return {**stages.get(lane, {}), **judge}


def _families(toolkit: Toolkit, cells: list[Cell]) -> Iterator[Family]:
    """The families of the recipe's first candidates, one cell after the other, again and again."""
    failing = dict.fromkeys((cell.name for cell in cells), 0)
    for number in count():
        left = [cell for cell in cells if failing[cell.name] < MOST_FAILING]
        if not left:
            return
        for cell in left:
            family = make(toolkit, cell, number, Funnel())
            failing[cell.name] = 0 if family else failing[cell.name] + 1
            if family:
                yield family

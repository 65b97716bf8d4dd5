"""A run: rounds of candidates until every cell is exactly full, then the release.

The content follows from recipe and code alone. A run on its own folder goes on where the last one
stopped, and does nothing when the release is complete.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from pydantic import ValidationError

from callwright.pipelines.acceptance import Acceptance
from callwright.pipelines.chunks import ChunkSpec, Summary, finished
from callwright.pipelines.engines import Engine, check_engine, open_engine, within_reach
from callwright.pipelines.factory import REAL, Catalogue, Job, toolkit_module
from callwright.pipelines.fingerprints import code_fingerprint
from callwright.pipelines.lock import hold
from callwright.pipelines.measuring import MANY, beside, here
from callwright.pipelines.progress import Progress
from callwright.pipelines.quotas import Quotas
from callwright.pipelines.recipe import Recipe, check, read_recipe
from callwright.pipelines.release import Facts, write_release
from callwright.pipelines.rounds import cut
from callwright.pipelines.teaching.connection import Connection
from callwright.pipelines.teaching.failures import said_of, write_failed
from callwright.pipelines.teaching.prompts import prompts_of
from callwright.pipelines.teaching.served import draw_key, keys_of, served
from callwright.pipelines.wording import short
from callwright.pipelines.workfolder import RunState, WorkFolder
from callwright.schemas.errors import CallwrightError, RecipeError
from callwright.schemas.manifest import Manifest, read_manifest

CHUNK_SIZE = 100
VLLM = "vllm"
"""The teacher whose servers a run starts itself, unless endpoints are named."""


@dataclass(frozen=True)
class Options:
    """How to run; no part of it changes the content."""

    out: Path
    engine: str = "local"
    workers: int = 1
    chunk_size: int | None = None
    """Candidates per chunk; None: as the folder was begun, else 100."""
    domain_paths: tuple[str, ...] = ()
    """Folders with domains, besides those of the recipe."""
    toolkit: str = REAL
    connection: Connection | None = None
    """Where the recipe's model answers."""
    without_failed: bool = False
    """Whether a release may lack the tasks whose model gave no reply."""


@dataclass(frozen=True)
class Outcome:
    """What a run gave."""

    manifest: Manifest
    fresh: bool
    """False when the folder was complete already."""
    production_seconds: float = 0.0
    """Wall-clock time until every cell was full."""
    release_seconds: float = 0.0


@dataclass(frozen=True)
class Order:
    """A checked recipe with everything that it names."""

    recipe: Recipe
    text: str
    paths: tuple[str, ...]
    catalogue: Catalogue
    options: Options

    @property
    def state(self) -> RunState:
        """What the folder must have been begun with."""
        return RunState(
            recipe=self.recipe.digest,
            code=code_fingerprint().fingerprint,
            domains={name: self.catalogue.domains[name] for name in self.recipe.used_domains()},
            chunk_size=self.options.chunk_size or CHUNK_SIZE,
        )

    def job(self, work: Path) -> Job:
        """What all chunks have in common."""
        return Job(
            toolkit=self.options.toolkit,
            settings=self.recipe.settings(),
            filters=self.recipe.filter_settings(),
            domain_paths=within_reach(self.options.engine, self.paths, work),
            work=str(work.resolve()),
            model=self.recipe.model,
            connection=self.connection,
        )

    @property
    def connection(self) -> Connection | None:
        """Where the model answers; each worker may take its share of the budget."""
        found = self.options.connection
        if found is None and self.recipe.teacher == VLLM:
            found = Connection()
        return found and found.model_copy(update={"workers": self.options.workers})

    def facts(self, funnel: dict[str, Any]) -> Facts:
        """What the release says about its making."""
        return Facts(
            name=self.recipe.name,
            recipe=self.text,
            namespace=self.recipe.namespace,
            seed=self.recipe.seed,
            teacher=self.recipe.told_by,
            prompts=prompts_of(self.recipe.model),
            judge=self.recipe.judged_by,
            domains={name: self.catalogue.domains[name] for name in self.recipe.used_domains()},
            checkers=dict(self.catalogue.checkers),
            funnel=funnel,
            rows_per_shard=self.recipe.release.rows_per_shard,
            license=self.recipe.release.license,
            pretty_name=self.recipe.release.pretty_name,
        )


def read_order(recipe_path: Path, options: Options) -> Order:
    """Read and check a recipe; `RecipeError` before anything is written."""
    if options.chunk_size is not None and options.chunk_size < 1:
        raise RecipeError(f"--chunk-size is {options.chunk_size}; it must be 1 or more")
    check_engine(options.engine, options.workers)
    recipe, text = read_recipe(recipe_path)
    own = (str((recipe_path.parent / path).resolve()) for path in recipe.domains_path)
    paths = (*own, *(str(Path(path).resolve()) for path in options.domain_paths))
    catalogue = toolkit_module(options.toolkit).catalogue(paths)
    check(recipe, catalogue)
    check_connection(recipe, options.connection)
    return Order(recipe, text, paths, catalogue, options)


def check_connection(recipe: Recipe, connection: Connection | None) -> None:
    """`RecipeError` for a model that nobody serves, or a connection that nothing uses."""
    if recipe.model is None:
        if connection is not None:
            raise RecipeError("the recipe names no model: leave out --endpoint and --connection")
    elif recipe.teacher != VLLM and (connection is None or not connection.endpoints):
        raise RecipeError(
            f"the recipe's model {recipe.model.name} needs --endpoint URL, or a --connection FILE "
            "with endpoints"
        )
    elif recipe.teacher == VLLM:
        check_servers(recipe.model.name, connection or Connection())
    check_judge(recipe, connection)


def check_servers(model: str, connection: Connection) -> None:
    """`RecipeError` for a model that no server can be started for."""
    try:
        connection.servers(model)
    except ValidationError as error:
        raise RecipeError(f"model.name is {short(model)}: {error.errors()[0]['msg']}") from error


def check_judge(recipe: Recipe, connection: Connection | None) -> None:
    """`RecipeError` for a judge that nobody serves, or endpoints for one that nobody asks."""
    judge = recipe.model and recipe.model.judge
    named = connection is not None and bool(connection.judge_endpoints)
    if judge is None:
        if named:
            raise RecipeError("the recipe names no model.judge: leave out judge_endpoints")
    elif not named and recipe.model is not None and judge.name != recipe.model.name:
        raise RecipeError(
            f"the recipe's judge {judge.name} is another model than {recipe.model.name}: it needs "
            "judge_endpoints in the file for --connection"
        )


def run(recipe_path: Path, options: Options, progress: Progress) -> Outcome:
    """Make the release of a recipe, or finish what an earlier run began."""
    order = read_order(recipe_path, options)
    folder = WorkFolder(options.out)
    folder.claim()
    with hold(folder.lock):
        state = folder.open(order.state)
        if folder.complete:
            return Outcome(read_manifest((options.out / "manifest.json").read_bytes()), fresh=False)
        if options.chunk_size not in (None, state.chunk_size):
            progress.say(
                f"this folder was begun with --chunk-size {state.chunk_size}, which is kept"
            )
        folder.prepare()
        outcome = make(order, folder, state.chunk_size, progress)
        folder.tidy()
    return outcome


def make(order: Order, folder: WorkFolder, chunk_size: int, progress: Progress) -> Outcome:
    """Fill the cells, then write the release."""
    started = monotonic()
    job = order.job(folder.work)
    draw_key(job)
    acceptance = Acceptance(
        folder.work,
        Quotas(order.recipe.targets(), order.catalogue.twins),
        toolkit_module(job.toolkit).open_index(job),
        int(order.recipe.filters.skeleton_cap * order.recipe.rows),
    )
    name, workers, keys = order.options.engine, order.options.workers, keys_of(job)
    with progress, open_engine(name, workers, folder.work, keys, progress.say) as engine:
        progress.show(acceptance.quotas)
        with served(job, name) as reached:
            go_on = order.options.without_failed
            rounds = fill(acceptance, reached, engine, chunk_size, progress, go_on)
    filled = monotonic()
    write_failed(folder.work, acceptance.failed)
    if acceptance.failed and not order.options.without_failed:
        raise CallwrightError(said_of(acceptance.failed, folder.out))
    progress.say("writing the release")
    facts = order.facts(acceptance.counts(rounds))
    accepted = acceptance.accepted
    apart = order.options.workers > 1 and len(accepted) >= MANY
    rows = accepted.release_rows()
    manifest = write_release(folder.out, rows, facts, beside if apart else here)
    return Outcome(manifest, True, filled - started, monotonic() - filled)


def fill(
    acceptance: Acceptance,
    job: Job,
    engine: Engine,
    chunk_size: int,
    progress: Progress,
    without_failed: bool,
) -> int:
    """Rounds until every cell is full, each sized by what the earlier ones gave; their number.

    The first round with failed tasks is the last, unless one can do `without_failed`: what follows
    depends on what a retry will make of them.
    """
    quotas, number = acceptance.quotas, 0
    while not quotas.complete and (without_failed or not acceptance.failed):
        orders = quotas.orders()
        before = {state.cell.name: state.taken for state, _ in orders}
        specs = cut(job, number, orders, chunk_size)
        with closing(summaries(engine, specs)) as coming:
            for spec, summary in coming:
                acceptance.take(spec, summary)
                progress.show(quotas)
        quotas.end_round(before)
        number += 1
    return number


def summaries(
    engine: Engine, specs: list[ChunkSpec]
) -> Generator[tuple[ChunkSpec, Summary], None, None]:
    """Every chunk of a round in order; those of an earlier run are not made again."""
    known = {spec.marker: finished(spec) for spec in specs}
    missing = [spec.model_dump_json() for spec in specs if known[spec.marker] is None]
    made = engine.run(missing)
    for spec in specs:
        yield spec, known[spec.marker] or Summary.model_validate_json(next(made))

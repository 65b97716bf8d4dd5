"""`callwright calibrate`: how the model to be trained fares in the tasks of a release."""

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from callwright.pipelines.teaching.student import Options, Student

Json = Any


def calibrate(
    dataset: Annotated[Path, typer.Argument(help="A release folder.")],
    endpoint: Annotated[
        list[str], typer.Option(help="URL of a server of the model, to its /v1; may be repeated.")
    ],
    model: Annotated[str, typer.Option(help="The model's name, as the server knows it.")],
    name: Annotated[str, typer.Option(help="Name of the checkpoint: one state of the weights.")],
    rollouts: Annotated[
        int, typer.Option("-n", "--rollouts", min=1, help="Rollouts of every task.")
    ] = 16,
    split: Annotated[str | None, typer.Option(help="Only train or test.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first tasks.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other rollouts.")] = 0,
    temperature: Annotated[float, typer.Option(min=0.0, help="Of sampling.")] = 1.0,
    max_tokens: Annotated[int, typer.Option(min=1, help="Most tokens of one reply.")] = 1024,
    concurrency: Annotated[int, typer.Option(min=1, help="Rollouts on their way at once.")] = 64,
    key_env: Annotated[
        str, typer.Option(help="Environment variable that holds the key, where one is needed.")
    ] = "",
    parse: Annotated[
        str | None, typer.Option(help="The format of calls, where the server does not read them.")
    ] = None,
    teachable: Annotated[
        Path | None,
        typer.Option(help="A file for the ids of tasks with a pass rate of 20 to 80 percent."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the figures instead of DATASET.calibration.")
    ] = None,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """Measure pass rates and variances of a model; the same command resumes after a kill."""
    from callwright.pipelines.teaching.student import Options, Student

    paths = tuple(map(str, domains_path or ()))
    options = Options(
        name, rollouts, split, limit, seed, temperature, max_tokens, concurrency, out, paths
    )
    _run(dataset, Student(model, tuple(endpoint), key_env, parse), options, teachable)


def _run(dataset: Path, student: "Student", options: "Options", teachable: Path | None) -> None:
    from rich.console import Console

    from callwright.pipelines.files import write_whole
    from callwright.pipelines.teaching.checkpoints import stored, summary
    from callwright.pipelines.teaching.checkpoints import teachable as chosen
    from callwright.pipelines.teaching.student import calibrate_student

    console, count = Console(highlight=False), itertools.count(1)
    with console.status("calibrating") as status:
        path, groups = calibrate_student(
            dataset, student, options, lambda _: status.update(f"{next(count):,} tasks")
        )
    if teachable is not None:
        ids = chosen(stored(path.parent, options.name))
        write_whole(teachable, "".join(f"{one}\n" for one in ids).encode())
    _tell(console, summary(groups), path)


def _tell(console: "Console", summary: dict[str, Json], path: Path) -> None:
    console.print(_table(summary), soft_wrap=True)
    for code, count in summary["codes"].items():
        console.print(f"{count:,} rollouts: {code}", markup=False)
    overall = summary["overall"]
    flat = overall["all_pass"] + overall["none_passes"]
    console.print(
        f"{overall['groups']:,} groups, {flat:,} without strict variance "
        f"({overall['all_pass']:,} all pass, {overall['none_passes']:,} none passes), "
        f"{overall['in_band']:,} in the band; {path}",
        soft_wrap=True,
    )


def _table(summary: dict[str, Json]) -> "Table":
    from rich.table import Table

    table = Table(
        "skill", "groups", "pass rate", "dense", "strict var.", "dense var.", "tokens", "env. ms"
    )
    for name, cell in (*summary["skills"].items(), ("overall", summary["overall"])):
        seconds = cell["environment_seconds"]
        shares = ("pass_rate", "dense_mean", "strict_variance", "dense_variance")
        table.add_row(
            name,
            f"{cell['groups']:,}",
            *(_figure(cell[share], ".3f") for share in shares),
            _figure(cell["completion_tokens"], ",.0f"),
            _figure(seconds and seconds * 1000, ".2f"),
        )
    return table


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)

"""`callwright judge`: how far a judge agrees with what is known of seeded pairs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

Json = Any
FIGURES = (
    "agreement",
    "kappa",
    "flaws_found",
    "false_alarms",
    "consistent",
    "repeatable",
    "readable",
)


def judge(
    dataset: Annotated[Path, typer.Argument(help="A release folder.")],
    endpoint: Annotated[
        list[str], typer.Option(help="URL of a server of the judge, to its /v1; may be repeated.")
    ],
    model: Annotated[str, typer.Option(help="The judge's name, as the server knows it.")],
    name: Annotated[str, typer.Option(help="Name under which its figures are kept.")],
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="Pairs.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Another seed draws other pairs.")] = 0,
    repeat: Annotated[int, typer.Option(min=1, help="Times each pair is asked about.")] = 1,
    worse_in: Annotated[
        int, typer.Option(min=1, max=3, help="Aspects in which a row must be worse to fall.")
    ] = 1,
    retries: Annotated[
        int, typer.Option(min=0, help="Requests after a reply that cannot be read.")
    ] = 1,
    temperature: Annotated[float, typer.Option(min=0.0, help="Of sampling.")] = 0.0,
    max_tokens: Annotated[int, typer.Option(min=1, help="Most tokens of one reply.")] = 1024,
    key_env: Annotated[
        str, typer.Option(help="Environment variable that holds the key, where one is needed.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="Folder of the figures instead of DATASET.calibration.")
    ] = None,
) -> None:
    """Measure a judge on pairs with a known flaw, and on pairs without one."""
    from rich.console import Console

    from callwright.generators.settings import JudgeModel
    from callwright.pipelines.teaching.connection import connection_of
    from callwright.pipelines.teaching.judge_asked import trial_of
    from callwright.pipelines.teaching.judge_trial import cases
    from callwright.schemas.errors import CallwrightError

    connection = connection_of(tuple(endpoint), key_env, None)
    if connection is None:
        raise CallwrightError("--endpoint: name a URL at which the judge answers")
    asked = JudgeModel(
        name=model,
        worse_in=worse_in,
        retries=retries,
        temperature=temperature,
        max_tokens=max_tokens,
    )
    console = Console(highlight=False)
    with console.status("asking the judge"):
        found, path = trial_of(dataset, cases(dataset, count, seed), asked, connection,
                               name=name, seed=seed, repeat=repeat, out=out)  # fmt: skip
    console.print(_table(found), soft_wrap=True)
    for kind, number in found["failures"].items():
        console.print(f"{number:,} comparisons without a reply: {kind}", markup=False)
    console.print(str(path), soft_wrap=True)


def _table(found: dict[str, Json]) -> "Table":
    from rich.table import Table

    often = f", each {found['repeat']} times" if found["repeat"] > 1 else ""
    title = f"{found['cases']:,} pairs{often}; worse_in {found['worse_in']}"
    table = Table("", "aspect", "rate", "from", "to", "pairs", title=title)
    for figure in FIGURES:
        table.add_row(figure.replace("_", " "), "", *_cells(found[figure]))
    table.add_section()
    for kind, one in found["kinds"].items():
        table.add_row(kind, one["aspect"] or "", *_cells(one["agreement"]))
    return table


def _cells(estimate: dict[str, Json]) -> list[str]:
    shares = [estimate[name] for name in ("value", "low", "high")]
    return [*("-" if share is None else f"{share:.3f}" for share in shares), str(estimate["rows"])]

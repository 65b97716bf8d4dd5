"""`callwright replay`: prove every row of a release again, from the release alone."""

from pathlib import Path
from typing import Annotated

import typer

MOST_SHOWN = 20


def replay(
    dataset: Annotated[Path, typer.Argument(help="A release folder.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Prove only the first rows.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    audit: Annotated[
        bool, typer.Option("--audit", help="Attack the checks of every row with every operator.")
    ] = False,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """Rebuild the worlds of a release and prove every row again; exit 1 when one fails."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from callwright.pipelines.release import open_release
    from callwright.pipelines.replay import Report, changed_domains
    from callwright.pipelines.replay import replay as prove

    console = Console(highlight=False)
    counts = open_release(dataset).manifest.counts.get("sft", {})
    total = min(sum(counts.values()), limit or sum(counts.values()))
    columns = TextColumn("proving"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    report, paths = Report(), tuple(map(str, domains_path or ()))
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("proving", total=total)
        found = prove(dataset, limit=limit, workers=workers, domain_paths=paths, audit=audit)
        for report in found:
            progress.update(bar, completed=report.total)
    for failure in report.failures[:MOST_SHOWN]:
        console.print(f"{failure.id}  {failure.reason}  {failure.evidence}", markup=False)
    if len(report.failures) > MOST_SHOWN:
        console.print(f"... and {len(report.failures) - MOST_SHOWN} more")
    for name in changed_domains(dataset, paths) if report.failures else ():
        console.print(f"domain {name} is not as it was when the release was made")
    share = report.proved / report.total if report.total else 0
    console.print(f"{report.proved:,} of {report.total:,} rows proved ({share:.2%})")
    if report.failures or not report.total:
        raise typer.Exit(1)

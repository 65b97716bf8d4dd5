"""`callwright audit`: attack the checks of every row, and try what is equally right."""

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table


def audit(
    dataset: Annotated[Path, typer.Argument(help="A release folder.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Audit only the first rows.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    operators: Annotated[
        list[Path] | None,
        typer.Option(help="A Python file of yours with OPERATORS or VARIANTS; may be repeated."),
    ] = None,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """Attack every row with every operator; exit 1 when a mutant passes or a variant does not."""
    if not holds(dataset, limit, workers, tuple(operators or ()), domains_path):
        raise typer.Exit(1)


def holds(
    dataset: Path,
    limit: int | None,
    workers: int,
    operators: tuple[Path, ...],
    domains_path: list[Path] | None,
) -> bool:
    """Audit a release and print what was found; whether every mutant fell and no variant did."""
    from rich.console import Console

    from callwright.pipelines.auditing import AuditCounts, audit_release

    console = Console(highlight=False)
    paths = tuple(map(str, domains_path or ()))
    batches = audit_release(
        dataset, limit=limit, workers=workers, plug_ins=operators, domain_paths=paths
    )
    with console.status("attacking"):
        counts = next(iter(deque(batches, maxlen=1)), AuditCounts())
    console.print(_table("attack", "caught", counts.tried, counts.killed))
    accepted = counts.variants - counts.rejected
    console.print(_table("equally right", "accepted", counts.variants, accepted))
    for name, ids in sorted(counts.survivors.items()):
        console.print(f"{name}: {', '.join(ids)}", markup=False)
    tried, killed = counts.tried.total(), counts.killed.total()
    console.print(
        f"{killed:,} of {tried:,} mutants caught in {counts.rows:,} rows; "
        f"{counts.rejected.total():,} of {counts.variants.total():,} right variants rejected"
    )
    return killed == tried and not counts.rejected and bool(counts.rows)


def _table(what: str, good: str, tried: Mapping[str, int], fine: Mapping[str, int]) -> "Table":
    from rich.table import Table

    table = Table(what, "tried", good, "share")
    for name in sorted(tried):
        share = fine.get(name, 0) / tried[name]
        table.add_row(name, f"{tried[name]:,}", f"{fine.get(name, 0):,}", f"{share:.2%}")
    return table

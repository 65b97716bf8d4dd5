"""`callwright doctor`: say whether this machine can run the factory, and what to mend.

It changes nothing and never shows a secret.
"""

from pathlib import Path
from typing import Annotated

import typer


def doctor(
    folder: Annotated[
        Path, typer.Option(help="Where runs will write; its disk and permissions are looked at.")
    ] = Path(),
) -> None:
    """Check Python, packages, ray, disk, cores and tokens."""
    from rich.console import Console
    from rich.table import Table

    from callwright.pipelines.doctor import examine

    findings = examine(folder)
    table = Table("check", "state", "found")
    for finding in findings:
        table.add_row(finding.check, finding.state, finding.found)
    Console().print(table)
    if any(finding.state == "missing" for finding in findings):
        raise typer.Exit(2)

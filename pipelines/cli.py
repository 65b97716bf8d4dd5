"""The `callwright` command: one line per subcommand, and the boundary for errors.

A `CallwrightError` is the user's to mend: its message goes to stderr and the exit status is 2, as
for a wrong option. An interrupt ends with 130. Anything else is a bug of ours: traceback and 1.

Every command is one function in one module of `callwright.pipelines.commands`, and imports what
is slow inside its body, so that `callwright --help` stays under half a second.
"""

import sys
import traceback
from types import TracebackType

import typer

from callwright.pipelines.commands.audit import audit
from callwright.pipelines.commands.calibrate import calibrate
from callwright.pipelines.commands.cost import cost
from callwright.pipelines.commands.doctor import doctor
from callwright.pipelines.commands.domains import domains
from callwright.pipelines.commands.export import export
from callwright.pipelines.commands.generate import generate
from callwright.pipelines.commands.judge import judge
from callwright.pipelines.commands.prove import prove
from callwright.pipelines.commands.publish import publish
from callwright.pipelines.commands.replay import replay
from callwright.pipelines.commands.retry import retry
from callwright.pipelines.commands.run import run
from callwright.pipelines.commands.score import score
from callwright.pipelines.commands.serve_env import serve_env
from callwright.pipelines.commands.show import show
from callwright.pipelines.commands.skills import skills
from callwright.schemas.errors import CallwrightError

BUG_NOTICE = "This is a bug in callwright, please report it with the traceback above."

app = typer.Typer(
    name="callwright",
    help="A factory for proved, synthetic tool-use trajectories.",
    no_args_is_help=True,
    add_completion=False,
    # Tracebacks are for bugs only, and then in full: see report_bug.
    pretty_exceptions_enable=False,
)

# To add a command: write commands/<name>.py with one function <name>, import it, name it here.
app.command()(run)
app.command()(retry)
app.command()(cost)
app.command()(generate)
app.command()(show)
app.command()(replay)
app.command()(audit)
app.command()(score)
app.command()(calibrate)
app.command()(judge)
app.command()(export)
app.command()(prove)
app.command()(publish)
app.command()(serve_env)
app.add_typer(domains, name="domains")
app.command()(skills)
app.command()(doctor)


def report_bug(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print the traceback and ask for a report; Python then ends with status 1."""
    traceback.print_exception(kind, error, trace)
    typer.echo(BUG_NOTICE, err=True)


def main() -> None:
    """Run the command line; the entry point of the console script."""
    try:
        app()
    except CallwrightError as error:
        typer.secho(f"error: {error}", fg=typer.colors.RED, err=True)
        sys.exit(2)
    except Exception:
        # Only now, because typer sets a hook of its own while it runs.
        sys.excepthook = report_bug
        raise

"""The boundary of the command line: which error ends how, and what the user then sees."""

import subprocess
import sys

import pytest

from callwright.pipelines.cli import BUG_NOTICE

PROGRAM = """
import sys
from callwright.pipelines import cli
from callwright.schemas.errors import RecipeError

@cli.app.command()
def act() -> None:
    raise {error}

sys.argv = ["callwright", "act"]
cli.main()
"""


def run(program):
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


def test_what_the_user_can_mend_is_one_message():
    done = run(PROGRAM.format(error="RecipeError('count: -1 is negative')"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: count: -1 is negative\n"


def test_an_interrupt_ends_with_130_and_no_traceback():
    done = run(PROGRAM.format(error="KeyboardInterrupt"))
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


def test_a_bug_shows_its_traceback_and_asks_for_a_report():
    done = run(PROGRAM.format(error="ValueError('ours')"))
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert "ValueError: ours" in done.stderr
    assert done.stderr.endswith(f"{BUG_NOTICE}\n")


@pytest.mark.parametrize("arguments", [["nothing"], ["publish"], ["doctor", "--nothing"]])
def test_a_wrong_command_or_option_ends_with_2(arguments):
    command = [sys.executable, "-c", "from callwright.pipelines.cli import main; main()"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr

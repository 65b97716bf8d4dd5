"""Which failures of a model come again, which end a run, and which are taken up by a retry."""

from typing import Final

from callwright.pipelines.factory import Failed
from callwright.schemas.errors import CallwrightError
from callwright.schemas.task import Trajectory

LASTING: Final = frozenset({"refused"})
"""Failures that come again however often one tries: such a task falls for good."""
HOPELESS: Final = {
    "over_budget": "its budget is spent: give it more, and the same command goes on",
    "unauthorized": "its key was refused: mend it, and the same command goes on",
    "wrong_model": "another model answered than the recipe names",
}
"""Failures that end the run, which goes on later where it stopped."""


def failure_of(member: Trajectory, kind: str, attempts: int, who: str = "teacher") -> Failed:
    """The record of a task without a reply; `CallwrightError` for a failure that ends the run."""
    if kind in HOPELESS:
        raise CallwrightError(f"the {who} stopped the run: {HOPELESS[kind]}")
    return Failed(task=member.task.id, kind=kind, attempts=attempts)

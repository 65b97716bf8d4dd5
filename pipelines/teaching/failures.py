"""Tasks whose model gave no reply: told in a side file, and taken up again."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from callwright.pipelines.chunks import FOLDER, Summary
from callwright.pipelines.factory import Failed
from callwright.pipelines.files import write_whole
from callwright.pipelines.lock import hold
from callwright.pipelines.workfolder import WorkFolder
from callwright.schemas.canonical import dump, load
from callwright.schemas.errors import OutputError

FILE = "failed.jsonl"
"""In a run's `.callwright`: one task a line, with the class of its failure and its attempts."""


def write_failed(work: Path, failed: Sequence[Failed]) -> None:
    """Tell the failed tasks of a run in its side file; without any, there is no such file."""
    if failed:
        write_whole(work / FILE, "".join(f"{dump(f.model_dump())}\n" for f in failed).encode())
    else:
        (work / FILE).unlink(missing_ok=True)


def said_of(failed: Sequence[Failed], out: Path) -> str:
    """What a run says that ends with failed tasks."""
    kinds = Counter(task.kind for task in failed)
    told = ", ".join(f"{kind} ({count})" for kind, count in kinds.most_common())
    return (
        f"the model gave no reply to {len(failed)} tasks: {told}. `callwright retry` with the same "
        f"options takes them up again ({out / '.callwright' / FILE} lists them); --without-failed "
        "releases the others"
    )


def forget_failed(run: WorkFolder) -> int:
    """Let the chunks with failed tasks be made anew; how many there are.

    Raises:
        OutputError: the folder holds no run that can go on.
    """
    folder = run.work / FOLDER
    if not folder.is_dir():
        raise OutputError(f"{run.out} holds no run that can go on: nothing is to be retried")
    found = 0
    with hold(run.lock):
        for marker in sorted(folder.glob("*.json")):
            if Summary.model_validate(load(marker.read_bytes())).failed:
                marker.unlink()
                found += 1
    return found

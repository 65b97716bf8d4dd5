"""Runs a trial of a judge behind an endpoint, and keeps its figures beside the release."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from callwright.generators.judging import prompt_hashes
from callwright.generators.settings import JudgeModel
from callwright.generators.teachers.openai.build import run_fast
from callwright.pipelines.files import disk_errors, write_whole
from callwright.pipelines.teaching.checkpoints import file_of, folder_of
from callwright.pipelines.teaching.connection import Connection
from callwright.pipelines.teaching.judge_figures import report
from callwright.pipelines.teaching.judge_trial import Case, Trial, tried
from callwright.pipelines.teaching.store import CompletionStore
from callwright.pipelines.teaching.stored import StoredTeacher
from callwright.schemas.canonical import dump
from callwright.schemas.errors import CallwrightError

Json = Any


def trial_of(
    dataset: Path,
    cases: Sequence[Case],
    model: JudgeModel,
    connection: Connection,
    *,
    name: str,
    seed: int = 0,
    repeat: int = 1,
    out: Path | None = None,
) -> tuple[dict[str, Json], Path]:
    """Ask a judge about cases; its figures, and the file `<name>.judge.json` that keeps them.

    Replies are kept under the same name, so the same command goes on after a kill.

    Args:
        dataset: the release that the cases come from.
        cases: what it is asked.
        model: the judge, and in how many aspects a row must be worse to fall.
        connection: where it answers.
        name: a plain file name.
        seed: of its requests.
        repeat: how often it is asked about each case.
        out: folder of the figures; None for the one beside the release.

    Raises:
        OutputError: a wrong name, or the disk refuses.
        CallwrightError: a wrong endpoint, or one that gave no reply to anything.
    """
    folder = out or folder_of(dataset)
    path = file_of(folder, name).with_suffix(".judge.json")
    store = CompletionStore(path.with_suffix(".completions"))
    teacher = StoredTeacher(connection.teacher(model.name), store)
    trials = run_fast(_tried(teacher, model, cases, seed, repeat))
    failures = sorted({trial.failure for trial in trials})
    if trials and "" not in failures:
        raise CallwrightError(f"the judge gave no reply to anything: {', '.join(failures)}")
    about = {"judge": teacher.name, "asked": model.model_dump(), "seed": seed}
    figures = report(trials, model.worse_in)
    found = {**about, "repeat": repeat, "prompts": prompt_hashes(), **figures}
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"{dump(found)}\n".encode())
    return found, path


async def _tried(
    teacher: StoredTeacher, model: JudgeModel, cases: Sequence[Case], seed: int, repeat: int
) -> list[Trial]:
    try:
        return await tried(teacher, model, cases, seed, repeat=repeat)
    finally:
        await teacher.close()

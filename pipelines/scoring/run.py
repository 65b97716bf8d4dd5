"""Scores a file of predictions against a release: reads, ties lines to rows, judges, counts."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from callwright.pipelines.release import open_release
from callwright.pipelines.scoring.board import Board, RowHead, RowScore
from callwright.pipelines.scoring.judge import Judge, Scored
from callwright.pipelines.scoring.predictions import Sample, read_predictions
from callwright.pipelines.scoring.raw import call_format
from callwright.pipelines.scoring.restraint import abstains
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.errors import OutputError
from callwright.schemas.task import Task

MISSING: Final = ("zero", "skip")
NAMED: Final = 5
"""Unknown ids that an error lists."""


@dataclass(frozen=True)
class Options:
    """What the user asked for."""

    split: str | None = None
    missing: str = "zero"
    """What a row without a prediction is: `zero`, or `skip` to leave it out."""
    parse: str | None = None
    """The call format of raw text."""
    domain_paths: tuple[str, ...] = ()


def score_file(dataset: Path, predictions: Path, options: Options = Options()) -> Board:
    """The board of the predictions in a file over the `rl` rows of a release.

    Raises:
        OutputError: no release, no such split, no file, an unknown call format, or ids that the
            release does not have.
        RecordError: the release was edited, or needs another callwright.
        DomainError: a domain of `domain_paths` is broken.
    """
    form = None if options.parse is None else call_format(options.parse)
    if options.missing not in MISSING:
        raise OutputError(f"--missing is {' or '.join(MISSING)}, not {options.missing!r}")
    source = _source(dataset, options)
    judge, broken = Judge(source, form), Counter[str]()
    given: dict[str, list[Scored]] = {}
    elsewhere = 0
    for sample in _known(read_predictions(predictions), source, dataset):
        if not sample.id:
            broken[sample.fault or ""] += 1
        elif not _in_split(source, sample, options.split):
            elsewhere += 1
        else:
            scored = judge.judge(sample)
            broken.update([scored.fault] if scored.fault else ())
            given.setdefault(sample.id, []).append(scored)
    wanted = [head.id for head in source.heads if options.split in (None, head.split)]
    counted = [row for row in wanted if row in given or options.missing == "zero"]
    rows = tuple(_row(source.task(row), given.get(row), judge) for row in counted)
    left_out = len(wanted) - len(counted)
    return Board(rows, source.has_worlds, left_out, elsewhere, dict(sorted(broken.items())))


def _known(samples: Iterable[Sample], source: EpisodeSource, dataset: Path) -> Iterator[Sample]:
    """The samples up to the first with an id that the release has not; then the error."""
    ids = {head.id for head in source.heads}
    unknown: dict[str, None] = {}
    for sample in samples:
        if sample.id and sample.id not in ids:
            unknown[sample.id] = None
        elif not unknown:
            yield sample
    if unknown:
        first = ", ".join(map(repr, [*unknown][:NAMED]))
        more = f" and {len(unknown) - NAMED:,} more" if len(unknown) > NAMED else ""
        raise OutputError(
            f"{dataset} has no row {first}{more}: the predictions are for another release"
        )


def _source(dataset: Path, options: Options) -> EpisodeSource:
    splits = open_release(dataset).splits("rl")
    if options.split is not None and options.split not in splits:
        raise OutputError(f"{dataset} has no split {options.split!r}; it has {', '.join(splits)}")
    return EpisodeSource(dataset, domain_paths=options.domain_paths)


def _in_split(source: EpisodeSource, sample: Sample, split: str | None) -> bool:
    return split in (None, source.heads[source.index(sample.id)].split)


def _row(task: Task, given: list[Scored] | None, judge: Judge) -> RowScore:
    head = RowHead(
        task.id, task.split, task.skill, task.domain, task.family_id, abstains(task.checks)
    )
    if given is None:
        return RowScore(head, (Scored(components=judge.nothing(task)),), missing=True)
    return RowScore(head, tuple(given))

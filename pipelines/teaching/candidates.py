"""Tasks to act in, out of a release: each with its reference and a world of its own."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from callwright.pipelines.release import open_release
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.pipelines.teaching.accepting import Candidate
from callwright.schemas.rows import from_row


def release_candidates(
    folder: Path, split: str | None = None, domain_paths: Iterable[str] = ()
) -> Iterator[Candidate]:
    """The tasks of a release, by split and id.

    Args:
        folder: a release with its worlds.
        split: `train` or `test`; None for both.
        domain_paths: folders with further domains.

    Raises:
        OutputError: there is no release, or no such split.
        RecordError: it lacks a world or a view, or was edited.
    """
    source = EpisodeSource(folder, split, domain_paths=domain_paths)
    for row in open_release(folder).rows("sft", split):
        reference = from_row(row)
        yield Candidate(reference, source.scene(reference.task.id)[1])

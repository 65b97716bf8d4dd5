"""Rounds: numbered candidates of every cell that needs some, cut into chunks.

Cutting is no part of the content: numbers go on from round to round whatever the chunk size.
"""

from collections.abc import Iterator

from callwright.pipelines.chunks import ChunkSpec
from callwright.pipelines.factory import Job
from callwright.pipelines.quotas import CellState


def cut(
    job: Job, number: int, orders: list[tuple[CellState, int]], chunk_size: int
) -> list[ChunkSpec]:
    """The chunks of round `number`, in the order in which their families are accepted."""
    return [
        ChunkSpec(job=job, round=number, cell=state.cell, first=first, last=last)
        for state, size in orders
        for first, last in ranges(state.entered, size, chunk_size)
    ]


def ranges(start: int, size: int, step: int) -> Iterator[tuple[int, int]]:
    """Half-open ranges of at most `step` numbers that cover `size` numbers from `start`."""
    for first in range(start, start + size, step):
        yield first, min(first + step, start + size)

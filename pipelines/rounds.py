"""Rounds: numbered candidates of every cell that needs some, cut into chunks.

Cutting is no part of the content: numbers go on from round to round whatever the chunk size, and
families are accepted in the order of cells and numbers however they are cut.
"""

from collections.abc import Iterator
from math import ceil

from callwright.pipelines.chunks import ChunkSpec, Part
from callwright.pipelines.factory import Job
from callwright.pipelines.quotas import CellState

LEAST = 10
"""Candidates of a chunk, unless fewer are asked for: each costs some writing and reading."""
AHEAD = 8
"""Chunks that what is left of a round is cut into at least, so that no worker waits long for the
last of another."""

Orders = list[tuple[CellState, int]]


def cut(job: Job, number: int, orders: Orders, chunk_size: int) -> list[ChunkSpec]:
    """The chunks of round `number`, in the order in which their families are accepted."""
    return [
        ChunkSpec(job=job, round=number, number=chunk, parts=tuple(parts))
        for chunk, parts in enumerate(pack(orders, chunk_size))
    ]


def pack(orders: Orders, chunk_size: int) -> Iterator[list[Part]]:
    """The candidates of all cells in turn, at most so many in a pack, fewer towards the end."""
    left = sum(size for _, size in orders)
    room = size_of(left, chunk_size)
    packed: list[Part] = []
    for state, size in orders:
        first, last = state.entered, state.entered + size
        while first < last:
            end = min(last, first + room)
            packed.append(Part(cell=state.cell, first=first, last=end))
            room -= end - first
            left -= end - first
            first = end
            if not room:
                yield packed
                packed, room = [], size_of(left, chunk_size)
    if packed:
        yield packed


def size_of(left: int, chunk_size: int) -> int:
    """Candidates of the next chunk where so many are left."""
    return min(chunk_size, max(LEAST, ceil(left / AHEAD)))

"""Which phrase frames a split may use: train and test draw from disjoint pools.

Frames with the same slots are dealt out in turn, so that a rare shape (a frame without any slot)
exists in both pools.
"""

from collections.abc import Sequence
from functools import lru_cache

from callwright.domains.core.template import sure_slots
from callwright.generators.settings import Split

TEST_EVERY = 5
"""Of each five frames of a list, one belongs to the test pool."""


@lru_cache(maxsize=20_000)
def pool(frames: Sequence[str], split: Split) -> tuple[tuple[int, str], ...]:
    """(index, frame) of the frames a split may use; lists of fewer than two are shared."""
    if len(frames) < 2:
        return tuple(enumerate(frames))
    ordered = sorted(range(len(frames)), key=lambda i: (sorted(sure_slots(frames[i])), i))
    test = {index for rank, index in enumerate(ordered) if rank % TEST_EVERY == 1}
    wanted = test if split == "test" else set(range(len(frames))) - test
    return tuple((i, frames[i]) for i in sorted(wanted))

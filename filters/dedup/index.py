"""The requests accepted so far, in numpy arrays: under 600 bytes each at 100,000 requests.

A chained hash table over band keys: `heads` holds the newest entry of each slot, `links` the entry
before it. Entry `row * 32 + band` belongs to a row. Python dicts of lists would take ten times as
much.
"""

from typing import Any, Final

import numpy as np
import xxhash
from numpy.typing import NDArray

from callwright.filters.dedup.signature import BANDS, Hashes, Signature

THRESHOLD: Final = 0.8
"""Requests with a shingle Jaccard similarity above this are near duplicates."""
EXACT, NEAR = "dedup.exact", "dedup.near"
_NONE: Final = -1
_SPREAD: Final = np.uint32(2654435769)
_FIRST_ROWS: Final = 1024
_GROWTH: Final = 1.25


class Index:
    """Finds duplicates among families that were added, in the order in which they were added."""

    def __init__(self) -> None:
        self._count = 0
        self._exact = np.zeros(_FIRST_ROWS, np.uint64)
        self._family = np.zeros(_FIRST_ROWS, np.uint64)
        self._ends = np.zeros(_FIRST_ROWS + 1, np.int64)
        self._links = np.full((_FIRST_ROWS, BANDS), _NONE, np.int32)
        self._shingles = np.zeros(_FIRST_ROWS * 16, np.uint32)
        self._bits = 16
        self._heads = np.full(1 << self._bits, _NONE, np.int32)
        self._keys = np.zeros((_FIRST_ROWS, BANDS), np.uint32)

    def __len__(self) -> int:
        return self._count

    @property
    def nbytes(self) -> int:
        """Memory of all arrays."""
        return sum(array.nbytes for array in vars(self).values() if isinstance(array, np.ndarray))

    def duplicate_of(self, signature: Signature, family: str | None = None) -> int | None:
        """The first row that `signature` duplicates, or None; rows of `family` are passed over."""
        own = None if family is None else _family_hash(family)
        for row in self._candidates(signature.bands):
            if own is not None and int(self._family[row]) == own:
                continue
            if is_near(signature.shingles, self._shingles_of(row)):
                return row
        return None

    def reason(self, signature: Signature, row: int) -> str:
        """The reason code for a duplicate of `row`: `dedup.exact` or `dedup.near`."""
        return EXACT if int(self._exact[row]) == signature.exact else NEAR

    def add(self, signature: Signature, family: str) -> int:
        """Add a request of a family; its row number."""
        row = self._count
        self._make_room(row, len(signature.shingles))
        start = int(self._ends[row])
        self._ends[row + 1] = start + len(signature.shingles)
        self._shingles[start : start + len(signature.shingles)] = signature.shingles
        self._exact[row], self._family[row] = signature.exact, _family_hash(family)
        self._keys[row] = signature.bands
        self._count += 1
        self._chain(row, self._slots(signature.bands))
        return row

    # -- the hash table --------------------------------------------------------------------
    def _slots(self, keys: Hashes) -> Any:
        return (keys * _SPREAD) >> np.uint32(32 - self._bits)

    def _chain(self, row: int, slots: NDArray[np.uint32]) -> None:
        entries = np.arange(row * BANDS, (row + 1) * BANDS, dtype=np.int32)
        if len(set(slots.tolist())) == BANDS:
            self._links[row] = self._heads[slots]
            self._heads[slots] = entries
            return
        for band, slot in enumerate(slots.tolist()):
            self._links[row, band] = self._heads[slot]
            self._heads[slot] = entries[band]

    def _candidates(self, keys: Hashes) -> list[int]:
        """Rows that share a band key, oldest first."""
        entries, wanted = self._heads[self._slots(keys)], keys
        stored, links = self._keys.reshape(-1), self._links.reshape(-1)
        found: set[int] = set()
        while True:
            live = entries >= 0
            if not live.any():
                return sorted(found)
            entries, wanted = entries[live], wanted[live]
            hits = entries[stored[entries] == wanted]
            if len(hits):
                found.update((hits // BANDS).tolist())
            entries = links[entries]

    def _shingles_of(self, row: int) -> Hashes:
        return self._shingles[int(self._ends[row]) : int(self._ends[row + 1])]

    # -- growth ----------------------------------------------------------------------------
    def _make_room(self, row: int, shingles: int) -> None:
        if row >= len(self._exact):
            rows = int(len(self._exact) * _GROWTH)
            for name in ("_exact", "_family", "_links", "_keys"):
                setattr(self, name, _grown(getattr(self, name), rows))
            self._ends = _grown(self._ends, rows + 1)
        while int(self._ends[row]) + shingles > len(self._shingles):
            self._shingles = _grown(self._shingles, int(len(self._shingles) * _GROWTH))
        if row * BANDS > 2 * len(self._heads):
            self._rebuild(self._bits + 1)

    def _rebuild(self, bits: int) -> None:
        """Chain every entry again in a table of `2 ** bits` slots."""
        self._bits = bits
        self._heads = np.full(1 << bits, _NONE, np.int32)
        slots = self._slots(self._keys[: self._count].reshape(-1))
        order = np.argsort(slots, kind="stable").astype(np.int32)
        ranked = slots[order]
        joined = ranked[1:] == ranked[:-1]
        links = self._links.reshape(-1)
        links[order[0]] = _NONE
        links[order[1:]] = np.where(joined, order[:-1], _NONE)
        last = np.append(~joined, True)
        self._heads[ranked[last]] = order[last]


def jaccard(a: Hashes, b: Hashes) -> float:
    """Jaccard similarity of two sorted arrays of distinct hashes."""
    together = len(np.union1d(a, b))
    return (len(a) + len(b) - together) / together if together else 0.0


def is_near(a: Hashes, b: Hashes) -> bool:
    """Whether two requests are near duplicates; sizes alone often say no."""
    shorter, longer = sorted((len(a), len(b)))
    return shorter > THRESHOLD * longer and jaccard(a, b) > THRESHOLD


def _family_hash(family: str) -> int:
    return xxhash.xxh64_intdigest(family.encode())


def _grown(array: NDArray[Any], rows: int) -> NDArray[Any]:
    bigger = np.full((rows, *array.shape[1:]), 0, array.dtype)
    bigger[: len(array)] = array
    return bigger

"""The signature of a request: what can be compared without keeping the text.

Word 3-grams of the unmasked text, MinHash with 128 shared permutations, 32 bands of 4 rows: of
pairs at Jaccard 0.8 this finds 1 - (1 - 0.8^4)^32, all but one in ten million.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import xxhash
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]
BANDS: Final = 32
ROWS: Final = 4
SHINGLE: Final = 3
"""Words of one shingle."""
_WORD: Final = re.compile(r"\w+")
_ODD: Final = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5], np.uint64
)
_LANE: Final = np.arange(1, BANDS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """What is compared of one request."""

    exact: int
    """64-bit hash of the normalised text."""
    bands: Hashes
    """One key per band, the band's number mixed in; shape (32,)."""
    shingles: Hashes
    """Sorted distinct hashes of the word 3-grams; of the whole text when it has under 3 words."""

    def pack(self) -> bytes:
        """The signature as bytes, 8 + 128 + 4 for each shingle."""
        return self.exact.to_bytes(8, "little") + self.bands.tobytes() + self.shingles.tobytes()

    @classmethod
    def unpack(cls, data: bytes) -> "Signature":
        """The signature that `pack` wrote."""
        keys = np.frombuffer(data, np.uint32, offset=8)
        return cls(int.from_bytes(data[:8], "little"), keys[:BANDS], keys[BANDS:])


def words(text: str) -> list[str]:
    """The words that count: lower case, without punctuation."""
    return _WORD.findall(text.casefold())


def signature(text: str) -> Signature:
    """The signature of a request; equal texts up to case, spacing and punctuation are one."""
    parts = words(text)
    whole = _bytes(parts)
    count = max(1, len(parts) - SHINGLE + 1)
    grams = [_bytes(parts[i : i + SHINGLE]) for i in range(count)]
    shingles = np.unique(np.array([xxhash.xxh32_intdigest(g) for g in grams], np.uint32))
    return Signature(xxhash.xxh64_intdigest(whole), _bands(shingles), shingles)


def _bytes(parts: list[str]) -> bytes:
    return " ".join(parts).encode("utf-8", "surrogatepass")


def _bands(shingles: Hashes) -> Hashes:
    sketch = _shared().copy()
    sketch.clear()
    sketch.update_batch(shingles.tolist())
    rows = sketch.hashvalues.astype(np.uint64).reshape(BANDS, ROWS)
    mixed = (rows * _ODD).sum(axis=1, dtype=np.uint64) + _LANE
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return (mixed >> np.uint64(32)).astype(np.uint32)


@cache
def _shared() -> Any:
    """An empty MinHash whose permutations all sketches share.

    Imported late: datasketch brings scipy, which takes most of a second.
    """
    from datasketch import MinHash  # pyright: ignore[reportMissingTypeStubs]

    return MinHash(num_perm=BANDS * ROWS, seed=1, hashfunc=_identity)


def _identity(value: int) -> int:
    return value

"""Near duplicates between requests: word 3-grams, MinHash for candidates, exact Jaccard to decide.

Independent of the filter that removes them while a dataset is made, so that it proves its work.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import xxhash
from datasketch import MinHash

Json = Any
THRESHOLD = 0.8
BANDS, ROWS = 32, 4
MOST = 20_000
"""Requests compared; a larger release is sampled evenly over its rows."""


class Sample:
    """Requests spread evenly over a release, at most `MOST`, whatever its size.

    Every row is kept until there are too many; then every second one goes, and so on.
    """

    def __init__(self, most: int = MOST) -> None:
        self.families: list[str] = []
        self.texts: list[str] = []
        self._most = most
        self._step = 1
        self._seen = 0

    def add(self, family: str, text: str) -> None:
        """Note the request of the next row."""
        if self._seen % self._step == 0:
            if len(self.texts) == self._most:
                self.families, self.texts = self.families[::2], self.texts[::2]
                self._step *= 2
            if self._seen % self._step == 0:
                self.families.append(family)
                self.texts.append(text)
        self._seen += 1


def near_share(families: Sequence[str], requests: Sequence[str]) -> dict[str, Json]:
    """Share of requests with a near duplicate in another family, and how many were compared."""
    pairs = list(dict.fromkeys(zip(families, requests, strict=True)))  # twins share their request
    families, requests = [f for f, _ in pairs], [r for _, r in pairs]
    near: set[int] = set()
    for a, b in _candidates(requests):
        if families[a] != families[b] and jaccard(requests[a], requests[b]) > THRESHOLD:
            near |= {a, b}
    return {"compared": len(requests), "share": round(len(near) / max(1, len(requests)), 4)}


@lru_cache(maxsize=2_048)
def shingles(text: str) -> frozenset[int]:
    """Hashes of the word 3-grams of a text; a shorter text is one gram."""
    words = text.lower().split()
    ends = range(max(1, len(words) - 2))
    return frozenset(xxhash.xxh32_intdigest(" ".join(words[i : i + 3]).encode()) for i in ends)


def jaccard(a: str, b: str) -> float:
    """Shared 3-grams of two texts over all of theirs."""
    one, two = shingles(a), shingles(b)
    return len(one & two) / len(one | two)


def _candidates(requests: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs that are alike in a whole band; a pair may come more than once."""
    empty = MinHash(num_perm=BANDS * ROWS, seed=1, hashfunc=int)
    signatures = np.array([_signature(shingles(text), empty) for text in requests])
    for band in range(BANDS if requests else 0):
        part = signatures[:, band * ROWS : (band + 1) * ROWS]
        order = np.lexsort(part.T)
        same = (part[order][1:] == part[order][:-1]).all(axis=1)
        for run in np.split(order, np.flatnonzero(~same) + 1):
            yield from combinations(run.tolist(), 2)


def _signature(grams: frozenset[int], empty: MinHash) -> np.ndarray[Any, Any]:
    made = empty.copy()
    made.update_batch(sorted(grams))
    return made.hashvalues.astype(np.uint32)

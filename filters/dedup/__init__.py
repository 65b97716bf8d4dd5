"""Exact and near duplicates of requests between families.

Workers compute a `Signature` per request; the driver asks and fills an `Index` in order. Candidates
that MinHash bands propose are always verified by the exact Jaccard similarity of their shingles, so
nothing is dropped that is not a duplicate. Twins of one family share their request by design: all
members are asked about before any is added.
"""

from callwright.filters.dedup.index import EXACT, NEAR, Index
from callwright.filters.dedup.signature import Signature, signature

__all__ = ["EXACT", "NEAR", "Index", "Signature", "signature"]

"""Confidence intervals at 95%: Wilson's for rates, and Student's over clusters for means.

Both are closed forms: nothing is drawn at random, so the same file gives the same figures.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

LEVEL: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_MOST_FREEDOM: Final = 2_000
"""Degrees of freedom from which on Student's quantile is the normal one to three digits."""
_HALVINGS: Final = 60


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or rate from 0 to 1, or a kappa from -1 to 1, with its interval."""

    value: float | None
    """None where there is nothing to take it over."""
    low: float | None
    """None where no interval can be told, as from one cluster."""
    high: float | None
    count: int
    """Rows it is taken over; of a kappa, clusters."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {"value": self.value, "low": self.low, "high": self.high, "rows": self.count}


def rate(shares: Sequence[float]) -> Estimate:
    """A rate over rows that are taken as independent, with Wilson's interval.

    Args:
        shares: for each row 0 or 1, or the share of its samples. The number of rows counts, not
            that of samples: more samples of one row are no further evidence about other rows.
    """
    count = len(shares)
    if not count:
        return Estimate(None, None, None, 0)
    share, square = sum(shares) / count, _Z * _Z / count
    centre = (share + square / 2) / (1 + square)
    half = _Z * math.sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    # At the ends of the range rounding would miss 0 and 1 by a hair.
    low = centre - half if share > 0 else 0.0
    return Estimate(share, low, centre + half if share < 1 else 1.0, count)


def clustered(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """The mean over rows, with an interval that knows that rows of one cluster are alike.

    The deviations from the mean are summed in each cluster; with G clusters the variance of the
    mean is G / (G - 1) times the sum of their squares over the squared number of rows (the usual
    linearised one of a ratio), and the quantile is Student's with G - 1 degrees of freedom.
    """
    count = len(values)
    if not count:
        return Estimate(None, None, None, 0)
    mean = sum(values) / count
    sums: dict[Hashable, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value - mean
    groups = len(sums)
    if groups < 2:
        return Estimate(mean, None, None, count)
    spread = math.sqrt(groups / (groups - 1) * sum(s * s for s in sums.values())) / count
    half = student(groups - 1) * spread
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half), count)


def student(freedom: int) -> float:
    """The two-sided quantile of Student's distribution at `LEVEL`."""
    if freedom > _MOST_FREEDOM:
        return _Z
    low, high = 0.0, math.pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _within(middle, freedom) < LEVEL:
            low = middle
        else:
            high = middle
    return math.sqrt(freedom) * math.tan(high)


def _within(angle: float, freedom: int) -> float:
    """The share of Student's distribution within tan(angle) * sqrt(freedom) of 0.

    Source: Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = total = (cosine if odd else 1.0) if freedom > 1 else 0.0
    for step in range(2 if odd else 1, freedom - 1, 2):
        term *= cosine * cosine * step / (step + 1)
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def told(estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    """Named estimates as JSON data."""
    return {name: estimate.data() for name, estimate in estimates.items()}

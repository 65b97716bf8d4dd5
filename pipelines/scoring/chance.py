"""Cohen's kappa: how far two labellings agree beyond what chance alone would give.

Nothing is drawn at random for its interval, so the same labels give the same figures.
"""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from statistics import fmean

from callwright.pipelines.scoring.intervals import Estimate, student

Labels = tuple[str, str]
"""What two raters say of one thing."""


def kappa(labels: Sequence[Labels], clusters: Sequence[Hashable]) -> Estimate:
    """Cohen's kappa (1960) over nominal labels, with an interval over clusters.

    With p the share of equal labels and e the share that two raters with the same frequencies of
    labels would give equally by chance, it is (p - e) / (1 - e): 1 for full agreement, 0 for none
    beyond chance. The interval is Student's, with the jackknife's standard error over clusters:
    labels of one cluster are not independent, so that whole clusters are left out, one at a time.

    Args:
        labels: a pair for each thing that both have labelled.
        clusters: the cluster of each; `count` of the estimate is their number.

    Returns:
        No value where one label is all that both use; no interval where fewer than two clusters,
        or equal values without each of them, say nothing about its spread.
    """
    parts: dict[Hashable, Counter[Labels]] = {}
    for pair, cluster in zip(labels, clusters, strict=True):
        parts.setdefault(cluster, Counter())[pair] += 1
    whole, groups = Counter(labels), len(parts)
    value, without = _kappa(whole), [_kappa(whole - part) for part in parts.values()]
    known = [one for one in without if one is not None]
    if value is None or groups < 2 or len(known) < groups:
        return Estimate(value, None, None, groups)
    middle = fmean(known)
    spread = math.sqrt((groups - 1) / groups * sum((one - middle) ** 2 for one in known))
    # Rounding alone tells leave-one-out values of a constant kappa apart.
    if math.isclose(min(known), max(known), rel_tol=0, abs_tol=1e-12):
        return Estimate(value, None, None, groups)
    half = student(groups - 1) * spread
    return Estimate(value, max(-1.0, value - half), min(1.0, value + half), groups)


def _kappa(counts: Counter[Labels]) -> float | None:
    total = counts.total()
    ones, others = Counter[str](), Counter[str]()
    for (one, other), count in counts.items():
        ones[one] += count
        others[other] += count
    by_chance = sum(count * others[label] for label, count in ones.items())
    if by_chance == total * total:
        return None
    equal = sum(count for (one, other), count in counts.items() if one == other)
    return (equal * total - by_chance) / (total * total - by_chance)

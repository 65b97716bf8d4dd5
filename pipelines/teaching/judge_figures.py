"""How far a judge agrees with what is right, with its other ordering and with itself, in figures.

The unit is the pair. Its aspects and its runs say much the same, so a rate is taken over one share
of each pair, and Wilson's interval counts pairs alone. That is never too narrow, as no share from 0
to 1 spreads wider than a yes or no; and unlike a sandwich or a bootstrap over pairs it does not
shrink to nothing where all pairs agree.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from callwright.generators.judging import ASPECTS, Opinion
from callwright.pipelines.scoring.chance import kappa
from callwright.pipelines.scoring.intervals import rate
from callwright.pipelines.teaching.judge_trial import EQUAL, Trial

Json = Any


def report(trials: Sequence[Trial], worse_in: int = 1) -> dict[str, Json]:
    """The figures, as JSON data; each as `scoring.intervals.Estimate.data` gives it, over pairs.

    `agreement`: with what is right, of all pairs, and by kind. `kappa`: of all findings with what
    is right in that aspect, beyond chance. `flaws_found`, `false_alarms`: pairs with a flaw, and
    without one, that a recipe with this `worse_in` would drop. `consistent`: findings that both
    orderings share. `repeatable`: findings that two runs share. `readable`: comparisons with a
    verdict. `kappa`, `consistent` and `repeatable` leave out what could not be read. Comparisons
    without a reply are in `failures` alone.

    Args:
        trials: of each case one or more.
        worse_in: aspects in which a candidate must be worse to fall.
    """
    answered = [trial for trial in trials if not trial.failure]
    read = [trial for trial in answered if trial.opinion is not None]
    equal = [trial for trial in answered if trial.case.kind == EQUAL]
    flawed = [trial for trial in answered if trial.case.kind != EQUAL]
    return {
        "cases": len({trial.case.id for trial in trials}),
        "comparisons": len(trials),
        "worse_in": worse_in,
        "agreement": _rate(answered, _agrees),
        "kappa": _kappa(read),
        "flaws_found": _rate(flawed, lambda trial: trial.drops(worse_in)),
        "false_alarms": _rate(equal, lambda trial: trial.drops(worse_in)),
        "consistent": _rate(read, _consistent),
        "repeatable": _repeatable(read),
        "readable": _rate(answered, lambda trial: trial.opinion is not None),
        "kinds": {
            kind: {"aspect": own[0].case.aspect, "agreement": _rate(own, _agrees)}
            for kind, own in _grouped(answered, lambda trial: trial.case.kind)
        },
        "failures": dict(sorted(Counter(t.failure for t in trials if t.failure).items())),
    }


def _grouped(trials: Iterable[Trial], by: Callable[[Trial], str]) -> list[tuple[str, list[Trial]]]:
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        groups.setdefault(by(trial), []).append(trial)
    return sorted(groups.items())


def _by_pair(trials: Iterable[Trial]) -> list[list[Trial]]:
    return [own for _, own in _grouped(trials, lambda trial: trial.case.id)]


def _rate(trials: Iterable[Trial], share: Callable[[Trial], float]) -> dict[str, Json]:
    return rate([fmean(map(share, own)) for own in _by_pair(trials)]).data()


def _agrees(trial: Trial) -> bool:
    return trial.agrees


def _consistent(trial: Trial) -> float:
    if trial.opinion is None:
        return 0.0
    return 1 - len(trial.opinion.found("inconsistent")) / len(ASPECTS)


def _repeatable(read: Iterable[Trial]) -> dict[str, Json]:
    """Over the pairs with two verdicts or more: the findings that two of them share."""
    found = ([t.opinion for t in own if t.opinion is not None] for own in _by_pair(read))
    return rate(
        [fmean(_alike(*two) for two in combinations(own, 2)) for own in found if len(own) > 1]
    ).data()


def _alike(one: Opinion, other: Opinion) -> float:
    return fmean(one.findings[aspect] == other.findings[aspect] for aspect in ASPECTS)


def _kappa(read: Iterable[Trial]) -> dict[str, Json]:
    labels, pairs = list[tuple[str, str]](), list[str]()
    for trial in read:
        for aspect, finding in (trial.opinion.findings if trial.opinion else {}).items():
            labels.append((trial.case.truth[aspect], finding))
            pairs.append(trial.case.id)
    return kappa(labels, pairs).data()

"""Filters and their funnel: a filter keeps a trajectory, or drops it with a reason and evidence.

The base class counts, so that the funnel of a run is free. Counts are plain data that merge in any
order. A filter changes neither the trajectory nor, in the end, the world.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from callwright.filters.scene import Scene
from callwright.schemas.record import Json
from callwright.schemas.task import Trajectory, Verdict

LONGEST_EVIDENCE = 300
"""Characters of evidence that a verdict keeps."""


class Fault(NamedTuple):
    """One thing that is wrong with a trajectory."""

    code: str
    """Reason code without the filter's name, e.g. `result_differs`."""
    evidence: str


@dataclass(slots=True)
class Stage:
    """Counts of one filter."""

    entered: int = 0
    kept: int = 0
    dropped: dict[str, int] = field(default_factory=dict[str, int])
    """Reason code -> trajectories dropped for it."""
    tallies: dict[str, int] = field(default_factory=dict[str, int])
    """Further counts that a filter keeps, e.g. `killed.no_action`."""


class Funnel:
    """How many trajectories entered each filter, and why how many fell."""

    def __init__(self) -> None:
        self.stages: dict[str, Stage] = {}
        """Filter name -> its counts, in the order of first use."""

    def stage(self, name: str) -> Stage:
        """The counts of the filter `name`."""
        return self.stages.setdefault(name, Stage())

    def count(self, verdict: Verdict) -> None:
        """Count one verdict."""
        stage = self.stage(verdict.filter)
        stage.entered += 1
        if verdict.keep:
            stage.kept += 1
        else:
            _add(stage.dropped, {verdict.reason: 1})

    def tally(self, name: str, counts: Mapping[str, int]) -> None:
        """Add further counts of the filter `name`."""
        _add(self.stage(name).tallies, counts)

    def merge(self, other: "Funnel") -> None:
        """Add the counts of another funnel."""
        for name, theirs in other.stages.items():
            mine = self.stage(name)
            mine.entered += theirs.entered
            mine.kept += theirs.kept
            _add(mine.dropped, theirs.dropped)
            _add(mine.tallies, theirs.tallies)

    def data(self) -> dict[str, Json]:
        """The counts as JSON data, reason codes sorted."""
        return {
            name: {
                "entered": stage.entered,
                "kept": stage.kept,
                "dropped": dict(sorted(stage.dropped.items())),
                "tallies": dict(sorted(stage.tallies.items())),
            }
            for name, stage in self.stages.items()
        }

    @classmethod
    def of(cls, data: Mapping[str, Json]) -> "Funnel":
        """The funnel that `data` wrote."""
        funnel = cls()
        funnel.stages = {
            name: Stage(s["entered"], s["kept"], dict(s["dropped"]), dict(s["tallies"]))
            for name, s in data.items()
        }
        return funnel


class Filter(ABC):
    """Judges trajectories and counts its verdicts in a funnel."""

    name: ClassVar[str]
    """Starts every reason code of the filter."""

    def __init__(self, funnel: Funnel | None = None) -> None:
        self.funnel = Funnel() if funnel is None else funnel

    @abstractmethod
    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """What is wrong, the first fault first; only as much is computed as is asked for."""

    def judge(self, trajectory: Trajectory, scene: Scene) -> Verdict:
        """Keep, or drop for the first fault."""
        fault = next(iter(self.faults(trajectory, scene)), None)
        if fault is None:
            verdict = Verdict(filter=self.name, keep=True)
        else:
            reason, evidence = f"{self.name}.{fault.code}", fault.evidence[:LONGEST_EVIDENCE]
            verdict = Verdict(filter=self.name, keep=False, reason=reason, evidence=evidence)
        self.funnel.count(verdict)
        return verdict


def judge_all(
    filters: Iterable[Filter], trajectory: Trajectory, scene: Scene
) -> tuple[Verdict, ...]:
    """The verdicts of the filters in order, up to and with the first drop."""
    verdicts: list[Verdict] = []
    for one in filters:
        verdicts.append(one.judge(trajectory, scene))
        if not verdicts[-1].keep:
            break
    return tuple(verdicts)


def _add(counts: dict[str, int], more: Mapping[str, int]) -> None:
    for key, number in more.items():
        counts[key] = counts.get(key, 0) + number

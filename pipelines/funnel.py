"""Counts of what entered each stage, what it kept, and why the rest fell. Counts add up."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Json = Any
PLAN, DUPLICATES, SKELETONS, QUOTA = "plan", "duplicates", "skeletons", "quota"


class Funnel:
    """Stages in the order in which a family meets them; the unit is the family."""

    def __init__(self, stages: Sequence[str] = ()) -> None:
        self._stages: dict[str, Counter[str]] = {name: Counter() for name in stages}
        self._tallies: dict[str, Counter[str]] = {}

    def count(self, stage: str, reason: str = "", families: int = 1) -> None:
        """Count families that a stage kept, or dropped for a reason."""
        self._stages.setdefault(stage, Counter())[reason] += families

    def tally(self, stage: str, counts: Mapping[str, int]) -> None:
        """Add further counts that a stage keeps."""
        self._tallies.setdefault(stage, Counter()).update(counts)

    def merge(self, data: Iterable[dict[str, Json]]) -> None:
        """Add the counts that `data` gave elsewhere."""
        for stage in data:
            self.count(stage["stage"], "", stage["kept"])
            for reason, families in stage["dropped"].items():
                self.count(stage["stage"], reason, families)
            self.tally(stage["stage"], stage["tallies"])

    def data(self) -> tuple[dict[str, Json], ...]:
        """The stages as plain data, reasons by name."""
        return tuple(
            {
                "stage": name,
                "entered": counts.total(),
                "kept": counts[""],
                "dropped": {reason: n for reason, n in sorted(counts.items()) if reason},
                "tallies": dict(sorted(self._tallies.get(name, Counter()).items())),
            }
            for name, counts in self._stages.items()
        )

    def dropped(self) -> dict[str, int]:
        """Families dropped per reason over all stages, most first."""
        total: Counter[str] = Counter()
        for counts in self._stages.values():
            total.update({reason: n for reason, n in counts.items() if reason})
        return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))

"""The board: what every row earned, and the figures of all rows, of each skill and each domain.

The samples of a row are averaged first. Means have intervals over families, whose rows are alike;
rates have Wilson's, over rows.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from callwright.pipelines.scoring.intervals import LEVEL, Estimate, clustered, rate, told
from callwright.pipelines.scoring.judge import Scored


@dataclass(frozen=True, slots=True)
class RowHead:
    """What a row is."""

    id: str
    split: str
    skill: str
    domain: str
    family_id: str
    abstains: bool
    """Whether one of its turns expects no call."""


@dataclass(frozen=True, slots=True)
class RowScore:
    """What a row earned: the means of its samples."""

    head: RowHead
    samples: tuple[Scored, ...]
    """At least one; of a row without a prediction a `Scored` of nothing."""
    missing: bool = False

    @property
    def value(self) -> float:
        """Dense reward, 0 to 1."""
        return _mean([one.value for one in self.samples])

    @property
    def strict(self) -> float:
        """Share of the samples that are right in everything."""
        return _mean([one.strict for one in self.samples])

    @property
    def components(self) -> dict[str, float]:
        """Component -> mean over the samples that have it."""
        found: dict[str, list[float]] = {}
        for one in self.samples:
            for name, part in one.components.items():
                found.setdefault(name, []).append(part)
        return {name: _mean(parts) for name, parts in sorted(found.items())}

    @property
    def answered(self) -> tuple[Scored, ...]:
        """The samples that could be read: only they say whether a model holds back."""
        return () if self.missing else tuple(s for s in self.samples if s.fault is None)

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        head = {name: getattr(self.head, name) for name in RowHead.__slots__}
        return {
            **head,
            "samples": 0 if self.missing else len(self.samples),
            "reward": self.value,
            "strict": self.strict,
            "components": self.components,
            "faults": [one.fault for one in self.samples if one.fault is not None],
        }


@dataclass(frozen=True, slots=True)
class Cell:
    """The figures of some rows."""

    rows: int
    families: int
    strict: Estimate
    dense: Estimate
    components: dict[str, Estimate]

    @classmethod
    def of(cls, rows: Sequence[RowScore]) -> "Cell":
        """The figures of `rows`; a component is taken over the rows that have it."""
        families = [row.head.family_id for row in rows]
        parts: dict[str, list[tuple[float, str]]] = {}
        for row in rows:
            for name, part in row.components.items():
                parts.setdefault(name, []).append((part, row.head.family_id))
        return cls(
            len(rows),
            len(set(families)),
            rate([row.strict for row in rows]),
            clustered([row.value for row in rows], families),
            {name: clustered(*zip(*pairs, strict=True)) for name, pairs in sorted(parts.items())},
        )

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "rows": self.rows,
            "families": self.families,
            "strict": self.strict.data(),
            "dense": self.dense.data(),
            "components": told(self.components),
        }


@dataclass(frozen=True)
class Board:
    """The scores of a file of predictions."""

    rows: tuple[RowScore, ...]
    """By split and id; without those that were left out."""
    has_state: bool
    """Whether the calls were replayed in the worlds of the release."""
    left_out: int = 0
    """Rows without a prediction that do not count."""
    elsewhere: int = 0
    """Samples for rows of another split."""
    broken: Mapping[str, int] = field(default_factory=dict[str, int])
    """Fault -> lines, or choices of a response, that scored 0 or could not be tied to a row."""

    @property
    def missing(self) -> int:
        """Rows without a prediction that count as 0."""
        return sum(row.missing for row in self.rows)

    @property
    def samples(self) -> int:
        """Samples that were given for the rows."""
        return sum(len(row.samples) for row in self.rows if not row.missing)

    @property
    def unread(self) -> dict[str, int]:
        """Fault of the call format -> replies with it; they count as wrong calls or blanks."""
        every = (fault for row in self.rows for s in row.samples for fault in s.unread)
        return dict(sorted(Counter(every).items()))

    @property
    def overall(self) -> Cell:
        """The figures of all rows."""
        return Cell.of(self.rows)

    def cells(self, axis: str) -> dict[str, Cell]:
        """The figures by `skill`, `domain` or another field of the head, sorted."""
        groups: dict[str, list[RowScore]] = {}
        for row in self.rows:
            groups.setdefault(getattr(row.head, axis), []).append(row)
        return {name: Cell.of(groups[name]) for name in sorted(groups)}

    @property
    def over_refusal(self) -> Estimate:
        """Share of acting twins of abstaining rows in which the model refused or only asked."""
        held = {row.head.family_id for row in self.rows if row.head.abstains}
        twins = (r for r in self.rows if not r.head.abstains and r.head.family_id in held)
        return _share(twins, lambda one: one.over_refused)

    @property
    def over_action(self) -> Estimate:
        """Share of abstaining rows with a call in a turn that expects none."""
        return _share((r for r in self.rows if r.head.abstains), lambda one: one.over_acted)

    def data(self) -> dict[str, Any]:
        """Everything, as JSON data."""
        return {
            "level": LEVEL,
            "state": self.has_state,
            "counts": {
                "rows": len(self.rows),
                "samples": self.samples,
                "missing": self.missing,
                "left_out": self.left_out,
                "elsewhere": self.elsewhere,
                "broken": dict(self.broken),
                "unread": self.unread,
            },
            "overall": self.overall.data(),
            "over_refusal": self.over_refusal.data(),
            "over_action": self.over_action.data(),
            "skills": {name: cell.data() for name, cell in self.cells("skill").items()},
            "domains": {name: cell.data() for name, cell in self.cells("domain").items()},
            "rows": [row.data() for row in self.rows],
        }


def _share(rows: Iterable[RowScore], told_by: Callable[[Scored], bool]) -> Estimate:
    answered = (row.answered for row in rows)
    return rate([_mean([told_by(one) for one in samples]) for samples in answered if samples])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)

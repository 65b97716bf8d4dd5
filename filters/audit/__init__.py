"""The audit: a task is admitted only after its verifier has been attacked and held.

Operators are plug-ins: every module under `operators/` exports `OPERATORS`, and one that does not
is an error that names it. What survives drops the row; what was killed is counted.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar

from callwright.filters.audit import operators as package
from callwright.filters.audit import variants as variants_package
from callwright.filters.audit.mutant import Mutant, Operator
from callwright.filters.audit.variant import Variant, VariantMaker
from callwright.filters.base import Fault, Filter, Funnel
from callwright.filters.reward import is_right, score
from callwright.filters.scene import Scene
from callwright.schemas.errors import CallwrightError
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory

__all__ = [
    "AuditFilter",
    "AuditReport",
    "FairReport",
    "Mutant",
    "Operator",
    "Variant",
    "VariantMaker",
    "all_operators",
    "all_variants",
    "audit",
    "fair",
]

INLINE = 5
"""Operators that are tried on every row while data is made; a release tries all."""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit tried."""

    tried: tuple[str, ...]
    """Names of the operators that made a mutant."""
    survivors: tuple[str, ...]
    """Those whose mutant the reward found right."""

    @property
    def killed(self) -> tuple[str, ...]:
        """Those whose mutant the reward rejected."""
        return tuple(name for name in self.tried if name not in self.survivors)


@dataclass(frozen=True, slots=True)
class FairReport:
    """What equally right variants earned."""

    tried: tuple[str, ...]
    """Kinds of variants that applied."""
    rejected: tuple[str, ...]
    """Those that earned less than they must."""


@cache
def all_operators() -> dict[str, Operator]:
    """Every operator by name, sorted."""
    found: dict[str, Operator] = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        exported: Sequence[Operator] | None = getattr(module, "OPERATORS", None)
        if exported is None:
            raise CallwrightError(f"{module.__file__} exports no OPERATORS = (...)")
        found |= {operator.__name__: operator for operator in exported}
    return {name: found[name] for name in sorted(found)}


@cache
def all_variants() -> dict[str, VariantMaker]:
    """Every kind of equally right variant by name, sorted."""
    found: dict[str, VariantMaker] = {}
    for info in pkgutil.iter_modules(variants_package.__path__):
        module = importlib.import_module(f"{variants_package.__name__}.{info.name}")
        exported: Sequence[VariantMaker] | None = getattr(module, "VARIANTS", None)
        if exported is None:
            raise CallwrightError(f"{module.__file__} exports no VARIANTS = (...)")
        found |= {maker.__name__: maker for maker in exported}
    return {name: found[name] for name in sorted(found)}


def fair(
    trajectory: Trajectory,
    scene: Scene,
    rng: Random,
    makers: Mapping[str, VariantMaker] | None = None,
) -> FairReport:
    """Try every kind of variant that applies; which earn less than they must."""
    tried: list[str] = []
    rejected: list[str] = []
    for name, make in (all_variants() if makers is None else makers).items():
        variant = make(trajectory, scene, rng)
        if variant is None:
            continue
        tried.append(name)
        got = score(trajectory.task, variant.messages, scene.setting)
        if not got.strict or got.value < variant.least:
            rejected.append(name)
    return FairReport(tuple(tried), tuple(rejected))


def audit(
    trajectory: Trajectory,
    scene: Scene,
    rng: Random,
    count: int | None = INLINE,
    operators: Mapping[str, Operator] | None = None,
) -> AuditReport:
    """Attack the checks of a trajectory with `count` operators that apply, chosen by `rng`.

    Mutants are judged without a replay: whatever is wrong with them stands in calls or text.
    None tries every operator. `operators`: other ones than all of this package.
    """
    every = list((all_operators() if operators is None else operators).values())
    rng.shuffle(every)
    tried: list[str] = []
    survivors: list[str] = []
    for operator in every:
        if count is not None and len(tried) >= count:
            break
        mutant = operator(trajectory, scene, rng)
        if mutant is None:
            continue
        tried.append(mutant.operator)
        if is_right(trajectory.task, mutant.messages, scene.setting):
            survivors.append(mutant.operator)
    return AuditReport(tuple(tried), tuple(survivors))


class AuditFilter(Filter):
    """Drops rows whose checks let a mutant pass: `audit.survived.<operator>`.

    The funnel tallies `tried.<operator>` and `killed.<operator>`.
    """

    name: ClassVar[str] = "audit"

    def __init__(self, funnel: Funnel | None = None, count: int | None = INLINE) -> None:
        super().__init__(funnel)
        self.count = count
        """Operators per row; None for all."""

    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """One fault per survivor. Which operators are tried follows from the row's seed path."""
        rng = SeedPath(trajectory.provenance.seed_path).rng("audit")
        report = audit(trajectory, scene, rng, self.count)
        counts = dict.fromkeys((f"tried.{name}" for name in report.tried), 1)
        counts |= dict.fromkeys((f"killed.{name}" for name in report.killed), 1)
        self.funnel.tally(self.name, counts)
        for name in report.survivors:
            yield Fault(f"survived.{name}", "the reward finds the mutant right")

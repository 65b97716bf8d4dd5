"""The filters that prove a trajectory, the cheap ones first: at generation, in replay, anywhere.

Filters that compare rows with each other (duplicates) are not among them: they decide what enters a
release, not whether a row is right.
"""

from collections.abc import Mapping

from callwright.domains.core import Domain
from callwright.filters.audit import INLINE, AuditFilter
from callwright.filters.base import Filter
from callwright.filters.grounding import GroundingFilter
from callwright.filters.oracle import OracleFilter
from callwright.filters.reference import ReferenceFilter
from callwright.filters.replay import ReplayFilter
from callwright.filters.schema import SchemaFilter
from callwright.filters.texts import TextsFilter


def proofs(domains: Mapping[str, Domain], language: str = "en") -> list[Filter]:
    """Form, replay, reference, grounding, texts and oracle, each with a funnel of its own."""
    return [
        SchemaFilter(),
        ReplayFilter(),
        ReferenceFilter(),
        GroundingFilter(),
        TextsFilter(),
        OracleFilter(domains, language=language),
    ]


def standard(
    domains: Mapping[str, Domain], operators: int | None = INLINE, language: str = "en"
) -> list[Filter]:
    """The proofs, and the audit with so many operators per row (None: all)."""
    return [*proofs(domains, language), AuditFilter(count=operators)]

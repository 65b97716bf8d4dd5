"""The filters that every trajectory passes, cheapest first, counting in one funnel."""

from callwright.filters.audit import INLINE, AuditFilter
from callwright.filters.base import Filter, Funnel
from callwright.filters.grounding import GroundingFilter
from callwright.filters.reference import ReferenceFilter
from callwright.filters.replay import ReplayFilter
from callwright.filters.schema import SchemaFilter


def standard(funnel: Funnel, operators: int | None = INLINE) -> tuple[Filter, ...]:
    """Form, replay, reference, grounding, audit with so many operators per row (None: all)."""
    return (
        SchemaFilter(funnel),
        ReplayFilter(funnel),
        ReferenceFilter(funnel),
        GroundingFilter(funnel),
        AuditFilter(funnel, operators),
    )

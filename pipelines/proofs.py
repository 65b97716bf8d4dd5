"""The filters that prove a finished row: what replay runs, and in which order.

Filters that compare rows with each other (duplicates) are not among them: they decide what enters
a release, not whether a row is right. The audit, which attacks a row's checks, runs on demand.
"""

from collections.abc import Mapping

from callwright.domains.core import Domain
from callwright.filters.base import Filter


def proofs(domains: Mapping[str, Domain], *, audit: bool = False) -> list[Filter]:
    """Fresh filters for rows of these domains, the cheap ones first.

    With `audit`, every attack operator is tried on every row as well.
    """
    from callwright.filters.audit import AuditFilter
    from callwright.filters.grounding import GroundingFilter
    from callwright.filters.oracle import OracleFilter
    from callwright.filters.reference import ReferenceFilter
    from callwright.filters.replay import ReplayFilter
    from callwright.filters.schema import SchemaFilter

    attacks: list[Filter] = [AuditFilter(count=None)] if audit else []
    return [
        SchemaFilter(),
        ReplayFilter(),
        ReferenceFilter(),
        GroundingFilter(),
        OracleFilter(domains),
        *attacks,
    ]

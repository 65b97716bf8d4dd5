"""Travel: flights, trains, hotels, the bookings of them, and who travels."""

from pathlib import Path

from callwright.domains.core import Domain
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.invariants import INVARIANTS
from callwright.domains.travel.populate import populate
from callwright.domains.travel.proposals import PROPOSERS
from callwright.domains.travel.tools import TOOLS

domain = Domain(
    name="travel",
    title="Travel",
    state=Travel,
    tools=TOOLS,
    populate=populate,
    proposers=PROPOSERS,
    folder=Path(__file__).parent,
    invariants=INVARIANTS,
)

__all__ = ["domain"]

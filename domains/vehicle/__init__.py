"""Vehicle: the person's car, its cabin and charging, places, planned trips, and the garage."""

from pathlib import Path

from callwright.domains.core import Domain
from callwright.domains.vehicle.checks import INVARIANTS
from callwright.domains.vehicle.populate import populate
from callwright.domains.vehicle.proposals import PROPOSERS
from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.tools import TOOLS

domain = Domain(
    name="vehicle",
    title="Vehicle",
    state=Vehicle,
    tools=TOOLS,
    populate=populate,
    proposers=PROPOSERS,
    folder=Path(__file__).parent,
    invariants=INVARIANTS,
)

__all__ = ["domain"]

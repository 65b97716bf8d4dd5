"""Commerce: a shop with its catalogue, the cart, orders and their delivery, returns and lists."""

from pathlib import Path

from callwright.domains.commerce.invariants import INVARIANTS
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.populate import populate
from callwright.domains.commerce.proposals import PROPOSERS
from callwright.domains.commerce.tools import TOOLS
from callwright.domains.core import Domain

domain = Domain(
    name="commerce",
    title="Commerce",
    state=Commerce,
    tools=TOOLS,
    populate=populate,
    proposers=PROPOSERS,
    folder=Path(__file__).parent,
    invariants=INVARIANTS,
)

__all__ = ["domain"]

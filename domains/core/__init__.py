"""The kernel: what every domain is made of. It knows no domain and draws nothing at random."""

from callwright.domains.core.domain import Ask, Domain, NoProposal
from callwright.domains.core.errors import ToolError
from callwright.domains.core.person import Card, Contact, Device, Person
from callwright.domains.core.state import State
from callwright.domains.core.table import Output, Row, Table
from callwright.domains.core.tool import Profile, Tool, tool
from callwright.domains.core.world import Outcome, World

__all__ = [
    "Ask",
    "Card",
    "Contact",
    "Device",
    "Domain",
    "NoProposal",
    "Outcome",
    "Output",
    "Person",
    "Profile",
    "Row",
    "State",
    "Table",
    "Tool",
    "ToolError",
    "World",
    "tool",
]

"""Lifestyle: tables at restaurants, tickets for shows, and fitness classes."""

from pathlib import Path

from callwright.domains.core import Domain
from callwright.domains.lifestyle.populate import populate
from callwright.domains.lifestyle.propose import PROPOSERS
from callwright.domains.lifestyle.rules import RULES
from callwright.domains.lifestyle.state import LifestyleState
from callwright.domains.lifestyle.tools import TOOLS

domain = Domain(
    name="lifestyle",
    title="Lifestyle",
    state=LifestyleState,
    tools=TOOLS,
    populate=populate,
    proposers=PROPOSERS,
    folder=Path(__file__).parent,
    invariants=RULES,
)

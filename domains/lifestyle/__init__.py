"""Lifestyle: tables at restaurants, tickets for shows, and fitness classes."""

from pathlib import Path

from callwright.domains.core import Domain
from callwright.domains.lifestyle import propose, propose_person, tools_person
from callwright.domains.lifestyle.populate import populate
from callwright.domains.lifestyle.rules import RULES
from callwright.domains.lifestyle.state import LifestyleState
from callwright.domains.lifestyle.tools import TOOLS

domain = Domain(
    name="lifestyle",
    title="Lifestyle",
    state=LifestyleState,
    tools=(
        *TOOLS,
        tools_person.my_tastes,
        tools_person.join_waiting_list,
        tools_person.book_sitter,
    ),
    populate=populate,
    proposers={**propose.PROPOSERS, **propose_person.PROPOSERS},
    folder=Path(__file__).parent,
    invariants=RULES,
)

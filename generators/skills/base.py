"""What a skill is: how a family of it is written, and how its rows are proved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from callwright.domains.core.tool import Tool
from callwright.generators.script import Script
from callwright.generators.studio import Studio


@dataclass(frozen=True)
class Skill:
    """A skill of skills.md. `family` may raise `CannotPlan`; then the next candidate is tried."""

    name: str
    what: str
    """What happens in a row, in one line."""
    proof: str
    """What the checks hold, in one line."""
    family: Callable[[Studio], list[Script]]
    """A family's scripts; the first is of this skill, the others are its twins."""
    twins: tuple[str, ...] = ()
    """Skills in whose cells the twin can count: it is of one of them."""
    abstains: bool = False
    """Whether acting at once is wrong: then there is a twin that acts."""
    crosses: bool = False
    """Whether it can cross two domains."""
    single_domain: bool = True
    """Whether it can stay in one domain."""
    needs: Callable[[Sequence[Tool]], str] = lambda tools: ""
    """What a domain with these tools lacks to serve it; empty when it can."""

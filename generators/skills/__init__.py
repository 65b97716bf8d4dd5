"""Skills: one module per skill, found by itself. Each exports `skill = Skill(...)`."""

import importlib
import pkgutil
from functools import lru_cache

import callwright.generators.skills as package
from callwright.generators.skills.base import Skill
from callwright.schemas.errors import DomainError

HELPERS = {"asking", "base", "common", "dialogue", "formed"}


@lru_cache(maxsize=1)
def discover_skills() -> dict[str, Skill]:
    """All skills by name, sorted. A module without its export is an error that names it."""
    found: dict[str, Skill] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name in HELPERS:
            continue
        module = importlib.import_module(f"callwright.generators.skills.{info.name}")
        skill = getattr(module, "skill", None)
        if not isinstance(skill, Skill):
            raise DomainError(f"{module.__file__} exports no skill: it needs `skill = Skill(...)`")
        found[skill.name] = skill
    return {name: found[name] for name in sorted(found)}

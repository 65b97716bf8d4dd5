"""How form rules are drawn, asked for and obeyed: every maker module here exports `MAKERS`."""

import importlib
import pkgutil
from functools import cache

import callwright.generators.forms as package
from callwright.generators.forms.base import Maker
from callwright.schemas.errors import CallwrightError

HELPERS = frozenset({"asking", "base", "choosing", "documents", "drafts", "pack"})


@cache
def makers() -> dict[str, Maker]:
    """The maker of every type, sorted; a module without its export is an error that names it."""
    found: dict[str, Maker] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name in HELPERS:
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        exported = getattr(module, "MAKERS", None)
        if exported is None:
            raise CallwrightError(f"{module.__file__} exports no MAKERS = (...)")
        found |= {maker.type: maker for maker in exported}
    return {name: found[name] for name in sorted(found)}

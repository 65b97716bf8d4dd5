"""One module per consumer. Each exports `form = Format(...)`; modules named `_*` are helpers."""

import importlib
import pkgutil
from functools import lru_cache

import callwright.pipelines.adapters.formats as package
from callwright.pipelines.adapters.format import Format
from callwright.schemas.errors import OutputError


@lru_cache(maxsize=1)
def discover_formats() -> dict[str, Format]:
    """All export formats by name, sorted. A module without its export is an error that names it."""
    found: dict[str, Format] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        form = getattr(module, "form", None)
        if not isinstance(form, Format):
            raise OutputError(f"{module.__file__} exports no format: it needs `form = Format(...)`")
        found[form.name] = form
    return {name: found[name] for name in sorted(found)}

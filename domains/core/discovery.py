"""Domains find themselves: this package, entry points `callwright.domains`, and named folders.

A folder that lacks its export is an error that names the file; nothing is logged and skipped.
"""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import callwright.domains as package
from callwright.domains.core.domain import Domain
from callwright.schemas.errors import CallwrightError, DomainError

NOT_DOMAINS = {"core"}


def discover(paths: Iterable[str] = ()) -> dict[str, Domain]:
    """All domains by name, sorted: packaged, installed by entry points, and under `paths`."""
    return dict(_discover(tuple(str(Path(p).resolve()) for p in paths)))


@lru_cache(maxsize=8)
def _discover(paths: tuple[str, ...]) -> dict[str, Domain]:
    found: dict[str, Domain] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg and info.name not in NOT_DOMAINS:
            _add(found, _export(importlib.import_module(f"callwright.domains.{info.name}")))
    for point in entry_points(group="callwright.domains"):
        _add(found, _checked(point.load(), point.value))
    for path in paths:
        for folder in _folders(Path(path)):
            _add(found, _export(_load_folder(folder)))
    return {name: found[name] for name in sorted(found)}


def _folders(path: Path) -> list[Path]:
    if not path.is_dir():
        raise DomainError(f"domains path {path} is not a folder")
    if (path / "__init__.py").exists():
        return [path]
    inside = sorted(p.parent for p in path.glob("*/__init__.py"))
    if not inside:
        raise DomainError(f"domains path {path} holds no domain: expected NAME/__init__.py in it")
    return inside


def _load_folder(folder: Path) -> ModuleType:
    name = f"callwright_domains.{folder.name}"
    parent = sys.modules.setdefault("callwright_domains", ModuleType("callwright_domains"))
    parent.__path__ = getattr(parent, "__path__", [])
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise DomainError(f"{folder}/__init__.py cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except CallwrightError:
        raise
    except (ImportError, SyntaxError, AttributeError, NameError, TypeError) as error:
        raise DomainError(f"domain folder {folder} does not import: {error}") from error
    return module


def _export(module: ModuleType) -> Domain:
    return _checked(getattr(module, "domain", None), str(module.__file__))


def _checked(value: object, where: str) -> Domain:
    if not isinstance(value, Domain):
        raise DomainError(
            f"{where} exports no domain: it needs `domain = Domain(...)` "
            "(start from `callwright domains new NAME`)"
        )
    return value


def _add(found: dict[str, Domain], domain: Domain) -> None:
    if domain.name in found:
        raise DomainError(
            f"two domains are named {domain.name!r}: "
            f"{found[domain.name].folder} and {domain.folder}"
        )
    found[domain.name] = domain

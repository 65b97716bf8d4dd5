"""Fingerprints of what makes a release: the code, the domain folders, the packages that matter.

Contents only: neither paths nor times of files count.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

import callwright
from callwright.domains.core import Domain
from callwright.schemas.canonical import digest
from callwright.schemas.manifest import Code

PINNED = (
    *("babel", "datasketch", "faker", "jsonschema-rs", "matplotlib", "numpy", "orjson"),
    *("polars", "pyarrow", "pydantic", "pyyaml", "tzdata"),
)
"""Packages on which the content of a world, a row or a file depends."""
LAYERS = ("schemas", "domains", "generators", "filters", "pipelines")
LENGTH = 32


def folder_fingerprint(folder: Path) -> str:
    """Digest over the relative paths and contents of the files in a folder, caches left out."""
    return digest(
        {path.relative_to(folder).as_posix(): _file(path) for path in _files(folder)}, LENGTH
    )


@cache
def code_fingerprint() -> Code:
    """Version and fingerprint of the callwright that runs."""
    root = Path(callwright.__file__).parent
    layers = {layer: folder_fingerprint((root / layer).resolve()) for layer in LAYERS}
    return Code(version=callwright.__version__, fingerprint=digest(layers, LENGTH))


def domain_fingerprints(domains: Mapping[str, Domain]) -> dict[str, str]:
    """Domain name -> fingerprint of its folder."""
    return {name: folder_fingerprint(domains[name].folder) for name in sorted(domains)}


def pins() -> dict[str, str]:
    """The installed versions of the packages that matter."""
    return {name: version(name) for name in PINNED}


def _files(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(p.startswith((".", "__pycache__")) for p in path.relative_to(folder).parts)
        if path.is_file() and not hidden:
            yield path


def _file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

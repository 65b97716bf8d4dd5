"""Manifest: what a release says about itself, so that anyone can prove or repeat it.

It is pure data without times, paths or machine names: the same recipe gives the same manifest.
Every key is sealed with its own digest, so that an edited key can be named.
"""

from typing import Any, cast

from pydantic import Field, ValidationError

from callwright.schemas.canonical import digest, load
from callwright.schemas.errors import RecordError
from callwright.schemas.record import RECORD_VERSION, Json, Record, Version

SEALS = "seals"
OPTIONAL = frozenset({"judge"})
"""Keys without a seal where they are empty, so that a manifest written before them stays whole."""


class Code(Record):
    """The program that made a release."""

    version: str
    """Version of callwright."""
    fingerprint: str
    """Digest over its source files."""


class File(Record):
    """One file of a release."""

    path: str
    """Relative, with forward slashes."""
    sha256: str
    bytes: int
    rows: int | None = None
    """Rows of a data file; None for any other file."""


class Manifest(Record):
    """Everything about a release that is not a row."""

    record_version: Version = RECORD_VERSION
    name: str
    """Name of the recipe."""
    recipe: str
    """The recipe's text, as it was read."""
    recipe_sha256: str
    """Digest of that text."""
    namespace: str
    seed: int
    code: Code
    domains: dict[str, str]
    """Domain -> digest of its folder."""
    pins: dict[str, str]
    """Package -> installed version, for the packages on which content or bytes depend."""
    teacher: str
    """Who put the plans into words, e.g. `scripted/1`."""
    prompts: dict[str, str] = Field(default_factory=dict[str, str])
    """Prompt file of a model teacher -> its sha256; empty for the scripted teacher."""
    judge: str = ""
    """Model that could drop rows which the checkers kept, and when; empty: there was none."""
    checkers: dict[str, str]
    """Filter -> its version."""
    counts: dict[str, dict[str, int]]
    """Config -> split -> rows."""
    cells: dict[str, int]
    """`skill/domain/split` -> rows."""
    funnel: Json
    """How many candidates entered and fell, and why: cell or filter -> counts by reason code."""
    diversity: Json
    """Measured over the rows themselves; see the card."""
    files: tuple[File, ...]
    """Every file of the release but this one, sorted by path."""
    content_sha256: str
    """sha256 over the canonical JSON lines `[config, split, row]`, sorted by config, split, id."""
    seals: dict[str, str] = Field(default_factory=dict)
    """Every other key -> digest of its value."""

    def sealed(self) -> "Manifest":
        """This manifest with its seals."""
        return self.model_copy(update={SEALS: _seals(self.model_dump(mode="json"))})

    def edited(self) -> list[str]:
        """The keys whose value is not the one that was sealed, sorted."""
        found = _seals(self.model_dump(mode="json"))
        keys = found.keys() | self.seals.keys()
        return sorted(key for key in keys if found.get(key) != self.seals.get(key))


def read_manifest(text: str | bytes) -> Manifest:
    """The manifest of its JSON text; `RecordError` for an unknown version or a wrong shape."""
    loaded = load(text)
    if not isinstance(loaded, dict):
        raise RecordError("manifest.json is no JSON object")
    data = cast("dict[str, Json]", loaded)
    if data.get("record_version") not in range(1, RECORD_VERSION + 1):
        raise RecordError(
            f"manifest.json has record_version {data.get('record_version')!r}; this callwright "
            f"reads 1 to {RECORD_VERSION}"
        )
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RecordError(f"manifest.json was edited: {where}: {first['msg']}") from error


def _seals(data: dict[str, Any]) -> dict[str, str]:
    kept = {key: value for key, value in data.items() if value or key not in OPTIONAL}
    return {key: digest(value, 16) for key, value in kept.items() if key != SEALS}

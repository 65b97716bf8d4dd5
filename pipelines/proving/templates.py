"""Chat templates that TRL's package carries, read as files: TRL itself would import torch."""

from importlib.util import find_spec
from pathlib import Path

from callwright.schemas.errors import OutputError

HOW = "pip install 'callwright[templates]'"


def template_names() -> list[str]:
    """The names of all packaged templates, sorted, e.g. `qwen3`; `OutputError` without TRL."""
    return sorted(path.stem for path in _folder().glob("*.jinja"))


def template_text(name: str) -> str:
    """The text of one packaged template; `OutputError` names those there are."""
    names = template_names()
    if name not in names:
        raise OutputError(f"there is no template {name!r}; choose of {', '.join(names)}")
    return (_folder() / f"{name}.jinja").read_text(encoding="utf-8")


def _folder() -> Path:
    spec = find_spec("trl")
    for place in (spec and spec.submodule_search_locations) or ():
        folder = Path(place) / "chat_templates"
        if folder.is_dir():
            return folder
    raise OutputError(f"the chat templates are part of the package trl, which is missing: {HOW}")

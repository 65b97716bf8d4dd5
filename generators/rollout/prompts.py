"""Prompts and stock phrases of user simulators: files, read once, known by their hashes.

A prompt is sent as it stands. What differs from task to task goes beside it as JSON data, so that
no text of a model or a user is ever put into a prompt.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import yaml

from callwright.schemas.errors import PhraseError

FOLDER = Path(__file__).parent / "prompts"


def prompt_hashes() -> dict[str, str]:
    """File name -> sha256 of its bytes, for the manifest."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(FOLDER.iterdir())
    }


@cache
def prompt(name: str) -> str:
    """The text of `<name>.md`."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()


@cache
def asides(language: str) -> dict[str, Sequence[str]]:
    """Register -> what a scripted user answers to a needless question.

    `PhraseError` for a language that has none.
    """
    path = FOLDER / f"asides.{language}.yaml"
    if not path.is_file():
        raise PhraseError(f"user simulators have no phrases in {language!r}: {path} is missing")
    found: dict[str, Sequence[str]] = yaml.safe_load(path.read_text(encoding="utf-8"))["asides"]
    return found

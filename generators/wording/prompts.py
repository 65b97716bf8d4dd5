"""Prompt texts: files beside this module, filled by replacing `<<name>>`, in one pass.

Nothing in a prompt or in what fills it is evaluated; what fills it is JSON text.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from callwright.schemas.errors import PhraseError

FOLDER: Final = Path(__file__).parent / "prompts"
VERSION: Final = "1"
"""Version of the prompts' wording; their hashes tell of every change."""
_BLANK: Final = re.compile(r"<<([a-z_]+)>>")


@cache
def prompt(name: str) -> str:
    """The text of a prompt file without its last line break."""
    return (FOLDER / f"{name}.md").read_text("utf-8").rstrip("\n")


def filled(name: str, values: Mapping[str, str]) -> str:
    """A prompt with its blanks filled; `PhraseError` when blanks and values are not the same."""
    text = prompt(name)
    blanks = set(_BLANK.findall(text))
    if blanks != values.keys():
        raise PhraseError(f"prompts/{name}.md has blanks {sorted(blanks)}, given {sorted(values)}")
    return _BLANK.sub(lambda match: values[match[1]], text)


def prompt_hashes() -> dict[str, str]:
    """`wording/<name>` -> sha256 of the prompt file, for a manifest."""
    return {
        f"wording/{path.stem}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(FOLDER.glob("*.md"))
    }

"""The prompts of a judge: files, sent as they stand, known by their hashes.

No text of a conversation is ever put into a prompt: it goes beside it, as JSON.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "prompts"


@cache
def prompt(name: str) -> str:
    """The text of `<name>.md`."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()


def prompt_hashes() -> dict[str, str]:
    """`judging/<file name>` -> sha256 of its bytes, for a manifest."""
    return {
        f"judging/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(FOLDER.iterdir())
    }

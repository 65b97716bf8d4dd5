"""The extra `serve`: what a server needs beside what everyone installs."""

from importlib.util import find_spec
from typing import Final

from callwright.schemas.errors import CallwrightError

NEEDED: Final = ("mcp", "starlette", "uvicorn")


def need_extra() -> None:
    """Nothing, or a `CallwrightError` that says what to install."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise CallwrightError(
            f"serve-env needs {', '.join(missing)}: install callwright with its extra serve, "
            "as in pip install 'callwright[serve]'"
        )

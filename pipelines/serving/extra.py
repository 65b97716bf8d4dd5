"""The extra `serve`: what a server needs beside what everyone installs."""

from typing import Final

from callwright.schemas import extras

NEEDED: Final = ("mcp", "starlette", "uvicorn")


def need_extra() -> None:
    """Nothing, or a `CallwrightError` that says what to install."""
    extras.need_extra("serve-env", "serve", NEEDED)

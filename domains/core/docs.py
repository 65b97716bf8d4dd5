"""A tool's docstring as data. griffe parses it; a missing docstring is refused."""

import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import griffe

from callwright.schemas.errors import DomainError

logging.getLogger("griffe").setLevel(logging.CRITICAL)  # its warnings repeat our own errors


@dataclass(frozen=True, slots=True)
class Docs:
    """Description and parameter descriptions of one tool."""

    text: str
    params: dict[str, str]


def parse_docs(fn: Callable[..., Any]) -> Docs:
    """The Google-style docstring of `fn`; `DomainError` when there is none."""
    raw = inspect.getdoc(fn)
    if not raw:
        raise DomainError(f"tool {fn.__module__}.{fn.__qualname__} has no docstring")
    text, params = "", dict[str, str]()
    for section in griffe.Docstring(raw).parse("google"):
        if section.kind is griffe.DocstringSectionKind.text:
            text = " ".join(section.value.split())
        elif section.kind is griffe.DocstringSectionKind.parameters:
            params = {p.name: " ".join(p.description.split()) for p in section.value}
    return Docs(text, params)

"""Words for what a user got wrong: the value, what it might have meant, and all that is valid."""

from difflib import get_close_matches
from typing import Any

from callwright.schemas.errors import RecipeError


def need(where: str, value: str, options: Any) -> None:
    """`RecipeError` unless `value` is among the options."""
    if value not in options:
        raise RecipeError(f"{where} is {value!r}, which does not exist{hint(value, options)}")


def hint(value: str, options: Any) -> str:
    """A did-you-mean where something is near, and all valid options."""
    near = get_close_matches(value, list(options), n=1)
    guess = f"; did you mean {near[0]!r}?" if near else "."
    return f"{guess} Valid: {', '.join(options) or '(none)'}"


def short(value: Any) -> str:
    """A wrong value, shown in at most 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def one_line(error: Exception) -> str:
    """An error of several lines as one."""
    return " ".join(str(error).split())

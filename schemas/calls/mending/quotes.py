"""Strings in single or double quotes, and which of the two may stand side by side."""

import json
import re
from typing import Final

from callwright.schemas.calls.reply import Unreadable

STRING: Final = {
    '"': re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL),
    "'": re.compile(r"'[^'\\]*+(?:\\.[^'\\]*+)*+'", re.DOTALL),
}
"""A whole string by the quote that opens it."""
PYTHON_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*+\\['x]")
"""Escapes of Python that JSON has not."""
_INSIDE = re.compile(r'\\x([0-9A-Fa-f]{2})|\\(.)|(")', re.DOTALL)
_DECODER: Final = json.JSONDecoder(strict=False)


def decoded_string(quoted: str) -> str:
    """The text of a quoted string, with JSON's escapes or Python's; raises `Unreadable`."""
    quoted = f'"{_INSIDE.sub(_as_json, quoted[1:-1])}"'
    try:
        return _DECODER.decode(quoted)
    except ValueError as error:
        raise Unreadable("broken_json", quoted[:80]) from error


def _as_json(found: re.Match[str]) -> str:
    """An escape, or a quote inside a single-quoted string, as JSON writes it."""
    code, escaped, quote = found.groups()
    if code:
        return f"\\u00{code}"
    if quote:
        return '\\"'
    return "'" if escaped == "'" else f"\\{escaped}"


class Quotes:
    """The quotes of one object or list: with single ones, a double one must have had a reason."""

    def __init__(self) -> None:
        self.single = False
        self.double: list[int] = []

    def see(self, text: str, at: int) -> None:
        """Note the kind of the string that begins at `at`, where one does."""
        if text.startswith("'", at):
            self.single = True
        elif text.startswith('"', at):
            self.double.append(at)

    def check(self, text: str) -> None:
        """Raise `Unreadable` where the two kinds stand side by side as no writer mixes them."""
        for at in self.double if self.single else ():
            found = STRING['"'].match(text, at)
            if found is None or "'" not in found.group():
                raise Unreadable("broken_json", text[at : at + 80])

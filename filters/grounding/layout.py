"""Marks of a text's layout that look like claims: numbers of a list, headings of a table.

They are blanked, so that whatever else stands in the text keeps its place.
"""

import re
from typing import Final

_NUMBER: Final = re.compile(r"^ {0,3}(\d{1,3})[.)](?= )")
_DASHES: Final = re.compile(r"\|(?: *:?-{1,100}:? *\|){1,100}")


def without_marks(text: str) -> str:
    """The text with spaces for the numbers of a list and the headings of a table.

    Numbers that do not count from 1 on, line by line, are no list: they stay claims.
    """
    if "\n" not in text:
        return text
    lines = text.split("\n")
    numbers = [_NUMBER.match(line) for line in lines]
    counted = [int(match[1]) for match in numbers if match]
    if counted and counted == list(range(1, len(counted) + 1)):
        lines = [_blank(line, m.end() if m else 0) for line, m in zip(lines, numbers, strict=True)]
    for at in range(1, len(lines)):
        if _DASHES.fullmatch(lines[at].strip()) and lines[at - 1].lstrip().startswith("|"):
            lines[at - 1] = _blank(lines[at - 1], len(lines[at - 1]))
    return "\n".join(lines)


def _blank(line: str, end: int) -> str:
    return " " * end + line[end:]

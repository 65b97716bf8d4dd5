"""Results as text and back: the envelopes in which tools answer.

`write_result` puts shown data into an envelope; `read_result` finds the data again from the text
alone. Text tables carry every leaf as text, so reading gives strings there.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal

from callwright.schemas.narrow import is_array, is_object

Json = Any
Envelope = Literal["object", "list", "text", "mcp"]
ENVELOPES: tuple[Envelope, ...] = ("object", "list", "text", "mcp")
_BAR = " | "
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def write_result(data: Mapping[str, Json], envelope: Envelope) -> str:
    """Shown data (keys and leaf formats already those of the view) as a tool message's content."""
    if envelope == "list":
        (items,) = data.values()
        return _json(items)
    if envelope == "mcp":
        return _json({"content": [{"type": "text", "text": _json(data)}], "isError": False})
    if envelope == "text":
        return _table_text(data)
    return _json(data)


def write_error(data: Mapping[str, Json], envelope: Envelope, bare: bool) -> str:
    """An error `{"error": {code, message, ...}}` as content; `bare` leaves only a sentence."""
    error = data["error"]
    if bare or envelope == "text":
        return (
            f"Error: {error['message']}" if bare else f"Error ({error['code']}): {error['message']}"
        )
    if envelope == "mcp":
        text = f"{error['code']}: {error['message']}"
        return _json({"content": [{"type": "text", "text": text}], "isError": True})
    return _json(data)


def read_result(content: str) -> Json:
    """The data in a tool message's content, whatever its envelope. Plain sentences read as text."""
    try:
        data = json.loads(content)
    except json.JSONDecodeError:
        return _read_table_text(content)
    if is_object(data) and set(data) == {"content", "isError"}:
        text = data["content"][0]["text"]
        return text if data["isError"] else json.loads(text)
    return data


def _json(value: Json) -> str:
    return _ENCODER.encode(value)


def _table_text(data: Mapping[str, Json]) -> str:
    lines: list[str] = []
    for key, value in data.items():
        if is_array(value) and (not value or is_object(value[0])):
            lines += _table(key, value)
        else:
            lines.append(f"{key}: {_cell(value)}")
    return "\n".join(lines)


def _table(key: str, items: list[dict[str, Json]]) -> list[str]:
    if not items:
        return [f"{key} (0):"]
    columns = list(dict.fromkeys(name for item in items for name in item))
    rows = [_BAR.join(_cell(item.get(c, "")) for c in columns) for item in items]
    return [f"{key} ({len(items)}):", _BAR.join(columns), *rows]


def _cell(value: Json) -> str:
    if isinstance(value, str):  # most of them are
        return " ".join(value.replace("|", "/").split())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_array(value):
        return ", ".join(map(_cell, value))
    if is_object(value):
        return " ".join(map(_cell, value.values()))
    return " ".join(str(value).replace("|", "/").split())


def _read_table_text(content: str) -> Json:
    lines = content.split("\n")
    data: dict[str, Json] = {}
    at = 0
    while at < len(lines):
        key, found, value = lines[at].partition(":")
        if not found:
            return content
        name, _, count = key.rpartition(" (")
        at += 1
        if not value and count.endswith(")") and count[:-1].isdigit():
            data[name], at = _read_rows(lines, at, int(count[:-1]))
        else:
            data[key] = value.strip()
    return data


def _read_rows(lines: list[str], at: int, count: int) -> tuple[list[dict[str, str]], int]:
    if count == 0:
        return [], at
    columns = lines[at].split(_BAR)
    rows = [line.split(_BAR) for line in lines[at + 1 : at + 1 + count]]
    items = [{c: v for c, v in zip(columns, row, strict=False) if v} for row in rows]
    return items, at + 1 + count

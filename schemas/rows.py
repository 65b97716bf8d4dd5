"""Rows: how a trajectory stands in a release, and the way back.

A row is flat: text, and one integer. What is nested is a JSON string, since Arrow would fill the
absent keys of nested data with nulls. Old rows are migrated one version at a time; a row of an
unknown version is refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from callwright.schemas.canonical import dump, load
from callwright.schemas.checks import Checks
from callwright.schemas.errors import RecordError
from callwright.schemas.messages import Message
from callwright.schemas.record import RECORD_VERSION
from callwright.schemas.task import Task, Trajectory

R = TypeVar("R", bound=BaseModel)

Row = dict[str, Any]
"""Column -> text, or an integer for `record_version`."""

Migration = Callable[[Row], Row]
"""Turns a row of one version into a row of the next; must not change the row it is given."""


def _offers(row: Row) -> Row:
    """Version 2 knows tools that are offered in mid-dialogue; before, all were there at once."""
    now = {**row, "record_version": 2}
    if "reveals" in row:
        now["offers"] = dump([[] for _ in load(row["reveals"])])
    if "turns" in row:
        now["turns"] = dump([{**turn, "offers": []} for turn in load(row["turns"])])
    return now


def _plans(row: Row) -> Row:
    """Version 3 knows other plans that are as right; before, every turn had one."""
    return {**row, "record_version": 3}


def _told(row: Row) -> Row:
    """Version 4 knows results that are told though they were needed; before, none was."""
    return {**row, "record_version": 4}


def _finds(row: Row) -> Row:
    """Version 4 did not say of a turn whether it finds nothing."""
    return {**row, "record_version": 5}


MIGRATIONS: Final[dict[int, Migration]] = {1: _offers, 2: _plans, 3: _told, 4: _finds}
"""Version -> migration to the version after it."""

NAMES: Final = ("id", "family_id", "split", "skill", "domain", "language")
"""Columns of plain text that both configs share."""

SFT_COLUMNS: Final = (
    *NAMES,
    *("messages", "tools", "dials", "reveals", "offers", "provenance", "checks", "verdicts"),
    *("world", "views", "record_version"),
)
RL_COLUMNS: Final = (
    *NAMES,
    *("prompt", "turns", "tools", "checks", "dials", "reference"),
    *("world", "views", "record_version"),
)
PREFERENCE_COLUMNS: Final = (
    *NAMES,
    *("prompt", "tools", "chosen", "rejected", "reason", "code", "rewards", "record_version"),
)
"""Columns of the `preference` config: text, and the integer `record_version`."""
WORLD_COLUMNS: Final = ("id", "snapshot")
VIEW_COLUMNS: Final = ("id", "tool", "view")

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "preference": PREFERENCE_COLUMNS,
    "rl": RL_COLUMNS,
    "sft": SFT_COLUMNS,
    "views": VIEW_COLUMNS,
    "worlds": WORLD_COLUMNS,
}
"""Config -> its columns, in the order in which they are stored."""


# -- writing -------------------------------------------------------------------------------
def to_rows(trajectory: Trajectory) -> tuple[Row, Row]:
    """The `sft` row and the `rl` row of a trajectory."""
    task = trajectory.task
    messages = [message.openai() for message in trajectory.messages]
    shared = _shared(task)
    sft = {
        **shared,
        "messages": dump(messages),
        "reveals": dump([turn.reveals for turn in task.turns]),
        "offers": dump([[tool.openai() for tool in turn.offers] for turn in task.turns]),
        "provenance": _record(trajectory.provenance),
        "verdicts": dump([v.model_dump(mode="json") for v in trajectory.verdicts]),
        "record_version": trajectory.record_version,
    }
    rl = {
        **shared,
        "prompt": dump(_prompt(messages)),
        "turns": dump([turn.model_dump(mode="json") for turn in task.turns]),
        "reference": dump(_reference(task.checks)),
        "record_version": task.record_version,
    }
    return {name: sft[name] for name in SFT_COLUMNS}, {name: rl[name] for name in RL_COLUMNS}


def _shared(task: Task) -> Row:
    return {
        **{name: getattr(task, name) for name in NAMES},
        "tools": f"[{','.join(tool.text for tool in task.tools)}]",
        "dials": dump(task.dials),
        "checks": _record(task.checks),
        "world": task.world,
        "views": dump(
            {name: {"tool": use.tool, "view": use.view} for name, use in task.views.items()}
        ),
    }


def _record(record: BaseModel) -> str:
    return dump(record.model_dump(mode="json", exclude_defaults=True))


def _prompt(messages: list[Row]) -> list[Row]:
    """The messages up to and with the first user turn."""
    end = next((i for i, m in enumerate(messages) if m["role"] == "user"), len(messages) - 1)
    return messages[: end + 1]


def _reference(checks: Checks) -> list[list[Row]]:
    """The expected calls of every turn, as name and arguments."""
    return [[{"name": c.name, "arguments": c.arguments} for c in t.calls] for t in checks.turns]


# -- reading -------------------------------------------------------------------------------
def from_row(row: Mapping[str, Any]) -> Trajectory:
    """The trajectory of an `sft` row; `RecordError` for an unknown version or a broken row."""
    now = migrate(row, SFT_COLUMNS)
    messages = _json(now, "messages")
    users = [m["content"] for m in messages if m["role"] == "user"]
    given = zip(users, _json(now, "reveals"), _json(now, "offers"), strict=False)
    turns = [
        {"text": text, "reveals": reveals, "offers": [tool["function"] for tool in offers]}
        for text, reveals, offers in given
    ]
    data = {
        "record_version": now["record_version"],
        "task": {**_task(now, messages), "turns": turns},
        "messages": [_message(now, message) for message in messages],
        "provenance": _json(now, "provenance"),
        "verdicts": _json(now, "verdicts"),
    }
    return _built(Trajectory, data, now)


def rl_task(row: Mapping[str, Any]) -> Task:
    """The task of an `rl` row; `RecordError` for an unknown version or a broken row."""
    now = migrate(row, RL_COLUMNS)
    data = {**_task(now, _json(now, "prompt")), "turns": _json(now, "turns")}
    return _built(Task, data, now)


def migrate(row: Mapping[str, Any], columns: tuple[str, ...]) -> Row:
    """`row` in the present version, with all of `columns`; `RecordError` where that fails."""
    now = dict(row)
    version = now.get("record_version")
    while type(version) is int and version in MIGRATIONS and version != RECORD_VERSION:
        now = MIGRATIONS[version](now)
        version = now["record_version"]
    if type(version) is not int or version != RECORD_VERSION:
        raise RecordError(
            f"{_name(row)} has record_version {row.get('record_version')!r}; this callwright "
            f"reads {_versions()}: use the callwright that wrote it"
        )
    missing = [name for name in columns if not isinstance(now.get(name), str | int)]
    if missing:
        raise RecordError(f"{_name(row)} lacks the column {missing[0]!r}; it has {sorted(row)}")
    return now


def _versions() -> str:
    return ", ".join(map(str, sorted({*MIGRATIONS, RECORD_VERSION})))


def _task(row: Row, messages: list[Row]) -> Row:
    first = messages[0] if messages else {}
    return {
        "record_version": row["record_version"],
        **{name: row[name] for name in NAMES},
        "dials": _json(row, "dials"),
        "world": row["world"],
        "views": _json(row, "views"),
        "system": first.get("content") if first.get("role") == "system" else "",
        "tools": [tool["function"] for tool in _json(row, "tools")],
        "checks": _json(row, "checks"),
    }


def _message(row: Row, message: Row) -> Message:
    try:
        return Message.from_openai(message)
    except (KeyError, ValidationError) as error:
        raise RecordError(f"{_name(row)} has a broken message: {error}") from error


def _json(row: Row, column: str) -> Any:
    try:
        return load(row[column])
    except RecordError as error:
        raise RecordError(f"{_name(row)}, column {column}: {error}") from error


def _built(record: type[R], data: Row, row: Row) -> R:
    try:
        return record.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RecordError(f"{_name(row)} is broken at {where}: {first['msg']}") from error


def _name(row: Mapping[str, Any]) -> str:
    return f"row {row.get('id', '(without id)')}"

"""How varied a release is, measured over its own rows.

Nothing is hoped for: request skeletons (values and tool words masked), near duplicates between
families, distinct tool schemas and views, lengths, registers, and whether the number of visible
tools or the place of the right one gives the skill away.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import orjson
import polars as pl

from callwright.pipelines.near import Sample, near_share
from callwright.schemas.canonical import load
from callwright.schemas.checks import Checks, TurnCheck
from callwright.schemas.provenance import ArgumentSource, Provenance

Json = Any
Row = dict[str, Any]
QUANTILES = {"p05": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}
DIGITS = 4
BATCH = 2_000


@dataclass(frozen=True)
class Measured:
    """What `measure` found."""

    summary: dict[str, Json]
    """Plain data, as the manifest carries it."""
    cells: dict[str, int]
    """`skill/domain/split` -> rows."""
    frame: pl.DataFrame
    """One line per sft row: what the plots draw."""


def measure(rows: Iterator[Row]) -> Measured:
    """Measure the `sft` rows of a release."""
    used = Used()
    frame = pl.concat([pl.DataFrame(schema=_SCHEMA), *_frames(rows, used)])
    return Measured(
        summary={} if frame.is_empty() else _summary(frame, used),
        cells=_cells(frame),
        frame=frame,
    )


def _frames(rows: Iterator[Row], used: "Used") -> Iterator[pl.DataFrame]:
    """The lines in batches: as a frame they take a fifth of the memory."""
    while lines := [_line(row, used) for row in islice(rows, BATCH)]:
        yield pl.DataFrame(lines, schema=_SCHEMA)


class Used:
    """What the rows of each split use, and a sample of their requests."""

    def __init__(self) -> None:
        self.requests = Sample()
        self.tools: set[bytes] = set()
        """Digests of visible tool schemas."""
        self.by_split: dict[str, dict[str, set[str]]] = {}
        """`worlds`, `views` or `frames` -> split -> their names."""

    def add(self, what: str, split: str, names: Iterable[str]) -> None:
        """Note that rows of `split` use these."""
        self.by_split.setdefault(what, {}).setdefault(split, set()).update(names)

    def distinct(self) -> dict[str, int]:
        """How many of each there are."""
        return {what: len(set().union(*s.values())) for what, s in sorted(self.by_split.items())}

    def shared(self) -> dict[str, int]:
        """How many of each rows of more than one split use."""
        return {what: _common(splits) for what, splits in sorted(self.by_split.items())}


def _common(splits: dict[str, set[str]]) -> int:
    return sum(map(len, splits.values())) - len(set().union(*splits.values()))


_SCHEMA = {
    **dict.fromkeys(("skill", "domain", "split", "register"), pl.String),
    **dict.fromkeys(("words", "visible", "assistant_turns", "longest", "system"), pl.Int32),
    **dict.fromkeys(("family", "request", "skeleton"), pl.UInt64),
    **dict.fromkeys(("place", "listed"), pl.Float64),
}
SHORTCUTS = ("visible", "place", "system", "listed")
"""Columns that must not tell the skill: tools shown, place of the called one, words of the system
prompt, whether it is a list."""


def _line(row: Row, used: Used) -> dict[str, Any]:
    # Only what is measured is read: the whole record takes twice as long, for each of many rows.
    messages, tools, dials = (load(row[name]) for name in ("messages", "tools", "dials"))
    checks = Checks.model_validate(load(row["checks"]))
    provenance = Provenance.model_validate(load(row["provenance"]))
    split, family = row["split"], row["family_id"]
    used.tools.update(_digest(orjson.dumps(tool)) for tool in tools)
    used.add("worlds", split, (row["world"],))
    used.add("views", split, (use["view"] for use in load(row["views"]).values()))
    used.add("frames", split, provenance.frames)
    request = next((m["content"] for m in messages if m["role"] == "user"), "")
    used.requests.add(family, request)
    system = messages[0]["content"] if messages and messages[0]["role"] == "system" else ""
    return {
        "family": _hash(family),
        "skill": row["skill"],
        "domain": row["domain"],
        "split": split,
        "register": str(dials.get("register", "none")),
        "request": _hash(request),
        "skeleton": _hash(_masked()(request, provenance.arguments, checks.turns)),
        "words": len(request.split()),
        "visible": len(tools),
        "place": _place([tool["function"]["name"] for tool in tools], checks),
        "assistant_turns": sum(m["role"] == "assistant" for m in messages),
        "longest": max((len(m.get("content") or "") for m in messages), default=0),
        "system": len(system.split()),
        "listed": float("\n" in system),
    }


def _masked() -> Callable[[str, Sequence[ArgumentSource], Sequence[TurnCheck]], str]:
    from callwright.generators.language.skeleton import masked

    return masked


def _hash(text: str) -> int:
    """A text as a number: told apart as well as the text, in a tenth of the memory."""
    return int.from_bytes(_digest(text.encode("utf-8", "surrogatepass")), "big")


def _digest(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=8).digest()


def _place(names: list[str], checks: Checks) -> float | None:
    """Where the first tool that is called stands among those shown: 0 first, 1 last."""
    calls = (call.name for turn in checks.turns for call in turn.calls)
    first = next((name for name in calls if name in names), None)
    return None if first is None or len(names) < 2 else names.index(first) / (len(names) - 1)


# -- summary -------------------------------------------------------------------------------
def _summary(frame: pl.DataFrame, used: Used) -> dict[str, Json]:
    rows = frame.height
    shapes = frame["skeleton"].value_counts()
    families = frame.unique(["family", "request"], maintain_order=True)
    return {
        "rows": rows,
        "families": frame["family"].n_unique(),
        "distinct_requests": frame["request"].n_unique(),
        "requests_shared_between_families": families.height - families["request"].n_unique(),
        "skeletons": shapes.height,
        "most_frequent_skeleton_share": _number(shapes["count"], "max", rows),
        "near_duplicates": near_share(used.requests.families, used.requests.texts),
        "distinct_tool_schemas": len(used.tools),
        "distinct": used.distinct(),
        "shared_between_splits": used.shared(),
        "request_words": _quantiles(frame["words"]),
        "registers": _shares(frame, "register"),
        "assistant_turns": _quantiles(frame["assistant_turns"]),
        "longest_message": _quantiles(frame["longest"]),
        "by_skill": _by_skill(frame),
        "skill_explains": {name: _explained(frame, name) for name in SHORTCUTS},
    }


def _number(column: pl.Series, how: str, over: float = 1) -> float:
    return round(float(getattr(column, how)() or 0) / over, DIGITS)


def _quantiles(column: pl.Series) -> dict[str, float]:
    return {
        name: float(column.quantile(q, interpolation="nearest") or 0)
        for name, q in QUANTILES.items()
    }


def _shares(frame: pl.DataFrame, column: str) -> dict[str, float]:
    counts = frame.group_by(column).len().sort(column)
    return {name: round(n / frame.height, DIGITS) for name, n in counts.iter_rows()}


def _by_skill(frame: pl.DataFrame) -> dict[str, dict[str, float | None]]:
    means = [pl.col(name).mean().round(2) for name in ("words", *SHORTCUTS)]
    table = frame.group_by("skill").agg(pl.len().alias("rows"), *means).sort("skill")
    return {line.pop("skill"): line for line in table.iter_rows(named=True)}


def _explained(frame: pl.DataFrame, column: str) -> float:
    """Share of the column's variance that the skill explains: 0 none, 1 all of it."""
    known = frame.drop_nulls(column).with_columns(
        mean=pl.col(column).mean().over("skill"), all=pl.col(column).mean()
    )
    between = ((known["mean"] - known["all"]) ** 2).sum()
    total = ((known[column] - known["all"]) ** 2).sum()
    return round(float(between) / float(total), DIGITS) if total else 0.0


def _cells(frame: pl.DataFrame) -> dict[str, int]:
    keys = ["skill", "domain", "split"]
    table = frame.group_by(keys).len().sort(keys)
    return {"/".join(map(str, line[:3])): line[3] for line in table.iter_rows()}

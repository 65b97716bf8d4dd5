"""The tables of a card, as Markdown, from the plain data of the manifest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Json = Any
TRIED, KILLED = "tried.", "killed."
"""Tallies of the audit, by operator."""


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table; numbers are aligned right."""
    body = [[_cell(value) for value in row] for row in rows]
    numeric = [all(_is_number(row[i]) for row in body) and bool(body) for i in range(len(head))]
    rule = ["---:" if right else "---" for right in numeric]
    return "\n".join(f"| {' | '.join(line)} |" for line in ([*head], rule, *body))


def _cell(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return ("" if value is None else str(value)).replace("|", "\\|")


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "").replace("%", "").isdigit() or not text


def cells_table(cells: Mapping[str, int]) -> str:
    """Skill x domain x split, with sums."""
    parts = [name.split("/") for name in cells]
    columns = sorted({(domain, split) for _, domain, split in parts}, key=_train_first)
    lines: list[list[Any]] = []
    for skill in sorted({part[0] for part in parts}):
        counts = [cells.get("/".join((skill, *column)), 0) for column in columns]
        lines.append([skill, *counts, sum(counts)])
    sums = [sum(line[i] for line in lines) for i in range(1, len(columns) + 2)]
    head = ["skill", *(f"{domain}, {split}" for domain, split in columns), "all"]
    return table(head, [*lines, ["all", *sums]])


def _train_first(column: tuple[str, str]) -> tuple[str, bool]:
    domain, split = column
    return domain, split != "train"


def stages(funnel: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    """The stages of a run's funnel, in order."""
    return list(funnel.get("stages", ()))


def funnel_table(funnel: Mapping[str, Json]) -> str:
    """Entered, kept and dropped per stage."""
    rows = [
        (s["stage"], s["entered"], s["kept"], s["entered"] - s["kept"], _share(s))
        for s in stages(funnel)
    ]
    return table(("stage", "families entered", "kept", "dropped", "kept of entered"), rows)


def _share(stage: Mapping[str, Json]) -> str:
    return f"{stage['kept'] / stage['entered']:.1%}" if stage["entered"] else ""


def dropped_table(funnel: Mapping[str, Json]) -> str:
    """Reason codes and how many fell for each, most first; empty when none fell."""
    counts = [
        (f"`{reason}`", number)
        for stage in stages(funnel)
        for reason, number in stage.get("dropped", {}).items()
    ]
    return (
        table(("reason", "families"), sorted(counts, key=lambda c: (-c[1], c[0]))) if counts else ""
    )


def audit_table(funnel: Mapping[str, Json]) -> str:
    """Each operator, how many mutants it made, and how many of them the checks caught."""
    tallies: dict[str, int] = {}
    for stage in stages(funnel):
        tallies |= stage.get("tallies", {})
    rows: list[tuple[Any, ...]] = []
    for name in sorted(n.removeprefix(TRIED) for n in tallies if n.startswith(TRIED)):
        tried, killed = tallies[f"{TRIED}{name}"], tallies.get(f"{KILLED}{name}", 0)
        rows.append((f"`{name}`", tried, killed, f"{killed / tried:.2%}"))
    return table(("attack", "tried", "caught", "share"), rows) if rows else ""


SAID = {
    "visible": "number of visible tools",
    "place": "place of the called tool",
    "system": "words of the system prompt",
    "listed": "share of system prompts that are lists",
}
"""What could give a skill away -> how the card says it."""


def diversity_tables(found: Mapping[str, Json]) -> Iterator[str]:
    """What was measured over the rows."""
    if not found:
        return
    near = found["near_duplicates"]
    words = found["request_words"]
    yield table(
        ("measure", "value"),
        [
            ("families", f"{found['families']:,}"),
            ("distinct first requests", f"{found['distinct_requests']:,}"),
            ("requests shared between families", f"{found['requests_shared_between_families']:,}"),
            ("request skeletons (values and tool words masked)", f"{found['skeletons']:,}"),
            ("most frequent skeleton", f"{found['most_frequent_skeleton_share']:.2%} of rows"),
            (
                "near duplicates between families (word 3-gram Jaccard over 0.8)",
                f"{near['share']:.2%} of {near['compared']:,} compared",
            ),
            ("distinct visible tool schemas", f"{found['distinct_tool_schemas']:,}"),
            ("distinct views, worlds, phrase frames", _distinct(found, "distinct")),
            ("of these in train and in test", _distinct(found, "shared_between_splits")),
            ("words of the first request", _quantiles(words)),
            ("assistant turns", _quantiles(found["assistant_turns"])),
            ("characters of the longest message", _quantiles(found["longest_message"])),
            ("registers", ", ".join(f"{n} {s:.0%}" for n, s in found["registers"].items())),
        ],
    )
    explained = found["skill_explains"]
    yield (
        "Means by skill. The place of the called tool among those shown is 0 for first and 1 for "
        "last. What could give the skill away must not: it explains "
        + ", ".join(f"{explained[name]:.1%} of the variance of the {SAID[name]}" for name in SAID)
        + "."
    )
    yield table(
        ("skill", "rows", "words", *SAID.values()),
        [
            (skill, m["rows"], m["words"], *(m[name] for name in SAID))
            for skill, m in found["by_skill"].items()
        ],
    )


def _distinct(found: Mapping[str, Json], key: str) -> str:
    return ", ".join(f"{found[key][what]:,}" for what in ("views", "worlds", "frames"))


def _quantiles(found: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in found.items())

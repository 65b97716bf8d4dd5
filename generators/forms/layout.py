"""Layout: lists, tables and the like are made of the points and rows of a draft."""

from collections.abc import Sequence

from callwright.generators.forms.base import Args, Draft, Maker, Source, free
from callwright.schemas.forms import text as count

MOST_POINTS = 8


def _countable(points: Sequence[str]) -> bool:
    return 2 <= len(points) <= MOST_POINTS


def _listed(drafts: Sequence[Draft], source: Source) -> Args | None:
    """Lists suit answers of two things or more."""
    return {} if all(_countable(d.points) for d in drafts) else None


def _so_many(drafts: Sequence[Draft], source: Source) -> Args | None:
    counts = {len(d.points) for d in drafts if _countable(d.points)}
    return {"count": counts.pop()} if len(counts) == 1 and _listed(drafts, source) == {} else None


def _bullets(draft: Draft, args: Args, source: Source) -> Draft | None:
    if not draft.points or len(draft.points) != args.get("count", len(draft.points)):
        return None
    return draft.to("\n".join(f"- {point}" for point in draft.points))


def _numbers(draft: Draft, args: Args, source: Source) -> Draft | None:
    found = [f"{n}. {point}" for n, point in enumerate(draft.points, 1)]
    return draft.to("\n".join(found)) if found else None


# -- rows ----------------------------------------------------------------------------------
def _labels(draft: Draft) -> list[str]:
    return [label for label, _ in draft.rows[0]] if draft.rows else []


def _single(drafts: Sequence[Draft], source: Source) -> Args | None:
    """One thing with a few details each."""
    fits = all(len(d.rows) == 1 and len(d.rows[0]) > 1 for d in drafts)
    return {} if fits else None


def _labelled(draft: Draft, args: Args, source: Source) -> Draft | None:
    if len(draft.rows) != 1:
        return None
    found = [f"{label}: {words}" for label, words in draft.rows[0]]
    if any(":" in label or len(label) > 60 for label, _ in draft.rows[0]):
        return None
    return draft.to("\n".join(found)) if found else None


def _columns(drafts: Sequence[Draft], source: Source) -> Args | None:
    """Tables suit several things with two details or more, the same ones in every answer."""
    wanted = _labels(drafts[0])
    fits = len(wanted) > 1 and all(len(d.rows) > 1 and _labels(d) == wanted for d in drafts)
    return {"columns": wanted} if fits else None


def _table(draft: Draft, args: Args, source: Source) -> Draft | None:
    if _labels(draft) != args["columns"] or _has(draft, "|"):
        return None
    header = [args["columns"], ["---"] * len(args["columns"])]
    cells = [*header, *([words for _, words in row] for row in draft.rows)]
    return draft.to("\n".join(f"| {' | '.join(row)} |" for row in cells))


def _has(draft: Draft, mark: str) -> bool:
    return any(mark in part for row in draft.rows for pair in row for part in pair)


# -- around and within ---------------------------------------------------------------------
def _titled(drafts: Sequence[Draft], source: Source) -> Args | None:
    return {} if all(d.title for d in drafts) else None


def _title(draft: Draft, args: Args, source: Source) -> Draft | None:
    return draft.to(f"[{draft.title}]\n{draft.text}") if draft.title else None


def _bold_draw(drafts: Sequence[Draft], source: Source) -> Args | None:
    most = min(len(_bold_values(d)) for d in drafts)
    return {"count": source.rng.randint(1, min(2, most))} if most else None


def _bold_values(draft: Draft) -> list[str]:
    """Values that stand once in the text, none inside another."""
    once = [v for v in dict.fromkeys(draft.values) if draft.text.count(v) == 1 and _plain(v)]
    return [v for v in once if not any(v != other and v in other for other in once)]


def _plain(value: str) -> bool:
    return len(value) > 1 and value == value.strip() and "*" not in value and "\n" not in value


def _bold(draft: Draft, args: Args, source: Source) -> Draft | None:
    text = draft.text
    for value in _bold_values(draft)[: args["count"]]:
        text = text.replace(value, f"**{value}**")
    return draft.to(text) if text.count("**") >= 2 * args["count"] else None


def _sections(draft: Draft, args: Args, source: Source) -> Draft | None:
    parts = count.sentences(draft.text)
    if len(parts) < args["count"]:
        return None
    head, tail = parts[: args["count"] - 1], parts[args["count"] - 1 :]
    return draft.to("\n***\n".join([*head, " ".join(tail)]))


def _two_sections(drafts: Sequence[Draft], source: Source) -> Args | None:
    return {"count": 2} if min(len(count.sentences(d.text)) for d in drafts) > 1 else None


def _fenced(draft: Draft, args: Args, source: Source) -> Draft | None:
    return None if "```" in draft.text else draft.to(f"```\n{draft.text}\n```")


def _blanks(draft: Draft, args: Args, source: Source) -> Draft:
    added = " ".join(("[name]", "[date]", "[address]", "[signature]")[: args["count"]])
    return draft.to(f"{draft.text}\n{added}")


def _few(drafts: Sequence[Draft], source: Source) -> Args:
    return {"count": source.rng.randint(2, 4)}


def _unmarked(draft: Draft, args: Args, source: Source) -> Draft | None:
    marks = ("**", "__", "`", "](")
    found = any(m in draft.text for m in marks) or any(map(_marked, count.lines(draft.text)))
    return None if found else draft


def _marked(line: str) -> bool:
    start = line.lstrip()[:4]
    return start[:1] in "#>-*+|" or count.number_of(line) is not None


MAKERS = (
    Maker("bulleted", "shape", _listed, _bullets, 12, spoken=False, closed="lines"),
    Maker("bullets_exactly", "shape", _so_many, _bullets, 5, spoken=False, closed="lines"),
    Maker("numbered", "shape", _listed, _numbers, 8, spoken=False, closed="lines"),
    Maker("labelled_lines", "shape", _single, _labelled, 6, spoken=False, closed="lines"),
    Maker("table", "shape", _columns, _table, 10, spoken=False, alone=True),
    Maker(
        "sections_exactly", "shape", _two_sections, _sections, 1, spoken=False, closed="sentences"
    ),
    Maker("code_block", "shape", free, _fenced, 1, spoken=False, alone=True),
    Maker("title", "edge", _titled, _title, 4, spoken=False, adds=True),
    Maker("highlights_at_least", "words", _bold_draw, _bold, 6, spoken=False),
    Maker("placeholders_at_least", "edge", _few, _blanks, spoken=False, adds=True),
    Maker("plain_text", "marks", free, _unmarked, 3, spoken=False),
)

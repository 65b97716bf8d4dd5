"""The board for a console."""

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from callwright.pipelines.scoring.board import Board, Cell
from callwright.pipelines.scoring.intervals import LEVEL, Estimate


def render(board: Board) -> Group:
    """Counts, then tables: overall, by component, skill and domain, and restraint."""
    overall = board.overall
    return Group(
        *(Text(line) for line in _counts(board)),
        _cells("", {"overall": overall}),
        _estimates("component", "mean", overall.components),
        _cells("skill", board.cells("skill")),
        _cells("domain", board.cells("domain")),
        _estimates("beside abstention", "share", _restraint(board)),
        Text(_NOTE, style="dim"),
    )


_NOTE = (
    f"Intervals at {LEVEL:.0%}: Wilson's over rows for strict and shares; Student's over families "
    "as clusters for means. A row's samples are averaged first."
)


def _restraint(board: Board) -> dict[str, Estimate]:
    return {
        "over-refusal on acting twins": board.over_refusal,
        "over-action on abstaining rows": board.over_action,
    }


def _counts(board: Board) -> Iterator[str]:
    yield f"{len(board.rows):,} rows, {board.samples:,} samples"
    if board.missing:
        yield f"{board.missing:,} rows without a prediction count as 0"
    if board.left_out:
        yield f"{board.left_out:,} rows without a prediction are left out"
    if board.elsewhere:
        yield f"{board.elsewhere:,} samples are for rows of another split"
    if board.broken:
        yield f"broken lines that score 0: {_told(board.broken)}"
    if board.unread:
        yield f"replies that break the call format: {_told(board.unread)}"
    if not board.has_state:
        yield "the release carries no worlds: no state is scored, and strict leaves it out"


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _cells(title: str, cells: Mapping[str, Cell]) -> RenderableType:
    rows = (
        (name, f"{c.rows:,}", f"{c.families:,}", *_figure(c.strict), *_figure(c.dense))
        for name, c in cells.items()
    )
    return _table((title, "rows", "families", "strict", "interval", "dense", "interval"), rows)


def _estimates(title: str, figure: str, estimates: Mapping[str, Estimate]) -> RenderableType:
    rows = ((name, f"{e.count:,}", *_figure(e)) for name, e in estimates.items())
    return _table((title, "rows", figure, "interval"), rows)


def _table(head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> Group:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for number, name in enumerate(head):
        # A long name goes on below; a figure is never cut.
        if number:
            table.add_column(name, justify="right", no_wrap=True)
        else:
            table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return Group(table, Text())


def _figure(estimate: Estimate) -> tuple[str, str]:
    if estimate.value is None:
        return "-", "-"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.3f}", "-"
    return f"{estimate.value:.3f}", f"{estimate.low:.3f}-{estimate.high:.3f}"

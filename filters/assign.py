"""Optimal assignment of rows to columns (Kuhn 1955, in the potentials form of O(n^2 m)).

Own code: scipy is a large dependency for a matrix of at most a few dozen cells.
"""

from collections.abc import Sequence

_INFINITE = float("inf")


def assign(gains: Sequence[Sequence[float]]) -> list[int | None]:
    """For each row the column it gets, so that the sum of gains is the largest; None for no column.

    Args:
        gains: one row per thing to match, rows of one length; a gain of 0 or less is no match.
    """
    rows = len(gains)
    width = len(gains[0]) if gains else 0
    if not width:
        return [None] * rows
    # One spare column per row, worth nothing: a row may always stay unmatched.
    costs = [[-max(gain, 0.0) for gain in row] + [0.0] * rows for row in gains]
    owner = _solve(costs)
    found: list[int | None] = [None] * rows
    for column, row in enumerate(owner[:width]):
        if row is not None and gains[row][column] > 0:
            found[row] = column
    return found


def _solve(costs: list[list[float]]) -> list[int | None]:
    """For each column its row, at least cost; there are at least as many columns as rows."""
    columns = len(costs[0])
    of_row = [0.0] * len(costs)
    of_column = [0.0] * (columns + 1)
    owner: list[int | None] = [None] * (columns + 1)
    for row in range(len(costs)):
        owner[columns] = row
        _augment(costs, of_row, of_column, owner)
    return owner[:columns]


def _augment(
    costs: list[list[float]],
    of_row: list[float],
    of_column: list[float],
    owner: list[int | None],
) -> None:
    """Give the row that waits in the last, virtual column a real one along a shortest path."""
    columns = len(owner) - 1
    least, before = [_INFINITE] * columns, [columns] * columns
    used = [False] * (columns + 1)
    at = columns
    while (row := owner[at]) is not None:
        used[at] = True
        step, nearest = _INFINITE, at
        for column in range(columns):
            if used[column]:
                continue
            reduced = costs[row][column] - of_row[row] - of_column[column]
            if reduced < least[column]:
                least[column], before[column] = reduced, at
            if least[column] < step:
                step, nearest = least[column], column
        _shift(step, used, least, of_row, of_column, owner)
        at = nearest
    while at != columns:
        owner[at] = owner[before[at]]
        at = before[at]


def _shift(
    step: float,
    used: list[bool],
    least: list[float],
    of_row: list[float],
    of_column: list[float],
    owner: list[int | None],
) -> None:
    for column, taken in enumerate(used):
        row = owner[column]
        if taken and row is not None:
            of_row[row] += step
            of_column[column] -= step
        elif column < len(least):
            least[column] -= step

"""What a person sees of a run: bars per cell on a terminal, plain lines elsewhere, or nothing."""

import sys
from time import monotonic
from typing import Any, Protocol, Self, TextIO

from callwright.pipelines.quotas import Quotas

SECONDS_BETWEEN_LINES = 3.0
SECONDS_BETWEEN_DRAWS = 0.1


class Progress(Protocol):
    """Told of a run; a context in which a live display stands."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *trouble: Any) -> None: ...

    def show(self, quotas: Quotas) -> None:
        """Show where the cells stand."""
        ...

    def say(self, text: str) -> None:
        """Say one line."""
        ...


def open_progress(quiet: bool, stream: TextIO | None = None) -> Progress:
    """The display that fits the stream, stderr by default."""
    shown: TextIO = stream or sys.stderr
    if quiet:
        return Quiet()
    return Bars(shown) if shown.isatty() else Lines(shown)


class Tempo:
    """Rate, yield and time left, from counts and a clock that never goes back."""

    def __init__(self) -> None:
        self._started = monotonic()
        self._at_start: int | None = None

    def line(self, quotas: Quotas) -> str:
        """E.g. `412 of 700 rows, 95% kept, 148 rows/s, 2 s left`."""
        accepted, target = rows(quotas)
        first = self._at_start = accepted if self._at_start is None else self._at_start
        rate = (accepted - first) / max(monotonic() - self._started, 1e-3)
        left = f", {(target - accepted) / rate:.0f} s left" if rate and accepted < target else ""
        return f"{accepted} of {target} rows, {kept(quotas)} kept, {rate:.0f} rows/s{left}"


def rows(quotas: Quotas) -> tuple[int, int]:
    """Accepted and wanted rows over all cells."""
    return sum(s.accepted for s in quotas), sum(s.target for s in quotas)


def kept(quotas: Quotas) -> str:
    """Share of candidates that passed all filters."""
    entered = sum(s.entered for s in quotas)
    return f"{sum(s.passed for s in quotas) / entered:.0%}" if entered else "-"


class Quiet:
    """Shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trouble: Any) -> None:
        pass

    def show(self, quotas: Quotas) -> None:
        """Nothing."""

    def say(self, text: str) -> None:
        """Nothing."""


class Lines:
    """A line every few seconds and one at the end, for logs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._tempo = Tempo()
        self._last = monotonic()
        self._quotas: Quotas | None = None

    def __enter__(self) -> Self:
        self._tempo = Tempo()
        return self

    def __exit__(self, *trouble: Any) -> None:
        if self._quotas is not None:
            self.say(self._tempo.line(self._quotas))

    def show(self, quotas: Quotas) -> None:
        """One line, unless the last is fresh."""
        self._quotas = quotas
        if monotonic() - self._last > SECONDS_BETWEEN_LINES:
            self._last = monotonic()
            self.say(self._tempo.line(quotas))

    def say(self, text: str) -> None:
        """One line."""
        self._stream.write(f"{text}\n")
        self._stream.flush()


class Bars:
    """One bar per skill and domain, both splits together, and one over all."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Live

        self._live = Live(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[note]}"),
            console=Console(file=stream),
            auto_refresh=False,
        )
        self._tasks: dict[str, Any] = {}
        self._tempo = Tempo()
        self._drawn = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        self._tempo = Tempo()
        return self

    def __exit__(self, *trouble: Any) -> None:
        self._live.refresh()
        self._live.stop()

    def show(self, quotas: Quotas) -> None:
        """Draw, unless the last drawing is fresh or something is still missing."""
        if monotonic() - self._drawn < SECONDS_BETWEEN_DRAWS and not quotas.complete:
            return
        self._drawn = monotonic()
        groups: dict[str, list[Any]] = {}
        for state in quotas:
            groups.setdefault(f"{state.cell.skill} / {state.cell.domain}", []).append(state)
        for name, states in groups.items():
            entered = sum(s.entered for s in states)
            note = f"{sum(s.passed for s in states) / entered:.0%} kept" if entered else ""
            self._bar(name, sum(s.accepted for s in states), sum(s.target for s in states), note)
        self._bar("all", *rows(quotas), self._tempo.line(quotas).split(", ", 1)[1])
        self._live.refresh()

    def _bar(self, name: str, accepted: int, target: int, note: str) -> None:
        if name not in self._tasks:
            self._tasks[name] = self._live.add_task(name, total=target, note=note)
        self._live.update(self._tasks[name], completed=accepted, note=note)

    def say(self, text: str) -> None:
        """One line above the bars."""
        self._live.console.print(text, highlight=False, markup=False)

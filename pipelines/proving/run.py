"""The proof over a whole dataset: what holds, what a template refuses, and lengths in tokens."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from callwright.pipelines.adapters.format import Source
from callwright.pipelines.adapters.sample import Sample
from callwright.pipelines.proving.probe import Abilities, probe
from callwright.pipelines.proving.proof import Outcome, Piece, prove
from callwright.pipelines.proving.renderer import Renderer
from callwright.schemas.canonical import dump

Json = dict[str, Any]
QUANTILES = (50, 90, 99)
LONG = 8000
"""Tokens past which a rendered sample counts as long."""
MOST_SHOWN = 20


@dataclass
class Summary:
    """Counts over the outcomes of one dataset with one template."""

    samples: int = 0
    proved: int = 0
    pieces: int = 0
    """Rendered samples that were proved; more than `proved` where some were cut into steps."""
    adapted: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[str] = field(default_factory=Counter[str])
    failed: Counter[str] = field(default_factory=Counter[str])
    shown: list[Outcome] = field(default_factory=list[Outcome])
    """The first outcomes that failed."""
    casts: int = 0
    spans: int = 0
    trained: int = 0
    """Tokens under loss."""
    lengths: list[int] = field(default_factory=list[int])

    def add(self, outcome: Outcome) -> None:
        """Count one outcome."""
        self.samples += 1
        self.proved += outcome.state == "proved"
        self.adapted.update(outcome.adapted if outcome.state == "proved" else ())
        if outcome.state == "refused":
            self.refused[outcome.reason] += 1
        if outcome.state == "failed":
            self.failed[outcome.reason] += 1
            self.shown += [outcome][: MOST_SHOWN - len(self.shown)]
        for piece in outcome.pieces:
            self._piece(piece)

    def _piece(self, piece: Piece) -> None:
        self.pieces += 1
        self.casts += piece.casts
        self.spans += len(piece.spans)
        self.trained += sum(span.token_end - span.token_start for span in piece.spans)
        self.lengths.append(piece.tokens)

    def quantile(self, percent: int) -> int:
        """The length that `percent` of the pieces do not pass; 0 without pieces."""
        ordered = sorted(self.lengths)
        return ordered[min(len(ordered) - 1, percent * len(ordered) // 100)] if ordered else 0

    def summary(self, counts: str) -> Json:
        """The summary as JSON; `counts` says what a length counts."""
        total = sum(self.lengths)
        long = _share(sum(length > LONG for length in self.lengths), self.pieces)
        return {
            "samples": self.samples,
            "proved": self.proved,
            "rendered": self.pieces,
            "adapted": dict(sorted(self.adapted.items())),
            "refused": dict(sorted(self.refused.items())),
            "failed": dict(sorted(self.failed.items())),
            "casts": self.casts,
            "lengths": {
                "counts": counts,
                **{f"p{percent}": self.quantile(percent) for percent in QUANTILES},
                "longest": max(self.lengths, default=0),
                **({"over_8000": long} if counts == "tokens" else {}),
            },
            "loss": {
                "spans": self.spans,
                counts: self.trained,
                "share": _share(self.trained, total),
            },
        }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


@dataclass(frozen=True)
class Proving:
    """A renderer with what its template can carry."""

    renderer: Renderer
    abilities: Abilities

    def outcomes(self, samples: Iterable[Sample]) -> Iterator[Outcome]:
        """What becomes of each sample, in order."""
        return (prove(sample, self.renderer, self.abilities) for sample in samples)


def open_proving(renderer: Renderer) -> Proving:
    """Probe the template; `OutputError` when it can carry no calls."""
    return Proving(renderer, probe(renderer))


def prove_dataset(source: Source, proving: Proving, out: Path | None = None) -> Summary:
    """Prove every sample; with `out`, write each rendered one and its spans as JSON lines.

    What cannot be unrolled counts as refused.
    """
    summary = Summary()
    lines: list[str] = []
    for outcome in proving.outcomes(source.samples()):
        summary.add(outcome)
        if out is not None:
            lines += [_line(piece) for piece in outcome.pieces]
    summary.samples += source.report.refused.total()
    summary.refused += source.report.refused
    if out is not None:
        from callwright.pipelines.files import write_whole

        write_whole(out, "".join(lines).encode())
    return summary


def _line(piece: Piece) -> str:
    spans = [[span.start, span.end] for span in piece.spans]
    return f"{dump({'id': piece.id, 'text': piece.text, 'spans': spans})}\n"

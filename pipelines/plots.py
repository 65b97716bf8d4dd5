"""The three plots of a card. No screen is needed, and the same rows give the same bytes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl
import polars as pl
from matplotlib.figure import Figure

Json = Any
INK, BLUE, ORANGE, GREY = "#22303c", "#3b6ea5", "#d98032", "#c9d1d9"
STYLE: dict[Any, Any] = {
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.titlesize": 11,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
BOXES = {"showfliers": False, "patch_artist": True, "medianprops": {"color": INK}}
LINES = {name: {"color": BLUE} for name in ("whiskerprops", "capprops")}


def draw_plots(folder: Path, frame: pl.DataFrame, funnel: Mapping[str, Json]) -> list[str]:
    """Write the plots into `folder`; gives their file names."""
    folder.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        figures = {
            "cells.png": _cells(frame),
            "requests.png": _requests(frame),
            "funnel.png": _funnel(funnel),
        }
        for name, figure in figures.items():
            figure.savefig(folder / name, dpi=130, metadata={"Software": None})
    return list(figures)


def _figure(rows: int, columns: int = 1) -> tuple[Figure, Any]:
    height = max(2.4, 0.34 * rows + 1.2)
    figure = Figure(figsize=(9, height), layout="constrained")
    return figure, figure.subplots(1, columns, squeeze=False)[0]


def _cells(frame: pl.DataFrame) -> Figure:
    """Rows per skill and domain, train and test together: darker is more."""
    counts = frame.group_by(["skill", "domain"]).len()
    table = {(skill, domain): n for skill, domain, n in counts.iter_rows()}
    skills, domains = (sorted({key[i] for key in table}) for i in (0, 1))
    numbers = [[table.get((skill, domain), 0) for domain in domains] for skill in skills]
    figure, (axes,) = _figure(len(skills) + 3)
    axes.imshow(numbers, aspect="auto", cmap="Blues", norm="symlog", alpha=0.5)
    axes.set_yticks(range(len(skills)), skills)
    axes.set_xticks(range(len(domains)), domains, rotation=45, ha="right")
    for y, line in enumerate(numbers):
        for x, number in enumerate(line):
            if number:
                axes.text(x, y, str(number), ha="center", va="center", fontsize=7)
    axes.set_title("Rows per cell, train and test")
    return figure


def _requests(frame: pl.DataFrame) -> Figure:
    """Request length and number of visible tools by skill: neither may tell the skill."""
    skills = sorted(frame["skill"].unique().to_list(), reverse=True)
    figure, panels = _figure(len(skills), 2)
    titles = {"words": "Words in the first request", "visible": "Visible tools"}
    for axes, (column, title) in zip(panels, titles.items(), strict=True):
        values = [frame.filter(pl.col("skill") == s)[column].to_list() for s in skills]
        boxes = axes.boxplot(values, tick_labels=skills, orientation="horizontal", **BOXES, **LINES)
        for box in boxes["boxes"]:
            box.set(facecolor=GREY, edgecolor=BLUE)
        axes.set_title(title)
        axes.set_xlim(left=0)
    panels[1].set_yticklabels([])
    return figure


def _funnel(funnel: Mapping[str, Json]) -> Figure:
    """Families that entered each stage and that it kept."""
    stages = list(reversed(funnel.get("stages", ())))
    names = [stage["stage"] for stage in stages]
    figure, (axes,) = _figure(max(2, len(names)))
    entered = [stage["entered"] for stage in stages]
    kept = [stage["kept"] for stage in stages]
    axes.barh(names, entered, color=GREY, label="entered")
    axes.barh(names, kept, color=BLUE, height=0.5, label="kept")
    for at, (total, left) in enumerate(zip(entered, kept, strict=True)):
        share = f"{left / total:.1%}" if total else "none entered"
        axes.annotate(f" {left:,} of {total:,}, {share}", (total, at), va="center", fontsize=8)
    axes.margins(x=0.28)
    axes.set_title("Funnel: families that entered and were kept")
    axes.set_xlabel("families")
    if names:
        axes.legend(frameon=False, loc="lower right")
    return figure

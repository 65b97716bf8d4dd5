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
    """Rows per skill and domain, train and test stacked."""
    keys = ["skill", "domain"]
    table = frame.group_by(keys).agg(
        *((pl.col("split") == s).sum().alias(s) for s in ("train", "test"))
    )
    table = table.sort(keys, descending=True)
    names = [f"{skill} / {domain}" for skill, domain in table.select(keys).iter_rows()]
    figure, (axes,) = _figure(len(names))
    axes.barh(names, table["train"].to_list(), color=BLUE, label="train")
    left = table["train"].to_list()
    axes.barh(names, table["test"].to_list(), left=left, color=ORANGE, label="test")
    axes.set_title("Rows per cell")
    axes.set_xlabel("rows")
    axes.margins(y=0.02)
    axes.legend(frameon=False, ncols=2, loc="lower right", bbox_to_anchor=(1, 1))
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

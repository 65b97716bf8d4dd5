"""`callwright export`: a dataset in the form of one consumer, in a folder written whole or not."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from callwright.pipelines.adapters.format import Format, Source, Unit
from callwright.pipelines.adapters.formats import discover_formats
from callwright.pipelines.adapters.report import Report
from callwright.pipelines.files import disk_errors
from callwright.schemas.canonical import dump
from callwright.schemas.errors import OutputError

REPORT = "export.json"


@dataclass(frozen=True)
class Options:
    """What the user asked for."""

    to: str
    split: str | None = None
    unit: Unit | None = None
    """None for the format's own default."""
    thinking: bool = True


def export(dataset: Path, out: Path, options: Options) -> Report:
    """Write `dataset` for one consumer into the new folder `out`, with a report beside the data.

    Raises:
        OutputError: unknown format or unit, nothing to read, `out` is not empty, nothing could be
            written, or the disk is full.
    """
    form = _format(options.to)
    source = Source(dataset, Report(), options.split, _unit(form, options.unit), options.thinking)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OutputError(f"{out} is not an empty folder; choose another --out")
    part = out.with_name(f".{out.name}.part")
    with disk_errors(out):
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        try:
            form.write(source, part)
            _finish(part, out, source, options)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return source.report


def _finish(part: Path, out: Path, source: Source, options: Options) -> None:
    report = source.report
    if not report.samples:
        refused = ", ".join(f"{reason} {count}" for reason, count in report.refused.items())
        raise OutputError(
            f"{source.path} gives nothing to export for {options.to}"
            + (f" of split {options.split}" if options.split else "")
            + (f"; refused: {refused}" if refused else "")
        )
    said = {"format": options.to, "unit": source.unit, **report.summary()}
    (part / REPORT).write_text(f"{dump(said)}\n", encoding="utf-8")
    if out.exists():
        out.rmdir()
    part.rename(out)


def as_unit(text: str | None) -> Unit | None:
    """The way of cutting that a user named; `OutputError` for an unknown one."""
    if text is None or text == "turn" or text == "step":
        return text
    raise OutputError(f"there is no unit {text!r}; choose turn or step")


def _format(name: str) -> Format:
    found = discover_formats()
    if name not in found:
        raise OutputError(f"there is no export format {name!r}; choose of {', '.join(found)}")
    return found[name]


def _unit(form: Format, asked: Unit | None) -> Unit:
    if not form.units:
        return asked or "turn"
    if asked is not None and asked not in form.units:
        raise OutputError(f"{form.name} takes only --unit {' or '.join(form.units)}, not {asked}")
    return asked or form.units[0]

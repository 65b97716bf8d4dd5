"""Data: an answer that is a JSON document, made of the rows of a draft."""

from collections.abc import Sequence

from callwright.generators.forms.base import Args, Draft, Maker, Source
from callwright.schemas.canonical import dump


def _rows(drafts: Sequence[Draft], source: Source) -> Args | None:
    return {} if all(d.rows for d in drafts) else None


def _fitting(drafts: Sequence[Draft], source: Source) -> Args | None:
    """The schema of one answer's rows: a list of objects with its labels."""
    if len(drafts) != 1 or not drafts[0].rows:
        return None
    labels = [label for label, _ in drafts[0].rows[0]]
    item = {
        "type": "object",
        "properties": {label: {"type": "string"} for label in labels},
        "required": sorted(set(labels)),
        "additionalProperties": False,
    }
    return {"schema": {"type": "array", "items": item, "minItems": 1}}


def _document(draft: Draft, args: Args, source: Source) -> Draft | None:
    if not draft.rows or any(len(dict(row)) < len(row) for row in draft.rows):
        return None
    return draft.to(dump([dict(row) for row in draft.rows]))


MAKERS = (
    Maker("json_only", "shape", _rows, _document, spoken=False, alone=True),
    Maker("json_schema", "shape", _fitting, _document, spoken=False, alone=True),
)

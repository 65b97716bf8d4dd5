"""Answers of a wrong form: a rule broken in the text, a document with something wrong in it."""

import json
from random import Random
from typing import Any

from callwright.filters.audit.mutant import (
    Mutant,
    TurnSpan,
    choose_span,
    spans,
    with_answer,
)
from callwright.filters.forms.breaks import broken_text
from callwright.filters.scene import Scene
from callwright.schemas.checks import Fact, TurnCheck
from callwright.schemas.forms.document import at_pointer, read_document
from callwright.schemas.narrow import is_object
from callwright.schemas.task import Trajectory
from callwright.schemas.values import Setting, kind_of

Json = Any


def break_form(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Break one of the rules, right facts and all."""
    span = choose_span(trajectory, rng, lambda check: check.form)
    if span is None:
        return None
    text = broken_text(rng.choice(span.check.form), _answer(trajectory, span))
    return Mutant("break_form", with_answer(trajectory, span, text)) if text else None


def forget_form(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Keep a rule in the first turns and break it in the last one that it holds for."""
    held = [span for span in spans(trajectory) if span.check.form]
    if len(held) < 2:
        return None
    text = broken_text(rng.choice(held[-1].check.form), _answer(trajectory, held[-1]))
    return Mutant("forget_form", with_answer(trajectory, held[-1], text)) if text else None


def fence_document(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Put a fence around a document that has to stand alone."""
    span = choose_span(trajectory, rng, _documents)
    if span is None:
        return None
    text = f"```json\n{_answer(trajectory, span)}\n```"
    return Mutant("fence_document", with_answer(trajectory, span, text))


def document_wrong_value(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Hold a plausible wrong value at the right place of a document."""
    span = choose_span(trajectory, rng, _documents)
    if span is None:
        return None
    document = read_document(_answer(trajectory, span))
    placed = [fact for fact in span.check.facts if fact.path]
    text = _misplaced(document, rng.choice(placed), scene.setting, rng) if placed else None
    return Mutant("document_wrong_value", with_answer(trajectory, span, text)) if text else None


def document_prose(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Say something after a document that has to stand alone."""
    span = choose_span(trajectory, rng, _documents)
    text = "\nLet me know if you need more."
    return span and Mutant(
        "document_prose", with_answer(trajectory, span, _answer(trajectory, span) + text)
    )


def _documents(check: TurnCheck) -> list[str]:
    return [rule.type for rule in check.form if rule.type in {"json_only", "json_schema"}]


def _misplaced(document: Json, fact: Fact, setting: Setting, rng: Random) -> str | None:
    """The document with a near miss where a fact stands."""
    held = fact.any_of[0]
    kind = kind_of(held.kind)
    near = kind.near_misses(held.value, setting)
    parent, _, key = fact.path.rpartition("/")
    place = at_pointer(document, parent)
    if not near or not is_object(place):
        return None
    place[key] = kind.encode(rng.choice(near), held.format, setting)
    return json.dumps(document, ensure_ascii=False)


def _answer(trajectory: Trajectory, span: TurnSpan) -> str:
    return trajectory.messages[span.end - 1].content or ""


OPERATORS = (break_form, forget_form, fence_document, document_wrong_value, document_prose)

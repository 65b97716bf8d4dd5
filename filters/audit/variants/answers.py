"""The same things said in other words."""

import re
from random import Random

from callwright.filters.audit.mutant import TurnSpan, spans, with_answer
from callwright.filters.audit.variant import Variant
from callwright.filters.scene import Scene
from callwright.schemas.task import Trajectory

PLAIN = frozenset({"time", "date", "money", "count", "percentage", "duration"})
"""Kinds whose surfaces can stand for each other in any sentence."""


def other_surface(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """A fact in another of the forms that people use: `07:25` for `7:25 am`."""
    found = [
        (span, text) for span in _free(trajectory) for text in _said(trajectory, span, scene, rng)
    ]
    if not found:
        return None
    span, text = rng.choice(found)
    return Variant("other_surface", with_answer(trajectory, span, text))


def _said(trajectory: Trajectory, span: TurnSpan, scene: Scene, rng: Random) -> list[str]:
    answer = trajectory.messages[span.end - 1].content or ""
    found: list[str] = []
    for fact in span.check.facts:
        for value in fact.any_of:
            kind = value.typed
            if kind.name not in PLAIN or fact.path:
                continue
            surfaces = kind.surfaces(value.value, scene.setting)
            forms = [s.text for s in surfaces if s.style == "plain" and not s.bare]
            here = [f for f in forms if _once(f, answer)]
            others = [f for f in forms if f not in here]
            if here and others:
                other = rng.choice(others)
                found.append(_alone(max(here, key=len)).sub(lambda _, said=other: said, answer))
    return found


def _once(form: str, answer: str) -> bool:
    return len(_alone(form).findall(answer)) == 1


def _alone(form: str) -> re.Pattern[str]:
    """A form that is no part of a longer one, as `$25` is of `$251.60`."""
    return re.compile(rf"(?<![\w.,:£€$¥₹]){re.escape(form)}(?![\w:%]|[.,]\d)")


def polite_words(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """The same answer between polite words."""
    able = _free(trajectory)
    if not able:
        return None
    span = rng.choice(able)
    said = trajectory.messages[span.end - 1].content
    text = f"Sure! {said} Let me know if you need anything else."
    return Variant("polite_words", with_answer(trajectory, span, text))


def _free(trajectory: Trajectory) -> list[TurnSpan]:
    """Turns whose answer has no form to keep."""
    return [span for span in spans(trajectory) if not span.check.form]


VARIANTS = (other_surface, polite_words)

"""The same things said in other words."""

import re
from collections.abc import Callable
from random import Random

from callwright.filters.audit.mutant import TurnSpan, spans, with_answer
from callwright.filters.audit.variant import Variant
from callwright.filters.scene import Scene
from callwright.schemas.messages import Message
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
    return re.compile(rf"(?<![\w.,:£€$¥₹])(?<!half ){re.escape(form)}(?![\w:%]|[.,]\d)")


def polite_words(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """The same answer between polite words."""
    able = _free(trajectory)
    if not able:
        return None
    span = rng.choice(able)
    said = trajectory.messages[span.end - 1].content
    text = f"Sure! {said} Let me know if you need anything else."
    return Variant("polite_words", with_answer(trajectory, span, text))


def other_typography(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """The same answers as typesetters and Markdown write them: `**7:25** p.m.`, `July 13th`."""
    messages = _rewritten(trajectory, rng.choice(TYPOGRAPHY))
    return None if messages is None else Variant("other_typography", messages)


def _rewritten(trajectory: Trajectory, way: Callable[[str], str]) -> list[Message] | None:
    """The messages with every free answer written in a way; None where that changes none."""
    messages = list(trajectory.messages)
    for span in _free(trajectory):
        said = messages[span.end - 1]
        messages[span.end - 1] = said.model_copy(update={"content": way(said.content or "")})
    return None if messages == list(trajectory.messages) else messages


def _emphasised(text: str) -> str:
    return _FIGURE.sub(lambda match: f"**{match[0]}**", text)


def _no_breaks(text: str) -> str:
    return re.sub(r"(?<=\d) (?=[A-Za-z])", "\u202f", text).replace("-", "\u2011")


def _curly(text: str) -> str:
    return text.replace("'", "\u2019")


def _dotted(text: str) -> str:
    return re.sub(r"(?<=\d) ?([ap])m\b", r" \1.m.", text)


def _with_ordinals(text: str) -> str:
    return _DAY_OF_MONTH.sub(lambda match: f"{match[0]}{_ending(int(match[1]))}", text)


def _ending(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _listed(text: str) -> str:
    return "\n".join(f"- {sentence}" for sentence in re.split(r"(?<=[.!?]) (?=[A-Z])", text))


TYPOGRAPHY = (_emphasised, _no_breaks, _curly, _dotted, _with_ordinals, _listed)
_FIGURE = re.compile(r"(?<![\w.,:+-])[£€$¥₹]?\d[\d.,:]*(?<=\d)(?![\w-])")
MONTHS = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DAY_OF_MONTH = re.compile(rf"\b{MONTHS} (\d{{1,2}})\b(?!:)")


def other_notation(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """The same answers in notations of other countries and trades: `CAD 25`, `19:25`, `Jul 13`."""
    messages = _rewritten(trajectory, rng.choice(NOTATIONS))
    return None if messages is None else Variant("other_notation", messages)


def _by_code(text: str) -> str:
    return _SIGNED.sub(lambda match: f"{CODES_OF_SIGNS[match[1]]} {match[2]}", text)


def _on_24_hours(text: str) -> str:
    return _HALF_DAY.sub(
        lambda m: f"{int(m[1]) % 12 + (12 if m[3] == 'p' else 0):02}:{m[2] or '00'}", text
    )


def _shortened(text: str) -> str:
    return _MONTH.sub(lambda match: match[0][:3], text)


NOTATIONS = (_by_code, _on_24_hours, _shortened)
CODES_OF_SIGNS = {"C$": "CAD", "A$": "AUD", "NZ$": "NZD", "£": "GBP", "€": "EUR", "₹": "INR"}
_SIGNED = re.compile(r"(C\$|A\$|NZ\$|£|€|₹)(\d+(?:\.\d\d)?)(?![\d,]|\.\d)")
_HALF_DAY = re.compile(r"(?<![\d:.])(\d{1,2})(?::(\d\d))? ?([ap])m\b")
_MONTH = re.compile(rf"(?<=\d ){MONTHS}\b|\b{MONTHS}(?= \d)")


def words_before_calls(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """A few words in the messages that call: what counts is what is said when all is done."""
    messages = [
        m.model_copy(update={"content": "Let me take care of that."})
        if m.tool_calls and not m.content
        else m
        for m in trajectory.messages
    ]
    same = messages == list(trajectory.messages)
    return None if same else Variant("words_before_calls", messages)


def _free(trajectory: Trajectory) -> list[TurnSpan]:
    """Turns whose answer has no form to keep."""
    return [span for span in spans(trajectory) if not span.check.form]


VARIANTS = (other_surface, polite_words, other_typography, other_notation, words_before_calls)

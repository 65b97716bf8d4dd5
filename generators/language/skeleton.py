"""A request's skeleton: its words with values and tool words masked.

Diversity is measured and capped on skeletons: two requests that differ only in their cities and
dates are the same sentence.
"""

import re
from collections.abc import Sequence

from callwright.schemas.checks import TurnCheck
from callwright.schemas.provenance import ArgumentSource, Source, Span
from callwright.schemas.task import Trajectory

VALUE, TOOL = "▢", "◇"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|▢")


def skeleton(trajectory: Trajectory) -> str:
    """The masked, lower-cased words of the first user turn."""
    task = trajectory.task
    return masked(task.turns[0].text, trajectory.provenance.arguments, task.checks.turns)


def masked(request: str, sources: Sequence[ArgumentSource], turns: Sequence[TurnCheck]) -> str:
    """The skeleton of a request, given where the arguments of its row come from and its checks.

    Tool words are those of the canonical names of the tools it is about (`find_flights`: `find`,
    `flights`, `flight`) and, where a tool is lacking, the words that name what it would do.
    """
    for start, end in sorted(_spans(sources, message=1), reverse=True):
        request = f"{request[:start]} {VALUE} {request[end:]}"
    tools = _tool_words(turns)
    words = (TOOL if w in tools else w for w in _WORD.findall(request.lower()))
    return " ".join(words)


def _spans(sources: Sequence[ArgumentSource], message: int) -> set[tuple[int, int]]:
    spans = (s for argument in sources for s in _of(argument.source))
    ranges = {(s.start, s.end) for s in spans if s.message == message}
    return {r for r in ranges if not any(o != r and o[0] <= r[0] and r[1] <= o[1] for o in ranges)}


def _of(source: Source) -> list[Span]:
    own = [
        s for s in (source.span, source.field_span, source.reference and source.reference.span) if s
    ]
    return own + [s for inner in source.inputs for s in _of(inner)]


def _tool_words(turns: Sequence[TurnCheck]) -> set[str]:
    names = {w for t in turns for c in t.calls for w in c.tool.split(".")[-1].split("_")}
    topics = {w for t in turns for phrase in t.declines for w in phrase.lower().split()}
    words = names | topics
    return words | {w[:-1] for w in words if w.endswith("s")} | {f"{w}s" for w in words}

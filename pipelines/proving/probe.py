"""What a chat template can carry, found out by rendering small conversations with it.

A template is never known by its name: a user's own is probed the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from callwright.pipelines.proving.renderer import CannotRender, Renderer
from callwright.schemas.calls import CallFormat, Reply, discover_call_formats, read
from callwright.schemas.errors import OutputError
from callwright.schemas.messages import Message, ToolCall, ToolSpec

Json = dict[str, Any]
THOUGHT = "a probing thought"
THINKING_KEYS = ("reasoning_content", "thinking", "reasoning")
TOOL = ToolSpec(
    name="probing_tool",
    description="Probes.",
    parameters={
        "type": "object",
        "properties": {
            "words": {"type": "string"},
            "number": {"type": "integer"},
            "sure": {"type": "boolean"},
            "places": {"type": "array", "items": {"type": "object"}},
        },
    },
)
ARGUMENTS = {"words": 'a "b"', "number": 3, "sure": True, "places": [{"row": 1}]}
SETTING: list[Json] = [
    {"role": "system", "content": "You probe."},
    {"role": "user", "content": "Probe."},
]
Textless = Literal["absent", "null", "empty"]
TEXTLESS: tuple[Textless, ...] = ("absent", "null", "empty")
NOT_CALLING = ("bare",)
"""Formats of teachers' replies that no template renders."""


@dataclass(frozen=True)
class Abilities:
    """What one template renders."""

    calls: CallFormat
    textless: Textless
    """What it takes for the text of a message that only calls."""
    thinking: str | None
    """The key in which it takes thinking; None when it renders none."""
    parallel: bool
    """Whether it renders several calls of one message."""
    bare_tools: bool
    """Whether it copes with tools that have no description."""


def probe(renderer: Renderer) -> Abilities:
    """What the template can carry.

    Raises:
        OutputError: it renders no calls, or in a form that cannot be read back.
    """
    textless, form = _form(renderer)
    both = _reply(renderer, _called(2, textless))
    return Abilities(
        calls=form,
        textless=textless,
        thinking=next((key for key in THINKING_KEYS if _thinks(renderer, key)), None),
        parallel=both is not None and _reads(both, form, 2),
        bare_tools=_bare_tools(renderer),
    )


def _form(renderer: Renderer) -> tuple[Textless, CallFormat]:
    """How a message without text has to look, and the format in which its calls are rendered."""
    raws: list[str] = []
    for textless in TEXTLESS:
        raw = _reply(renderer, _called(1, textless))
        if raw is None:
            continue
        raws.append(raw)
        for form in _formats():
            if _reads(raw, form, 1):
                return textless, form
    raise OutputError(f"template {renderer.name} {_why(raws)}, so no sample is proved with it")


def _why(raws: Sequence[str]) -> str:
    if not raws:
        return "raises on a conversation with a call"
    shown = next((raw for raw in raws if TOOL.name in raw), None)
    if shown is None:
        return "leaves calls away"
    return f"renders calls in a form that is not known ({shown[:60]!r})"


def _formats() -> list[CallFormat]:
    return [form for name, form in discover_call_formats().items() if name not in NOT_CALLING]


def _called(count: int, textless: Textless) -> Json:
    calls = (ToolCall(id=f"call_{i}", name=TOOL.name, arguments=ARGUMENTS) for i in range(count))
    message = Message(role="assistant", tool_calls=tuple(calls)).openai()
    return write_textless(message, textless)


def write_textless(message: Json, textless: Textless) -> Json:
    """A message in the OpenAI shape, with what a template takes for a text that is absent."""
    if message.get("content") is not None:
        return message
    rest = {key: value for key, value in message.items() if key != "content"}
    if textless == "absent":
        return rest
    return {**rest, "content": None if textless == "null" else ""}


def _reply(renderer: Renderer, message: Json, *, thinking: bool = False) -> str | None:
    """What the template renders for a reply behind its generation prompt; None when it fails."""
    try:
        before = _render(renderer, SETTING, prompt=True, thinking=thinking)
        whole = _render(renderer, [*SETTING, message], prompt=False, thinking=thinking)
    except CannotRender:
        return None
    return whole[len(before) :] if whole.startswith(before) else None


def _render(renderer: Renderer, messages: Sequence[Json], **options: bool) -> str:
    return renderer.render(messages, [TOOL.openai()], **options)


def _reads(raw: str, form: CallFormat, count: int) -> bool:
    found = read(raw, [TOOL], form)
    wanted = [(TOOL.name, ARGUMENTS)] * count
    return isinstance(found, Reply) and [(c.name, c.arguments) for c in found.calls] == wanted


def _thinks(renderer: Renderer, key: str) -> bool:
    message = {"role": "assistant", "content": "Probed.", key: THOUGHT}
    return THOUGHT in (_reply(renderer, message, thinking=True) or "")


def _bare_tools(renderer: Renderer) -> bool:
    tool = TOOL.model_copy(update={"description": ""}).openai()
    try:
        renderer.render(SETTING, [tool], prompt=True, thinking=False)
    except CannotRender:
        return False
    return True

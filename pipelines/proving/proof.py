"""The proof of one sample: rendered, cut where each trained message begins and ends, read back.

For every trained message: the tokens before it are those that the template gives a model at that
point, and what lies under the loss reads back as its calls, its text and its thinking. A sample
that holds only message by message is given in steps. It is refused where the template cannot carry
it, and a failure where it reads back as something else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from callwright.pipelines.adapters.formats._messages import openai_message
from callwright.pipelines.adapters.sample import Sample, steps, without_thinking
from callwright.pipelines.proving.probe import Abilities, write_textless
from callwright.pipelines.proving.renderer import CannotRender, Renderer
from callwright.schemas.calls import Unread, read
from callwright.schemas.canonical import dump
from callwright.schemas.messages import Message

Json = dict[str, Any]

LIMITS = ("prefix_differs", "end_differs")
"""What a template does to a conversation as it grows: its own doing, and no fault of the sample."""


@dataclass(frozen=True)
class Span:
    """One trained message in a rendered sample: half-open ranges of characters and of tokens."""

    start: int
    end: int
    token_start: int
    token_end: int


@dataclass(frozen=True)
class Piece:
    """A rendered sample whose proof holds."""

    id: str
    text: str
    tokens: int
    spans: tuple[Span, ...]
    casts: int
    """Arguments whose type the template loses and the tool's schema restores."""


@dataclass(frozen=True)
class Outcome:
    """What became of one sample."""

    id: str
    state: Literal["proved", "refused", "failed"]
    reason: str = ""
    """Reason code, where it was refused or failed."""
    detail: str = ""
    pieces: tuple[Piece, ...] = ()
    adapted: tuple[str, ...] = ()
    """What was changed so that the template can carry it."""


class Broken(Exception):
    """A proof does not hold; reason code and detail."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail[:200]


def prove(sample: Sample, renderer: Renderer, abilities: Abilities) -> Outcome:
    """Render one sample and prove it, whole or in steps."""
    adapted: list[str] = []
    if not abilities.parallel and any(len(m.tool_calls) > 1 for m in sample.messages):
        return Outcome(sample.id, "refused", "parallel_calls")
    if abilities.thinking is None and sample.thinking:
        sample = without_thinking(sample)
        adapted.append("thinking_left_out")
    if not abilities.bare_tools and not all(tool.description for tool in sample.tools):
        adapted.append("empty_description_added")
    prover = _Prover(renderer, abilities)
    try:
        pieces = _pieces(sample, prover, adapted)
    except CannotRender as error:
        return Outcome(sample.id, "refused", "template_raises", str(error)[:200])
    except Broken as broken:
        state = "refused" if broken.reason in LIMITS else "failed"
        return Outcome(sample.id, state, broken.reason, broken.detail)
    return Outcome(sample.id, "proved", pieces=pieces, adapted=tuple(adapted))


def _pieces(sample: Sample, prover: "_Prover", adapted: list[str]) -> tuple[Piece, ...]:
    try:
        return (prover.piece(sample),)
    except Broken:
        if len(sample.trained) == 1 and sample.trained[0] == len(sample.messages) - 1:
            raise
    pieces = tuple(prover.piece(step) for step in steps(sample))
    adapted.append("cut_into_steps")
    return pieces


@dataclass(frozen=True)
class _Prover:
    renderer: Renderer
    abilities: Abilities

    def piece(self, sample: Sample) -> Piece:
        """The rendered sample; raises `Broken` or `CannotRender`."""
        messages = [self._message(message) for message in sample.messages]
        tools = [self._tool(tool.openai()) for tool in sample.tools]
        text = self.renderer.render(messages, tools, prompt=False, thinking=sample.thinking)
        tokens = self.renderer.encode(text)
        spans: list[Span] = []
        casts = 0
        for i in sample.trained:
            before = self.renderer.render(
                messages[:i], tools, prompt=True, thinking=sample.thinking
            )
            after = self.renderer.render(
                messages[: i + 1], tools, prompt=False, thinking=sample.thinking
            )
            span = self._span(text, tokens, before, after.rstrip())
            casts += self._read_back(text[span.start : span.end], sample, sample.messages[i])
            spans.append(span)
        return Piece(sample.id, text, len(tokens), tuple(spans), casts)

    def _message(self, message: Message) -> Json:
        out = write_textless(openai_message(message), self.abilities.textless)
        thought = out.pop("reasoning_content", None)
        if thought is not None and self.abilities.thinking is not None:
            out[self.abilities.thinking] = thought
        return out

    def _tool(self, tool: Json) -> Json:
        if self.abilities.bare_tools:
            return tool
        return {**tool, "function": {"description": "", **tool["function"]}}

    def _span(self, text: str, tokens: Sequence[int], before: str, after: str) -> Span:
        """Where a trained message lies; what is before and up to its end must be as alone."""
        if not text.startswith(before):
            raise Broken("prefix_differs", _difference(text, before))
        if not text.startswith(after) or len(after) <= len(before):
            raise Broken("end_differs", _difference(text, after))
        head, body = self.renderer.encode(before), self.renderer.encode(after)
        if list(tokens[: len(head)]) != head:
            raise Broken("prefix_tokens_differ", before[-40:])
        if list(tokens[: len(body)]) != body:
            raise Broken("end_tokens_differ", after[-40:])
        if self.renderer.decode(tokens[len(head) : len(body)]) != after[len(before) :]:
            raise Broken("loss_decodes_differently", after[len(before) :])
        return Span(len(before), len(after), len(head), len(body))

    def _read_back(self, raw: str, sample: Sample, message: Message) -> int:
        """Compare what is under the loss with the message; the number of arguments cast."""
        found = read(raw, sample.tools, self.abilities.calls)
        if isinstance(found, Unread):
            raise Broken(f"unread.{found.fault}", found.detail)
        wanted = [dump([call.name, call.arguments]) for call in message.tool_calls]
        if [dump([call.name, call.arguments]) for call in found.calls] != wanted:
            raise Broken("calls_differ", raw)
        _compare("text_differs", found.content, message.content)
        _compare("thinking_differs", found.reasoning, message.reasoning)
        return sum(len(call.cast) for call in found.calls)


def _compare(reason: str, found: str | None, wanted: str | None) -> None:
    if found != ((wanted or "").strip() or None):
        raise Broken(reason, f"{found!r} for {wanted!r}")


def _difference(text: str, other: str) -> str:
    """The first place where two texts part, with a little of what stands before."""
    pairs = zip(text, other, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(text), len(other)))
    start = max(0, at - 30)
    return f"{text[start : at + 40]!r} for {other[start : at + 40]!r}"

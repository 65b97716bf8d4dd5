"""From a reply to the message that goes on with the conversation, or the class of its fault."""

from callwright.schemas.canonical import as_utf8, canonical
from callwright.schemas.completions import Completion
from callwright.schemas.errors import RecordError
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.narrow import is_plain


def unreadable(reply: Completion) -> str:
    """Why a reply cannot be a message of the conversation; empty when it can.

    That is the fault of its calls (`callwright.schemas.calls.Fault`), or `cut_off`: it was longer
    than it may be; `content_filter`; `not_plain`: a call holds what no JSON carries; `empty`.
    """
    if reply.fault:
        return reply.fault
    if reply.finish == "length":
        return "cut_off"
    if reply.finish == "content_filter":
        return "content_filter"
    if not reply.calls and not (reply.text or "").strip():
        return "empty"
    return "" if all(map(_is_plain, reply.calls)) else "not_plain"


def _is_plain(call: ToolCall) -> bool:
    if not is_plain(call.arguments):
        return False
    try:
        canonical([call.name, call.arguments])
    except RecordError:
        return False
    return True


def readable(reply: Completion, calls: int, *, with_calls: bool) -> Message:
    """The assistant message of a reply.

    Args:
        reply: what the model said.
        calls: how many calls the conversation has; ids go on from there, whatever a server chose.
        with_calls: False for a reply whose calls cannot be made.
    """
    made = enumerate(reply.calls, calls + 1) if with_calls else ()
    return Message(
        role="assistant",
        content=None if reply.text is None else as_utf8(reply.text),
        reasoning=None if reply.reasoning is None else as_utf8(reply.reasoning),
        tool_calls=tuple(
            ToolCall(id=f"call_{number}", name=call.name, arguments=call.arguments)
            for number, call in made
        ),
    )

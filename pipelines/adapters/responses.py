"""OpenAI's Responses shape, which NeMo Gym speaks: flat tools in, a list of output items back."""

from collections.abc import Iterable, Mapping
from typing import Any

from callwright.filters.rollout import as_list, as_object
from callwright.schemas.messages import ToolSpec

Item = Mapping[str, Any]


def flat_tool(tool: ToolSpec) -> dict[str, Any]:
    """A tool as a Responses entry."""
    return {"type": "function", **tool.openai()["function"], "strict": False}


def messages_of_output(items: object) -> list[dict[str, Any]]:
    """The messages of a response's output: calls that follow each other are one message's.

    Items of other types, and broken ones, are left out: a bad rollout is data, not a crash.
    """
    messages: list[dict[str, Any]] = []
    calling = False
    for item in map(as_object, as_list(items)):
        kind = item.get("type")
        if kind == "function_call":
            if not calling:
                messages.append({"role": "assistant", "content": None, "tool_calls": []})
            messages[-1]["tool_calls"].append(_call(item))
        elif kind == "function_call_output":
            messages.append({"role": "tool", "content": item.get("output")})
        elif kind == "message" and item.get("role") == "assistant":
            messages.append({"role": "assistant", "content": _text(item.get("content"))})
        calling = kind == "function_call" or (calling and kind == "reasoning")
    return messages


def _call(item: Item) -> dict[str, Any]:
    return {"function": {"name": item.get("name"), "arguments": item.get("arguments")}}


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts: Iterable[Item] = map(as_object, as_list(content))
    texts = (part.get("text") for part in parts)
    return "\n".join(text for text in texts if isinstance(text, str))

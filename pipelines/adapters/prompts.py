"""Prompts for trainers whose rows carry no tools: the tools stand in the system prompt.

They are written in the form that most open models were trained on: one JSON line a tool, and each
call as JSON inside `<tool_call>`.
"""

from typing import Final

from callwright.schemas.task import Task

_ABOUT: Final = """\
You can call these tools, one JSON object a line:
<tools>
{tools}
</tools>
Write each call as a block of its own, nothing after the last:
<tool_call>
{{"name": "the tool", "arguments": {{"its": "arguments"}}}}
</tool_call>"""


def prompt(task: Task) -> list[dict[str, str]]:
    """System prompt and first user turn of a task, without its tools."""
    return _messages(task.system, task)


def prompt_with_tools(task: Task) -> list[dict[str, str]]:
    """System prompt with the tools of the first turn in it, and the first user turn."""
    about = _ABOUT.format(tools="\n".join(tool.text for tool in task.tools_at(0)))
    return _messages("\n\n".join(filter(None, (task.system, about if task.tools else ""))), task)


def _messages(system: str, task: Task) -> list[dict[str, str]]:
    head = [{"role": "system", "content": system}] if system else []
    return [*head, {"role": "user", "content": task.turns[0].text}]

"""Rules for thinking: it leads to the call below it, in words of its own."""

import re
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, Final, cast

from callwright.domains.core.tongue import Tongue
from callwright.filters.texts.passage import Passage, Rule
from callwright.schemas.marks import names_tool
from callwright.schemas.narrow import is_array, is_object

Json = Any
LONG_REQUEST: Final = 12
"""Words of a request that can be repeated word by word; shorter ones are quoted."""
ECHO: Final = 0.8
"""Share of a request that is one run of words in a thought which only repeats it."""
_TOKEN: Final = re.compile(r"[^\W_]+")
_END: Final = re.compile(r"[.!?](?=\s+[A-Z])|\n\s*\n")
_SAID: Final = (
    r"(?<![\w.])[\"'`]?{}[\"'`]?\s*(?:=|:)\s*"
    r"(\"[^\"\n]{{0,200}}\"|'[^'\n]{{0,200}}'|-?\d[\w:.+-]*|true\b|false\b)"
)
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile(r"\d")


def contradicts_call(passage: Passage, language: Tongue) -> str:
    """It means to call another tool, or says another value in the call that it means to make."""
    calls = passage.message.tool_calls
    if not calls:
        return ""
    text = passage.text
    visible = {tool.name for tool in passage.task.tools_at(passage.turn + 1)}
    meant = list(_meant(text, visible, language))
    called = {call.name for call in calls}
    if meant and not called & {name for name, _ in meant}:
        return f"means to call {meant[-1][0]}, and calls {', '.join(sorted(called))}"
    written = [(m.group(1), m.start()) for name in sorted(called) for m in _written(name, text)]
    stretches = [_stretch(text, at) for name, at in (*meant, *written) if name in called]
    if not stretches:
        return ""
    given = _given([call.arguments for call in calls])
    for name, values in given.items():
        told = re.compile(_SAID.format(re.escape(name)), re.IGNORECASE)
        said = [match.group(1).strip("\"'") for part in stretches for match in told.finditer(part)]
        if said and all(_differ(said[-1].rstrip(".:"), value) for value in values):
            return f"{name} is {said[-1]} in the thought"
    return ""


def _meant(text: str, names: set[str], language: Tongue) -> Iterator[tuple[str, int]]:
    """Visible tools that a thought says it calls now, and where."""
    longest = sorted(names, key=len, reverse=True)
    for match in language.intents.finditer(text):
        rest = text[match.end() :].lstrip()
        quoted = rest[:1] in "`\"'“"
        rest = rest.lstrip("`\"'“*")
        for name in longest:
            whole = rest.startswith(name) and not re.match(r"[\w-]", rest[len(name) :])
            if whole and (quoted or names_tool(name, rest)):
                yield name, match.start()
                break


def _written(name: str, text: str) -> Iterator[re.Match[str]]:
    """Where a call is written as code."""
    if "(" not in text or name not in text:
        return iter(())
    return re.finditer(rf"(?<![\w.-])({re.escape(name)})`?\s*\(", text)


def _stretch(text: str, at: int) -> str:
    """The sentence that begins in a place."""
    end = _END.search(text, at)
    return text[at : end.start() if end else len(text)]


def _given(arguments: Json) -> dict[str, list[Json]]:
    """Name -> values, of all arguments at any depth."""
    found: dict[str, list[Json]] = {}
    waiting: list[Json] = [arguments]
    while waiting:
        value = waiting.pop()
        if is_object(value):
            for name, inner in value.items():
                found.setdefault(name, []).append(inner)
                waiting.append(inner)
        elif is_array(value):
            waiting += value
    return found


def _differ(said: str, value: Json) -> bool:
    """Whether two values are of one form and not the same; forms that differ tell nothing."""
    if isinstance(value, bool):
        return said.lower() in ("true", "false") and said.lower() != str(value).lower()
    if isinstance(value, int | float):
        number = _number(said)
        return number is not None and number != float(value)
    if not isinstance(value, str) or said.casefold() == value.casefold():
        return False
    numbers = _number(said), _number(value)
    if None not in numbers:
        return numbers[0] != numbers[1]
    return bool(_DIGIT.search(said)) and _form(said) == _form(value)


def _form(text: str) -> str:
    return _LETTERS.sub("a", _DIGIT.sub("9", text))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def echoes_request(passage: Passage, _: Tongue) -> str:
    """It repeats what the user has just said, word by word."""
    request = cast("list[str]", _TOKEN.findall(passage.request.lower()))
    if len(request) < LONG_REQUEST:
        return ""
    run = max(LONG_REQUEST, ceil(ECHO * len(request)))
    thought = f" {' '.join(_TOKEN.findall(passage.text.lower()))} "
    parts = (" ".join(request[at : at + run]) for at in range(len(request) - run + 1))
    return next((part for part in parts if f" {part} " in thought), "")


THOUGHT_RULES: Final[Mapping[str, Rule]] = {
    rule.__name__: rule for rule in (contradicts_call, echoes_request)
}
"""Reason code -> rule."""

"""Marks in a text that no person writes: control characters, names and calls as code has them.

Patterns only; who may say what is decided by those that look for them.
"""

import re
from typing import Final

CONTROL: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\u200b-\u200f\u202a-\u202e\ufeff]"
)
"""Control characters, halves of pairs, and letters that nobody sees."""
DAMAGED: Final = re.compile(
    r"[\x80-\x9f\ufdd0-\ufdef\ufffd-\uffff\ue000-\uf8ff]|[ÂÃ][\u0080-\u00bf]|â(?:€|\x80)"
)
"""What is left of letters that were read in another encoding than they were written in."""
CODE_NAME: Final = re.compile(
    r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]{2,}(?:[A-Z][a-z0-9]+)+\b|\b\w+\.\w+\("
)
"""Names as code writes them."""
MAY_BE_CODE: Final = re.compile(r"[_(]|[a-z][A-Z]")
"""What stands in any such name: few texts hold it, and to look for it is quick."""
_CODED: Final = re.compile(r"[_.\-]|[a-z][A-Z]")
"""What tells the name of a tool from a plain word."""
TEMPLATE_TOKEN: Final = re.compile(
    r"<\s*/?\s*(?:tool_calls?|tool_response|tools?|function|parameter|think|thinking|reasoning|answer)"
    r"\b[^<>\n]{0,60}>?|<[|｜]|[|｜]>|\[/?(?:INST|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\]"
    r"|</?s>|<(?:start|end)_of_\w{1,12}>|<(?:bos|eos|pad|unk)>"
)
"""Tokens by which chat templates part messages, thinking and calls."""
OBJECT: Final = re.compile(r"\{\s*\"[^\"\n]{1,80}\"\s*:")
"""The beginning of a JSON object, as arguments of calls have it."""


def names_tool(name: str, text: str) -> bool:
    """Whether a text names a tool; a plain word does so only as a call, before a bracket."""
    if name not in text:
        return False
    stands = re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])(\s*\()?", text)
    return stands is not None and bool(_CODED.search(name) or stands.group(1))

"""What the assistant may see go wrong, as data.

A `ToolError` is part of the world: sold out, not found, locked. Anything else that a tool raises
is a bug of ours, is never caught here, and stops the run.
"""

from typing import Any


class ToolError(Exception):
    """A failure the world gives: a code, a sentence, and details an assistant can act on."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def data(self) -> dict[str, Any]:
        """The error as the assistant sees it: `{"error": {"code", "message", ...details}}`."""
        return {"error": {"code": self.code, "message": self.message, **self.details}}


INVALID_ARGUMENTS = "invalid_arguments"
"""Code of a call that the tool's JSON Schema refuses."""

UNKNOWN_TOOL = "unknown_tool"
"""Code of a call to a tool that is not there."""

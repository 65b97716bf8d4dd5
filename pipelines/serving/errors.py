"""What a server refuses, as data: a status, a code to act on, and a sentence.

    code                 status
    bad_json             400     the body is no JSON
    bad_request          400     the body is JSON of another shape
    unauthorized         401     the token is missing or wrong
    forbidden            403     the Host or Origin is not this machine's
    not_found            404     there is no such path, row or session
    method_not_allowed   405
    gone                 410     the session has expired or was closed
    timeout              408     the body did not come in time
    too_large            413     the body is larger than the limit
    broken_release       500     the release lacks or contradicts what its row names
    internal             500     a bug of ours
    too_many_sessions    503     the limit of sessions is reached

What an assistant does wrong inside an episode is none of these: it is told in the conversation.
"""

from typing import Any, Final

STATUS: Final = {
    "bad_json": 400,
    "bad_request": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "timeout": 408,
    "gone": 410,
    "too_large": 413,
    "broken_release": 500,
    "internal": 500,
    "too_many_sessions": 503,
}
"""Code -> HTTP status."""


class ServeError(Exception):
    """A refused request."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    def data(self) -> dict[str, Any]:
        """The body of the answer."""
        return {"error": {"code": self.code, "message": self.message}}

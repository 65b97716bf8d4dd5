"""Keys, taken from the environment when a teacher is made, and kept out of everything written."""

from collections.abc import Mapping

from callwright.generators.teachers.openai.settings import EndpointSettings
from callwright.schemas.errors import CallwrightError

HIDDEN = b"[key]"
SHORTEST_HIDDEN = 8
"""Keys below this length, such as `EMPTY`, guard nothing, and are words that a model may say."""


class Key:
    """The key of one endpoint; its repr tells the variable alone."""

    __slots__ = ("_hidden", "_value", "variable")

    def __init__(self, variable: str, value: str) -> None:
        self.variable = variable
        self._value = value
        raw = value.encode()
        self._hidden = raw if len(raw) >= SHORTEST_HIDDEN else None

    def __repr__(self) -> str:
        return f"Key({self.variable!r})"

    def headers(self) -> dict[str, str]:
        """What sends it."""
        return {"Authorization": f"Bearer {self._value}"} if self._value else {}

    def hide(self, said: bytes) -> bytes:
        """What an endpoint sent, without the key should it quote it."""
        raw = self._hidden
        return said.replace(raw, HIDDEN) if raw is not None and raw in said else said


def key_of(endpoint: EndpointSettings, environ: Mapping[str, str]) -> Key:
    """The key that the settings name; `CallwrightError` when the variable holds none."""
    variable = endpoint.key_env
    if not variable:
        return Key("", "")
    value = environ.get(variable, "").strip()
    if not value:
        raise CallwrightError(
            f"the endpoint {endpoint.url} needs a key: set the environment variable {variable}"
        )
    if not value.isascii() or not value.isprintable() or " " in value:
        raise CallwrightError(
            f"the environment variable {variable} holds no key: one is ASCII without spaces"
        )
    return Key(variable, value)

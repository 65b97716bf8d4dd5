"""One rule about the form of an answer."""

from pydantic import Field

from callwright.schemas.record import Json, Record


class FormRule(Record):
    """What an answer must look like, e.g. `words_at_most` with `{"count": 20}`."""

    type: str
    """A type of `schemas.forms.FORMS`; an unknown one is never kept."""
    args: dict[str, Json] = Field(default_factory=dict[str, Json])
    """As the type's `args` say."""

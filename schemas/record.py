"""The base of all records: frozen, closed, pure data."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

RECORD_VERSION = 3
"""Version of every stored record. A change comes with a migration and a test on an old row."""

Json = Any
"""A JSON value."""

Version = Annotated[int, Field(ge=1, le=RECORD_VERSION)]


class Record(BaseModel):
    """Immutable data with no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

"""Rules about data: the answer is a JSON document and nothing else, of a given schema."""

from functools import lru_cache
from typing import Any, Final

import jsonschema_rs

from callwright.filters.forms.base import Args
from callwright.schemas.canonical import dump, load
from callwright.schemas.forms.document import NO_DOCUMENT, read_document
from callwright.schemas.narrow import is_array, is_object

LARGEST: Final = 50_000
"""Characters up to which a schema is read."""


def json_only(text: str, args: Args) -> str:
    """A JSON object or array; a fence around it is something else."""
    found = read_document(text)
    return "" if is_object(found) or is_array(found) else "it is no JSON object or array alone"


def json_schema(text: str, args: Args) -> str:
    """A JSON document that `schema` accepts, formats on."""
    found = read_document(text)
    if found is NO_DOCUMENT:
        return "it is no JSON document alone"
    validator = _compiled(dump(args["schema"]))
    if isinstance(validator, str):
        return validator
    error = next(validator.iter_errors(found), None)
    return "" if error is None else str(error).partition("\n")[0]


@lru_cache(maxsize=1024)
def _compiled(schema: str) -> Any:
    """Compiled validator; text that says why there is none. References out are never followed."""
    if len(schema) > LARGEST:
        return "its schema is too long"
    if '"$ref"' in schema or '"$dynamicRef"' in schema:
        return "its schema has references, which are not followed"
    try:
        return jsonschema_rs.Draft202012Validator(load(schema), validate_formats=True)
    except (jsonschema_rs.ValidationError, ValueError) as error:
        return str(error).partition("\n")[0]


CHECKERS = (json_only, json_schema)

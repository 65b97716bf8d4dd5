"""JSON values for the tests of kinds: valid ones (from the kind's schema), near ones, aliens."""

from datetime import date, datetime
from typing import Any

from hypothesis import strategies as st

from callwright.schemas.values import Kind

CHARACTERS = st.characters(exclude_categories=["Cs"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 120)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([0.0, 1.0, 2.0, 2.5, -0.0, 10**30, 1e300])
    | st.text(CHARACTERS, max_size=90)
)
ALIENS = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["amount", "currency", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)

OFFSETS = st.sampled_from(
    ["+00:00", "Z", "-05:00", "+05:45", "+14:00", "-23:59", "+24:00", "-00:00"]
)

# Much quicker to make than from the kind's own pattern, which bounds no part of an address.
EMAILS = (
    r"[A-Za-z0-9_+]{1,30}([.-][A-Z0-9]{1,6}){0,2}"
    r"@([a-z0-9]{1,8}(-[a-z0-9]{1,4})?[.]){1,3}[a-z]{2,5}"
)


def from_schema(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that mostly satisfy a schema of the profile that kinds use."""
    if "anyOf" in schema:
        return st.one_of([from_schema(_merged(schema, branch)) for branch in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "number":
            low, high = schema["minimum"], schema.get("maximum", 1e6)
            return st.floats(low, high) | st.integers(int(low) + 1, int(high))
        case "array":
            items, high = from_schema(schema["items"]), schema["maxItems"]
            return st.lists(items, min_size=schema["minItems"], max_size=high)
        case "object":
            return st.fixed_dictionaries(
                {key: from_schema(part) for key, part in schema["properties"].items()}
            )
        case _:
            return _strings(schema)


def _strings(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    if schema.get("format") == "date":
        return st.dates(date(1899, 12, 30), date(2100, 1, 2)).map(date.isoformat)
    if schema.get("format") == "date-time":
        return st.builds(
            _moment, st.datetimes(datetime(1899, 12, 30), datetime(2100, 1, 2)), OFFSETS
        )
    if schema.get("format") == "email":
        return st.from_regex(EMAILS, fullmatch=True)
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True, alphabet=CHARACTERS)
    return st.text(CHARACTERS, min_size=schema["minLength"], max_size=120)


def _moment(moment: datetime, offset: str) -> str:
    return f"{moment.replace(microsecond=0).isoformat()}{offset}"


def _merged(schema: dict[str, Any], branch: dict[str, Any]) -> dict[str, Any]:
    properties = {
        key: {**part, **branch["properties"].get(key, {})}
        for key, part in schema["properties"].items()
    }
    return {"type": "object", "properties": properties}


def valid(kind: Kind) -> st.SearchStrategy[Any]:
    """Canonical values of `kind`."""
    return from_schema(kind.schema()).filter(kind.check)


@st.composite
def near(draw: st.DrawFn, kind: Kind) -> Any:
    """A value made from the schema and then changed a little."""
    return _changed(draw, draw(from_schema(kind.schema())))


def _changed(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, str):
        return _changed_text(draw, value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int | float):
        return draw(
            st.sampled_from([value + 1, value - 1, float(value), -value, value * 1000, str(value)])
        )
    if isinstance(value, dict) and value:
        key = draw(st.sampled_from(sorted(value)))
        rest = {k: v for k, v in value.items() if k != key}
        return draw(
            st.sampled_from([rest, {**value, "more": 1}, {**rest, key: _changed(draw, value[key])}])
        )
    if isinstance(value, list) and value:
        return draw(
            st.sampled_from([value * 2, [*value, value[0]], [*value[1:], _changed(draw, value[0])]])
        )
    return value


def _changed_text(draw: st.DrawFn, text: str) -> str:
    place = draw(st.integers(0, len(text)))
    piece = draw(
        st.sampled_from(
            ["", "0", "9", "-", " ", "\n", "\t", "T", "z", "é", "٣", ".", "/", "+", "a", "A"]
        )
    )
    skip = draw(st.integers(0, 1))
    return text[:place] + piece + text[place + skip :]

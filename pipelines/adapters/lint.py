"""Values that are changed, without a word, on their way through Arrow and loaders of JSON.

Seen with datasets 5.2: floats are cut to ten decimals and integers beyond 64 bits change. A sample
with such a value is refused where a format stores values bare; JSON strings carry all of them.
"""

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

Json = Any
MOST_DECIMALS = 10
LEAST_INTEGER, MOST_INTEGER = -(2**63), 2**63 - 1


def faults(value: Json) -> Iterator[str]:
    """Reason codes of what is unsafe in a JSON value, at any depth; none when all is well."""
    if isinstance(value, dict):
        for item in value.values():
            yield from faults(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from faults(item)
    elif isinstance(value, float):
        yield from _float_faults(value)
    elif isinstance(value, int) and not LEAST_INTEGER <= value <= MOST_INTEGER:
        yield "integer_over_64_bits"


def _float_faults(value: float) -> Iterator[str]:
    if not math.isfinite(value):
        yield "not_finite"
    elif -int(Decimal(repr(value)).normalize().as_tuple().exponent) > MOST_DECIMALS:
        yield "float_over_10_decimals"

"""The economy cabin: rows 4 to 30, seats A to F, and what a seat code says."""

ROWS = range(4, 31)
LETTERS = "ABCDEF"
_POSITIONS = {
    "A": "window",
    "B": "middle",
    "C": "aisle",
    "D": "aisle",
    "E": "middle",
    "F": "window",
}


def position(seat: str) -> str:
    """`window`, `middle` or `aisle`."""
    return _POSITIONS[seat[-1]]


def area(seat: str) -> str:
    """`front`, `centre` or `rear`."""
    row = int(seat[:-1])
    return "front" if row < 12 else "centre" if row < 22 else "rear"


def order(seat: str) -> tuple[int, str]:
    """Sort key of seats from the front."""
    return int(seat[:-1]), seat[-1]


def fits(seat: str, wanted: str | None, where: str | None) -> bool:
    """Whether a seat is at the wanted position and in the wanted area; None means any."""
    return wanted in (None, position(seat)) and where in (None, area(seat))

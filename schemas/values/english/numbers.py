"""Numbers in English words: cardinals 0 to 999 and ordinals 1 to 31, said and read.

Own tables instead of a library: num2words only writes, word2number only reads, and both would
be asked one thousand numbers in all.
"""

import re
from typing import Final

ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_IRREGULAR: Final = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_LONGEST: Final = 60
"""Characters of the longest text that is tried as a number: floats have an end."""
_DIGITS: Final = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?", re.ASCII)


def cardinal(number: int) -> str:
    """The words for 0 to 999: `twenty-three`, `one hundred and five`."""
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{ONES[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{ONES[hundreds]} hundred" + (f" and {cardinal(rest)}" if rest else "")


def ordinal(number: int) -> str:
    """The words for the days of a month, 1 to 31: `twenty-seventh`."""
    head, dash, last = cardinal(number).rpartition("-")
    regular = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return f"{head}{dash}{_IRREGULAR.get(last, regular)}"


def suffix(number: int) -> str:
    """The two letters after a digit ordinal: `st` for 21."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _plain(words: str) -> str:
    return words.replace("-", " ").replace(" and ", " ")


_CARDINALS: Final = {_plain(cardinal(n)): n for n in range(1000)} | {
    "a hundred": 100,
    "one thousand": 1000,
    "a thousand": 1000,
}
DAYS: Final = (
    {str(n): n for n in range(1, 32)}
    | {f"0{n}": n for n in range(1, 10)}
    | {f"{n}{suffix(n)}": n for n in range(1, 32)}
    | {_plain(ordinal(n)): n for n in range(1, 32)}
)
"""Every way to write a day of the month, lower case and with spaces for hyphens."""


def read_cardinal(text: str) -> int | None:
    """The whole number that words (or ASCII digits) name, else None."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) < 10 else None
    return _CARDINALS.get(_plain(text.lower()))


def read_number(text: str) -> int | float | None:
    """The number that `text` names: `21.5`, `1,200`, `minus five`, `twenty and a half`."""
    lowered = text.lower()
    if len(lowered) > _LONGEST:
        return None
    if _DIGITS.fullmatch(lowered):
        return tidy(float(lowered.replace(",", "")))
    body = lowered.removeprefix("minus ")
    sign = 1 if body == lowered else -1
    if _DIGITS.fullmatch(body) and not body.startswith("-"):
        return tidy(sign * float(body.replace(",", "")))
    whole = read_cardinal(body.removesuffix(" and a half"))
    if whole is None:
        return None
    return sign * (whole + 0.5 if body.endswith(" and a half") else whole)


def tidy(number: float) -> int | float:
    """`number` as an int when it is whole, so that JSON shows `25`, not `25.0`."""
    return int(number) if number == int(number) and abs(number) < 1e15 else number


def say_number(number: float) -> list[tuple[str, str]]:
    """(text, style) pairs for a number: digits, then words where people use words.

    Numbers with many decimals or of great size are given as digits only, if those can be read.
    """
    value = tidy(number)
    texts: list[tuple[str, str]] = []
    digits = repr(value)
    if _DIGITS.fullmatch(digits):
        texts.append((digits, "plain"))
        if isinstance(value, int) and abs(value) >= 1000:
            texts.append((f"{value:,}", "plain"))
    sign, size = ("minus ", -value) if value < 0 else ("", value)
    if sign and texts:
        texts.append((f"minus {digits[1:]}", "plain"))
    if isinstance(size, int) and size < 1000:
        texts.append((sign + cardinal(size), "spoken"))
    elif 1 <= size < 100 and size % 1 == 0.5:
        texts.append((f"{sign}{cardinal(int(size))} and a half", "spoken"))
    return texts

"""English words and shapes by which texts state facts: the patterns of the extractor.

Data only. It is written from how people write, not from how our own surfaces are composed, so
that a defect of the composer does not hide itself.
"""

import re
from collections.abc import Sequence
from typing import Final

from callwright.schemas.values.money import DIGITS

MONTHS: Final[Sequence[str]] = "jan feb mar apr may jun jul aug sep oct nov dec".split()
WEEKDAYS: Final[Sequence[str]] = "mon tue wed thu fri sat sun".split()
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)"
)
_UNITS: Final = "two three four five six seven eight nine".split()
_TEENS: Final = (
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS: Final = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth"
).split()
# Without `second`, which is as often a unit or a step of thought as a place in a list.
_LAST_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_NUM = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_TEN = f"(?:{'|'.join(_TENS)})(?:[- ](?:one|{'|'.join(_UNITS)}))?"
_SMALL = f"(?:{_TEN}|{'|'.join(_TEENS)}|{'|'.join(_UNITS)})"
_WORDS = rf"(?:(?:(?:an?|one|{'|'.join(_UNITS)})\shundred(?:\sand\s(?:one|{_SMALL}))?)|{_SMALL})"
_DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|(?:twenty|thirty)-(?:{_LAST_ORDINALS})"
    rf"|first|{'|'.join(_ORDINALS)})"
)
_PART = r"(?:[ap]m\b|[ap]\.m\.|in\sthe\s(?:morning|afternoon|evening)|at\snight)"
_HOUR = f"(?:one|{'|'.join(_UNITS)}|ten|eleven|twelve)"
_STEP = r"(?:half|(?:a\s)?quarter|five|ten|twenty(?:[- ]five)?)"
_TIME_UNIT = r"(?:hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?)"
CODES: Final = tuple(DIGITS)
_CODES = "|".join(CODES).lower()
DOLLARS: Final = ("USD", "CAD", "AUD", "NZD")
CURRENCY_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "£": ("GBP",), "€": ("EUR",), "¥": ("JPY",), "₹": ("INR",), "₩": ("KRW",), "$": DOLLARS,
    "us$": ("USD",), "c$": ("CAD",), "ca$": ("CAD",), "a$": ("AUD",), "au$": ("AUD",),
    "nz$": ("NZD",), "jp¥": ("JPY",), "pound": ("GBP",), "quid": ("GBP",), "euro": ("EUR",),
    "yen": ("JPY",), "rupee": ("INR",), "won": ("KRW",), "zloty": ("PLN",), "franc": ("CHF",),
    "kronor": ("SEK",), "krona": ("SEK",), "kroner": ("NOK", "DKK"), "krone": ("NOK", "DKK"),
    "dollar": DOLLARS,
}  # fmt: skip
"""Symbol or singular word -> the currencies that it may mean."""
NATIONS: Final = {
    "us": "USD", "canadian": "CAD", "australian": "AUD", "new zealand": "NZD", "norwegian": "NOK",
    "danish": "DKK", "swedish": "SEK", "swiss": "CHF", "british": "GBP",
}  # fmt: skip
_NATION = rf"(?:{'|'.join(NATIONS)})".replace(" ", r"\s")
_CURRENCY = r"(?:pounds?|quid|euros?|yen|rupees?|won|zlotys?|francs?|kron(?:or|a|er|e)|dollars?)"
NOT_NAMES: Final = frozenset(
    "i i'm i'll i've i'd ok okay am pm a.m p.m mr mrs ms dr id ids utc gmt no yes "
    "bluetooth wi-fi wifi usb".split()
) | {*MONTHS, *WEEKDAYS}
"""Capitalised words that name nothing."""

_QUANTITY = rf"(?:{_NUM}|{_WORDS}|one)"
_MEASURED = (
    rf"(?:{_CODES}|(?:{_NATION}\s)?{_CURRENCY}|{_TIME_UNIT}|per\s?cent|[kcm]m|kilomet(?:re|er)s?"
    r"|mi|miles?|k?g|grams?|kilograms?|k?wh?|[kmg]b|(?:mega|giga)bytes?|lit(?:re|er)s?)"
)
# What `July 23, 1460 dollars` counts is no year.
_YEAR = rf"(?:,?\s\d{{4}}\b(?!:\d|[.,]\d|\s?(?:[€%]|{_MEASURED}\b)))?"
_TWELVE = r"(?:noon|midday|midnight)"
_DIGITS = rf"""
  (?P<moment>\d{{4}}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)?)?(?![\d-]))
| (?P<slashed>\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}\b)
| (?P<clock>(?:\d{{1,2}}:[0-5]\d(?::[0-5]\d)?(?:\s?{_PART})?|\d{{1,2}}(?:\.[0-5]\d)?\s?{_PART}
    |\d{{1,2}}\so['’]?clock(?:\s{_PART})?|12\s{_TWELVE})(?!\w))
| (?P<digit_date>{_DAY}\s(?:of\s)?{_MONTH}\b{_YEAR})
| (?P<phone>0\d{{2,4}}[ -]?\d{{3,4}}[ -]?\d{{3,4}}\b)
| (?P<amount>{_NUM}\s?(?:{_CODES}|€|(?:{_NATION}\s)?{_CURRENCY})(?!\w))
| (?P<percent>{_NUM}\s?(?:%|per\s?cent\b))
| (?P<hm>\d+h(?:\d{{1,2}}m?)?\b)
| (?P<away>\d+\s(?:days?|weeks?)\s(?:from\s(?:today|now)|ago)\b)
| (?P<span>{_NUM}\s?{_TIME_UNIT}\b(?:(?:\sand|,)?\s{_NUM}\s?{_TIME_UNIT}\b)?)
| (?P<ordinal>\d{{1,2}}(?:st|nd|rd|th)\b)
| (?P<measure>{_NUM}(?:[kcm]m|mi|m|k?g|lbs?|m?l|[cf]|mph|km/?h|k?wh|[kmgt]b)\b)
| (?P<number>{_NUM}(?![^\W_]))
"""
_LETTERS = rf"""
  (?P<week>{_WEEKDAY}\s(?:the\s)?(?:week\safter\snext|next\sweek|this\sweek)\b)
| (?P<date>(?:{_WEEKDAY},?\s(?:the\s)?)?(?:{_DAY}\s(?:of\s)?{_MONTH}\b|{_MONTH}\s{_DAY}\b)
    {_YEAR})
| (?P<numbered>{_WEEKDAY}\sthe\s\d{{1,2}}(?:st|nd|rd|th)\b)
| (?P<weekday>(?:{_WEEKDAY}|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b)
| (?P<relative>(?:day\s(?:after\stomorrow|before\syesterday)|today|tonight|tomorrow|yesterday)\b)
| (?P<later>in\s(?:\d+|{_SMALL}|a)\s(?:days?|weeks?)\b
    |{_SMALL}\s(?:days|weeks)\s(?:from\s(?:today|now)|ago)\b)
| (?P<spoken>{_STEP}\s(?:past|to)\s(?:{_HOUR}|midnight)\b(?:\s{_PART})?
    |(?:twelve\s)?{_TWELVE}\b)
| (?P<half>(?:half\san\shour|a\shalf\shour|three\squarters\sof\san\shour|an\shour\sand\sa\shalf)\b)
| (?P<minus>minus\s{_QUANTITY}\b)
| (?P<word>(?:{_WORDS}|one)(?:\sand\sa\shalf)?\b)(?P<tail>
      (?:\s(?:oh\s)?{_SMALL})?(?:\so['’]clock)?\s{_PART}|\so['’]clock\b
    | \s(?:{_NATION}\s)?{_CURRENCY}\b(?:\s(?:and\s)?{_SMALL}\b)?|\sper\s?cent\b
    | \s{_TIME_UNIT}\b(?:\s(?:and\s)?{_QUANTITY}\s{_TIME_UNIT}\b)?)?
| (?P<nth>(?:(?:twenty|thirty)-(?:{_LAST_ORDINALS})|{"|".join(_ORDINALS)})\b)
| (?P<period>p(?=t?\d)(?:\d+d)?(?:t(?:\d+h)?(?:\d+m)?(?:\d+s)?)?\b)
| (?P<code>(?:{_CODES})\s?{_NUM}\b|(?:us|ca?|au?|nz)\$\s?{_NUM}|jp¥\s?{_NUM})
"""
FACTS: Final = re.compile(
    rf"""(?<![\w.])(?:(?=\d)(?:{_DIGITS})|(?=[^\W\d_])(?:{_LETTERS})
| (?P<sign>[-−]{_NUM}(?!\w)) | (?P<money>[£$€¥₹₩]\s?{_NUM})
| (?P<dialled>\+\d[\d ().-]{{6,}}\d))""",
    re.VERBOSE,
)
"""One pass over a lower-case text; the name of the last group says what was found."""
CAPITALISED: Final = re.compile(r"(?<![\w.@°])[^\W\d_a-z][\w'’&]*(?:[-.][\w'’&]+)*")
"""Words that start with a capital letter (or one that has no case)."""
TOKENS: Final = re.compile(
    r"""https?://[^\s"'<>]+[\w/]|[\w+.-]+@(?:[\w-]+\.)+[A-Za-z]{2,}|\b[A-Z]{2,4}-[A-Z0-9]{3,8}\b"""
    r"""|\b(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9]{2,}(?:[-_][A-Za-z0-9]+)*\b"""
)
"""Addresses, ids, and whatever mixes letters and digits as ids do."""
ENTITY_ID: Final = re.compile(r"\b[A-Z]{2,4}-[A-Z0-9]{3,8}\b")

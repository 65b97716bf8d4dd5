"""What synthetic people are made of: lands, reserved number ranges, relations, belongings.

Sources of the reserved ranges: Ofcom (UK, drama numbers), NANPA (555-0100 to 0199), ACMA
(Australia, 5550 xxxx), ComReg (Ireland, 020 91x xxxx), RFC 2606 (mail domains), and the test
numbers that card networks publish. India and New Zealand reserve none: people there are given
North American fiction numbers.
"""

from dataclasses import dataclass

_NANP = (("+1212555", 100, 199), ("+1415555", 100, 199), ("+1617555", 100, 199))
_CANADA = (("+1416555", 100, 199), ("+1604555", 100, 199), ("+1514555", 100, 199))
_UK = (("+447700900", 0, 999), ("+442079460", 0, 999), ("+441314960", 0, 999))
_AUSTRALIA = (("+6125550", 0, 9999), ("+6135550", 0, 9999), ("+6175550", 0, 9999))
_IRELAND = (("+35320910", 0, 9999), ("+35320915", 0, 9999))


@dataclass(frozen=True, slots=True)
class Land:
    """What goes with a locale."""

    locale: str
    country: str
    """Country name in the gazetteer."""
    currency: str
    phones: tuple[tuple[str, int, int], ...]
    """Reserved ranges: prefix, and the lowest and highest rest."""


LANDS = {
    land.locale: land
    for land in (
        Land("en_GB", "United Kingdom", "GBP", _UK),
        Land("en_US", "United States", "USD", _NANP),
        Land("en_IE", "Ireland", "EUR", _IRELAND),
        Land("en_AU", "Australia", "AUD", _AUSTRALIA),
        Land("en_CA", "Canada", "CAD", _CANADA),
        Land("en_IN", "India", "INR", _NANP),
        Land("en_NZ", "New Zealand", "NZD", _NANP),
    )
}
OTHER_LOCALES = (
    "en_GB", "en_US", "en_IN", "es_ES", "it_IT", "fr_FR", "de_DE", "pt_PT", "pl_PL", "sv_SE",
    "nl_NL",
)  # fmt: skip
"""Where contacts from elsewhere get their names; all in Latin script."""

MAIL_DOMAINS = ("example.com", "example.org", "example.net", "mail.example", "post.example")
BUSINESSES = (
    "Analytics", "Architects", "Bakeries", "Biotech", "Books", "Consulting", "Design", "Energy",
    "Engineering", "Films", "Foods", "Games", "Health", "Interiors", "Labs", "Logistics", "Media",
    "Partners", "Robotics", "Software", "Studios", "Systems", "Textiles", "Travel",
)  # fmt: skip

AT_WORK = {"manager", "colleague", "assistant"}
RELATIONS = (
    "partner", "sister", "brother", "mother", "father", "cousin", "neighbour", "dentist",
    "accountant", "landlord", "trainer", "aunt", "uncle", "flatmate", "assistant",
)  # fmt: skip
"""Each at most once in a person's contacts, so that `my sister` names one person."""
GENDERS = {"sister": "f", "mother": "f", "aunt": "f", "brother": "m", "father": "m", "uncle": "m"}

PHONES = (("phone", "phone"), ("work phone", "phone"), ("Android phone", "phone"))
DEVICES = (
    ("laptop", "laptop"), ("work laptop", "laptop"), ("tablet", "tablet"), ("watch", "watch"),
    ("kitchen speaker", "speaker"), ("bedroom speaker", "speaker"),
)  # fmt: skip
COLOURS = ("black", "blue", "green", "grey", "red", "silver", "white", "yellow")
CARS = (
    "hatchback",
    "estate",
    "saloon",
    "SUV",
    "convertible",
    "van",
    "pickup",
    "electric hatchback",
)
CARDS = (
    ("Visa debit", "4242"), ("Visa credit", "1881"), ("Visa business", "5556"),
    ("Mastercard", "4444"), ("Mastercard debit", "8210"), ("Mastercard prepaid", "5100"),
    ("American Express", "0005"), ("American Express business", "8431"), ("Discover", "1117"),
)  # fmt: skip
"""Name and the last four digits of a published test number."""
INTERESTS = (
    "astronomy", "badminton", "baking", "birdwatching", "board games", "chess", "cinema",
    "climbing", "coffee", "cooking", "cycling", "dancing", "football", "gardening", "guitar",
    "hiking", "jazz", "knitting", "languages", "museums", "painting", "photography", "pilates",
    "podcasts", "pottery", "reading", "rowing", "running", "sailing", "skiing", "surfing",
    "swimming", "tennis", "theatre", "vegetarian food", "video games", "wine", "yoga",
)  # fmt: skip

"""Fictional carriers, rail operators and hotels, and how much a unit of money buys."""

CARRIERS = (
    "Tejo Air",
    "Northwing",
    "Aurelia Airlines",
    "Bluefin Air",
    "Condray",
    "Skylark",
    "Meridian Jet",
    "Osprey Pacific",
    "Saffron Air",
    "Kestrel",
)
OPERATORS = ("Linea Rail", "Crossline", "Intercity Blue", "Peak & Vale", "Swiftrail")

HOTEL_FIRST = (
    "Grand", "Royal", "Garden", "Harbour", "Lantern", "Marlow", "Alba", "Fenwick", "Corinth",
    "Juniper", "Solera", "Tamarind", "Weaver's", "Old Mint", "Cedar", "Magnolia", "Quayside",
    "Bellevue", "Orchard", "Copper", "Larkspur", "Almond Tree", "Clocktower", "Saint Elmo",
)  # fmt: skip
HOTEL_LAST = ("Court", "House", "Inn", "Suites", "Lodge", "Rooms", "Residence", "Palace")

POUND_BUYS = {
    "GBP": 1.0,
    "EUR": 1.2,
    "USD": 1.3,
    "AUD": 2.0,
    "CAD": 1.8,
    "NZD": 2.2,
    "CHF": 1.1,
    "INR": 110.0,
    "JPY": 190.0,
    "CNY": 9.0,
    "BRL": 7.0,
    "RUB": 110.0,
}
"""Rough number of units of a currency for one pound; other currencies count as dollars."""

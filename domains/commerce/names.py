"""What the shop sells: kinds of products by department, invented brands and model names."""

from dataclasses import dataclass

DEPARTMENTS = ("clothing", "electronics", "kitchen", "outdoor", "home", "sports")
SIZES = ("S", "M", "L", "XL")
COLOURS = ("black", "white", "grey", "navy", "red", "green", "yellow", "orange")

BRANDS = {
    "clothing": ("Fellmark", "Norrvik", "Tarnholm"),
    "electronics": ("Sondrik", "Tekniva", "Voltrane"),
    "kitchen": ("Brewlane", "Castwell", "Pottenham"),
    "outdoor": ("Highmoor", "Trekkara", "Tarnholm"),
    "home": ("Havnby", "Lumarose", "Pottenham"),
    "sports": ("Kinestra", "Stridefield", "Velmora"),
}
"""All invented. Some sell in two departments."""
ALL_BRANDS = tuple(sorted({b for brands in BRANDS.values() for b in brands}))

MODELS = (
    "Alder", "Arc", "Aspen", "Basalt", "Birch", "Bramble", "Breeze", "Cedar", "Cinder", "Clover",
    "Cove", "Crest", "Dale", "Delta", "Drift", "Dune", "Ember", "Fern", "Finch", "Fjord", "Flint",
    "Glade", "Grove", "Harbour", "Haven", "Hazel", "Heron", "Ivy", "Juniper", "Kestrel", "Lark",
    "Linden", "Loch", "Maple", "Meadow", "Mesa", "Mira", "Moss", "Nova", "Opal", "Orbit", "Osprey",
    "Otter", "Pebble", "Pine", "Plover", "Prism", "Quartz", "Raven", "Reed", "Ridge", "Rowan",
    "Sage", "Slate", "Sorrel", "Spruce", "Swift", "Thistle", "Tide", "Vale", "Willow", "Wren",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sort:
    """One kind of product: its department, price level in pounds, and whether it has sizes."""

    department: str
    low: int
    high: int
    sized: bool = False
    several: bool = False
    """Whether people buy more than one of the same at once."""


SORTS = {
    "rain_jacket": Sort("clothing", 45, 160, sized=True),
    "hoodie": Sort("clothing", 25, 70, sized=True),
    "sweater": Sort("clothing", 30, 95, sized=True),
    "headset": Sort("electronics", 35, 220),
    "bluetooth_speaker": Sort("electronics", 25, 150),
    "power_bank": Sort("electronics", 15, 60, several=True),
    "keyboard": Sort("electronics", 25, 140),
    "kettle": Sort("kitchen", 20, 90),
    "coffee_maker": Sort("kitchen", 40, 260),
    "frying_pan": Sort("kitchen", 18, 85),
    "backpack": Sort("outdoor", 35, 150),
    "tent": Sort("outdoor", 80, 380),
    "sleeping_bag": Sort("outdoor", 40, 190, several=True),
    "desk_lamp": Sort("home", 20, 95),
    "wall_clock": Sort("home", 15, 70),
    "bath_towel": Sort("home", 10, 35, several=True),
    "yoga_mat": Sort("sports", 15, 70),
    "cycling_helmet": Sort("sports", 35, 160, sized=True),
    "water_bottle": Sort("sports", 10, 40, several=True),
}
PRAISED = {
    "clothing": ("comfort", "fit", "finish"),
    "electronics": ("battery_life", "sound_quality", "build_quality"),
    "kitchen": ("ease_of_cleaning", "build_quality", "finish"),
    "outdoor": ("low_weight", "comfort", "build_quality"),
    "home": ("finish", "build_quality", "value_for_money"),
    "sports": ("comfort", "build_quality", "value_for_money"),
}
FAULTED = ("packaging", "instructions", "price", "delivery_time", "colour_accuracy")
THEMES = tuple(sorted({t for ts in PRAISED.values() for t in ts} | set(FAULTED)))
COUPON_WORDS = ("SPRING", "SUMMER", "FRESH", "HELLO", "THANKS", "BONUS", "EXTRA", "TREAT")

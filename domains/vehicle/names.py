"""What things around a car are called. Own lists; all names are made up."""

STATIONS = (
    "Greenway Hub", "Copper Street", "Harbour Quay", "Millbrook Plaza", "Volta Yard",
    "Station Square", "Amber Court", "Westfield Forecourt", "Old Depot",
    "Kestrel Services", "Birch Road Hub", "Lantern Park", "Castle Gate", "Bluebell Point",
    "Ring Road East", "Foundry Lane", "Summit Services", "Orchard Car Park", "Canal Basin Hub",
    "Southgate Plaza",
)  # fmt: skip
MORE_STATIONS = (
    "Marina Gate", "Willow Retail Park", "Clocktower Yard", "Tannery Row", "Eastfield Services",
    "Windmill Services", "Abbey Forecourt", "Glassworks Hub", "Heath Lane", "Junction Six",
)  # fmt: skip
"""Further ones of large cities."""
PLACES = {
    "work": ("Northgate Office", "Harbour Studio", "Meridian House", "Client Site West",
                  "Foundry Offices", "Science Park", "Pier Warehouse"),
    "leisure": ("Riverside Gym", "Elm Park Pool", "Heron Golf Club", "Climbing Barn",
                "Tennis Centre", "Old Mill Cinema", "Larch Woods", "Quarry Lake"),
    "shopping": ("Mill Lane Market", "Foxglove Garden Centre", "Eastgate Mall", "Harvest Farm Shop",
                 "Timber Yard", "Corner Bakery"),
    "friends_and_family": ("Grandparents' House", "Chestnut Road Flat", "Ivy Lane House",
                           "Harbour Row Flat", "Windmill Farm"),
    "school": ("Oakfield School", "Rowan Nursery", "Music Academy", "Hilltop College"),
    "getaway": ("Pinewood Cabin", "Dune Cottage", "Alder Lake House", "Stone Barn",
                "Coast Campsite", "Valley Lodge"),
}  # fmt: skip
FRIENDLY = (
    "friend", "partner", "sister", "brother", "mother", "father", "cousin", "aunt", "uncle",
    "neighbour", "flatmate",
)  # fmt: skip
AT_HOME = ("partner", "flatmate", "sister", "brother", "mother", "father")
NEW_PLACES = {
    "leisure": ("Picnic Meadow", "Skate Ramp", "Boat Ramp", "Trailhead Car Park", "Football Ground",
                "Dance Studio", "Summer Stage", "Fishing Pond"),
    "shopping": ("Flower Stand", "Fish Market", "Farm Gate", "Hardware Shop", "Antique Barn"),
    "work": ("Customer Depot", "Building Site", "Branch Office", "Trade Fair Gate"),
    "school": ("Judo Hall", "School Bus Stop", "Swimming Lessons"),
    "friends_and_family": ("Rosehill Cottage", "Sunny Bank House", "Thatcher Row"),
    "getaway": ("Holiday Flat", "Campsite Gate", "Mountain Hut"),
}  # fmt: skip
GARAGES = (
    "Swift Motors", "Bridge Street Garage", "Autohaus Vega", "Nova Car Care", "Linden Garage",
    "Pitstop Central", "Meadow Motors", "Torque Workshop", "Halden Service", "City Coachworks",
)  # fmt: skip
NOTES = (
    "there is a rattle from the boot on rough roads",
    "the car pulls slightly to the left",
    "please check the wipers as well",
    "I would like to wait while it is done",
    "the windscreen has a small chip",
    "please call me before doing anything extra",
    "the rear brakes squeak in the morning",
    "the key fob needs a new battery",
)
DEFAULT_MODEL = "grey hatchback"

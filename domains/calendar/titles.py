"""What people's days are made of. Every title is a noun phrase that can follow `my` or `the`."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Group:
    """Events of one sort: where they go, who comes, how long and when they are, what they are."""

    calendar: str
    who: Literal["nobody", "colleague", "team", "friend", "family"]
    """Who is invited; `colleague`, `friend` and `family` fill `{name}` with a first name."""
    minutes: tuple[int, ...]
    hours: tuple[int, int]
    """Earliest start and latest end, on the wall clock; work stays inside working hours."""
    places: tuple[str, ...]
    """Empty: no place is noted."""
    titles: tuple[str, ...]
    weekend: bool = False
    """Whether such events also happen at weekends."""


TEAM = Group(
    "work", "team", (30, 45, 60, 60, 90), (8, 18), ("Video call", "Phone call", "Canteen"),
    (
        "Budget review", "Quarterly planning", "Sprint review", "Sprint retrospective",
        "Roadmap discussion", "Hiring committee", "Launch checklist", "Incident review",
        "Customer feedback session", "Pricing workshop", "Onboarding review", "Brand workshop",
        "Data protection briefing", "Security briefing", "Supplier call", "Press briefing",
        "Website relaunch meeting", "Survey results meeting", "Risk review", "Office move meeting",
        "Design critique", "Product demo", "Sales forecast", "Contract review", "Kick-off workshop",
        "Project handover", "Architecture review", "Release planning", "Partner call",
        "Client presentation", "Audit preparation", "Newsletter planning", "Bug triage",
        "Conference planning", "Summer party planning", "Accessibility review",
        "Town hall rehearsal", "Research readout", "Marketing huddle", "Travel policy meeting",
        "Support backlog review", "Content calendar meeting", "Warehouse tour",
        "Steering committee", "Year-end review",
    ),
)  # fmt: skip
PAIR = Group(
    "work", "colleague", (30, 30, 45, 60), (8, 18), ("Video call", "Coffee corner", "Canteen"),
    (
        "Catch-up with {name}", "Coffee with {name}", "Design review with {name}",
        "Code walkthrough with {name}", "Project chat with {name}", "Feedback chat with {name}",
        "Pairing session with {name}", "Handover with {name}", "Mentoring session with {name}",
        "Interview debrief with {name}", "Slides review with {name}", "Figures check with {name}",
        "Career chat with {name}", "Proposal draft with {name}", "Training session with {name}",
        "Planning chat with {name}",
    ),
)  # fmt: skip
SOLO = Group(
    "work", "nobody", (30, 60, 60, 90), (8, 18), (),
    (
        "First aid training", "Fire safety course", "Expenses hour", "Deep work block",
        "Slide polishing", "Inbox hour", "Laptop replacement appointment", "Headshot session",
        "Benefits webinar", "Spreadsheet course", "Report writing session", "Visa photo session",
        "Ergonomics assessment", "Pension webinar", "Quarterly figures hour", "Keynote rehearsal",
    ),
)  # fmt: skip
CARE = Group(
    "personal", "nobody", (20, 30, 30, 45), (8, 18), ("High Street Surgery", "Riverside Clinic"),
    (
        "Dentist appointment", "Eye test", "Physio session", "Blood test", "Flu jab",
        "Dermatologist appointment", "Hygienist appointment", "GP appointment", "Hearing test",
        "Podiatrist appointment", "Allergy test", "Travel vaccination", "Check-up",
    ),
)  # fmt: skip
ERRANDS = Group(
    "personal", "nobody", (30, 45, 60), (9, 19), (),
    (
        "Haircut", "Car service", "Boiler inspection", "Parcel pick-up", "Bank appointment",
        "Tyre change", "Passport appointment", "Suit fitting", "Locksmith visit", "Mortgage call",
        "Flat viewing", "Plumber visit", "Meter reading", "Window cleaner visit", "Bike repair",
        "Furniture delivery", "Insurance call", "Watch repair", "Tax adviser call", "Piano tuning",
    ),
    weekend=True,
)  # fmt: skip
LEISURE = Group(
    "personal", "nobody", (60, 60, 90), (17, 22), ("Sports centre", "Community hall", "Park"),
    (
        "Yoga class", "Pilates class", "Spin class", "Choir rehearsal", "Pottery class",
        "Spanish lesson", "Guitar lesson", "Swim session", "Running club", "Book club",
        "Boxing class", "Chess night", "Salsa class", "Life drawing class", "Climbing session",
        "Museum lecture", "Wine tasting", "Pub quiz", "Allotment hour", "Football training",
        "Badminton game", "Drama group", "Volunteering shift", "Sewing workshop",
    ),
    weekend=True,
)  # fmt: skip
FRIENDS = Group(
    "personal", "friend", (60, 90, 120), (17, 22), ("Old Mill", "Harbour Grill", "Market Square"),
    (
        "Dinner with {name}", "Drinks with {name}", "Cinema with {name}", "Tennis with {name}",
        "Video chat with {name}", "Board games with {name}", "Concert with {name}",
        "Pizza night with {name}", "Bowling with {name}", "Theatre with {name}",
        "Squash with {name}",
    ),
    weekend=True,
)  # fmt: skip
LUNCHES = Group(
    "work", "colleague", (45, 60), (12, 14), ("Canteen", "Noodle bar", "Corner Café"),
    ("Lunch with {name}", "Lunchtime walk with {name}", "Sandwich lunch with {name}"),
)  # fmt: skip
FAMILY = Group(
    "family", "nobody", (30, 60, 60, 90), (14, 20), ("School hall", "Leisure pool", "Home"),
    (
        "School concert", "Parents' evening", "Swimming lesson", "Football match", "School play",
        "Birthday party", "Music lesson", "Dance recital", "Nursery visit", "Sports day",
        "Vet appointment", "Puppy training", "Homework club", "Science fair", "Class picnic",
        "Playground meet-up", "Grandparents' visit", "Family photo shoot", "School open day",
        "Judo grading", "Cake sale", "Orthodontist appointment", "Babysitter interview",
    ),
    weekend=True,
)  # fmt: skip
RELATIVES = Group(
    "family", "family", (45, 60, 90), (12, 17), ("Home", "Garden Café"),
    (
        "Sunday lunch with {name}", "Tea with {name}", "Birthday lunch with {name}",
        "Phone call with {name}", "Shopping trip with {name}", "Anniversary lunch with {name}",
        "Garden day with {name}", "Museum trip with {name}",
    ),
    weekend=True,
)  # fmt: skip
GROUPS = (TEAM, PAIR, LUNCHES, SOLO, CARE, ERRANDS, LEISURE, FRIENDS, FAMILY, RELATIVES)
WEIGHTS = (30, 18, 4, 9, 6, 8, 8, 8, 8, 3)
"""How often each group is drawn on a weekday."""

ROOMS = (
    "Alder", "Aspen", "Birch", "Cedar", "Elm", "Hazel", "Juniper", "Larch", "Linden", "Maple",
    "Oak", "Poplar", "Rowan", "Spruce", "Willow", "Yew",
)  # fmt: skip
MORE_ROOMS = (
    "Almond", "Amber", "Canyon", "Coral", "Delta", "Dune", "Fjord", "Garnet", "Harbour", "Lagoon",
    "Marble", "Meadow", "Onyx", "Prairie", "Quarry", "Summit",
)  # fmt: skip
"""Rooms of large offices."""
SUBSCRIPTIONS = {
    "public_holidays": ("National Holidays", "Regional Holidays", "Bank Closing Days"),
    "sports_fixtures": ("Rovers Fixtures", "City League Matches", "Tennis Club Ladder"),
    "school_dates": ("Oakfield Term Dates", "Exam Timetable", "School Trips"),
    "office_closures": ("Office Closing Days", "Building Maintenance", "Fire Drill Dates"),
    "local_culture": ("Museum Late Nights", "Summer Concerts", "Street Market Days"),
}
"""Names of public calendars, by what they are about."""
GENERIC = ("class",)
"""Last words that people leave out when they look for an event."""

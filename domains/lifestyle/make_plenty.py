"""What a town has plenty of, so that some look-ups give long lists.

Added after everything else: more restaurants, an evening with many free tables, a week of shows, a
full timetable of classes.
"""

from datetime import timedelta
from random import Random

from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.populate_parts import (
    add_class,
    add_restaurant,
    add_show,
    add_table,
)
from callwright.domains.lifestyle.state import LifestyleState, weekday

RESTAURANTS = {
    "Italian": ("Forno Rosso", "Il Cortile", "Pasta Madre", "La Lanterna"),
    "Indian": ("Monsoon Table", "Copper Pot", "Marigold House", "Spice Lantern"),
    "Japanese": ("Hoshi Counter", "Maple Izakaya", "Nami", "Tanuki Bowl"),
    "Mexican": ("El Farol", "Agave Azul", "Cantina Luna", "Mesa Verde"),
    "French": ("La Petite Lune", "Brasserie Fontaine", "Maison Claire", "Au Vieux Pont"),
    "vegan": ("Wild Thyme", "The Kind Kitchen", "Beet Street", "Clover Table"),
    "Greek": ("Mykonos Yard", "Amphora", "Thalassa", "White Harbour"),
    "Lebanese": ("Beirut Lantern", "Sumac", "Levant Table", "Almond Court"),
}
SHOWS = {
    "jazz": ("Brass Alley", "Late Train Sextet", "Velvet Horns", "The Quiet Beat"),
    "rock": ("Northern Sparks", "Cardboard Crowns", "The Tin Rockets", "Salt and Thunder"),
    "classical": ("Autumn Sonatas", "Four Hands", "The Harbour Quartet", "Baroque Evening"),
    "theatre": ("The Lighthouse Keeper", "Borrowed Coats", "A Room Upstairs", "Second Spring"),
    "comedy": ("Slightly Off", "The Late Apology", "Two Left Feet", "Open Mic Gala"),
    "ballet": ("The Paper Prince", "Moonlit Garden", "Red Ribbons", "The Snow Fox"),
}
QUARTERS = tuple(
    f"{hour}:{minute}" for hour in range(17, 22) for minute in ("10", "15", "40", "45", "50")
)
"""When further tables of an evening begin: never with the usual ones, and each one once."""
HOURS = ("06:30", "08:00", "09:30", "11:00", "13:30", "15:00", "16:30", "18:30", "19:30", "20:00")


def make_plenty(state: LifestyleState, rng: Random) -> None:
    """More of everything that can be looked up; how much differs from town to town."""
    _tastes(state, rng)
    _restaurants(state, rng, rng.choice((6, 12, 18, 24)))
    for ahead in rng.sample(range(1, 8), 4):
        _evening(state, rng, (state.today + timedelta(ahead)).isoformat())
    for genre in rng.sample(r.GENRES, rng.randint(3, 6)):
        for title in rng.sample(SHOWS[genre], rng.randint(1, 4)):
            add_show(state, rng, title, genre)
    if rng.random() < 0.8:
        _timetable(state, rng)


def _restaurants(state: LifestyleState, rng: Random, count: int) -> None:
    able = [(name, cuisine) for cuisine, names in RESTAURANTS.items() for name in names]
    for name, cuisine in rng.sample(able, count):
        rating = rng.randint(28, 49) / 10
        add_restaurant(state, rng, name, cuisine, rng.choice(r.DISTRICTS), rating)


def _evening(state: LifestyleState, rng: Random, day: str) -> None:
    """Free tables at many restaurants of one evening, each at a time of its own."""
    able = [x for x in state.restaurants if x.closed_on != weekday(day)]
    for clock in rng.sample(QUARTERS, rng.choice((6, 12, 18, len(QUARTERS)))):
        place = rng.choice([x for x in able if x.opens <= clock] or able)
        if place.opens <= clock:
            add_table(state, rng, place.name, state.stamp(day, clock))


def _timetable(state: LifestyleState, rng: Random) -> None:
    """Three to six more classes on every day of the week."""
    sports = rng.sample(r.ACTIVITIES, 3)
    for ahead in range(1, 8):
        day = (state.today + timedelta(ahead)).isoformat()
        for clock in rng.sample(HOURS, rng.randint(3, 6)):
            add_class(state, rng, rng.choice(sports), state.stamp(day, clock))


def _tastes(state: LifestyleState, rng: Random) -> None:
    """What the person usually goes for, of what the town has."""
    place = rng.choice(list(state.restaurants))
    show, lesson = rng.choice(list(state.shows)), rng.choice(list(state.classes))
    state.tastes.insert(
        r.Tastes(
            tastes_id=state.new_id(state.tastes, "TS"),
            cuisine=place.cuisine,
            district=place.district,
            guests=rng.randint(2, 6),
            area=rng.choice(r.AREAS),
            genre=show.genre,
            activity=lesson.activity,
            level=lesson.level,
        )
    )

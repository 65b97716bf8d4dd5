"""Fills a world. Every choice comes from the given random source, so a seed is a world."""

from datetime import datetime, timedelta
from random import Random

from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.make_plenty import make_plenty
from callwright.domains.lifestyle.populate_parts import (
    add_class,
    add_restaurant,
    add_show,
    add_table,
)
from callwright.domains.lifestyle.state import LifestyleState, overlap, times, weekday

RESTAURANTS = {
    "Italian": ("Casa Lume", "Trattoria Nove", "Osteria del Pozzo"),
    "Indian": ("Saffron Yard", "Blue Cardamom", "Tiffin Room"),
    "Japanese": ("Kumo Kitchen", "Little Hokkaido", "Sora"),
    "Mexican": ("La Milpa", "Casa Ocote", "Tres Soles"),
    "French": ("Chez Margaux", "Petit Quai", "Le Bon Coin"),
    "vegan": ("Green Fork", "Root and Leaf", "Sprouting Pan"),
    "Greek": ("Taverna Meltemi", "Blue Aegean", "Olive Court"),
    "Lebanese": ("Cedar House", "Beit Jasmine", "Zaytoun"),
}
SHOWS = {
    "jazz": ("Midnight Quintet", "Blue Hour Trio"),
    "rock": ("Paper Lions", "Static Harbor"),
    "classical": ("Winter Strings", "Cello Nights"),
    "theatre": ("Glass Orchard", "Three Umbrellas"),
    "comedy": ("Nearly Serious", "Laugh Lines Live"),
    "ballet": ("Clockwork Dreams", "Swans in Winter"),
}
CLOCKS = ("18:00", "18:30", "19:00", "19:30", "20:00", "20:30")
"""When the tables of an evening begin."""


def populate(state: LifestyleState, rng: Random) -> None:
    """A town with restaurants, shows and classes for the coming week, some of them booked."""
    _restaurants(state, rng)
    _tables(state, rng)
    _reservations(state, rng)
    _shows(state, rng)
    _orders(state, rng)
    _classes(state, rng)
    make_plenty(state, rng)


def _restaurants(state: LifestyleState, rng: Random) -> None:
    cuisines = rng.sample(r.CUISINES, 5)
    districts = rng.sample(r.DISTRICTS, 4)
    ratings = iter(rng.sample(range(31, 50), 10))
    for cuisine in cuisines:
        for name in rng.sample(RESTAURANTS[cuisine], 2):
            add_restaurant(state, rng, name, cuisine, rng.choice(districts), next(ratings) / 10)
    for restaurant in rng.sample(list(state.restaurants), 2):
        state.save(restaurant.restaurant_id, rng.choice(r.SHELVES))


def _tables(state: LifestyleState, rng: Random) -> None:
    for ahead in range(1, 8):
        day = (state.today + timedelta(ahead)).isoformat()
        able = [x for x in state.restaurants if x.closed_on != weekday(day)]
        clocks = rng.sample(CLOCKS, len(CLOCKS))
        for restaurant in rng.sample(able, min(3, len(able))):
            for clock in (clocks.pop(), clocks.pop()):
                add_table(state, rng, restaurant.name, state.stamp(day, clock))


def _reservations(state: LifestyleState, rng: Random) -> None:
    """Three or four reservations at different times; one may begin very soon."""
    soon = next_half_hour(state.now)
    open_now = [
        x
        for x in state.restaurants
        if x.closed_on != weekday(soon.isoformat()) and x.opens <= f"{soon:%H:%M}"
    ]
    if open_now and soon.hour <= 20:
        table = add_table(state, rng, rng.choice(open_now).name, soon)
        state.sittings.update(table.table_id, status="free")
        state.reserve(table.table_id, rng.randint(2, table.seats), None)
    wanted = rng.randint(3, 4)
    for table in rng.sample(list(state.sittings), len(state.sittings)):
        if len(state.reservations) >= wanted:
            break
        busy = any(overlap(table, other) for other in state.reservations)
        known = any(table.restaurant == other.restaurant for other in state.reservations)
        if table.status == "free" and not busy and not known:
            request = rng.choice(r.REQUESTS) if rng.random() < 0.4 else None
            state.reserve(table.table_id, rng.randint(2, table.seats), request)
    for held in list(state.reservations):
        state.reservations.update(held.reservation_ref, made_on=_before(state, rng))


def _shows(state: LifestyleState, rng: Random) -> None:
    for genre in rng.sample(r.GENRES, 5):
        for title in SHOWS[genre]:
            add_show(state, rng, title, genre)


def _orders(state: LifestyleState, rng: Random) -> None:
    """Tickets for three shows."""
    able = [show for show in state.shows if show.tickets_left > 2]
    for show in rng.sample(able, min(3, len(able))):
        tickets = rng.randint(1, 4)
        state.ticket_orders.insert(
            r.TicketOrder(
                order_ref=state.new_id(state.ticket_orders, "TK", show.title),
                show_id=show.show_id,
                title=show.title,
                venue=show.venue,
                start=show.start,
                end=show.end,
                tickets=tickets,
                total=times(show.price, tickets),
                bought_on=_before(state, rng),
                status="valid",
            )
        )


def _classes(state: LifestyleState, rng: Random) -> None:
    """About twenty classes of four sports, the first one soon; three are booked."""
    starts = [next_half_hour(state.now)]
    for ahead in range(1, 7):
        day = (state.today + timedelta(ahead)).isoformat()
        clocks = rng.sample(("07:00", "07:30", "12:30", "17:30", "18:00", "19:00"), 3)
        starts += [state.stamp(day, clock) for clock in clocks]
    sports = rng.sample(r.ACTIVITIES, 4)
    for start in starts:
        add_class(state, rng, rng.choice(sports), start)
    first, *others = list(state.classes)
    for lesson in (first, *rng.sample(others, 3)):
        booked_on = _before(state, rng)
        state.classes.update(lesson.class_id, status="booked", booked_on=booked_on)


def _before(state: LifestyleState, rng: Random) -> str:
    """Some day of the last weeks."""
    return (state.today - timedelta(rng.randint(1, 20))).isoformat()


def next_half_hour(now: datetime) -> datetime:
    """The next full or half hour that is at least twenty minutes away."""
    soon = now + timedelta(minutes=20)
    return (soon + timedelta(minutes=-soon.minute % 30)).replace(second=0, microsecond=0)

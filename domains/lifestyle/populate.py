"""Fills a world. Every choice comes from the given random source, so a seed is a world."""

from datetime import date, datetime, time, timedelta
from random import Random

from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.state import LifestyleState, moment, overlap, times, weekday

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
VENUES = ("Mercury Hall", "Lantern Theatre", "The Old Brewery", "Aurora Stage")
STUDIOS = ("Northlight Studio", "Movement Loft", "Pulse Studio")
INSTRUCTORS = ("Marta Silva", "Jonah Reyes", "Priya Nair", "Elsa Lindqvist", "Dev Okafor")
CLOCKS = ("18:00", "18:30", "19:00", "19:30", "20:00", "20:30")
"""When the tables of an evening begin."""
AGES = (0, 0, 0, 6, 12, 16, 18)
SCALE = {"JPY": 100, "KRW": 1000, "INR": 20, "SEK": 10, "NOK": 10, "DKK": 7, "PLN": 4}
"""By how much prices are larger in some currencies."""
WITHOUT_CENTS = ("JPY", "KRW")


def populate(state: LifestyleState, rng: Random) -> None:
    """A town with restaurants, shows and classes for the coming week, some of them booked."""
    _restaurants(state, rng)
    _tables(state, rng)
    _reservations(state, rng)
    _shows(state, rng)
    _orders(state, rng)
    _classes(state, rng)


def _restaurants(state: LifestyleState, rng: Random) -> None:
    cuisines = rng.sample(r.CUISINES, 5)
    districts = rng.sample(r.DISTRICTS, 4)
    ratings = iter(rng.sample(range(31, 50), 10))
    for cuisine in cuisines:
        for name in rng.sample(RESTAURANTS[cuisine], 2):
            state.restaurants.insert(
                r.Restaurant(
                    restaurant_id=state.new_id(state.restaurants, "RS", name),
                    name=name,
                    cuisine=cuisine,
                    district=rng.choice(districts),
                    price_level=rng.choice(r.PRICE_LEVELS),
                    rating=next(ratings) / 10,
                    opens=rng.choice(("11:00", "11:30", "12:00", "17:00", "18:00")),
                    closed_on=rng.choice(r.WEEKDAYS),
                )
            )
    for restaurant in rng.sample(list(state.restaurants), 2):
        state.save(restaurant.restaurant_id, rng.choice(r.SHELVES))


def _tables(state: LifestyleState, rng: Random) -> None:
    for ahead in range(1, 8):
        day = (state.today + timedelta(ahead)).isoformat()
        able = [x for x in state.restaurants if x.closed_on != weekday(day)]
        clocks = rng.sample(CLOCKS, len(CLOCKS))
        for restaurant in rng.sample(able, min(3, len(able))):
            for clock in (clocks.pop(), clocks.pop()):
                _table(state, rng, restaurant.name, stamp(state, day, clock))


def _table(state: LifestyleState, rng: Random, restaurant: str, start: datetime) -> r.Table:
    """One table for two hours."""
    area = rng.choice(r.AREAS)
    content = f"{restaurant} {start.isoformat()} {area}"
    return state.sittings.insert(
        r.Table(
            table_id=state.new_id(state.sittings, "TB", content),
            restaurant=restaurant,
            area=area,
            seats=rng.choice((2, 4, 4, 6, 8)),
            start=start.isoformat(),
            end=later(start, 120),
            status="taken" if rng.random() < 0.15 else "free",
        )
    )


def _reservations(state: LifestyleState, rng: Random) -> None:
    """Three or four reservations at different times; one may begin very soon."""
    soon = next_half_hour(state.now)
    open_now = [
        x
        for x in state.restaurants
        if x.closed_on != weekday(soon.isoformat()) and x.opens <= f"{soon:%H:%M}"
    ]
    if open_now and soon.hour <= 20:
        table = _table(state, rng, rng.choice(open_now).name, soon)
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
    currency = state.person.currency
    for genre in rng.sample(r.GENRES, 5):
        for title in SHOWS[genre]:
            day = (state.today + timedelta(rng.randint(1, 9))).isoformat()
            start = stamp(state, day, rng.choice(("19:00", "19:30", "20:00", "20:30", "21:00")))
            state.shows.insert(
                r.Show(
                    show_id=state.new_id(state.shows, "SH", title),
                    title=title,
                    genre=genre,
                    venue=rng.choice(VENUES),
                    start=start.isoformat(),
                    end=later(start, rng.choice((90, 120, 150))),
                    price=price(rng.randint(15, 95), currency),
                    min_age=rng.choice(AGES),
                    tickets_left=rng.choice((0, 2, 9, 24, 60, 120, 180)),
                )
            )


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
        starts += [stamp(state, day, clock) for clock in clocks]
    sports = rng.sample(r.ACTIVITIES, 4)
    for start in starts:
        activity = rng.choice(sports)
        content = f"{activity} {start.isoformat()}"
        state.classes.insert(
            r.FitnessClass(
                class_id=state.new_id(state.classes, "FC", content),
                activity=activity,
                level=rng.choice(r.LEVELS),
                instructor=rng.choice(INSTRUCTORS),
                studio=rng.choice(STUDIOS),
                start=start.isoformat(),
                end=later(start, rng.choice((45, 60, 90))),
                places_left=rng.choice((0, 1, 2, 4, 6, 9, 12)),
                status="open",
            )
        )
    first, *others = list(state.classes)
    for lesson in (first, *rng.sample(others, 3)):
        booked_on = _before(state, rng)
        state.classes.update(lesson.class_id, status="booked", booked_on=booked_on)


def _before(state: LifestyleState, rng: Random) -> str:
    """Some day of the last weeks."""
    return (state.today - timedelta(rng.randint(1, 20))).isoformat()


def stamp(state: LifestyleState, day: str, clock: str) -> datetime:
    """A local date-time in the person's zone."""
    return datetime.combine(
        date.fromisoformat(day), time.fromisoformat(clock), tzinfo=state.now.tzinfo
    )


def later(start: datetime, minutes: int) -> str:
    """So many minutes after a start."""
    return moment((start + timedelta(minutes=minutes)).isoformat()).isoformat()


def next_half_hour(now: datetime) -> datetime:
    """The next full or half hour that is at least twenty minutes away."""
    soon = now + timedelta(minutes=20)
    return (soon + timedelta(minutes=-soon.minute % 30)).replace(second=0, microsecond=0)


def price(amount: int, currency: str) -> dict[str, str]:
    """A price in whole units of the currency."""
    text = str(amount * SCALE.get(currency, 1))
    return {
        "amount": text if currency in WITHOUT_CENTS else f"{text}.00",
        "currency": currency,
    }

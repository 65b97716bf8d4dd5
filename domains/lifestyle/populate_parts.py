"""One restaurant, table, show or class of a town, drawn from the given random source."""

from datetime import datetime, timedelta
from random import Random

from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.state import LifestyleState, moment

VENUES = ("Mercury Hall", "Lantern Theatre", "The Old Brewery", "Aurora Stage")
STUDIOS = ("Northlight Studio", "Movement Loft", "Pulse Studio")
INSTRUCTORS = ("Marta Silva", "Jonah Reyes", "Priya Nair", "Elsa Lindqvist", "Dev Okafor")
AGES = (0, 0, 0, 6, 12, 16, 18)
SCALE = {"JPY": 100, "KRW": 1000, "INR": 20, "SEK": 10, "NOK": 10, "DKK": 7, "PLN": 4}
"""By how much prices are larger in some currencies."""
WITHOUT_CENTS = ("JPY", "KRW")


def add_restaurant(
    state: LifestyleState, rng: Random, name: str, cuisine: str, district: str, rating: float
) -> None:
    """A restaurant with prices, opening time and a day of rest."""
    state.restaurants.insert(
        r.Restaurant(
            restaurant_id=state.new_id(state.restaurants, "RS", name),
            name=name,
            cuisine=cuisine,
            district=district,
            price_level=rng.choice(r.PRICE_LEVELS),
            rating=rating,
            opens=rng.choice(("11:00", "11:30", "12:00", "17:00", "18:00")),
            closed_on=rng.choice(r.WEEKDAYS),
        )
    )


def add_table(state: LifestyleState, rng: Random, restaurant: str, start: datetime) -> r.Table:
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


def add_show(state: LifestyleState, rng: Random, title: str, genre: str) -> None:
    """A show on one of the next evenings."""
    day = (state.today + timedelta(rng.randint(1, 9))).isoformat()
    start = state.stamp(day, rng.choice(("19:00", "19:30", "20:00", "20:30", "21:00")))
    state.shows.insert(
        r.Show(
            show_id=state.new_id(state.shows, "SH", title),
            title=title,
            genre=genre,
            venue=rng.choice(VENUES),
            start=start.isoformat(),
            end=later(start, rng.choice((90, 120, 150))),
            price=price(rng.randint(15, 95), state.person.currency),
            min_age=rng.choice(AGES),
            tickets_left=rng.choice((0, 2, 9, 24, 60, 120, 180)),
        )
    )


def add_class(state: LifestyleState, rng: Random, activity: str, start: datetime) -> None:
    """An open class of some level, instructor and studio."""
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


def later(start: datetime, minutes: int) -> str:
    """So many minutes after a start."""
    return moment((start + timedelta(minutes=minutes)).isoformat()).isoformat()


def price(amount: int, currency: str) -> dict[str, str]:
    """A price in whole units of the currency."""
    text = str(amount * SCALE.get(currency, 1))
    return {
        "amount": text if currency in WITHOUT_CENTS else f"{text}.00",
        "currency": currency,
    }

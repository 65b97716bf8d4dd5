"""What a person would ask for in a given world: one proposer per tool."""

from collections.abc import Iterable
from typing import Any

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.domain import Proposer
from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.state import LifestyleState, moment, overlap

Json = Any


def find_restaurants(ask: Ask) -> dict[str, Json]:
    """All there are, or by one or two of the things people go by."""
    place = _one(ask, list(ask.state.restaurants))
    if ask.maybe(0.35 if ask.target is None else 0.1):
        return {}
    chosen = ask.rng.sample(("cuisine", "district", "price_level"), ask.rng.choice((1, 1, 2)))
    found: dict[str, Json] = {name: getattr(place, name) for name in chosen}
    if ask.maybe(0.25):
        days = [t.start[:10] for t in ask.state.sittings if t.restaurant == place.name]
        if days:
            found["open_on"] = ask.choose(days)
    return found


def save_restaurant(ask: Ask) -> dict[str, Json]:
    """A restaurant that is on no list yet."""
    saved = {f.restaurant_id for f in ask.state.favourites}
    place = _one(ask, [x for x in ask.state.restaurants if x.restaurant_id not in saved])
    found = {"restaurant_id": place.restaurant_id}
    if ask.maybe(0.6):
        found["shelf"] = ask.choose(("want_to_try", "date_night"))
    return found


def find_tables(ask: Ask) -> dict[str, Json]:
    """A day on which there is a free table, with or without further wishes."""
    table = _one(ask, _free(ask.state))
    found: dict[str, Json] = {"date": table.start[:10]}
    if ask.maybe(0.4):
        found["restaurant"] = table.restaurant
    if table.seats > 2 and ask.maybe(0.4):
        found["seats"] = table.seats
    if ask.maybe(0.25):
        found["area"] = table.area
    return found


def reserve_table(ask: Ask) -> dict[str, Json]:
    """A free table at a time when nothing else is reserved."""
    held = ask.state.confirmed()
    able = [t for t in _free(ask.state) if not any(overlap(t, other) for other in held)]
    table = _one(ask, able)
    found: dict[str, Json] = {
        "table_id": table.table_id,
        "guests": ask.rng.randint(max(2, table.seats - 2), table.seats),
    }
    if ask.maybe(0.3):
        found["request"] = ask.choose(r.REQUESTS)
    return found


def list_reservations(ask: Ask) -> dict[str, Json]:
    """All of them, or those of a day or a restaurant."""
    held = _one(ask, ask.state.confirmed())
    roll = ask.rng.random()
    if roll < 0.3:
        return {"date": held.start[:10]}
    return {"restaurant": held.restaurant} if roll < 0.6 else {}


def change_guests(ask: Ask) -> dict[str, Json]:
    """Another number that fits the table."""
    sizes = {x.reservation_ref: _seats(ask, x) for x in ask.state.confirmed()}
    able = [x for x in ask.state.confirmed() if sizes[x.reservation_ref] > 2]
    held = _one(ask, able)
    seats = sizes[held.reservation_ref]
    return {
        "reservation_ref": held.reservation_ref,
        "guests": ask.choose(n for n in range(2, seats + 1) if n != held.guests),
    }


def add_request(ask: Ask) -> dict[str, Json]:
    """A request that is not noted yet."""
    held = _one(ask, ask.state.confirmed())
    return {
        "reservation_ref": held.reservation_ref,
        "request": ask.choose(x for x in r.REQUESTS if x != held.request),
    }


def cancel_reservation(ask: Ask) -> dict[str, Json]:
    """A reservation that is not too close, and not one made today."""
    able = [x for x in ask.state.confirmed() if ask.state.ahead(x.start, 3)]
    held = _one(ask, [x for x in able if x.made_on < ask.state.today.isoformat()])
    return {"reservation_ref": held.reservation_ref}


def find_shows(ask: Ask) -> dict[str, Json]:
    """All there are, or by kind, by day, or by both."""
    show = _one(ask, _ahead(ask, ask.state.shows))
    roll = ask.rng.random()
    found: dict[str, Json] = {}
    if ask.target is None and ask.maybe(0.25):
        return found
    if roll < 0.6:
        found["genre"] = show.genre
    if roll > 0.5:
        found["date"] = show.start[:10]
    return found


def buy_tickets(ask: Ask) -> dict[str, Json]:
    """A show with tickets left, for which there are none yet."""
    bought = {o.show_id for o in ask.state.ticket_orders if o.status == "valid"}
    able = [
        s for s in _ahead(ask, ask.state.shows) if s.tickets_left > 1 and s.show_id not in bought
    ]
    show = _one(ask, able)
    found: dict[str, Json] = {
        "show_id": show.show_id,
        "tickets": ask.rng.randint(2, min(5, show.tickets_left)),
    }
    if show.min_age and ask.maybe(0.6):
        found["youngest"] = show.min_age + ask.rng.randint(0, 4)
    return found


def list_tickets(ask: Ask) -> dict[str, Json]:
    """All of them, or those of a day."""
    order = _one(ask, _orders(ask))
    return {"date": order.start[:10]} if ask.maybe(0.4) else {}


def return_tickets(ask: Ask) -> dict[str, Json]:
    """Tickets for a show that is more than a day away, and not bought today."""
    able = [o for o in _orders(ask) if ask.state.ahead(o.start, 24)]
    order = _one(ask, [o for o in able if o.bought_on < ask.state.today.isoformat()])
    return {"order_ref": order.order_ref}


def find_classes(ask: Ask) -> dict[str, Json]:
    """By sport, day or level, never without any of them."""
    lesson = _one(ask, _ahead(ask, ask.state.classes))
    values = {"activity": lesson.activity, "date": lesson.start[:10], "level": lesson.level}
    chosen = ask.rng.sample(tuple(values), ask.rng.choice((1, 1, 2)))
    return {name: values[name] for name in chosen}


def list_my_classes(ask: Ask) -> dict[str, Json]:
    """All of them, or those of a day."""
    lesson = _one(ask, [c for c in _ahead(ask, ask.state.classes) if c.status == "booked"])
    return {"date": lesson.start[:10]} if ask.maybe(0.4) else {}


def book_class(ask: Ask) -> dict[str, Json]:
    """A class with places left."""
    able = [c for c in _ahead(ask, ask.state.classes) if c.status == "open" and c.places_left]
    return {"class_id": _one(ask, able).class_id}


def leave_class(ask: Ask) -> dict[str, Json]:
    """A booked class that is not too close, and not one booked today."""
    today = ask.state.today.isoformat()
    able = [c for c in ask.state.classes if c.status == "booked" and ask.state.ahead(c.start, 2)]
    return {"class_id": _one(ask, [c for c in able if (c.booked_on or today) < today]).class_id}


def _free(state: LifestyleState) -> list[r.Table]:
    """The free tables that are still to come."""
    return [t for t in state.sittings if t.status == "free" and state.ahead(t.start)]


def _seats(ask: Ask, held: r.Reservation) -> int:
    """How many seats a reserved table has."""
    return ask.state.sittings.need(held.table_id).seats


def _orders(ask: Ask) -> list[r.TicketOrder]:
    """The valid orders for shows that are still to come."""
    return [o for o in _ahead(ask, ask.state.ticket_orders) if o.status == "valid"]


def _ahead(ask: Ask, rows: Iterable[Any]) -> list[Any]:
    """The rows that start later than now, the next one first."""
    return sorted((x for x in rows if ask.state.ahead(x.start)), key=lambda x: moment(x.start))


def _one(ask: Ask, able: list[Any]) -> Any:
    """The target when it is able, any of the able ones when there is no target."""
    if ask.target is None:
        return ask.choose(able)
    if ask.target not in able:
        raise NoProposal
    return ask.target


PROPOSERS: dict[str, Proposer] = {
    "find_restaurants": find_restaurants,
    "save_restaurant": save_restaurant,
    "find_tables": find_tables,
    "reserve_table": reserve_table,
    "list_reservations": list_reservations,
    "change_guests": change_guests,
    "add_request": add_request,
    "cancel_reservation": cancel_reservation,
    "find_shows": find_shows,
    "buy_tickets": buy_tickets,
    "list_tickets": list_tickets,
    "return_tickets": return_tickets,
    "find_classes": find_classes,
    "list_my_classes": list_my_classes,
    "book_class": book_class,
    "leave_class": leave_class,
}

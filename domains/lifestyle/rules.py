"""What must hold in every state: a sentence for each thing that does not."""

from collections.abc import Iterable
from itertools import combinations

from callwright.domains.lifestyle.state import (
    LifestyleState,
    moment,
    overlap,
    times,
    weekday,
)


def tables_fit(state: LifestyleState) -> Iterable[str]:
    """Reservations have a taken table that is large enough, one at a time."""
    held = [r for r in state.reservations if r.status == "confirmed"]
    for reservation in held:
        table = state.sittings.need(reservation.table_id)
        if table.status != "taken":
            yield f"the table of reservation {reservation.reservation_ref} is not taken"
        if reservation.guests > table.seats:
            yield f"reservation {reservation.reservation_ref} has more guests than seats"
        if (reservation.start, reservation.end) != (table.start, table.end):
            yield f"reservation {reservation.reservation_ref} is at another time than its table"
    for one, other in combinations(held, 2):
        if overlap(one, other):
            yield f"{one.reservation_ref} and {other.reservation_ref} overlap"


def nobody_eats_on_rest_days(state: LifestyleState) -> Iterable[str]:
    """A restaurant has no tables on the day on which it is closed."""
    closed = {r.name: r.closed_on for r in state.restaurants}
    for table in state.sittings:
        if closed[table.restaurant] == weekday(table.start):
            yield f"table {table.table_id} is on a rest day"


def tickets_add_up(state: LifestyleState) -> Iterable[str]:
    """Orders cost their tickets, and a show has one valid order at most."""
    seen: set[str] = set()
    for order in state.ticket_orders:
        if order.total != times(state.shows.need(order.show_id).price, order.tickets):
            yield f"order {order.order_ref} does not cost its tickets"
        if order.status == "valid":
            if order.show_id in seen:
                yield f"show {order.show_id} has two valid orders"
            seen.add(order.show_id)


def nothing_ends_first(state: LifestyleState) -> Iterable[str]:
    """Everything starts before it ends."""
    for rows in (state.sittings, state.reservations, state.shows, state.classes):
        for row in rows:
            if moment(row.start) >= moment(row.end):
                yield f"{row.key} ends before it starts"


def lists_hold_a_restaurant_once(state: LifestyleState) -> Iterable[str]:
    """No list has a restaurant twice."""
    saved = [(f.restaurant_id, f.shelf) for f in state.favourites]
    if len(saved) != len(set(saved)):
        yield "a list has a restaurant twice"


def booked_classes_say_when(state: LifestyleState) -> Iterable[str]:
    """A class says since when it is booked, as long as it is."""
    for lesson in state.classes:
        if (lesson.status == "booked") != (lesson.booked_on is not None):
            yield f"class {lesson.class_id} does not say when it was booked"


RULES = (
    tables_fit,
    nobody_eats_on_rest_days,
    tickets_add_up,
    nothing_ends_first,
    lists_hold_a_restaurant_once,
    booked_classes_say_when,
)

"""The town's offers and the person's bookings; the rules are methods, tools only translate."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal

from callwright.domains.core import State, ToolError
from callwright.domains.core import Table as Rows
from callwright.domains.lifestyle.rows import (
    WEEKDAYS,
    Favourite,
    FitnessClass,
    Reservation,
    Restaurant,
    Show,
    Sitting,
    Table,
    Tastes,
    TicketOrder,
    Waiting,
)

NOTICE = {"table": 3, "tickets": 24, "class": 2}
"""Hours before the start until which each kind of booking can be given back."""


class LifestyleState(State):
    """Everything that the tools of this domain read and change."""

    restaurants: Rows[Restaurant]
    sittings: Rows[Table]
    reservations: Rows[Reservation]
    shows: Rows[Show]
    ticket_orders: Rows[TicketOrder]
    classes: Rows[FitnessClass]
    favourites: Rows[Favourite]
    waiting: Rows[Waiting]
    sitters: Rows[Sitting]
    tastes: Rows[Tastes]

    @property
    def today(self) -> date:
        """The day on the world's clock."""
        return self.now.date()

    def stamp(self, day: str, clock: str) -> datetime:
        """A local date-time in the person's zone."""
        return datetime.combine(
            date.fromisoformat(day), time.fromisoformat(clock), tzinfo=self.now.tzinfo
        )

    def named(self, name: str) -> Restaurant:
        """The restaurant of that name."""
        for restaurant in self.restaurants:
            if restaurant.name.casefold() == name.casefold():
                return restaurant
        raise ToolError("unknown_restaurant", f"There is no restaurant called {name}.", name=name)

    def open_on(self, restaurant: Restaurant, day: str) -> None:
        """Refuse a day on which the restaurant is closed."""
        if restaurant.closed_on == weekday(day):
            raise ToolError(
                "closed_that_day",
                f"{restaurant.name} is closed on {restaurant.closed_on.capitalize()}s.",
                name=restaurant.name,
            )

    def save(self, restaurant_id: str, shelf: str) -> Favourite:
        """Put a restaurant on a list, once."""
        restaurant = self.restaurants.need(restaurant_id)
        for saved in self.favourites:
            if (saved.restaurant_id, saved.shelf) == (restaurant_id, shelf):
                raise ToolError(
                    "already_saved",
                    f"{restaurant.name} is on that list already.",
                    name=restaurant.name,
                )
        content = f"{restaurant_id} {shelf}"
        return self.favourites.insert(
            Favourite(
                favourite_id=self.new_id(self.favourites, "SR", content),
                restaurant_id=restaurant_id,
                name=restaurant.name,
                shelf=shelf,
            )
        )

    def confirmed(self) -> list[Reservation]:
        """The reservations that hold, the next one first."""
        held = [r for r in self.reservations if r.status == "confirmed" and self.ahead(r.start)]
        return sorted(held, key=lambda r: (moment(r.start), r.reservation_ref))

    def reserve(self, table_id: str, guests: int, request: str | None) -> Reservation:
        """Reserve a free table that is large enough, when nothing else is reserved then."""
        table = self.sittings.need(table_id)
        if table.status == "taken":
            raise ToolError(
                "fully_booked",
                f"That table at {table.restaurant} is taken.",
                restaurant=table.restaurant,
            )
        self.seat(table, guests)
        for other in self.confirmed():
            if overlap(other, table):
                raise ToolError(
                    "already_reserved",
                    f"There is a reservation at {other.restaurant} at that time.",
                    restaurant=other.restaurant,
                )
        self.sittings.update(table_id, status="taken")
        return self.reservations.insert(
            Reservation(
                reservation_ref=self.new_id(self.reservations, "RV", f"{table_id} {guests}"),
                table_id=table_id,
                restaurant=table.restaurant,
                start=table.start,
                end=table.end,
                guests=guests,
                request=request,
                made_on=self.today.isoformat(),
                status="confirmed",
            )
        )

    def seat(self, table: Table, guests: int) -> None:
        """Refuse more guests than the table has seats."""
        if guests > table.seats:
            raise ToolError(
                "table_too_small",
                f"The table at {table.restaurant} has only {table.seats} seats.",
                restaurant=table.restaurant,
            )

    def held(self, reservation_ref: str) -> Reservation:
        """A reservation that is still confirmed."""
        reservation = self.reservations.need(reservation_ref)
        if reservation.status == "cancelled":
            raise ToolError(
                "already_cancelled",
                f"The reservation at {reservation.restaurant} was cancelled before.",
                restaurant=reservation.restaurant,
            )
        return reservation

    def resize(self, reservation_ref: str, guests: int) -> Reservation:
        """Change for how many people a table is reserved."""
        reservation = self.held(reservation_ref)
        if reservation.guests == guests:
            raise ToolError(
                "same_number",
                f"The reservation at {reservation.restaurant} is for that many people.",
                restaurant=reservation.restaurant,
            )
        self.seat(self.sittings.need(reservation.table_id), guests)
        return self.reservations.update(reservation_ref, guests=guests)

    def ask_for(self, reservation_ref: str, request: str) -> Reservation:
        """Note a special request; it replaces an earlier one."""
        reservation = self.held(reservation_ref)
        if reservation.request == request:
            raise ToolError(
                "already_noted",
                f"{reservation.restaurant} knows of that request already.",
                restaurant=reservation.restaurant,
            )
        return self.reservations.update(reservation_ref, request=request)

    def cancel(self, reservation_ref: str) -> Reservation:
        """Cancel a reservation in time; its table is free again."""
        reservation = self.held(reservation_ref)
        self.in_time(reservation.start, "table", f"the table at {reservation.restaurant}")
        self.sittings.update(reservation.table_id, status="free")
        return self.reservations.update(reservation_ref, status="cancelled")

    def buy(self, show_id: str, tickets: int, youngest: int | None) -> TicketOrder:
        """Buy tickets for a show, once, when there are enough and everybody may come."""
        show = self.shows.need(show_id)
        if any(o.show_id == show_id and o.status == "valid" for o in self.ticket_orders):
            raise ToolError(
                "already_have_tickets",
                f"There are tickets for {show.title} already.",
                title=show.title,
            )
        if tickets > show.tickets_left:
            raise ToolError(
                "sold_out", f"Not enough tickets are left for {show.title}.", title=show.title
            )
        if youngest is not None and youngest < show.min_age:
            raise ToolError(
                "age_limit",
                f"{show.title} is for people of {show.min_age} years or older.",
                title=show.title,
                min_age=show.min_age,
            )
        self.shows.update(show_id, tickets_left=show.tickets_left - tickets)
        return self.ticket_orders.insert(
            TicketOrder(
                order_ref=self.new_id(self.ticket_orders, "TK", f"{show_id} {tickets}"),
                show_id=show_id,
                title=show.title,
                venue=show.venue,
                start=show.start,
                end=show.end,
                tickets=tickets,
                total=times(show.price, tickets),
                bought_on=self.today.isoformat(),
                status="valid",
            )
        )

    def give_back(self, order_ref: str) -> TicketOrder:
        """Return all tickets of an order in time."""
        order = self.ticket_orders.need(order_ref)
        if order.status == "returned":
            raise ToolError(
                "already_returned",
                f"The tickets for {order.title} were returned before.",
                title=order.title,
            )
        self.in_time(order.start, "tickets", f"the tickets for {order.title}")
        show = self.shows.need(order.show_id)
        self.shows.update(show.show_id, tickets_left=show.tickets_left + order.tickets)
        return self.ticket_orders.update(order_ref, status="returned")

    def join(self, class_id: str) -> FitnessClass:
        """Take a place in a class."""
        lesson = self.classes.need(class_id)
        if lesson.status == "booked":
            raise ToolError(
                "already_booked",
                f"A place in the {lesson.activity} class is booked already.",
                activity=lesson.activity,
            )
        if not lesson.places_left:
            raise ToolError(
                "class_full", f"The {lesson.activity} class is full.", activity=lesson.activity
            )
        return self.classes.update(
            class_id,
            places_left=lesson.places_left - 1,
            status="booked",
            booked_on=self.today.isoformat(),
        )

    def leave(self, class_id: str) -> FitnessClass:
        """Give a place in a class back in time."""
        lesson = self.classes.need(class_id)
        if lesson.status != "booked":
            raise ToolError(
                "not_booked",
                f"No place in the {lesson.activity} class is booked.",
                activity=lesson.activity,
            )
        self.in_time(lesson.start, "class", f"the {lesson.activity} class")
        return self.classes.update(
            class_id, places_left=lesson.places_left + 1, status="open", booked_on=None
        )

    def in_time(self, start: str, kind: str, what: str) -> None:
        """Refuse what comes too shortly before the start."""
        if not self.ahead(start, NOTICE[kind]):
            raise ToolError(
                "too_late_to_cancel",
                f"It is too late to give back {what}.",
                what=what,
                hours=NOTICE[kind],
            )

    def ahead(self, start: str, hours: int = 0) -> bool:
        """Whether a start is at least so many hours away."""
        return moment(start) >= self.now + timedelta(hours=hours)


def moment(text: str) -> datetime:
    """The date-time that a canonical text stands for."""
    return datetime.fromisoformat(text)


def weekday(day: str) -> str:
    """The weekday of a date or a date-time."""
    return WEEKDAYS[date.fromisoformat(day[:10]).weekday()]


def overlap(one: Reservation | Table, other: Reservation | Table) -> bool:
    """Whether two sittings share some time."""
    return moment(one.start) < moment(other.end) and moment(other.start) < moment(one.end)


def times(price: dict[str, str], count: int) -> dict[str, str]:
    """A price, so many times; the digits of its currency stay."""
    return {"amount": str(Decimal(price["amount"]) * count), "currency": price["currency"]}

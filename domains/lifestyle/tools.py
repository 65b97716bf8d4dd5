"""The tools. Schema, description and argument docs derive from signature and docstring."""

from callwright.domains.core import Output, tool
from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.state import LifestyleState, moment, weekday


class RestaurantList(Output):
    """Restaurants, the best rated one first."""

    restaurants: list[r.Restaurant]


class TableList(Output):
    """Free tables, the earliest one first."""

    tables: list[r.Table]


class ReservationList(Output):
    """Reservations that hold, the next one first."""

    reservations: list[r.Reservation]


class ShowList(Output):
    """Shows, the next one first."""

    shows: list[r.Show]


class OrderList(Output):
    """Ticket orders that are valid, the next show first."""

    orders: list[r.TicketOrder]


class ClassList(Output):
    """Classes, the next one first."""

    classes: list[r.FitnessClass]


class TableCancellation(Output):
    """A reservation that no longer holds."""

    reservation_ref: r.ReservationRef
    restaurant: r.Name
    status: r.BookingStatus


class TicketRefund(Output):
    """Tickets that went back."""

    order_ref: r.OrderRef
    title: r.Name
    total: r.Price
    status: r.TicketStatus


class ClassCancellation(Output):
    """A place in a class that was given back."""

    class_id: r.ClassId
    activity: r.Activity
    date: r.Day
    status: r.ClassStatus


@tool()
def find_restaurants(
    state: LifestyleState,
    cuisine: r.Cuisine | None = None,
    district: r.District | None = None,
    price_level: r.PriceLevel | None = None,
    open_on: r.Day | None = None,
) -> RestaurantList:
    """Find restaurants in town, with cuisine, district, price level, rating and opening time.

    Args:
        cuisine: Only restaurants with this kind of food.
        district: Only restaurants in this part of town.
        price_level: Only restaurants with prices like this.
        open_on: Only restaurants that are open on this day.
    """
    found = [
        row
        for row in state.restaurants
        if cuisine in (None, row.cuisine)
        and district in (None, row.district)
        and price_level in (None, row.price_level)
        and (open_on is None or row.closed_on != weekday(open_on))
    ]
    return RestaurantList(restaurants=sorted(found, key=lambda x: (-x.rating, x.restaurant_id)))


@tool(mutates=True)
def save_restaurant(
    state: LifestyleState, restaurant_id: r.RestaurantId, shelf: r.Shelf = "favourites"
) -> r.Favourite:
    """Save a restaurant to one of the user's personal lists.

    Args:
        restaurant_id: The restaurant.
        shelf: The list that it goes on.
    """
    return state.save(restaurant_id, shelf)


@tool(serves={"seats": "guests"})
def find_tables(
    state: LifestyleState,
    date: r.Day,
    restaurant: r.Name | None = None,
    seats: r.Seats | None = None,
    area: r.Area | None = None,
) -> TableList:
    """Find free restaurant tables on one day, with their times, seats and seating area.

    Args:
        date: The day of the meal.
        restaurant: Only tables at the restaurant of this name.
        seats: Only tables with at least so many seats.
        area: Only tables in this part of the restaurant.
    """
    place = None if restaurant is None else state.named(restaurant)
    if place is not None:
        state.open_on(place, date)
    found = [
        row
        for row in state.sittings
        if row.status == "free"
        and row.start[:10] == date
        and state.ahead(row.start)
        and (place is None or row.restaurant == place.name)
        and (seats is None or row.seats >= seats)
        and area in (None, row.area)
    ]
    return TableList(tables=sorted(found, key=lambda x: (moment(x.start), x.table_id)))


@tool(mutates=True)
def reserve_table(
    state: LifestyleState,
    table_id: r.TableId,
    guests: r.Guests,
    request: r.TableRequest | None = None,
) -> r.Reservation:
    """Reserve a free restaurant table for a number of people.

    Args:
        table_id: The table, which stands for a time as well.
        guests: How many people come.
        request: A special request to the restaurant.
    """
    return state.reserve(table_id, guests, request)


@tool()
def list_reservations(
    state: LifestyleState, date: r.Day | None = None, restaurant: r.Name | None = None
) -> ReservationList:
    """List the user's coming table reservations at restaurants.

    Args:
        date: Only reservations on this day.
        restaurant: Only reservations at the restaurant of this name.
    """
    place = None if restaurant is None else state.named(restaurant)
    found = [
        row
        for row in state.confirmed()
        if (date is None or row.start[:10] == date)
        and (place is None or row.restaurant == place.name)
    ]
    return ReservationList(reservations=found)


@tool(mutates=True)
def change_guests(
    state: LifestyleState, reservation_ref: r.ReservationRef, guests: r.Guests
) -> r.Reservation:
    """Change for how many people a table is reserved.

    Args:
        reservation_ref: The reservation.
        guests: How many people come now.
    """
    return state.resize(reservation_ref, guests)


@tool(mutates=True)
def add_request(
    state: LifestyleState, reservation_ref: r.ReservationRef, request: r.TableRequest
) -> r.Reservation:
    """Add a special request to a table reservation; it replaces an earlier one.

    Args:
        reservation_ref: The reservation.
        request: What the restaurant should provide.
    """
    return state.ask_for(reservation_ref, request)


@tool(mutates=True, confirm=True, ends=True)
def cancel_reservation(
    state: LifestyleState, reservation_ref: r.ReservationRef
) -> TableCancellation:
    """Cancel a table reservation, three hours before it begins at the latest.

    Args:
        reservation_ref: The reservation.
    """
    gone = state.cancel(reservation_ref)
    return TableCancellation(
        reservation_ref=gone.reservation_ref, restaurant=gone.restaurant, status=gone.status
    )


@tool()
def find_shows(
    state: LifestyleState, genre: r.Genre | None = None, date: r.Day | None = None
) -> ShowList:
    """Find concerts, plays and other shows, with venue, time, ticket price and age limit.

    Args:
        genre: Only shows of this kind.
        date: Only shows on this day.
    """
    found = [
        row
        for row in state.shows
        if genre in (None, row.genre)
        and (date is None or row.start[:10] == date)
        and state.ahead(row.start)
    ]
    return ShowList(shows=sorted(found, key=lambda x: (moment(x.start), x.show_id)))


@tool(mutates=True, confirm=True)
def buy_tickets(
    state: LifestyleState,
    show_id: r.ShowId,
    tickets: r.Tickets,
    youngest: r.Age | None = None,
) -> r.TicketOrder:
    """Buy tickets for a show.

    Args:
        show_id: The show.
        tickets: How many tickets.
        youngest: Age of the youngest person who comes, for shows with an age limit.
    """
    return state.buy(show_id, tickets, youngest)


@tool()
def list_tickets(state: LifestyleState, date: r.Day | None = None) -> OrderList:
    """List the tickets that the user has bought for shows.

    Args:
        date: Only tickets for shows on this day.
    """
    found = [
        row
        for row in state.ticket_orders
        if row.status == "valid"
        and (date is None or row.start[:10] == date)
        and state.ahead(row.start)
    ]
    return OrderList(orders=sorted(found, key=lambda x: (moment(x.start), x.order_ref)))


@tool(mutates=True, confirm=True, ends=True)
def return_tickets(state: LifestyleState, order_ref: r.OrderRef) -> TicketRefund:
    """Return all tickets of one order for a refund, a day before the show at the latest.

    Args:
        order_ref: The ticket order.
    """
    gone = state.give_back(order_ref)
    return TicketRefund(
        order_ref=gone.order_ref, title=gone.title, total=gone.total, status=gone.status
    )


@tool(alike=("list_my_classes",))
def find_classes(
    state: LifestyleState,
    activity: r.Activity | None = None,
    date: r.Day | None = None,
    level: r.Level | None = None,
) -> ClassList:
    """Find fitness classes, with time, level, instructor, studio and places left.

    Args:
        activity: Only classes of this sport.
        date: Only classes on this day.
        level: Only classes for people who are this far.
    """
    found = [
        row
        for row in state.classes
        if activity in (None, row.activity)
        and level in (None, row.level)
        and (date is None or row.start[:10] == date)
        and state.ahead(row.start)
    ]
    return ClassList(classes=sorted(found, key=lambda x: (moment(x.start), x.class_id)))


@tool(alike=("find_classes",))
def list_my_classes(state: LifestyleState, date: r.Day | None = None) -> ClassList:
    """List the fitness classes in which the user has booked a place.

    Args:
        date: Only classes on this day.
    """
    found = [
        row
        for row in state.classes
        if row.status == "booked"
        and (date is None or row.start[:10] == date)
        and state.ahead(row.start)
    ]
    return ClassList(classes=sorted(found, key=lambda x: (moment(x.start), x.class_id)))


@tool(mutates=True)
def book_class(state: LifestyleState, class_id: r.ClassId) -> r.FitnessClass:
    """Book the user a place in a fitness class.

    Args:
        class_id: The class.
    """
    return state.join(class_id)


@tool(mutates=True, ends=True)
def leave_class(state: LifestyleState, class_id: r.ClassId) -> ClassCancellation:
    """Give back a booked place in a fitness class, two hours before it begins at the latest.

    Args:
        class_id: The class.
    """
    left = state.leave(class_id)
    return ClassCancellation(
        class_id=left.class_id,
        activity=left.activity,
        date=left.start[:10],
        status=left.status,
    )


TOOLS = (
    find_restaurants,
    save_restaurant,
    find_tables,
    reserve_table,
    list_reservations,
    change_guests,
    add_request,
    cancel_reservation,
    find_shows,
    buy_tickets,
    list_tickets,
    return_tickets,
    find_classes,
    list_my_classes,
    book_class,
    leave_class,
)

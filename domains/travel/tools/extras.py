"""What goes with a booking: bags, seats, meals and help on the way."""

from callwright.domains.core import Output, tool
from callwright.domains.travel import kinds as k
from callwright.domains.travel.cabin import position as position_of
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.rows import ParkingSpace


class BagsAdded(Output):
    """A booking's bags and its new total."""

    booking_id: k.BookingId
    checked_bags: k.Bags
    total: k.Price


class SeatChosen(Output):
    """The seat of a booking."""

    booking_id: k.BookingId
    seat: k.Line
    position: k.Position


class MealOrdered(Output):
    """The special meal of a booking."""

    booking_id: k.BookingId
    meal: k.Meal


class HelpArranged(Output):
    """The help arranged for a booking."""

    booking_id: k.BookingId
    assistance: k.Assistance


@tool(mutates=True)
def add_bags(state: Travel, booking_id: k.BookingId, bags: k.MoreBags) -> BagsAdded:
    """Add checked bags to a flight booking; each costs the flight's bag fee.

    Args:
        booking_id: The flight booking.
        bags: How many bags to add to those it has.
    """
    b = state.add_bags(booking_id, int(bags))
    return BagsAdded(booking_id=b.booking_id, checked_bags=b.checked_bags or 0, total=b.total)


@tool(mutates=True)
def choose_seat(
    state: Travel, booking_id: k.BookingId, position: k.Position, area: k.Area | None = None
) -> SeatChosen:
    """Reserve the foremost free seat of a kind for a flight booking, in place of any it has.

    Args:
        booking_id: The flight booking.
        position: Place in the row.
        area: Part of the cabin; anywhere if absent.
    """
    b = state.seat(booking_id, position, area)
    seat = b.seat or ""
    return SeatChosen(booking_id=b.booking_id, seat=seat, position=position_of(seat))


@tool(mutates=True)
def request_meal(state: Travel, booking_id: k.BookingId, meal: k.Meal) -> MealOrdered:
    """Order a special meal for a flight booking, at least 24 hours before departure.

    Args:
        booking_id: The flight booking.
        meal: Kind of meal.
    """
    b = state.meal(booking_id, meal)
    return MealOrdered(booking_id=b.booking_id, meal=meal)


@tool(mutates=True)
def request_assistance(
    state: Travel, booking_id: k.BookingId, assistance: k.Assistance
) -> HelpArranged:
    """Arrange help for a traveller on a flight or train, at least 48 hours before departure.

    Args:
        booking_id: The flight or train booking.
        assistance: Kind of help.
    """
    b = state.assist(booking_id, assistance)
    return HelpArranged(booking_id=b.booking_id, assistance=assistance)


@tool(mutates=True, confirm=True, suits=("booking",))
def book_airport_parking(state: Travel, start: k.Start, end: k.End) -> ParkingSpace:
    """Pay for a space in the car park of the home airport from one moment to another.

    Args:
        start: When the car is left there.
        end: When it is fetched.
    """
    return state.park(start, end)

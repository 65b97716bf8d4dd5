"""Seeing, paying for, moving and cancelling bookings."""

from callwright.domains.core import Output, tool
from callwright.domains.travel import kinds as k
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.kinds import PLACE
from callwright.domains.travel.rows import Booking
from callwright.domains.travel.state import when


class BookingSummary(Output):
    """A booking in a list."""

    booking_id: k.BookingId
    kind: k.BookingKind
    status: k.BookingStatus
    provider: k.Line
    destination: k.City
    start: k.Start
    end: k.End
    traveller: k.Name
    total: k.Price


class BookingList(Output):
    """Bookings by start."""

    bookings: list[BookingSummary]


class Moved(Output):
    """A flight booking on its new flight."""

    booking_id: k.BookingId
    provider: k.Line
    destination: k.City
    start: k.Start
    end: k.End
    total: k.Price
    to_pay: k.Price
    """What the new flight costs on top; never negative."""


class Cancelled(Output):
    """A booking after it was cancelled."""

    booking_id: k.BookingId
    status: k.BookingStatus
    provider: k.Line
    refund: k.Price
    """Zero when nothing was paid, or nothing is given back."""


@tool(alike=("booking_details",))
def list_bookings(
    state: Travel,
    kind: k.BookingKind | None = None,
    status: k.BookingStatus | None = None,
    destination: k.City | None = None,
    from_date: k.Day | None = None,
    to_date: k.Day | None = None,
) -> BookingList:
    """List the account's bookings by start: those not over yet, or all from a given day.

    Args:
        kind: Only flights, trains or hotels.
        status: Only bookings in this state.
        destination: Only bookings that go to, or are in, this city.
        from_date: Only bookings that start on this day or later; without it, those not over yet.
        to_date: Only bookings that start on this day or earlier.
    """
    found = [
        b
        for b in state.bookings
        if kind in (None, b.kind)
        and status in (None, b.status)
        and (destination is None or PLACE.equal(b.destination, destination))
        and (b.start[:10] >= from_date if from_date else when(b.end) > state.now)
        and (to_date is None or b.start[:10] <= to_date)
    ]
    return BookingList(bookings=[_summary(b) for b in sorted(found, key=lambda b: b.start)])


@tool(alike=("list_bookings",))
def booking_details(state: Travel, booking_id: k.BookingId) -> Booking:
    """Show everything about one booking: times, traveller, seat, bags, price and payment deadline.

    Args:
        booking_id: The booking.
    """
    return state.bookings.need(booking_id)


@tool(mutates=True, confirm=True)
def confirm_booking(state: Travel, booking_id: k.BookingId, card: k.Line | None = None) -> Booking:
    """Pay for a held booking, so that it is confirmed.

    Args:
        booking_id: The held booking.
        card: Name of the card to pay with; the default card if absent.
    """
    return state.pay(booking_id, card)


@tool(mutates=True, confirm=True)
def move_flight(state: Travel, booking_id: k.BookingId, flight_id: k.FlightId) -> Moved:
    """Move a flight booking to another flight on the same route, if its fare allows changes.

    Args:
        booking_id: The flight booking.
        flight_id: The flight to move it to.
    """
    b, to_pay = state.move(booking_id, flight_id)
    return Moved(
        booking_id=b.booking_id,
        provider=b.provider,
        destination=b.destination,
        start=b.start,
        end=b.end,
        total=b.total,
        to_pay=to_pay,
    )


@tool(mutates=True, confirm=True, ends=True)
def cancel_booking(
    state: Travel, booking_id: k.BookingId, without_refund: k.WithoutRefund = False
) -> Cancelled:
    """Cancel a flight, train or hotel booking and refund it where its fare allows.

    Args:
        booking_id: The booking.
        without_refund: True cancels a non-refundable booking although its price is lost.
    """
    b, refund = state.cancel(booking_id, without_refund)
    return Cancelled(booking_id=b.booking_id, status=b.status, provider=b.provider, refund=refund)


def _summary(b: Booking) -> BookingSummary:
    return BookingSummary(**{name: getattr(b, name) for name in BookingSummary.model_fields})

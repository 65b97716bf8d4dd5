"""Looking for flights, reading about one, and holding a seat."""

from datetime import timedelta

from callwright.domains.core import Output, tool
from callwright.domains.travel import kinds as k
from callwright.domains.travel.cabin import area as area_of
from callwright.domains.travel.cabin import position as position_of
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.money import amount
from callwright.domains.travel.rows import Booking, Flight
from callwright.domains.travel.search import Wish, cheapest_by_day, fitting

MOST_DAYS = 31
MOST_SEATS = 24


class FlightOffer(Output):
    """A flight as the search shows it."""

    flight_id: k.FlightId
    carrier: k.Carrier
    origin: k.City
    destination: k.City
    depart: k.Start
    arrive: k.End
    direct: k.Direct
    price: k.Price
    """Economy fare for one person, hand luggage only."""
    seats: k.Seats
    """Economy seats left."""
    business_price: k.Price | None = None


class FlightList(Output):
    """Flights by departure time."""

    flights: list[FlightOffer]


class DayFare(Output):
    """The lowest fare of one day."""

    date: k.Day
    price: k.Price
    carrier: k.Carrier


class DayFares(Output):
    """Days with flights, the cheapest first."""

    days: list[DayFare]


class FareRules(Output):
    """What a fare includes and allows."""

    flight_id: k.FlightId
    carrier: k.Carrier
    destination: k.City
    depart: k.Moment
    refundable: k.Refundable
    changeable: k.Changeable
    bag_fee: k.Price
    """For each checked bag."""
    max_bags: k.Bags


class FreeSeat(Output):
    """An economy seat that can be chosen."""

    seat: k.Line
    position: k.Position
    area: k.Area


class SeatList(Output):
    """Free seats from the front to the back."""

    seats: list[FreeSeat]


class FlightStatus(Output):
    """How a flight is running."""

    flight_id: k.FlightId
    carrier: k.Carrier
    destination: k.City
    state: k.FlightState
    depart: k.Start
    """By the timetable."""
    expected: k.Moment
    """As expected now."""


@tool(alike=("cheapest_days",))
def find_flights(
    state: Travel,
    origin: k.Origin,
    destination: k.City,
    date: k.Day,
    depart_after: k.Clock | None = None,
    depart_before: k.Clock | None = None,
    direct: k.Direct | None = None,
    max_price: k.Price | None = None,
    carrier: k.Carrier | None = None,
) -> FlightList:
    """List the flights of one day between two cities, with times, economy fares and seats left.

    Args:
        origin: City of departure.
        destination: City of arrival.
        date: Day of departure, local to the origin.
        depart_after: Earliest departure, local time.
        depart_before: Latest departure, local time; a flight at that very minute is left out.
        direct: True leaves out connections; False leaves out direct flights.
        max_price: Highest economy fare for one person.
        carrier: Airline to fly with.
    """
    state.check_today(date)
    state.check_currency(max_price)
    wish = Wish(date, depart_after, depart_before, direct, max_price)
    found = [
        f
        for f in fitting(state.flights_between(origin, destination), wish)
        if f.state != "cancelled" and carrier in (None, f.carrier)
    ]
    return FlightList(flights=[_offer(f) for f in found])


@tool(alike=("find_flights",))
def cheapest_days(
    state: Travel,
    origin: k.Origin,
    destination: k.City,
    first_day: k.Day,
    last_day: k.Day,
    direct: k.Direct | None = None,
) -> DayFares:
    """Compare the lowest economy fare of each day in a period, to find the best day to fly.

    Args:
        origin: City of departure.
        destination: City of arrival.
        first_day: First day of the period.
        last_day: Last day of the period, at most 31 days later.
        direct: True looks at direct flights only.
    """
    start, end = state.check_period(first_day, last_day, MOST_DAYS)
    days = [(start + timedelta(n)).isoformat() for n in range((end - start).days + 1)]
    flights = [
        f
        for f in state.flights_between(origin, destination)
        if f.seats > 0 and f.state != "cancelled" and direct in (None, f.direct)
    ]
    best = cheapest_by_day(flights, days)
    fares = [DayFare(date=f.depart[:10], price=f.price, carrier=f.carrier) for f in best]
    return DayFares(days=sorted(fares, key=lambda d: (amount(d.price), d.date)))


@tool()
def fare_rules(state: Travel, flight_id: k.FlightId) -> FareRules:
    """Tell whether a flight's fare can be refunded or changed, and its checked-bag fee and limit.

    Args:
        flight_id: The flight.
    """
    f = state.flights.need(flight_id)
    return FareRules(
        flight_id=f.flight_id,
        carrier=f.carrier,
        destination=f.destination,
        depart=f.depart,
        refundable=f.refundable,
        changeable=f.changeable,
        bag_fee=f.bag_fee,
        max_bags=f.max_bags,
    )


@tool()
def seat_map(
    state: Travel,
    flight_id: k.FlightId,
    position: k.Position | None = None,
    area: k.Area | None = None,
) -> SeatList:
    """Show which economy seats of a flight can still be chosen, front to back.

    Args:
        flight_id: The flight.
        position: Only seats in this place of a row.
        area: Only seats in this part of the cabin.
    """
    seats = state.open_seats(state.flights.need(flight_id), position, area)
    return SeatList(
        seats=[
            FreeSeat(seat=s, position=position_of(s), area=area_of(s)) for s in seats[:MOST_SEATS]
        ]
    )


@tool()
def flight_status(state: Travel, flight_id: k.FlightId) -> FlightStatus:
    """Tell whether a flight is on time or delayed, and when it is now expected to leave.

    Args:
        flight_id: The flight.
    """
    f = state.flights.need(flight_id)
    state.check_running(f)
    return FlightStatus(
        flight_id=f.flight_id,
        carrier=f.carrier,
        destination=f.destination,
        state=f.state,
        depart=f.depart,
        expected=f.expected or f.depart,
    )


@tool(mutates=True)
def hold_flight(
    state: Travel,
    flight_id: k.FlightId,
    cabin: k.Cabin = "economy",
    checked_bags: k.Bags = 0,
    traveller: k.Name | None = None,
) -> Booking:
    """Hold a seat on a flight for up to twelve hours without paying.

    Args:
        flight_id: The flight.
        cabin: Class of travel.
        checked_bags: Checked bags to include.
        traveller: Who flies: the account holder, unless a saved traveller is named.
    """
    return state.hold(flight_id, cabin, int(checked_bags), traveller)


def _offer(f: Flight) -> FlightOffer:
    return FlightOffer(**{name: getattr(f, name) for name in FlightOffer.model_fields})

"""Looking for hotels, reading about one, booking nights and changing them."""

from datetime import date

from callwright.domains.core import Output, ToolError, tool
from callwright.domains.travel import kinds as k
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.money import amount, times
from callwright.domains.travel.reserve import LONGEST_STAY
from callwright.domains.travel.rows import Booking, Hotel


class HotelOffer(Output):
    """A hotel as the search shows it."""

    hotel_id: k.HotelId
    name: k.Line
    city: k.City
    district: k.District
    stars: k.Stars
    price: k.Price
    """A room for one night."""
    stay_price: k.Price | None = None
    """A room for all the nights, where dates were given."""
    breakfast: k.Breakfast
    free_cancellation: k.FreeCancellation


class HotelList(Output):
    """Hotels, the cheapest first."""

    hotels: list[HotelOffer]


class HotelFacts(Output):
    """What to know before arriving."""

    hotel_id: k.HotelId
    name: k.Line
    check_in_from: k.Clock
    check_out_by: k.Clock
    parking: k.Parking
    pets: k.Pets


class ChangedStay(Output):
    """A hotel booking with its new nights."""

    booking_id: k.BookingId
    provider: k.Line
    start: k.Start
    end: k.End
    total: k.Price
    to_pay: k.Price
    """What the new nights cost on top; never negative."""


@tool()
def find_hotels(
    state: Travel,
    city: k.City,
    check_in: k.Day | None = None,
    check_out: k.Day | None = None,
    max_price: k.Price | None = None,
    min_stars: k.Stars | None = None,
    district: k.District | None = None,
    breakfast: k.Breakfast | None = None,
    free_cancellation: k.FreeCancellation | None = None,
) -> HotelList:
    """List hotels in a city, cheapest first; with dates, only those with a room for every night.

    Args:
        city: City to stay in.
        check_in: Day of arrival; give it together with check_out.
        check_out: Day of departure.
        max_price: Highest price of a room for one night.
        min_stars: Lowest number of stars.
        district: Part of the city.
        breakfast: True for hotels whose price includes breakfast.
        free_cancellation: True for hotels that can be cancelled at no cost.
    """
    nights = _nights(state, check_in, check_out)
    state.check_currency(max_price)
    found = [
        h
        for h in state.hotels_in(city)
        if (max_price is None or amount(h.price) <= amount(max_price))
        and h.stars >= (min_stars or 1)
        and district in (None, h.district)
        and breakfast in (None, h.breakfast)
        and free_cancellation in (None, h.free_cancellation)
        and (nights is None or state.rooms_left(h, *nights) > 0)
    ]
    count = (nights[1] - nights[0]).days if nights else 0
    return HotelList(hotels=[_offer(h, count) for h in found])


@tool()
def hotel_info(state: Travel, hotel_id: k.HotelId) -> HotelFacts:
    """Tell a hotel's check-in and check-out times, and whether it has parking and takes pets.

    Args:
        hotel_id: The hotel.
    """
    h = state.hotels.need(hotel_id)
    return HotelFacts(
        hotel_id=h.hotel_id,
        name=h.name,
        check_in_from=h.check_in_from,
        check_out_by=h.check_out_by,
        parking=h.parking,
        pets=h.pets,
    )


@tool(mutates=True, confirm=True)
def book_hotel(
    state: Travel,
    hotel_id: k.HotelId,
    check_in: k.Day,
    check_out: k.Day,
    guests: k.Guests = 1,
    rooms: k.Rooms = 1,
) -> Booking:
    """Book and pay for nights in a hotel with the default card.

    Args:
        hotel_id: The hotel.
        check_in: Day of arrival.
        check_out: Day of departure.
        guests: Number of people, at most three to a room.
        rooms: Number of rooms.
    """
    return state.buy_stay(hotel_id, check_in, check_out, int(guests), int(rooms))


@tool(mutates=True, confirm=True)
def change_stay(
    state: Travel, booking_id: k.BookingId, check_in: k.Day, check_out: k.Day
) -> ChangedStay:
    """Move or extend a hotel booking to other nights in the same hotel.

    Args:
        booking_id: The hotel booking.
        check_in: New day of arrival.
        check_out: New day of departure.
    """
    b, to_pay = state.change_nights(booking_id, check_in, check_out)
    return ChangedStay(
        booking_id=b.booking_id,
        provider=b.provider,
        start=b.start,
        end=b.end,
        total=b.total,
        to_pay=to_pay,
    )


def _nights(state: Travel, check_in: str | None, check_out: str | None) -> tuple[date, date] | None:
    """The stay asked about; `dates_incomplete` when only one of its ends is given."""
    if check_in is None and check_out is None:
        return None
    if check_in is None or check_out is None:
        raise ToolError(
            "dates_incomplete", "Both the check-in and the check-out date are needed, or neither."
        )
    return state.check_period(check_in, check_out, LONGEST_STAY)


def _offer(h: Hotel, nights: int) -> HotelOffer:
    return HotelOffer(
        hotel_id=h.hotel_id,
        name=h.name,
        city=h.city,
        district=h.district,
        stars=h.stars,
        price=h.price,
        stay_price=times(h.price, nights) if nights else None,
        breakfast=h.breakfast,
        free_cancellation=h.free_cancellation,
    )

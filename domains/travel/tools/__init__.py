"""The tools of the travel domain."""

from callwright.domains.travel.tools.bookings import (
    booking_details,
    cancel_booking,
    confirm_booking,
    list_bookings,
    move_flight,
)
from callwright.domains.travel.tools.extras import (
    add_bags,
    book_airport_parking,
    choose_seat,
    request_assistance,
    request_meal,
)
from callwright.domains.travel.tools.flights import (
    cheapest_days,
    fare_rules,
    find_flights,
    flight_status,
    hold_flight,
    seat_map,
)
from callwright.domains.travel.tools.hotels import book_hotel, change_stay, find_hotels, hotel_info
from callwright.domains.travel.tools.people import (
    loyalty_accounts,
    my_travel_profile,
    saved_travellers,
    update_passport,
)
from callwright.domains.travel.tools.trains import book_train, find_trains

TOOLS = (
    find_flights,
    cheapest_days,
    fare_rules,
    seat_map,
    flight_status,
    hold_flight,
    find_trains,
    book_train,
    find_hotels,
    hotel_info,
    book_hotel,
    change_stay,
    list_bookings,
    booking_details,
    confirm_booking,
    move_flight,
    cancel_booking,
    add_bags,
    choose_seat,
    request_meal,
    request_assistance,
    loyalty_accounts,
    saved_travellers,
    update_passport,
    my_travel_profile,
    book_airport_parking,
)

__all__ = ["TOOLS"]

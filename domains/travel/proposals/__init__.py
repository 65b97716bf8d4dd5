"""What people would ask of the travel tools in a given world: one proposer per tool."""

from callwright.domains.core.domain import Proposer
from callwright.domains.travel.proposals import bookings, extras, flights, hotels, people, trains

PROPOSERS: dict[str, Proposer] = {
    "find_flights": flights.find_flights,
    "cheapest_days": flights.cheapest_days,
    "fare_rules": flights.fare_rules,
    "seat_map": flights.seat_map,
    "flight_status": flights.flight_status,
    "hold_flight": flights.hold_flight,
    "find_trains": trains.find_trains,
    "book_train": trains.book_train,
    "find_hotels": hotels.find_hotels,
    "hotel_info": hotels.hotel_info,
    "book_hotel": hotels.book_hotel,
    "change_stay": hotels.change_stay,
    "list_bookings": bookings.list_bookings,
    "booking_details": bookings.booking_details,
    "confirm_booking": bookings.confirm_booking,
    "move_flight": bookings.move_flight,
    "cancel_booking": bookings.cancel_booking,
    "add_bags": extras.add_bags,
    "choose_seat": extras.choose_seat,
    "request_meal": extras.request_meal,
    "request_assistance": extras.request_assistance,
    "loyalty_accounts": people.loyalty_accounts,
    "saved_travellers": people.saved_travellers,
    "update_passport": people.update_passport,
    "my_travel_profile": people.my_travel_profile,
    "book_airport_parking": extras.book_airport_parking,
}

__all__ = ["PROPOSERS"]

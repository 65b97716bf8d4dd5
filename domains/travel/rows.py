"""The rows of the travel tables. Fields with no value are left out of results."""

from typing import Annotated

from pydantic import Field

from callwright.domains.core import Row
from callwright.domains.travel import kinds as k
from callwright.schemas.values import EntityId


class Flight(Row):
    """One departure. The price includes hand luggage only."""

    flight_id: k.FlightId
    carrier: k.Carrier
    origin: k.City
    destination: k.City
    depart: k.Start
    """Local time at the origin."""
    arrive: k.End
    """Local time at the destination."""
    direct: k.Direct
    price: k.Price
    """Economy fare for one person."""
    seats: k.Seats
    """Economy seats left."""
    business_price: k.Price | None = None
    """None where the flight has no business cabin."""
    business_seats: k.Seats = 0
    bag_fee: k.Price
    """For each checked bag."""
    max_bags: k.Bags
    refundable: k.Refundable
    changeable: k.Changeable
    international: k.International
    state: k.FlightState = "on_time"
    expected: k.Moment | None = None
    """Expected departure when delayed."""
    open_seats: k.SeatCodes = Field(default_factory=list)
    """Economy seats that can still be chosen, e.g. `14C`, in cabin order."""


class Train(Row):
    """One train between two cities."""

    train_id: k.TrainId
    operator: k.Operator
    origin: k.City
    destination: k.City
    depart: k.Start
    arrive: k.End
    direct: k.Direct
    price: k.Price
    """Standard class, one person."""
    first_price: k.Price
    seats: k.Seats
    refundable: k.Refundable


class Hotel(Row):
    """A hotel with its nightly price for one room."""

    hotel_id: k.HotelId
    name: k.Line
    city: k.City
    district: k.District
    stars: k.Stars
    price: k.Price
    """A room for one night."""
    breakfast: k.Breakfast
    free_cancellation: k.FreeCancellation
    rooms: k.FreeRooms
    """Rooms it can sell for a night."""
    full: k.Nights = Field(default_factory=list)
    """Nights on which nothing is left."""
    check_in_from: k.Clock
    check_out_by: k.Clock
    parking: k.Parking
    pets: k.Pets


class Booking(Row):
    """A flight, train or hotel booking of the person, held or confirmed or cancelled."""

    booking_id: k.BookingId
    kind: k.BookingKind
    status: k.BookingStatus
    provider: k.Line
    """Carrier, rail operator or hotel."""
    flight_id: k.FlightId | None = None
    train_id: k.TrainId | None = None
    hotel_id: k.HotelId | None = None
    origin: k.City | None = None
    destination: k.City
    """Where the trip goes, or the hotel's city."""
    start: k.Start
    """Departure, or check-in."""
    end: k.End
    """Arrival, or check-out."""
    traveller: k.Name
    people: k.People = 1
    """Passengers of a train, guests of a hotel; a flight is booked for one traveller."""
    rooms: k.Rooms | None = None
    cabin: k.Cabin | None = None
    rail_class: k.RailClass | None = None
    checked_bags: k.Bags | None = None
    seat: k.Line | None = None
    meal: k.Meal | None = None
    assistance: k.Assistance | None = None
    fare: k.Price
    """Price without bags."""
    total: k.Price
    refundable: k.Refundable
    pay_by: k.Moment | None = None
    """Deadline of a held booking."""
    card: k.Line | None = None
    """Card it was paid with."""


class Traveller(Row):
    """Somebody whom the person may book for, with the passport on file."""

    traveller_id: k.TravellerId
    name: k.Name
    passport_expires: k.Day


class LoyaltyAccount(Row):
    """A frequent flyer account of the person."""

    account_id: k.AccountId
    carrier: k.Carrier
    tier: k.Tier
    points: k.Points
    points_expire: k.Day


class Preferences(Row):
    """How the person likes to travel."""

    preferences_id: Annotated[str, EntityId("travel_preferences", prefix="TP")]
    home: k.City
    carrier: k.Carrier
    cabin: k.Cabin
    position: k.Position
    meal: k.Meal
    district: k.District


class ParkingSpace(Row):
    """A space kept in the car park of the home airport."""

    parking_id: Annotated[str, EntityId("airport_parking", prefix="AP")]
    start: k.Moment
    end: k.Moment
    price: k.Price

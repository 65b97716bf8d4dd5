"""Annotated value kinds of the travel domain, named once for rows, results and parameters."""

from typing import Annotated

from callwright.domains.core import Profile
from callwright.domains.travel.names import CARRIERS, OPERATORS
from callwright.schemas.values import (
    Choice,
    Count,
    Date,
    DateTime,
    EntityId,
    Flag,
    ListOf,
    Money,
    PersonName,
    Place,
    Time,
    Title,
)

PLACE = Place()
PERSON_NAME = PersonName()
TITLE = Title()

FlightId = Annotated[str, EntityId("flight", prefix="FL")]
TrainId = Annotated[str, EntityId("train", prefix="TR")]
HotelId = Annotated[str, EntityId("hotel", prefix="HT")]
BookingId = Annotated[str, EntityId("booking", sayable=True, prefix="BK")]
TravellerId = Annotated[str, EntityId("traveller", prefix="TV")]
AccountId = Annotated[str, EntityId("loyalty_account", prefix="LY")]

Carrier = Annotated[str, Choice("carrier", CARRIERS)]
Operator = Annotated[str, Choice("operator", OPERATORS)]
Cabin = Annotated[str, Choice("cabin", ("economy", "business"))]
RailClass = Annotated[str, Choice("rail_class", ("standard", "first"))]
District = Annotated[
    str,
    Choice(
        "district",
        (
            "city_centre",
            "old_town",
            "station_area",
            "riverside_area",
            "business_district",
            "university_quarter",
            "airport_area",
        ),
    ),
]
Position = Annotated[str, Choice("position", ("window", "middle", "aisle"))]
Area = Annotated[str, Choice("area", ("front", "centre", "rear"))]
Meal = Annotated[
    str, Choice("meal", ("vegetarian", "vegan", "halal", "kosher", "gluten_free", "low_salt"))
]
Assistance = Annotated[
    str,
    Choice(
        "assistance",
        ("wheelchair_assistance", "vision_assistance", "hearing_assistance", "boarding_assistance"),
    ),
]
Tier = Annotated[str, Choice("tier", ("blue", "silver", "gold"))]
BookingKind = Annotated[str, Choice("booking_kind", ("flight", "train", "hotel"))]
BookingStatus = Annotated[str, Choice("booking_status", ("held", "confirmed", "cancelled"))]
FlightState = Annotated[str, Choice("flight_state", ("on_time", "delayed", "cancelled"))]

City = Annotated[str, PLACE]
Origin = Annotated[str, PLACE, Profile("home_city")]
Name = Annotated[str, PERSON_NAME]
Line = Annotated[str, TITLE]
Price = Annotated[dict[str, str], Money()]
Day = Annotated[str, Date()]
Clock = Annotated[str, Time()]
Moment = Annotated[str, DateTime()]
Start = Annotated[str, DateTime(role="start")]
End = Annotated[str, DateTime(role="end")]
SeatCodes = Annotated[list[str], ListOf(TITLE, high=60)]
Nights = Annotated[list[str], ListOf(Date(), high=60)]

Direct = Annotated[bool, Flag("direct")]
Refundable = Annotated[bool, Flag("refundable")]
Changeable = Annotated[bool, Flag("changeable")]
International = Annotated[bool, Flag("international")]
Breakfast = Annotated[bool, Flag("breakfast")]
FreeCancellation = Annotated[bool, Flag("free_cancellation")]
Parking = Annotated[bool, Flag("parking")]
Pets = Annotated[bool, Flag("pets")]
WithoutRefund = Annotated[bool, Flag("without_refund")]

Seats = Annotated[int, Count(0, 400, "seat")]
Bags = Annotated[int, Count(0, 9, "checked bag")]
MoreBags = Annotated[int, Count(1, 9, "bag")]
Passengers = Annotated[int, Count(1, 9, "passenger")]
Guests = Annotated[int, Count(1, 9, "guest")]
People = Annotated[int, Count(1, 9)]
Rooms = Annotated[int, Count(1, 9, "room")]
FreeRooms = Annotated[int, Count(0, 99)]
Stars = Annotated[int, Count(1, 5)]
Points = Annotated[int, Count(0, 1_000_000, "point")]

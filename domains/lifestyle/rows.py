"""The rows: what a town offers for an evening out or an hour of sport, and what is booked."""

from typing import Annotated

from callwright.domains.core import Output, Profile, Row
from callwright.schemas.values import (
    Choice,
    Count,
    Date,
    DateTime,
    EntityId,
    Money,
    PersonName,
    Phone,
    Quantity,
    Time,
    Title,
)

CUISINES = ("Italian", "Indian", "Japanese", "Mexican", "French", "vegan", "Greek", "Lebanese")
DISTRICTS = (
    *("old_town", "city_centre", "riverside_quarter"),
    *("university_quarter", "station_quarter", "market_quarter"),
)
PRICE_LEVELS = ("inexpensive", "mid_range", "upscale")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
AREAS = ("indoor", "terrace", "garden", "bar")
REQUESTS = (
    *("wheelchair_access", "birthday_candles", "quiet_seats"),
    *("kids_menus", "gluten_free_bread"),
)
GENRES = ("jazz", "rock", "classical", "theatre", "comedy", "ballet")
ACTIVITIES = ("yoga", "pilates", "spinning", "boxing", "barre", "rowing")
LEVELS = ("beginner", "intermediate", "advanced")
SHELVES = ("favourites", "want_to_try", "date_night")

RestaurantId = Annotated[str, EntityId("restaurant", prefix="RS")]
TableId = Annotated[str, EntityId("table", prefix="TB")]
ReservationRef = Annotated[str, EntityId("reservation", prefix="RV", sayable=True)]
ShowId = Annotated[str, EntityId("show", prefix="SH")]
OrderRef = Annotated[str, EntityId("ticket_order", prefix="TK", sayable=True)]
ClassId = Annotated[str, EntityId("fitness_class", prefix="FC")]

Name = Annotated[str, Title()]
Instructor = Annotated[str, PersonName()]
Day = Annotated[str, Date()]
ClockTime = Annotated[str, Time()]
Moment = Annotated[str, DateTime()]
Start = Annotated[str, DateTime(role="start")]
End = Annotated[str, DateTime(role="end")]
Price = Annotated[dict[str, str], Money()]

Cuisine = Annotated[str, Choice("cuisine", CUISINES)]
District = Annotated[str, Choice("town_district", DISTRICTS)]
PriceLevel = Annotated[str, Choice("price_level", PRICE_LEVELS)]
RestDay = Annotated[str, Choice("rest_day", WEEKDAYS)]
Area = Annotated[str, Choice("seating_area", AREAS)]
TableRequest = Annotated[str, Choice("table_request", REQUESTS)]
Genre = Annotated[str, Choice("show_genre", GENRES)]
Activity = Annotated[str, Choice("activity", ACTIVITIES)]
Level = Annotated[str, Choice("class_level", LEVELS)]
Shelf = Annotated[str, Choice("restaurant_list", SHELVES)]
TableStatus = Annotated[str, Choice("table_status", ("free", "taken"))]
BookingStatus = Annotated[str, Choice("reservation_status", ("confirmed", "cancelled"))]
TicketStatus = Annotated[str, Choice("ticket_status", ("valid", "returned"))]
ClassStatus = Annotated[str, Choice("class_status", ("open", "booked"))]

CARE = ("children", "dog", "cat")
SitterCare = Annotated[str, Choice("sitter_care", CARE)]
Number = Annotated[str, Phone(), Profile("phone")]

Stars = Annotated[float, Quantity("star", 1, 5, 0.1)]
Guests = Annotated[int, Count(low=1, high=12, noun="person")]
Seats = Annotated[int, Count(low=1, high=12, noun="seat")]
Tickets = Annotated[int, Count(low=1, high=8, noun="ticket")]
TicketsLeft = Annotated[int, Count(low=0, high=500, noun="ticket")]
Places = Annotated[int, Count(low=0, high=40, noun="place")]
Age = Annotated[int, Count(low=0, high=99, noun="year")]


class Restaurant(Row):
    """A restaurant of the town. It is closed on one day of the week."""

    restaurant_id: RestaurantId
    name: Name
    cuisine: Cuisine
    district: District
    price_level: PriceLevel
    rating: Stars
    opens: ClockTime
    closed_on: RestDay


class Table(Row):
    """A table of a restaurant for one sitting."""

    table_id: TableId
    restaurant: Name
    area: Area
    seats: Seats
    start: Start
    end: End
    status: TableStatus


class Reservation(Row):
    """A table that the person has reserved."""

    reservation_ref: ReservationRef
    table_id: TableId
    restaurant: Name
    start: Start
    end: End
    guests: Guests
    request: TableRequest | None = None
    made_on: Day
    status: BookingStatus


class Show(Row):
    """A concert or a play on one evening."""

    show_id: ShowId
    title: Name
    genre: Genre
    venue: Name
    start: Start
    end: End
    price: Price
    """Of one ticket."""
    min_age: Age
    tickets_left: TicketsLeft


class TicketOrder(Row):
    """Tickets that the person has bought for one show."""

    order_ref: OrderRef
    show_id: ShowId
    title: Name
    venue: Name
    start: Start
    end: End
    tickets: Tickets
    total: Price
    bought_on: Day
    status: TicketStatus


class FitnessClass(Row):
    """An hour of sport with an instructor."""

    class_id: ClassId
    activity: Activity
    level: Level
    instructor: Instructor
    studio: Name
    start: Start
    end: End
    places_left: Places
    status: ClassStatus
    """Whether the person takes part."""
    booked_on: Day | None = None


class Favourite(Row):
    """A restaurant on one of the person's lists."""

    favourite_id: Annotated[str, EntityId("saved_restaurant", prefix="SR")]
    restaurant_id: RestaurantId
    name: Name
    shelf: Shelf


class Waiting(Row):
    """A place on the waiting list of a restaurant."""

    waiting_id: Annotated[str, EntityId("waiting_place", prefix="WL")]
    restaurant: Name
    date: Day
    guests: Guests
    phone: Number


class Sitting(Row):
    """A sitter who comes to the person's home."""

    sitting_id: Annotated[str, EntityId("sitter_booking", prefix="ST")]
    care: SitterCare
    start: Moment
    end: Moment
    price: Price


class Tastes(Row):
    """What the person usually goes for."""

    tastes_id: Annotated[str, EntityId("tastes", prefix="TS")]
    cuisine: Cuisine
    district: District
    guests: Guests
    area: Area
    genre: Genre
    activity: Activity
    level: Level


class MyTastes(Output):
    """What the person usually goes for when eating out, seeing a show or doing sport."""

    cuisine: Cuisine
    district: District
    guests: Guests
    """How many usually come."""
    area: Area
    genre: Genre
    activity: Activity
    level: Level

"""The travel state: its tables and what can be looked up in them, without changing anything."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from callwright.domains.core import State, Table, ToolError
from callwright.domains.travel.kinds import PERSON_NAME, PLACE
from callwright.domains.travel.money import amount
from callwright.domains.travel.network import place_of
from callwright.domains.travel.rows import (
    Booking,
    Flight,
    Hotel,
    LoyaltyAccount,
    ParkingSpace,
    Preferences,
    Train,
    Traveller,
)
from callwright.domains.travel.search import Service

ACTIVE = ("held", "confirmed")


class TravelTables(State):
    """Tables and look-ups; `Reservations` and `Travel` add the rules of booking and change."""

    flights: Table[Flight]
    trains: Table[Train]
    hotels: Table[Hotel]
    bookings: Table[Booking]
    travellers: Table[Traveller]
    accounts: Table[LoyaltyAccount]
    preferences: Table[Preferences]
    parking: Table[ParkingSpace]

    # -- transport -------------------------------------------------------------------------
    def flights_between(self, origin: str, destination: str) -> list[Flight]:
        """All future flights of a route; `no_route` when nobody ever flies it."""
        return self._between(self.flights, origin, destination, "flights")

    def trains_between(self, origin: str, destination: str) -> list[Train]:
        """All future trains of a route; `no_route` when there is no line."""
        return self._between(self.trains, origin, destination, "trains")

    def _between(
        self, table: Table[Service], origin: str, destination: str, noun: str
    ) -> list[Service]:
        found = [
            row
            for row in table
            if PLACE.equal(row.origin, origin) and PLACE.equal(row.destination, destination)
        ]
        if not found:
            raise ToolError(
                "no_route",
                f"There are no {noun} from {origin} to {destination}.",
                origin=origin,
                destination=destination,
            )
        return sorted((r for r in found if when(r.depart) > self.now), key=lambda r: r.depart)

    # -- hotels ----------------------------------------------------------------------------
    def hotels_in(self, city: str) -> list[Hotel]:
        """Hotels of a city, cheapest first; `no_hotels` for a city without any."""
        found = [h for h in self.hotels if PLACE.equal(h.city, city)]
        if not found:
            raise ToolError("no_hotels", f"There are no hotels on offer in {city}.", city=city)
        return sorted(found, key=lambda h: amount(h.price))

    def rooms_left(self, hotel: Hotel, start: date, end: date, but: str = "") -> int:
        """Rooms free on every night of a stay, not counting those of booking `but`."""
        nights = [(start + timedelta(n)).isoformat() for n in range((end - start).days)]
        if set(nights) & set(hotel.full):
            return 0
        taken = sum(
            b.rooms or 0
            for b in self.active()
            if b.hotel_id == hotel.hotel_id and b.booking_id != but and overlaps(b, start, end)
        )
        return max(0, hotel.rooms - taken)

    def zone_of(self, hotel: Hotel) -> ZoneInfo:
        """Time zone of a hotel's city."""
        return ZoneInfo(place_of(hotel.city).zone)

    # -- people and bookings ---------------------------------------------------------------
    def traveller(self, name: str | None) -> Traveller:
        """The saved traveller of that name, by default the person; else `unknown_traveller`."""
        wanted = name or self.person.name
        for row in self.travellers:
            if PERSON_NAME.equal(row.name, wanted):
                return row
        raise ToolError(
            "unknown_traveller",
            f"No traveller named {wanted} is saved in this account.",
            traveller=wanted,
        )

    def active(self) -> Iterable[Booking]:
        """Bookings that are held or confirmed."""
        return (b for b in self.bookings if b.status in ACTIVE)

    def check_today(self, day: str) -> date:
        """`day` as a date; `date_in_past` when it lies before today."""
        found = date.fromisoformat(day)
        if found < self.now.date():
            raise ToolError("date_in_past", f"{day} is already past.", date=day)
        return found

    def check_period(self, start: str, end: str, longest: int) -> tuple[date, date]:
        """Two dates in order, at most `longest` days apart, else `bad_period`."""
        first, last = self.check_today(start), date.fromisoformat(end)
        if not 1 <= (last - first).days <= longest:
            raise ToolError(
                "bad_period",
                f"The last date must be 1 to {longest} days after the first.",
                first=start,
                last=end,
                longest=longest,
            )
        return first, last

    def check_currency(self, limit: Mapping[str, str] | None) -> None:
        """`other_currency` unless the limit is in the person's currency."""
        if limit is not None and limit["currency"] != self.person.currency:
            raise ToolError(
                "other_currency",
                f"Prices are only shown in {self.person.currency}.",
                currency=self.person.currency,
            )


def when(text: str) -> datetime:
    """An aware datetime from its canonical text."""
    return datetime.fromisoformat(text)


def overlaps(booking: Booking, start: date, end: date) -> bool:
    """Whether a hotel booking shares a night with the stay from `start` to `end`."""
    return when(booking.start).date() < end and start < when(booking.end).date()

"""Rules of making bookings: holding flights, buying trains and hotel nights, paying for a hold."""

from datetime import datetime, time, timedelta

from callwright.domains.core import ToolError
from callwright.domains.travel.money import add, times
from callwright.domains.travel.rows import Booking, Flight, Hotel, Train
from callwright.domains.travel.state import TravelTables, when

HOLD_FOR = timedelta(hours=12)
DESK_CLOSES = timedelta(hours=1)
"""How long before departure nothing can be sold any more."""
LONGEST_STAY = 28
GUESTS_PER_ROOM = 3


class Reservations(TravelTables):
    """Making bookings."""

    def hold(self, flight_id: str, cabin: str, bags: int, traveller: str | None) -> Booking:
        """Hold a seat without paying; it lapses after twelve hours, or when the desk closes."""
        flight = self.flights.need(flight_id)
        self.check_sellable(flight)
        who = self.traveller(traveller).name
        self.check_passport(flight, who)
        self.check_seat_left(flight, cabin)
        check_bags(flight, bags)
        self.check_free(who, flight.depart, flight.arrive)
        pay_by = min(self.now + HOLD_FOR, when(flight.depart) - DESK_CLOSES)
        return self.put_flight(flight, who, cabin, bags, pay_by)

    def put_flight(
        self, flight: Flight, who: str, cabin: str, bags: int, pay_by: datetime
    ) -> Booking:
        """Insert a held flight booking and take its seat; all rules are checked before."""
        fare = fare_of(flight, cabin)
        self.take_seat(flight, cabin, 1)
        return self.bookings.insert(
            Booking(
                booking_id=self.new_id(self.bookings, "BK", flight.flight_id, who),
                kind="flight",
                status="held",
                provider=flight.carrier,
                flight_id=flight.flight_id,
                origin=flight.origin,
                destination=flight.destination,
                start=flight.depart,
                end=flight.arrive,
                traveller=who,
                cabin=cabin,
                checked_bags=bags,
                fare=fare,
                total=add(fare, flight.bag_fee, bags),
                refundable=flight.refundable,
                pay_by=pay_by.astimezone(self.now.tzinfo).isoformat(),
            )
        )

    def buy_train(self, train_id: str, passengers: int, rail_class: str) -> Booking:
        """Buy train tickets, paid with the first card."""
        train = self.trains.need(train_id)
        self.check_sellable(train)
        if train.seats < passengers:
            raise _sold_out(f"{train.operator} has {train.seats} seats left on this train.")
        self.check_free(self.person.name, train.depart, train.arrive)
        fare = times(train.first_price if rail_class == "first" else train.price, passengers)
        self.trains.update(train_id, seats=train.seats - passengers)
        return self.bookings.insert(
            Booking(
                booking_id=self.new_id(self.bookings, "BK", train_id, passengers),
                kind="train",
                status="confirmed",
                provider=train.operator,
                train_id=train_id,
                origin=train.origin,
                destination=train.destination,
                start=train.depart,
                end=train.arrive,
                traveller=self.person.name,
                people=passengers,
                rail_class=rail_class,
                fare=fare,
                total=fare,
                refundable=train.refundable,
                card=self.card(None),
            )
        )

    def buy_stay(
        self, hotel_id: str, check_in: str, check_out: str, guests: int, rooms: int
    ) -> Booking:
        """Book hotel nights; the price is per room and night."""
        hotel = self.hotels.need(hotel_id)
        start, end = self.check_stay(hotel, check_in, check_out, rooms)
        if guests > GUESTS_PER_ROOM * rooms:
            raise ToolError(
                "too_many_guests",
                f"A room takes at most {GUESTS_PER_ROOM} guests.",
                limit=GUESTS_PER_ROOM,
                guests=guests,
                rooms=rooms,
            )
        fare = times(hotel.price, rooms * _nights(start, end))
        return self.bookings.insert(
            Booking(
                booking_id=self.new_id(self.bookings, "BK", hotel_id, check_in, check_out, rooms),
                kind="hotel",
                status="confirmed",
                provider=hotel.name,
                hotel_id=hotel_id,
                destination=hotel.city,
                start=start.isoformat(),
                end=end.isoformat(),
                traveller=self.person.name,
                people=guests,
                rooms=rooms,
                fare=fare,
                total=fare,
                refundable=hotel.free_cancellation,
                card=self.card(None),
            )
        )

    def pay(self, booking_id: str, card: str | None) -> Booking:
        """Pay for a held booking."""
        booking = self.bookings.need(booking_id)
        self.check_active(booking)
        if booking.status == "confirmed":
            raise ToolError(
                "already_confirmed",
                f"Booking {booking_id} is already paid and confirmed.",
                booking_id=booking_id,
            )
        if booking.pay_by is not None and when(booking.pay_by) <= self.now:
            raise ToolError(
                "hold_expired",
                f"The hold {booking_id} lapsed at its payment deadline.",
                booking_id=booking_id,
                pay_by=booking.pay_by,
            )
        paid = self.card(card)
        return self.bookings.update(booking_id, status="confirmed", pay_by=None, card=paid)

    # -- rules -----------------------------------------------------------------------------
    def check_stay(
        self, hotel: Hotel, check_in: str, check_out: str, rooms: int, but: str = ""
    ) -> tuple[datetime, datetime]:
        """Check-in and check-out moments of a possible stay. `but` is a booking to disregard."""
        first, last = self.check_period(check_in, check_out, LONGEST_STAY)
        if self.rooms_left(hotel, first, last, but) < rooms:
            raise _sold_out(f"{hotel.name} has no such room left for these nights.")
        zone = self.zone_of(hotel)
        start = datetime.combine(first, time.fromisoformat(hotel.check_in_from), zone)
        end = datetime.combine(last, time.fromisoformat(hotel.check_out_by), zone)
        self.check_free(self.person.name, start.isoformat(), end.isoformat(), but, stay=True)
        return start, end

    def check_sellable(self, service: Flight | Train) -> None:
        """`flight_cancelled` or `departed` when nobody can board it any more."""
        if isinstance(service, Flight):
            self.check_running(service)
        if when(service.depart) - DESK_CLOSES <= self.now:
            raise ToolError(
                "departed",
                "It has left already, or leaves within the hour, so nothing can be changed.",
                depart=service.depart,
            )

    def check_running(self, flight: Flight) -> None:
        """`flight_cancelled` for a flight that its carrier has cancelled."""
        if flight.state == "cancelled":
            raise ToolError(
                "flight_cancelled",
                f"{flight.carrier} has cancelled this flight to {flight.destination}.",
                carrier=flight.carrier,
                destination=flight.destination,
            )

    def check_passport(self, flight: Flight, who: str) -> None:
        """`passport_expired` unless the passport is valid on the day of arrival."""
        expires = self.traveller(who).passport_expires
        if flight.international and expires < flight.arrive[:10]:
            raise ToolError(
                "passport_expired",
                f"The passport of {who} expires on {expires}, before this trip.",
                traveller=who,
                expires=expires,
            )

    def check_seat_left(self, flight: Flight, cabin: str) -> None:
        """`no_such_cabin` or `sold_out`."""
        if cabin == "business" and flight.business_price is None:
            raise ToolError("no_such_cabin", "This flight has no business class.", cabin=cabin)
        if (flight.business_seats if cabin == "business" else flight.seats) < 1:
            raise _sold_out(f"{flight.carrier} has no {cabin} seat left on this flight.")

    def check_free(self, who: str, start: str, end: str, but: str = "", stay: bool = False) -> None:
        """`overlapping_booking` when `who` is on another trip, or has another hotel, then."""
        for other in self.active():
            same = (other.kind == "hotel") == stay and other.traveller == who
            if not same or other.booking_id == but:
                continue
            if when(start) < when(other.end) and when(other.start) < when(end):
                raise ToolError(
                    "overlapping_booking",
                    f"{who} is booked then already: {other.booking_id} with {other.provider}, "
                    f"from {other.start}.",
                    booking_id=other.booking_id,
                    provider=other.provider,
                    start=other.start,
                )

    def check_active(self, booking: Booking) -> None:
        """`already_cancelled` for a cancelled booking."""
        if booking.status == "cancelled":
            raise ToolError(
                "already_cancelled",
                f"Booking {booking.booking_id} has been cancelled already.",
                booking_id=booking.booking_id,
            )

    def card(self, name: str | None) -> str | None:
        """The person's card of that name, by default the first; else `unknown_card`."""
        names = [c.name for c in self.person.cards]
        if name is None:
            return names[0] if names else None
        found = next((n for n in names if n.casefold() == name.casefold()), None)
        if found is None:
            raise ToolError("unknown_card", f"No card named {name} is on file.", card=name)
        return found

    def take_seat(self, flight: Flight, cabin: str, count: int) -> None:
        """Take `count` seats of a cabin, or give them back when negative."""
        if cabin == "business":
            self.flights.update(flight.flight_id, business_seats=flight.business_seats - count)
        else:
            self.flights.update(flight.flight_id, seats=flight.seats - count)


def fare_of(flight: Flight, cabin: str) -> dict[str, str]:
    """The fare in a cabin that the flight has."""
    business = flight.business_price if cabin == "business" else None
    return business or flight.price


def check_bags(flight: Flight, bags: int) -> None:
    """`too_many_bags` above what the flight takes for one traveller."""
    if bags > flight.max_bags:
        raise ToolError(
            "too_many_bags",
            f"{flight.carrier} takes at most {flight.max_bags} checked bags on this flight.",
            limit=flight.max_bags,
            carrier=flight.carrier,
        )


def _nights(start: datetime, end: datetime) -> int:
    return (end.date() - start.date()).days


def _sold_out(message: str) -> ToolError:
    return ToolError("sold_out", message)

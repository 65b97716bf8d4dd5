"""Rules of changing bookings: moving, cancelling, bags, seats, meals, help, passports."""

from datetime import timedelta
from decimal import Decimal

from callwright.domains.core import ToolError
from callwright.domains.travel.cabin import fits, order
from callwright.domains.travel.money import add, amount, money, priced, surplus, times
from callwright.domains.travel.reserve import Reservations, check_bags, fare_of
from callwright.domains.travel.rows import Booking, Flight, ParkingSpace, Traveller
from callwright.domains.travel.state import when

MEAL_NOTICE = timedelta(hours=24)
HELP_NOTICE = timedelta(hours=48)
LONGEST_PARKING = timedelta(days=30)


class Travel(Reservations):
    """The travel domain's state with all its rules."""

    def flight_booking(self, booking_id: str) -> tuple[Booking, Flight]:
        """An active booking of a flight that has not left, with its flight."""
        booking = self.upcoming(booking_id)
        if booking.flight_id is None:
            raise _wrong_kind(booking, "flight")
        return booking, self.flights.need(booking.flight_id)

    def upcoming(self, booking_id: str) -> Booking:
        """An active booking that has not begun; else `already_cancelled` or `departed`."""
        booking = self.bookings.need(booking_id)
        self.check_active(booking)
        if when(booking.start) <= self.now:
            raise ToolError(
                "departed",
                f"The trip of booking {booking_id} has begun already.",
                depart=booking.start,
            )
        return booking

    def move(self, booking_id: str, flight_id: str) -> tuple[Booking, dict[str, str]]:
        """Move a booking to another flight of the same route; also what is to pay on top."""
        booking, old = self.flight_booking(booking_id)
        new = self.flights.need(flight_id)
        if not old.changeable:
            raise ToolError(
                "not_changeable",
                f"The fare of booking {booking_id} allows no changes.",
                booking_id=booking_id,
            )
        self._check_move(booking, old, new)
        cabin = booking.cabin or "economy"
        fare, bags = fare_of(new, cabin), booking.checked_bags or 0
        self.take_seat(new, cabin, 1)
        self.release(booking)
        moved = self.bookings.update(
            booking_id,
            flight_id=flight_id,
            provider=new.carrier,
            start=new.depart,
            end=new.arrive,
            seat=None,
            fare=fare,
            total=add(fare, new.bag_fee, bags),
            refundable=new.refundable,
        )
        return moved, surplus(moved.total, booking.total)

    def _check_move(self, booking: Booking, old: Flight, new: Flight) -> None:
        if old.flight_id == new.flight_id:
            raise ToolError(
                "same_flight",
                f"Booking {booking.booking_id} is already on this flight.",
                booking_id=booking.booking_id,
            )
        if (old.origin, old.destination) != (new.origin, new.destination):
            raise ToolError(
                "different_route",
                f"A booking from {old.origin} to {old.destination} cannot move to another route.",
                origin=old.origin,
                destination=old.destination,
            )
        self.check_sellable(new)
        self.check_passport(new, booking.traveller)
        self.check_seat_left(new, booking.cabin or "economy")
        check_bags(new, booking.checked_bags or 0)
        self.check_free(booking.traveller, new.depart, new.arrive, booking.booking_id)

    def change_nights(
        self, booking_id: str, check_in: str, check_out: str
    ) -> tuple[Booking, dict[str, str]]:
        """Change the nights of a hotel booking; also what is to pay on top."""
        booking = self.upcoming(booking_id)
        if booking.hotel_id is None:
            raise _wrong_kind(booking, "hotel")
        if not booking.refundable:
            raise ToolError(
                "not_changeable",
                f"The rate of booking {booking_id} allows no changes.",
                booking_id=booking_id,
            )
        hotel, rooms = self.hotels.need(booking.hotel_id), booking.rooms or 1
        start, end = self.check_stay(hotel, check_in, check_out, rooms, booking_id)
        fare = times(hotel.price, rooms * (end.date() - start.date()).days)
        moved = self.bookings.update(
            booking_id, start=start.isoformat(), end=end.isoformat(), fare=fare, total=fare
        )
        return moved, surplus(fare, booking.total)

    def cancel(self, booking_id: str, without_refund: bool) -> tuple[Booking, dict[str, str]]:
        """Cancel a booking; also the refund. Non-refundable ones only with `without_refund`."""
        booking = self.upcoming(booking_id)
        paid = booking.status == "confirmed"
        if paid and not booking.refundable and not without_refund:
            raise ToolError(
                "non_refundable",
                f"Booking {booking_id} is non-refundable: cancelling it loses the whole price.",
                booking_id=booking_id,
                total=booking.total,
            )
        self.release(booking)
        cancelled = self.bookings.update(booking_id, status="cancelled", seat=None, pay_by=None)
        back = amount(booking.total) if paid and booking.refundable else Decimal(0)
        return cancelled, money(back, booking.total["currency"])

    def release(self, booking: Booking) -> None:
        """Give back the seats that a flight or train booking holds."""
        if booking.flight_id is not None:
            flight = self.flights.need(booking.flight_id)
            self.take_seat(flight, booking.cabin or "economy", -1)
            self._open_seat(booking)
        if booking.train_id is not None:
            seats = self.trains.need(booking.train_id).seats
            self.trains.update(booking.train_id, seats=seats + booking.people)

    def _open_seat(self, booking: Booking) -> None:
        if booking.seat is not None and booking.flight_id is not None:
            flight = self.flights.need(booking.flight_id)
            seats = sorted((*flight.open_seats, booking.seat), key=order)
            self.flights.update(flight.flight_id, open_seats=seats)

    # -- extras ----------------------------------------------------------------------------
    def add_bags(self, booking_id: str, bags: int) -> Booking:
        """Add checked bags to a flight booking."""
        booking, flight = self.flight_booking(booking_id)
        count = (booking.checked_bags or 0) + bags
        check_bags(flight, count)
        total = add(booking.fare, flight.bag_fee, count)
        return self.bookings.update(booking_id, checked_bags=count, total=total)

    def seat(self, booking_id: str, position: str, area: str | None) -> Booking:
        """Give a booking the foremost open seat of that kind."""
        booking, flight = self.flight_booking(booking_id)
        if booking.cabin == "business":
            raise ToolError(
                "assigned_at_check_in",
                "Business class seats are assigned at check-in.",
                booking_id=booking_id,
            )
        found = self.open_seats(flight, position, area)
        if not found:
            raise ToolError(
                "seat_taken",
                f"Every {position} seat that was asked for is taken.",
                position=position,
            )
        self._open_seat(booking)
        open_seats = self.flights.need(flight.flight_id).open_seats
        self.flights.update(flight.flight_id, open_seats=[s for s in open_seats if s != found[0]])
        return self.bookings.update(booking_id, seat=found[0])

    def open_seats(self, flight: Flight, position: str | None, area: str | None) -> list[str]:
        """Open economy seats of a flight, from the front."""
        return [s for s in flight.open_seats if fits(s, position, area)]

    def meal(self, booking_id: str, meal: str) -> Booking:
        """Order a special meal, at least a day ahead."""
        booking, _ = self.flight_booking(booking_id)
        self._check_notice(booking, MEAL_NOTICE)
        return self.bookings.update(booking_id, meal=meal)

    def assist(self, booking_id: str, assistance: str) -> Booking:
        """Arrange help for a flight or train, at least two days ahead."""
        booking = self.upcoming(booking_id)
        if booking.kind == "hotel":
            raise _wrong_kind(booking, "flight")
        self._check_notice(booking, HELP_NOTICE)
        return self.bookings.update(booking_id, assistance=assistance)

    def _check_notice(self, booking: Booking, notice: timedelta) -> None:
        hours = int(notice.total_seconds()) // 3600
        if when(booking.start) - notice < self.now:
            raise ToolError(
                "too_late",
                f"This must be asked for at least {hours} hours before departure.",
                booking_id=booking.booking_id,
                hours=hours,
            )

    def renew_passport(self, expires: str, traveller: str | None) -> Traveller:
        """Put the expiry date of a new passport on file."""
        self.check_today(expires)
        row = self.traveller(traveller)
        return self.travellers.update(row.traveller_id, passport_expires=expires)

    def park(self, start: str, end: str) -> ParkingSpace:
        """A paid space at the home airport; `bad_parking`, or `already_parked` then."""
        zone = self.now.tzinfo
        begins, ends = (when(t).astimezone(zone) for t in (start, end))
        if not timedelta(0) < ends - begins <= LONGEST_PARKING or begins < self.now:
            message = "Parking starts in the future and lasts thirty days at most."
            raise ToolError("bad_parking", message, start=start, end=end)
        for other in self.parking:
            if when(other.start) < ends and begins < when(other.end):
                message = "A space is kept for that time already."
                raise ToolError("already_parked", message, start=other.start)
        days = (ends - begins).days + 1
        return self.parking.insert(
            ParkingSpace(
                parking_id=self.new_id(self.parking, "AP", begins.isoformat()),
                start=begins.isoformat(),
                end=ends.isoformat(),
                price=times(priced(16, self.person.currency), days),
            )
        )


def _wrong_kind(booking: Booking, wanted: str) -> ToolError:
    return ToolError(
        "wrong_kind",
        f"Booking {booking.booking_id} is for a {booking.kind}, not for a {wanted}.",
        booking_id=booking.booking_id,
        kind=booking.kind,
    )

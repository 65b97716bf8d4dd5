"""Each rule of the domain, broken and kept."""

import pytest

STAY = {"check_in": "2026-03-27", "check_out": "2026-03-29"}


def ok(world, name, **arguments):
    outcome = world.call(f"travel.{name}", arguments)
    assert outcome.ok, outcome.error
    assert not world.violations()
    return outcome.value


def fails(world, code, name, **arguments):
    mark = world.mark()
    outcome = world.call(f"travel.{name}", arguments)
    assert outcome.error is not None, outcome.value
    assert outcome.error["error"]["code"] == code
    assert world.diff(mark) == ()


def hold(world, flight="FL-AAA1", **more):
    return ok(world, "hold_flight", flight_id=flight, **more)["booking_id"]


def test_a_hold_costs_the_fare_and_the_bags_and_has_a_deadline(small):
    held = ok(small, "hold_flight", flight_id="FL-AAA1", checked_bags=1)
    assert held["status"] == "held"
    assert held["total"] == {"amount": "122.00", "currency": "GBP"}
    assert held["pay_by"] == "2026-03-10T20:12:00+00:00"
    assert small.states["travel"].flights.need("FL-AAA1").seats == 3


def test_the_last_seat_can_be_taken_once(small):
    hold(small, "FL-AAA3")
    ok(small, "update_passport", expires="2030-01-01", traveller="Ana Lopes")
    fails(small, "sold_out", "hold_flight", flight_id="FL-AAA3", traveller="Ana Lopes")


def test_cabins_that_are_not_there_or_full(small):
    fails(small, "no_such_cabin", "hold_flight", flight_id="FL-AAA2", cabin="business")
    hold(small, cabin="business")
    ok(small, "update_passport", expires="2030-01-01", traveller="ana lopes")
    more = {"flight_id": "FL-AAA1", "cabin": "business", "traveller": "Ana Lopes"}
    fails(small, "sold_out", "hold_flight", **more)


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("not_found", {"flight_id": "FL-XXXX"}),
        ("departed", {"flight_id": "FL-LEFT"}),
        ("flight_cancelled", {"flight_id": "FL-DEAD"}),
        ("too_many_bags", {"flight_id": "FL-AAA1", "checked_bags": 3}),
        ("unknown_traveller", {"flight_id": "FL-AAA1", "traveller": "Bo Lindt"}),
        ("passport_expired", {"flight_id": "FL-AAA1", "traveller": "Ana Lopes"}),
    ],
)
def test_holds_that_are_refused(small, code, arguments):
    fails(small, code, "hold_flight", **arguments)


def test_nobody_is_on_two_flights_at_once(small):
    hold(small)
    fails(small, "overlapping_booking", "hold_flight", flight_id="FL-AAA2")
    hold(small, "FL-AAA3")


def test_a_renewed_passport_lets_the_traveller_fly(small):
    fails(small, "date_in_past", "update_passport", expires="2020-01-01", traveller="Ana Lopes")
    ok(small, "update_passport", expires="2036-03-01", traveller="Ana Lopes")
    hold(small, traveller="Ana Lopes")


def test_paying(small):
    booking = hold(small)
    fails(small, "unknown_card", "confirm_booking", booking_id=booking, card="Gold card")
    paid = ok(small, "confirm_booking", booking_id=booking, card="visa debit")
    assert (paid["status"], paid["card"]) == ("confirmed", "Visa debit")
    assert "pay_by" not in paid
    fails(small, "already_confirmed", "confirm_booking", booking_id=booking)


def test_a_lapsed_hold_cannot_be_paid(small):
    booking = hold(small)
    small.states["travel"].bookings.update(booking, pay_by="2026-03-10T07:00:00+00:00")
    fails(small, "hold_expired", "confirm_booking", booking_id=booking)


def test_moving_to_another_flight(small):
    booking = hold(small, checked_bags=1)
    ok(small, "choose_seat", booking_id=booking, position="window")
    fails(small, "same_flight", "move_flight", booking_id=booking, flight_id="FL-AAA1")
    fails(small, "different_route", "move_flight", booking_id=booking, flight_id="FL-RRR1")
    moved = ok(small, "move_flight", booking_id=booking, flight_id="FL-AAA2")
    assert moved["to_pay"]["amount"] == "26.00"
    flight = small.states["travel"].flights.need("FL-AAA1")
    assert (flight.seats, flight.open_seats) == (4, ["4A", "4C", "20D"])
    fails(small, "not_changeable", "move_flight", booking_id=booking, flight_id="FL-AAA1")


def test_cancelling(small):
    booking = hold(small)
    ok(small, "confirm_booking", booking_id=booking)
    gone = ok(small, "cancel_booking", booking_id=booking)
    assert gone["refund"]["amount"] == "94.00"
    fails(small, "already_cancelled", "cancel_booking", booking_id=booking)
    fails(small, "already_cancelled", "add_bags", booking_id=booking, bags=1)


def test_a_non_refundable_booking_is_cancelled_only_knowingly(small):
    booking = hold(small, "FL-AAA2")
    ok(small, "confirm_booking", booking_id=booking)
    fails(small, "non_refundable", "cancel_booking", booking_id=booking)
    gone = ok(small, "cancel_booking", booking_id=booking, without_refund=True)
    assert gone["refund"]["amount"] == "0.00"


def test_bags_seats_meals_and_help(small):
    booking = hold(small)
    assert ok(small, "add_bags", booking_id=booking, bags=2)["checked_bags"] == 2
    fails(small, "too_many_bags", "add_bags", booking_id=booking, bags=1)
    seat = ok(small, "choose_seat", booking_id=booking, position="aisle", area="centre")
    assert seat["seat"] == "20D"
    fails(small, "seat_taken", "choose_seat", booking_id=booking, position="middle")
    assert ok(small, "choose_seat", booking_id=booking, position="aisle")["seat"] == "4C"
    ok(small, "request_meal", booking_id=booking, meal="vegan")
    ok(small, "request_assistance", booking_id=booking, assistance="wheelchair_assistance")


def test_what_is_asked_for_too_late(small):
    booking = hold(small, "FL-SOON")
    fails(small, "too_late", "request_meal", booking_id=booking, meal="vegan")
    help_wanted = {"booking_id": booking, "assistance": "boarding_assistance"}
    fails(small, "too_late", "request_assistance", **help_wanted)


def test_business_seats_are_assigned_at_check_in(small):
    booking = hold(small, cabin="business")
    fails(small, "assigned_at_check_in", "choose_seat", booking_id=booking, position="window")


def test_trains(small):
    fails(small, "sold_out", "book_train", train_id="TR-AAA1", passengers=4)
    paid = ok(small, "book_train", train_id="TR-AAA1", passengers=2, rail_class="first")
    assert paid["total"]["amount"] == "140.00"
    fails(small, "overlapping_booking", "book_train", train_id="TR-AAA1")
    fails(small, "wrong_kind", "add_bags", booking_id=paid["booking_id"], bags=1)


def test_stays(small):
    fails(small, "too_many_guests", "book_hotel", hotel_id="HT-AAA1", guests=4, **STAY)
    fails(small, "sold_out", "book_hotel", hotel_id="HT-AAA1", rooms=3, **STAY)
    stay = ok(small, "book_hotel", hotel_id="HT-AAA1", **STAY)
    assert stay["start"] == "2026-03-27T15:00:00+00:00"
    assert stay["end"] == "2026-03-29T11:00:00+01:00"
    fails(small, "overlapping_booking", "book_hotel", hotel_id="HT-AAA2", **STAY)
    key = stay["booking_id"]
    fails(
        small, "wrong_kind", "request_assistance", booking_id=key, assistance="boarding_assistance"
    )
    full = {"check_in": "2026-04-01", "check_out": "2026-04-03"}
    fails(small, "sold_out", "change_stay", booking_id=key, **full)
    longer = ok(small, "change_stay", booking_id=key, check_in="2026-03-27", check_out="2026-03-30")
    assert longer["to_pay"]["amount"] == "110.00"


def test_a_fixed_rate_cannot_be_changed(small):
    key = ok(small, "book_hotel", hotel_id="HT-AAA2", **STAY)["booking_id"]
    fails(small, "not_changeable", "change_stay", booking_id=key, **STAY)
    fails(small, "wrong_kind", "change_stay", booking_id=hold(small), **STAY)


@pytest.mark.parametrize(
    ("code", "name", "arguments"),
    [
        ("no_route", "find_flights", {"origin": "London", "destination": "Oslo"}),
        ("no_route", "find_trains", {"origin": "London", "destination": "Lisbon"}),
    ],
)
def test_routes_that_nobody_serves(small, code, name, arguments):
    fails(small, code, name, date="2026-03-27", **arguments)


def test_searches_that_make_no_sense(small):
    fails(small, "no_hotels", "find_hotels", city="Oslo", **STAY)
    fails(small, "dates_incomplete", "find_hotels", city="Lisbon", check_in="2026-03-27")
    backwards = {"check_in": "2026-03-29", "check_out": "2026-03-27"}
    fails(small, "bad_period", "find_hotels", city="Lisbon", **backwards)
    route = {"origin": "London", "destination": "Lisbon"}
    fails(small, "date_in_past", "find_flights", date="2026-03-01", **route)
    dollars = {"amount": "90.00", "currency": "USD"}
    fails(small, "other_currency", "find_flights", date="2026-03-27", max_price=dollars, **route)


def test_filters_of_the_flight_search(small):
    route = {"origin": "LONDON", "destination": "lisbon", "date": "2026-03-27"}

    def found(**filters):
        return [f["flight_id"] for f in ok(small, "find_flights", **route, **filters)["flights"]]

    assert found() == ["FL-AAA1", "FL-AAA2"]
    assert found(depart_before="09:00") == ["FL-AAA1"]
    assert found(depart_after="09:00") == ["FL-AAA2"]
    assert found(max_price={"amount": "94.00", "currency": "GBP"}) == ["FL-AAA1"]
    assert found(direct=False) == []
    assert found(carrier="Kestrel") == []


def test_the_cheapest_day_comes_first(small):
    days = ok(
        small, "cheapest_days", origin="London", destination="Lisbon",
        first_day="2026-03-26", last_day="2026-03-29",
    )["days"]  # fmt: skip
    assert [d["date"] for d in days] == ["2026-03-27", "2026-03-28"]


def test_the_status_of_a_cancelled_flight_is_an_error(small):
    fails(small, "flight_cancelled", "flight_status", flight_id="FL-DEAD")

"""The rules that need more than one episode, and the invariants that watch them."""

import pytest

from callwright.domains.lifestyle import domain
from callwright.domains.lifestyle.state import times
from tests.domains.worlds import make_world


@pytest.fixture
def world():
    return make_world(2, [domain])


@pytest.fixture
def state(world):
    return world.states["lifestyle"]


def code(outcome):
    return None if outcome.ok else outcome.error["error"]["code"]


def test_a_cancelled_table_can_be_reserved_again(world, state):
    held = next(r for r in state.confirmed() if state.ahead(r.start, 3))
    gone = world.call("lifestyle.cancel_reservation", {"reservation_ref": held.reservation_ref})
    assert gone.ok
    again = {"table_id": held.table_id, "guests": held.guests}
    assert world.call("lifestyle.reserve_table", again).ok
    assert world.violations() == []


def test_returned_tickets_are_for_sale_again(world, state):
    order = next(o for o in state.ticket_orders if state.ahead(o.start, 24))
    left = state.shows.need(order.show_id).tickets_left
    assert world.call("lifestyle.return_tickets", {"order_ref": order.order_ref}).ok
    assert state.shows.need(order.show_id).tickets_left == left + order.tickets
    assert world.call("lifestyle.buy_tickets", {"show_id": order.show_id, "tickets": 1}).ok


def test_the_age_of_the_youngest_counts_only_when_it_is_given(world, state):
    bought = {o.show_id for o in state.ticket_orders}
    show = next(s for s in state.shows if s.min_age and s.tickets_left and s.show_id not in bought)
    ask = {"show_id": show.show_id, "tickets": 1}
    young = world.call("lifestyle.buy_tickets", {**ask, "youngest": show.min_age - 1})
    assert code(young) == "age_limit"
    assert world.call("lifestyle.buy_tickets", {**ask, "youngest": show.min_age}).ok


def test_a_restaurant_is_found_by_its_name_in_any_case(world, state):
    held = state.confirmed()[-1]
    found = world.call("lifestyle.list_reservations", {"restaurant": held.restaurant.upper()})
    assert [r["reservation_ref"] for r in found.value["reservations"]] == [held.reservation_ref]


@pytest.mark.parametrize(
    ("amount", "total"), [("12.50", "37.50"), ("1200", "3600"), ("0.10", "0.30")]
)
def test_a_total_keeps_the_digits_of_its_currency(amount, total):
    assert times({"amount": amount, "currency": "EUR"}, 3)["amount"] == total


def test_the_invariants_see_what_the_tools_refuse(world, state):
    held = state.confirmed()[0]
    state.sittings.update(held.table_id, status="free")
    order = next(iter(state.ticket_orders))
    state.ticket_orders.update(order.order_ref, tickets=order.tickets + 1)
    lesson = next(c for c in state.classes if c.status == "booked")
    state.classes.update(lesson.class_id, booked_on=None)
    assert len(world.violations()) == 3

"""Orders: finding, tracking, cancelling, and buying again."""

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.money import minus
from callwright.domains.commerce.orders import Commerce
from callwright.domains.core import Output, ToolError, tool


class OrderShown(Output):
    """An order in a list."""

    order_number: k.OrderNumber
    item: k.Line
    kind: k.Sort
    items: k.Items
    status: k.OrderStatus
    placed: k.Day
    total: k.Price
    address: k.AddressLabel


class OrderList(Output):
    """Orders, the newest first."""

    orders: list[OrderShown]


class Tracking(Output):
    """How far an order is."""

    order_number: k.OrderNumber
    item: k.Line
    status: k.OrderStatus
    deliver_from: k.Moment
    deliver_to: k.Moment
    address: k.AddressLabel


class Cancellation(Output):
    """A cancelled order and what comes back."""

    order_number: k.OrderNumber
    item: k.Line
    refund: k.Price
    card: k.Line


class BoughtAgain(Output):
    """What the cart holds after an order was put into it again."""

    item: k.Line
    items_added: k.Items
    cart_items: k.Items
    cart_total: k.Price


@tool(alike=("find_purchases", "track_order"))
def find_orders(
    state: Commerce,
    status: k.OrderStatus | None = None,
    kind: k.Sort | None = None,
    since: k.Day | None = None,
) -> OrderList:
    """List the account's orders with status, total and main item, the newest first.

    Args:
        status: Only orders with this status.
        kind: Only orders in which this sort of thing was bought.
        since: Only orders placed on this day or later.
    """
    held = {p.order_number for p in state.purchases if kind in (None, p.kind)}
    found = [
        o
        for o in state.orders
        if o.order_number in held
        and status in (None, o.status)
        and (since is None or o.placed >= since)
    ]
    found.sort(key=lambda o: o.placed, reverse=True)
    rows = [{n: getattr(o, n) for n in OrderShown.model_fields} for o in found]
    return OrderList(orders=[OrderShown(**row) for row in rows])


@tool(alike=("find_orders",))
def track_order(state: Commerce, order_number: k.OrderNumber) -> Tracking:
    """Tell where an order is and when it is delivered.

    Args:
        order_number: The order.
    """
    order = state.orders.need(order_number)
    if order.status == "cancelled":
        raise ToolError(
            "already_cancelled",
            f"Order {order_number} was cancelled.",
            order_number=order_number,
        )
    return Tracking(**{n: getattr(order, n) for n in Tracking.model_fields})


@tool(mutates=True, confirm=True, ends=True)
def cancel_order(state: Commerce, order_number: k.OrderNumber) -> Cancellation:
    """Cancel an order that has not been sent; the card is refunded in full.

    Args:
        order_number: The order.
    """
    order = state.cancel(order_number)
    return Cancellation(
        order_number=order_number, item=order.item, refund=order.total, card=order.card
    )


@tool(mutates=True, alike=("add_to_cart",))
def reorder(state: Commerce, order_number: k.OrderNumber) -> BoughtAgain:
    """Put everything from an earlier order into the cart again, without paying yet.

    Args:
        order_number: The earlier order.
    """
    order = state.buy_again(order_number)
    return BoughtAgain(
        item=order.item,
        items_added=order.items,
        cart_items=sum(x.quantity for x in state.lines),
        cart_total=minus(state.subtotal(), state.discount()),
    )

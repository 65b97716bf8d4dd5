"""What holds in every state of the shop, however it came about."""

from collections.abc import Iterator

from callwright.domains.commerce.money import amount, minus, times, total
from callwright.domains.commerce.orders import Commerce

_STATE_OF = {"pending": ("on_the_way",), "shipped": ("on_the_way",),
             "delivered": ("delivered", "returned"), "cancelled": ("cancelled",)}  # fmt: skip


def lines_add_up(state: Commerce) -> Iterator[str]:
    """A line costs its units times the product's price, and never breaks the order limit."""
    for line in state.lines:
        if line.line_total != times(line.price, line.quantity):
            yield f"cart line {line.line_id} totals {line.line_total}"
        if line.quantity > state.products.need(line.product_id).limit:
            yield f"cart line {line.line_id} has {line.quantity} units"


def orders_add_up(state: Commerce) -> Iterator[str]:
    """Total = goods - discount + delivery; the goods are what was paid for the purchases."""
    paid: dict[str, list[dict[str, str]]] = {}
    for bought in state.purchases:
        paid.setdefault(bought.order_number, []).append(bought.paid)
    for order in state.orders:
        goods = minus(order.subtotal, order.discount)
        if order.total != total((goods, order.delivery_fee), state.person.currency):
            yield f"order {order.order_number} totals {order.total}"
        if goods != total(paid.get(order.order_number, ()), state.person.currency):
            yield f"order {order.order_number} has purchases that do not add up to {goods}"


def units_are_counted(state: Commerce) -> Iterator[str]:
    """An order says how many units it has, and its purchases are as far as it is."""
    units = dict.fromkeys((o.order_number for o in state.orders), 0)
    for bought in state.purchases:
        units[bought.order_number] += bought.quantity
        status = state.orders.need(bought.order_number).status
        if bought.purchase_state not in _STATE_OF[status]:
            yield f"purchase {bought.purchase_id} is {bought.purchase_state} in a {status} order"
    for order in state.orders:
        if units[order.order_number] != order.items:
            yield f"order {order.order_number} has {units[order.order_number]} units"


def the_cart_is_sound(state: Commerce) -> Iterator[str]:
    """There is one cart; its coupon is unused and its minimum reached."""
    if len(state.baskets) != 1:
        yield f"there are {len(state.baskets)} carts"
    code = state.basket.coupon_code
    if code is not None:
        coupon = state.coupons.need(code)
        if coupon.used or amount(state.subtotal()) < amount(coupon.minimum):
            yield f"the cart has coupon {code}, which it may not have"


def waiting_orders_have_slots(state: Commerce) -> Iterator[str]:
    """An order that waits has a slot, and its times are the slot's."""
    for order in state.orders:
        if order.status != "pending":
            continue
        slot = state.slots.get(order.slot_id or "")
        if slot is None or (slot.start, slot.end) != (order.deliver_from, order.deliver_to):
            yield f"order {order.order_number} waits without its slot"


def returns_match_purchases(state: Commerce) -> Iterator[str]:
    """Exactly the returned purchases have a return, which refunds what was paid."""
    open_ = {p.purchase_id: p.paid for p in state.purchases if p.purchase_state == "returned"}
    for back in state.returns:
        if open_.pop(back.purchase_id, None) != back.refund:
            yield f"return {back.return_number} refunds {back.refund}"
    for purchase in open_:
        yield f"purchase {purchase} is returned without a return"


INVARIANTS = (
    lines_add_up,
    orders_add_up,
    units_are_counted,
    the_cart_is_sound,
    waiting_orders_have_slots,
    returns_match_purchases,
)

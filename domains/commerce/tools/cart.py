"""The cart, and paying for it."""

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.money import minus
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import CartLine
from callwright.domains.core import Output, tool


class LineShown(Output):
    """A line of the cart."""

    line_id: k.LineId
    name: k.Line
    kind: k.Sort
    colour: k.Colour
    size: k.Size | None = None
    quantity: k.Units
    price: k.Price
    line_total: k.Price


class Cart(Output):
    """What is in the cart, and what it comes to without delivery."""

    lines: list[LineShown]
    subtotal: k.Price
    discount: k.Price
    total: k.Price
    coupon_code: k.CouponCode | None = None
    slot_id: k.SlotId | None = None


class CartChange(Output):
    """What was put into the cart or changed in it."""

    name: k.Line
    kind: k.Sort
    colour: k.Colour
    size: k.Size | None = None
    quantity: k.Units
    """As it is now in the cart."""
    line_total: k.Price
    cart_total: k.Price
    """Of the whole cart, after discount."""


class Removal(Output):
    """What was taken out of the cart."""

    name: k.Line
    kind: k.Sort
    items_left: k.Items
    """Units that are still in the cart."""
    cart_total: k.Price


class OrderPlaced(Output):
    """A new order and its bill; tracking tells when it comes."""

    order_number: k.OrderNumber
    item: k.Line
    """Name of the first thing in it."""
    items: k.Items
    """Units in all."""
    address: k.AddressLabel
    card: k.Line
    coupon_code: k.CouponCode | None = None
    subtotal: k.Price
    discount: k.Price
    delivery_fee: k.Price
    total: k.Price


@tool()
def view_cart(state: Commerce) -> Cart:
    """Show what is in the shopping cart, with quantities, prices and total."""
    return Cart(
        lines=[_shown(line) for line in state.lines],
        subtotal=state.subtotal(),
        discount=state.discount(),
        total=_total(state),
        coupon_code=state.basket.coupon_code,
        slot_id=state.basket.slot_id,
    )


@tool(mutates=True, alike=("add_to_wish_list", "change_quantity", "reorder"))
def add_to_cart(
    state: Commerce,
    product_id: k.ProductId,
    colour: k.Colour | None = None,
    size: k.Size | None = None,
    quantity: k.Units = 1,
) -> CartChange:
    """Put a product into the shopping cart, in one colour and size where it has several.

    Args:
        product_id: The product.
        colour: Its colour; needed where it is made in more than one.
        size: Its size; needed for clothes and helmets.
        quantity: How many to add.
    """
    return _change(state, state.put_in_cart(product_id, colour, size, int(quantity)))


@tool(mutates=True, alike=("remove_from_cart", "add_to_cart"))
def change_quantity(state: Commerce, line_id: k.LineId, quantity: k.Units) -> CartChange:
    """Set how many of something the cart holds.

    Args:
        line_id: The line of the cart.
        quantity: How many there shall be in all.
    """
    return _change(state, state.change_line(line_id, int(quantity)))


@tool(mutates=True, ends=True, alike=("change_quantity",))
def remove_from_cart(state: Commerce, line_id: k.LineId) -> Removal:
    """Take something out of the shopping cart altogether.

    Args:
        line_id: The line of the cart.
    """
    line = state.take_from_cart(line_id)
    left = sum(x.quantity for x in state.lines)
    return Removal(name=line.name, kind=line.kind, items_left=left, cart_total=_total(state))


@tool(mutates=True, confirm=True)
def checkout(
    state: Commerce, card: k.Line | None = None, address: k.AddressLabel | None = None
) -> OrderPlaced:
    """Place the order for everything in the cart and pay for it; a slot must be reserved before.

    Args:
        card: Name of the saved card to charge; the first one unless another is named.
        address: Saved address to deliver to; the default one unless another is named.
    """
    order = state.check_out(card, address)
    return OrderPlaced(**{name: getattr(order, name) for name in OrderPlaced.model_fields})


def _total(state: Commerce) -> dict[str, str]:
    return minus(state.subtotal(), state.discount())


def _shown(line: CartLine) -> LineShown:
    return LineShown(**{name: getattr(line, name) for name in LineShown.model_fields})


def _change(state: Commerce, line: CartLine) -> CartChange:
    names = [n for n in CartChange.model_fields if n != "cart_total"]
    return CartChange(**{n: getattr(line, n) for n in names}, cart_total=_total(state))

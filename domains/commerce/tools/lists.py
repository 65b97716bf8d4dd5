"""The wish list and price alerts."""

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import PriceAlert, Wish
from callwright.domains.core import Output, tool


class AlertSet(Output):
    """The product that is watched now."""

    name: k.Line
    kind: k.Sort
    target_price: k.Price
    price: k.Price
    """What it costs now."""


class AlertList(Output):
    """Price alerts."""

    alerts: list[PriceAlert]


class Wished(Output):
    """The product that is on the wish list now."""

    name: k.Line
    kind: k.Sort
    price: k.Price
    wishes: k.Items
    """Products on the list."""


class WishList(Output):
    """Wishes, the latest first."""

    wishes: list[Wish]


@tool(mutates=True, alike=("add_to_wish_list",))
def set_price_alert(state: Commerce, product_id: k.ProductId, target_price: k.Price) -> AlertSet:
    """Watch a product and send a message once it costs no more than a target price.

    Args:
        product_id: The product.
        target_price: Price at which to send the message; below the present one.
    """
    alert = state.watch(product_id, target_price)
    return AlertSet(**{n: getattr(alert, n) for n in AlertSet.model_fields})


@tool()
def price_alerts(state: Commerce) -> AlertList:
    """List the products whose price is being watched, with target and present price."""
    return AlertList(alerts=list(state.alerts))


@tool(mutates=True, alike=("add_to_cart", "set_price_alert"))
def add_to_wish_list(state: Commerce, product_id: k.ProductId) -> Wished:
    """Save a product on the wish list for later.

    Args:
        product_id: The product.
    """
    wish = state.wish(product_id)
    shown = {n: getattr(wish, n) for n in ("name", "kind", "price")}
    return Wished(**shown, wishes=len(state.wishes))


@tool()
def wish_list(state: Commerce) -> WishList:
    """Show the wish list with present prices, what was added last first."""
    return WishList(wishes=sorted(state.wishes, key=lambda w: w.added, reverse=True))

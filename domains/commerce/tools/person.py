"""What the shop knows of the shopper: the usual choices, sale news, times away from home."""

from datetime import datetime, timedelta

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Bulletin, DeliveryPause
from callwright.domains.core import Output, ToolError, tool

LONGEST_PAUSE = timedelta(days=60)


class UsualChoices(Output):
    """What the shopper usually takes."""

    size: k.Size
    colour: k.Colour
    address: k.AddressLabel
    card: k.Line


@tool(alike=("saved_addresses",))
def account_details(state: Commerce) -> UsualChoices:
    """Tell the shopper's own defaults: clothing size, favourite colour, address and card."""
    row = next(iter(state.profiles))
    return UsualChoices(**{name: getattr(row, name) for name in UsualChoices.model_fields})


@tool(mutates=True, alike=("set_price_alert",))
def sale_news(state: Commerce, kind: k.Sort, email: k.Address) -> Bulletin:
    """Have news about offers on one kind of product sent to an email address.

    Args:
        kind: What the news is about.
        email: Where it is sent.
    """
    if state.bulletins.where(kind=kind, email=email):
        raise ToolError("already_subscribed", "That news goes there already.", email=email)
    key = state.new_id(state.bulletins, "BU", kind, email)
    return state.bulletins.insert(Bulletin(bulletin_id=key, kind=kind, email=email))


@tool(mutates=True, suits=("booking", "vehicle_trip", "calendar_event"))
def pause_deliveries(state: Commerce, start: k.Start, end: k.End) -> DeliveryPause:
    """Have nothing brought to the shopper from one moment to another, such as during a trip.

    Refused while an order is due then.

    Args:
        start: From when nothing is brought.
        end: Until when.
    """
    begins, ends = check_pause(state, start, end)
    times = {"start": begins.isoformat(), "end": ends.isoformat()}
    key = state.new_id(state.pauses, "DP", *times.values())
    return state.pauses.insert(DeliveryPause(pause_id=key, **times))


def check_pause(state: Commerce, start: str, end: str) -> tuple[datetime, datetime]:
    """The two moments; `bad_pause`, `order_due_then` or `already_paused`."""
    zone = state.now.tzinfo
    begins, ends = (datetime.fromisoformat(t).astimezone(zone) for t in (start, end))
    if not timedelta(0) < ends - begins <= LONGEST_PAUSE or ends <= state.now:
        message = "A pause ends after it starts, lies ahead and lasts sixty days at most."
        raise ToolError("bad_pause", message, start=start, end=end)
    for order in state.orders:
        came, gone = map(datetime.fromisoformat, (order.deliver_from, order.deliver_to))
        if order.status in ("pending", "shipped") and came < ends and gone > begins:
            message = f"Order {order.order_number} is due in that time."
            raise ToolError("order_due_then", message, order_number=order.order_number)
    if any((p.start, p.end) == (begins.isoformat(), ends.isoformat()) for p in state.pauses):
        raise ToolError("already_paused", "Deliveries are paused then already.", start=start)
    return begins, ends

"""What was bought, and sending it back."""

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import ShopReturn
from callwright.domains.core import Output, ToolError, tool


class PurchaseShown(Output):
    """Something that was bought."""

    purchase_id: k.PurchaseId
    name: k.Line
    kind: k.Sort
    colour: k.Colour
    size: k.Size | None = None
    quantity: k.Units
    paid: k.Price
    bought: k.Day
    purchase_state: k.PurchaseState
    order_number: k.OrderNumber


class PurchaseList(Output):
    """Purchases, the newest first."""

    purchases: list[PurchaseShown]


class ReturnShown(Output):
    """A return in a list."""

    return_number: k.ReturnNumber
    name: k.Line
    kind: k.Sort
    return_status: k.ReturnStatus
    refund: k.Price
    refund_to: k.RefundTo
    requested: k.Day


class ReturnList(Output):
    """Returns, the newest first."""

    returns: list[ReturnShown]


class ReturnLabel(Output):
    """What is needed to send something back."""

    return_number: k.ReturnNumber
    name: k.Line
    label_code: k.Line
    """Shown or read out at the drop-off point."""
    drop_off: k.Line
    send_by: k.Day


@tool(alike=("find_orders",))
def find_purchases(
    state: Commerce, kind: k.Sort | None = None, since: k.Day | None = None
) -> PurchaseList:
    """List the single things bought in the shop with price, date and whether they have arrived.

    Args:
        kind: Only this sort of thing.
        since: Only what was bought on this day or later.
    """
    found = [
        p
        for p in state.purchases
        if kind in (None, p.kind) and (since is None or p.bought >= since)
    ]
    found.sort(key=lambda p: p.bought, reverse=True)
    rows = [{n: getattr(p, n) for n in PurchaseShown.model_fields} for p in found]
    return PurchaseList(purchases=[PurchaseShown(**row) for row in rows])


@tool(mutates=True)
def start_return(
    state: Commerce,
    purchase_id: k.PurchaseId,
    reason: k.ReturnReason,
    refund_to: k.RefundTo = "original_card",
) -> ShopReturn:
    """Start sending back something that was delivered, all units of it.

    Args:
        purchase_id: What to send back.
        reason: Why it goes back.
        refund_to: Where the money goes.
    """
    return state.send_back(purchase_id, reason, refund_to)


@tool(alike=("return_label",))
def list_returns(state: Commerce, return_status: k.ReturnStatus | None = None) -> ReturnList:
    """List what is being or was sent back, how far each return is and what it refunds.

    Args:
        return_status: Only returns that are this far.
    """
    found = [r for r in state.returns if return_status in (None, r.return_status)]
    found.sort(key=lambda r: r.requested, reverse=True)
    rows = [{n: getattr(r, n) for n in ReturnShown.model_fields} for r in found]
    return ReturnList(returns=[ReturnShown(**row) for row in rows])


@tool(alike=("list_returns",))
def return_label(state: Commerce, return_number: k.ReturnNumber) -> ReturnLabel:
    """Give the label code, the drop-off point and the deadline of a return not yet sent.

    Args:
        return_number: The return.
    """
    back = state.returns.need(return_number)
    if back.return_status != "open":
        raise ToolError(
            "already_sent_back",
            f"The {back.name} has already come back to the shop.",
            product=back.name,
        )
    return ReturnLabel(
        return_number=return_number,
        name=back.name,
        label_code=f"{return_number[4:]}{back.send_by[8:]}",
        drop_off=_DROP_OFFS[sum(map(ord, return_number)) % len(_DROP_OFFS)],
        send_by=back.send_by,
    )


_DROP_OFFS = (
    "Parcel Point, Station Road",
    "Corner Post, Mill Lane",
    "the parcel lockers on Bridge Street",
    "Hill Road News and Parcels",
)

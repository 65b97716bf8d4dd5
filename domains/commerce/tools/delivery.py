"""Delivery slots: finding one, keeping it for the cart, moving an order to it."""

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import DeliverySlot
from callwright.domains.core import Output, ToolError, tool


class SlotList(Output):
    """Slots with a place left, by time."""

    slots: list[DeliverySlot]


class SlotKept(Output):
    """The slot that the cart now has."""

    slot_id: k.SlotId
    start: k.Start
    end: k.End
    fee: k.Price


class DeliveryMoved(Output):
    """When an order now comes."""

    order_number: k.OrderNumber
    item: k.Line
    start: k.Start
    end: k.End
    delivery_fee: k.Price
    total: k.Price


@tool()
def delivery_slots(
    state: Commerce, date: k.Day, after: k.Clock | None = None, before: k.Clock | None = None
) -> SlotList:
    """List the delivery slots of one day that can still be had, with their fees.

    Args:
        date: Day of delivery.
        after: Earliest start of the slot.
        before: Latest end of the slot.
    """
    if state.over(date):
        raise ToolError("date_in_past", f"{date} is in the past.", date=date)
    return SlotList(
        slots=[
            s
            for s in state.slots
            if s.start[:10] == date
            and s.places
            and not state.closed(s)
            and (after is None or s.start[11:16] >= after)
            and (before is None or s.end[11:16] <= before)
        ]
    )


@tool(mutates=True, alike=("move_delivery",))
def reserve_slot(state: Commerce, slot_id: k.SlotId) -> SlotKept:
    """Reserve a delivery slot for what is in the cart, before checking out.

    Args:
        slot_id: The slot.
    """
    slot = state.reserve(slot_id)
    return SlotKept(slot_id=slot_id, start=slot.start, end=slot.end, fee=slot.fee)


@tool(mutates=True, alike=("reserve_slot",))
def move_delivery(state: Commerce, order_number: k.OrderNumber, slot_id: k.SlotId) -> DeliveryMoved:
    """Move an order that has not been sent to another delivery slot; the fee may change.

    Args:
        order_number: The order.
        slot_id: The new slot.
    """
    order = state.move(order_number, slot_id)
    return DeliveryMoved(
        order_number=order_number,
        item=order.item,
        start=order.deliver_from,
        end=order.deliver_to,
        delivery_fee=order.delivery_fee,
        total=order.total,
    )

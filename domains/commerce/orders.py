"""What happens to orders: checkout, delivery slots, cancelling, buying again, sending back."""

from datetime import date, timedelta

from callwright.domains.commerce.checkout import PAYS_FROM, paid_parts
from callwright.domains.commerce.lists import ShopLists
from callwright.domains.commerce.money import minus, total
from callwright.domains.commerce.rows import (
    Basket,
    CartLine,
    DeliverySlot,
    Order,
    Purchase,
    ShopCard,
    ShopReturn,
)
from callwright.domains.core import ToolError

SEND_WITHIN = timedelta(days=14)
ALWAYS_TAKEN_BACK = ("damage", "defects")


class Commerce(ShopLists):
    """The whole shop."""

    # -- delivery --------------------------------------------------------------------------
    def reserve(self, slot_id: str) -> DeliverySlot:
        """Keep a delivery slot for the cart; a slot kept before is given back."""
        self.check_cart()
        if self.basket.slot_id == slot_id:
            raise ToolError("already_reserved", "That slot is reserved for this cart already.")
        slot = self.open_slot(slot_id)
        self.free_place(self.basket.slot_id)
        self.baskets.update(self.basket.basket_id, slot_id=slot_id)
        return self.slots.update(slot_id, places=slot.places - 1)

    def free_place(self, slot_id: str | None) -> None:
        """Give a place in a slot back."""
        if slot_id is not None:
            self.slots.update(slot_id, places=self.slots.need(slot_id).places + 1)

    def move(self, order_number: str, slot_id: str) -> Order:
        """Bring an order in another slot; the slots' fees are settled on the order's card."""
        order = self.waiting(order_number)
        if order.slot_id == slot_id:
            raise ToolError("already_reserved", "The order already comes in that slot.")
        slot = self.open_slot(slot_id)
        self.free_place(order.slot_id)
        self.slots.update(slot_id, places=slot.places - 1)
        goods = minus(order.total, order.delivery_fee)
        return self.orders.update(
            order_number,
            slot_id=slot_id,
            deliver_from=slot.start,
            deliver_to=slot.end,
            delivery_fee=slot.fee,
            total=total((goods, slot.fee), self.person.currency),
        )

    # -- checkout --------------------------------------------------------------------------
    def check_out(self, card: str | None, address: str | None) -> Order:
        """Turn the cart into a paid order in its reserved slot."""
        self.check_cart()
        basket = self.basket
        if basket.slot_id is None:
            raise ToolError("no_slot_chosen", "A delivery slot has to be reserved first.")
        where = self.address(address)
        by = self.card(card)
        for line in self.lines:
            self.check_units(self.variants.need(line.variant_id), line.quantity)
        order = self.place(basket, by, where)
        if basket.coupon_code is not None:
            self.coupons.update(basket.coupon_code, used=True)
        self.baskets.update(basket.basket_id, coupon_code=None, slot_id=None)
        return order

    def place(self, basket: Basket, card: str, address: str) -> Order:
        """The order of what is in the cart; takes it out of stock and out of the cart."""
        lines, slot = list(self.lines), self.slots.need(basket.slot_id or "")
        subtotal, off = self.subtotal(), self.discount()
        goods = minus(subtotal, off)
        number = self.new_id(self.orders, "ORD", self.today(), [x.variant_id for x in lines])
        order = Order(
            order_number=number,
            item=lines[0].name,
            kind=lines[0].kind,
            items=sum(x.quantity for x in lines),
            status="pending",
            placed=self.today(),
            slot_id=slot.slot_id,
            deliver_from=slot.start,
            deliver_to=slot.end,
            address=address,
            card=card,
            coupon_code=basket.coupon_code,
            subtotal=subtotal,
            discount=off,
            delivery_fee=slot.fee,
            total=total((goods, slot.fee), self.person.currency),
        )
        for line, paid in zip(lines, paid_parts(lines, goods), strict=True):
            self.buy(number, line, paid)
        return self.orders.insert(order)

    def buy(self, number: str, line: CartLine, paid: dict[str, str]) -> Purchase:
        """One line of the cart becomes a purchase."""
        self.lines.delete(line.line_id)
        variant = self.variants.need(line.variant_id)
        self.variants.update(line.variant_id, stock=variant.stock - line.quantity)
        shared = {n: getattr(line, n) for n in PAYS_FROM}
        return self.purchases.insert(
            Purchase(
                purchase_id=self.new_id(self.purchases, "PU", number, line.variant_id),
                order_number=number,
                paid=paid,
                bought=self.today(),
                purchase_state="on_the_way",
                **shared,
            )
        )

    def card(self, name: str | None) -> str:
        """A card on file that can pay, by default the first; `unknown_card`, `card_declined`."""
        cards = list(self.cards)
        wanted = (name or cards[0].name).casefold() if cards else ""
        found: ShopCard | None = next((c for c in cards if c.name.casefold() == wanted), None)
        if found is None:
            raise ToolError("unknown_card", f"No card named {name} is on file.", card=name or "")
        if self.over(found.expires):
            raise ToolError(
                "card_declined",
                f"The {found.name} was declined: it expired on {found.expires}.",
                card=found.name,
                expires=found.expires,
            )
        return found.name

    def address(self, label: str | None) -> str:
        """The label of a saved address, by default the default one; else `unknown_address`."""
        for row in self.addresses:
            if row.label == label or (label is None and row.default):
                return row.label
        raise ToolError(
            "unknown_address", "No address is saved under that label.", address=label or "home"
        )

    # -- orders ----------------------------------------------------------------------------
    def waiting(self, order_number: str) -> Order:
        """An order that has not left yet; else an error that says how far it is."""
        order = self.orders.need(order_number)
        if order.status != "pending":
            what = {"cancelled": "cancelled", "delivered": "delivered"}.get(order.status, "shipped")
            if what == "cancelled":
                raise ToolError(
                    "already_cancelled",
                    f"Order {order_number} was cancelled.",
                    order_number=order_number,
                )
            raise ToolError(
                "already_shipped",
                f"Order {order_number} has left the warehouse and can't be changed.",
                order_number=order_number,
            )
        return order

    def cancel(self, order_number: str) -> Order:
        """Cancel an order that has not left: goods go back on the shelf, the place is freed."""
        order = self.waiting(order_number)
        self.free_place(order.slot_id)
        for bought in self.purchases.where(order_number=order_number):
            variant = self.variants.need(bought.variant_id)
            self.variants.update(variant.variant_id, stock=variant.stock + bought.quantity)
            self.purchases.update(bought.purchase_id, purchase_state="cancelled")
        return self.orders.update(order_number, status="cancelled", slot_id=None)

    def buy_again(self, order_number: str) -> Order:
        """Put what an order held into the cart; all of it or nothing."""
        order = self.orders.need(order_number)
        for bought in self.purchases.where(order_number=order_number):
            self.put_in_cart(bought.product_id, bought.colour, bought.size, bought.quantity)
        return order

    # -- returns ---------------------------------------------------------------------------
    def send_back(self, purchase_id: str, reason: str, refund_to: str) -> ShopReturn:
        """Start a return of a delivered purchase, all of its units."""
        bought = self.purchases.need(purchase_id)
        self.check_return(bought, reason)
        self.purchases.update(purchase_id, purchase_state="returned")
        return self.returns.insert(
            ShopReturn(
                return_number=self.new_id(self.returns, "RET", purchase_id),
                purchase_id=purchase_id,
                name=bought.name,
                kind=bought.kind,
                reason=reason,
                return_status="open",
                refund=bought.paid,
                refund_to=refund_to,
                requested=self.today(),
                send_by=(self.now.date() + SEND_WITHIN).isoformat(),
            )
        )

    def last_return_day(self, bought: Purchase) -> date:
        """The last day on which a purchase can be sent back."""
        delivered = date.fromisoformat(self.orders.need(bought.order_number).deliver_to[:10])
        return delivered + timedelta(int(self.products.need(bought.product_id).return_days))

    def check_return(self, bought: Purchase, reason: str) -> None:
        """`already_returned`, `not_delivered`, `not_returnable` or `return_window_over`."""
        name = bought.name
        if bought.purchase_state == "returned":
            raise ToolError(
                "already_returned", f"A return of the {name} was started before.", product=name
            )
        if bought.purchase_state != "delivered":
            raise ToolError("not_delivered", f"The {name} has not been delivered.", product=name)
        returnable = self.products.need(bought.product_id).returnable
        if not returnable and reason not in ALWAYS_TAKEN_BACK:
            raise ToolError(
                "not_returnable",
                f"The {name} can only be sent back when it is damaged or faulty.",
                product=name,
            )
        last = self.last_return_day(bought)
        if last < self.now.date():
            raise ToolError(
                "return_window_over",
                f"The {name} could be sent back until {last.isoformat()}.",
                product=name,
                last_day=last.isoformat(),
            )

"""The shop's tables, and the rules of the catalogue, the cart and coupons."""

from datetime import date, datetime, timedelta

from callwright.domains.commerce.kinds import Price
from callwright.domains.commerce.money import Money, amount, share, times, total
from callwright.domains.commerce.rows import (
    Address,
    Basket,
    Bulletin,
    CartLine,
    Coupon,
    DeliveryPause,
    DeliverySlot,
    Order,
    PriceAlert,
    Product,
    Purchase,
    ShopCard,
    ShopperProfile,
    ShopReturn,
    Variant,
    Wish,
)
from callwright.domains.core import State, Table, ToolError

SLOT_CLOSES = timedelta(hours=2)
"""A slot takes no more orders this long before it starts."""


class Shop(State):
    """Tables, catalogue and cart; `Commerce` adds orders, delivery and returns."""

    products: Table[Product]
    variants: Table[Variant]
    baskets: Table[Basket]
    lines: Table[CartLine]
    orders: Table[Order]
    purchases: Table[Purchase]
    slots: Table[DeliverySlot]
    coupons: Table[Coupon]
    returns: Table[ShopReturn]
    alerts: Table[PriceAlert]
    bulletins: Table[Bulletin]
    pauses: Table[DeliveryPause]
    profiles: Table[ShopperProfile]
    wishes: Table[Wish]
    addresses: Table[Address]
    cards: Table[ShopCard]

    # -- catalogue -------------------------------------------------------------------------
    def options(self, product_id: str, colour: str | None, size: str | None) -> list[Variant]:
        """Variants of a product that fit; `no_such_option` when it is not made that way."""
        product = self.products.need(product_id)
        found = [
            v
            for v in self.variants.where(product_id=product_id)
            if colour in (None, v.colour) and size in (None, v.size)
        ]
        if not found:
            raise ToolError(
                "no_such_option",
                f"The {product.name} does not come in that colour or size.",
                product=product.name,
            )
        return found

    def variant(self, product_id: str, colour: str | None, size: str | None) -> Variant:
        """The one variant that is meant; `option_needed` when several could be."""
        found = self.options(product_id, colour, size)
        if len(found) > 1:
            part = "colour" if len({v.colour for v in found}) > 1 else "size"
            product = self.products.need(product_id)
            raise ToolError(
                "option_needed",
                f"The {product.name} comes in several options; a {part} has to be chosen.",
                product=product.name,
                option=part,
            )
        return found[0]

    def in_stock(self, product_id: str) -> bool:
        """Whether any variant can be had."""
        return any(v.stock for v in self.variants.where(product_id=product_id))

    # -- cart ------------------------------------------------------------------------------
    @property
    def basket(self) -> Basket:
        """The cart's head."""
        return next(iter(self.baskets))

    def subtotal(self) -> Money:
        """Worth of the cart before discount and delivery."""
        return total((li.line_total for li in self.lines), self.person.currency)

    def discount(self) -> Money:
        """What the cart's coupon takes off."""
        code = self.basket.coupon_code
        percent = self.coupons.need(code).percent if code else 0
        return share(self.subtotal(), percent)

    def put_in_cart(
        self, product_id: str, colour: str | None, size: str | None, quantity: int
    ) -> CartLine:
        """Add units of a variant; more of one that is there already."""
        variant = self.variant(product_id, colour, size)
        line = next((x for x in self.lines if x.variant_id == variant.variant_id), None)
        if line is not None:
            return self.change_line(line.line_id, line.quantity + quantity)
        product = self.products.need(product_id)
        self.check_units(variant, quantity)
        return self.lines.insert(
            CartLine(
                line_id=self.new_id(self.lines, "CL", variant.variant_id),
                product_id=product_id,
                variant_id=variant.variant_id,
                name=product.name,
                kind=product.kind,
                colour=variant.colour,
                size=variant.size,
                quantity=quantity,
                price=product.price,
                line_total=times(product.price, quantity),
            )
        )

    def change_line(self, line_id: str, quantity: int) -> CartLine:
        """Set how many units a line of the cart has."""
        line = self.lines.need(line_id)
        self.check_units(self.variants.need(line.variant_id), quantity)
        changed = self.lines.update(
            line_id, quantity=quantity, line_total=times(line.price, quantity)
        )
        self.drop_coupon_below_minimum()
        return changed

    def take_from_cart(self, line_id: str) -> CartLine:
        """Remove a line of the cart."""
        line = self.lines.delete(line_id)
        self.drop_coupon_below_minimum()
        return line

    def check_units(self, variant: Variant, quantity: int) -> None:
        """`quantity_limit` or `out_of_stock` when so many cannot be had."""
        product = self.products.need(variant.product_id)
        if variant.stock < min(quantity, product.limit):
            raise ToolError(
                "out_of_stock",
                f"Of the {product.name} in this option there are {variant.stock} left.",
                product=product.name,
                left=variant.stock,
            )
        if quantity > product.limit:
            raise ToolError(
                "quantity_limit",
                f"An order may hold at most {product.limit} of the {product.name}.",
                product=product.name,
                limit=product.limit,
            )

    def check_cart(self) -> None:
        """`cart_empty` when nothing is in it."""
        if not len(self.lines):
            raise ToolError("cart_empty", "There is nothing in the cart.")

    # -- coupons ---------------------------------------------------------------------------
    def use_coupon(self, code: str) -> Coupon:
        """Put a coupon on the cart; it takes the place of another one."""
        coupon = self.coupons.get(code)
        if coupon is None:
            raise ToolError(
                "coupon_invalid", f"The code {code} is not a valid coupon.", coupon_code=code
            )
        self.check_cart()
        self.check_coupon(coupon)
        self.baskets.update(self.basket.basket_id, coupon_code=code)
        return coupon

    def check_coupon(self, coupon: Coupon) -> None:
        """`coupon_used`, `coupon_expired`, `already_applied` or `below_minimum`."""
        code = coupon.coupon_code
        if coupon.used:
            raise ToolError("coupon_used", f"{code} has been used already.", coupon_code=code)
        if self.over(coupon.expires):
            raise ToolError(
                "coupon_expired",
                f"{code} expired on {coupon.expires}.",
                coupon_code=code,
                expires=coupon.expires,
            )
        if self.basket.coupon_code == code:
            raise ToolError("already_applied", f"{code} is on the cart already.", coupon_code=code)
        if amount(self.subtotal()) < amount(coupon.minimum):
            raise ToolError(
                "below_minimum",
                f"{code} needs a cart worth more than this one.",
                coupon_code=code,
                minimum=coupon.minimum,
            )

    def drop_coupon_below_minimum(self) -> None:
        """A coupon leaves the cart when the cart falls below its minimum."""
        code = self.basket.coupon_code
        if code is None:
            return
        least: Price = self.coupons.need(code).minimum
        if not len(self.lines) or amount(self.subtotal()) < amount(least):
            self.baskets.update(self.basket.basket_id, coupon_code=None)

    # -- time ------------------------------------------------------------------------------
    def over(self, day: str) -> bool:
        """Whether a day lies before today."""
        return date.fromisoformat(day) < self.now.date()

    def today(self) -> str:
        """The world's day."""
        return self.now.date().isoformat()

    def open_slot(self, slot_id: str) -> DeliverySlot:
        """A slot that still takes an order, else `slot_closed` or `slot_full`."""
        slot = self.slots.need(slot_id)
        if self.closed(slot):
            raise ToolError(
                "slot_closed", "That delivery slot takes no more orders.", start=slot.start
            )
        if slot.places < 1:
            raise ToolError("slot_full", "That delivery slot is full.", start=slot.start)
        return slot

    def closed(self, slot: DeliverySlot) -> bool:
        """Whether it is too late to order for a slot."""
        return datetime.fromisoformat(slot.start) - SLOT_CLOSES <= self.now

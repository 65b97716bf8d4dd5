"""The rows of the shop's tables. Fields with no value are left out of results."""

from typing import Annotated

from callwright.domains.commerce import kinds as k
from callwright.domains.core import Row
from callwright.schemas.values import EntityId


class Product(Row):
    """One article of the catalogue; what can be bought of it are its variants."""

    product_id: k.ProductId
    name: k.Line
    """Brand and model, e.g. `Fellmark Drift`."""
    brand: k.Brand
    kind: k.Sort
    department: k.Department
    price: k.Price
    full_price: k.Price
    """Before a reduction; the price itself when there is none."""
    on_sale: k.OnSale
    rating: k.Rating
    reviews: k.Reviews
    praised: k.Theme
    criticised: k.Theme
    returnable: k.Returnable
    return_days: k.Days
    """Days after delivery within which it can be sent back."""
    limit: k.Units
    """Most units in one order."""
    warranty: k.Years


class Variant(Row):
    """A product in one colour and, for clothes and helmets, one size."""

    variant_id: k.VariantId
    product_id: k.ProductId
    colour: k.Colour
    size: k.Size | None = None
    stock: k.Stock


class Basket(Row):
    """The person's cart as a whole; there is exactly one."""

    basket_id: k.BasketId
    coupon_code: k.CouponCode | None = None
    slot_id: k.SlotId | None = None
    """The delivery slot that is reserved for the next order."""


class CartLine(Row):
    """Some units of a variant in the cart."""

    line_id: k.LineId
    product_id: k.ProductId
    variant_id: k.VariantId
    name: k.Line
    kind: k.Sort
    colour: k.Colour
    size: k.Size | None = None
    quantity: k.Units
    price: k.Price
    """For one."""
    line_total: k.Price


class Order(Row):
    """A paid order."""

    order_number: k.OrderNumber
    item: k.Line
    """Name of the first thing in it."""
    kind: k.Sort
    """What that is."""
    items: k.Items
    """Units in all."""
    status: k.OrderStatus
    placed: k.Day
    slot_id: k.SlotId | None = None
    """None for slots that are over."""
    deliver_from: k.Moment
    deliver_to: k.Moment
    address: k.AddressLabel
    card: k.Line
    coupon_code: k.CouponCode | None = None
    subtotal: k.Price
    discount: k.Price
    delivery_fee: k.Price
    total: k.Price


class Purchase(Row):
    """Some units of a variant in an order."""

    purchase_id: k.PurchaseId
    order_number: k.OrderNumber
    product_id: k.ProductId
    variant_id: k.VariantId
    name: k.Line
    kind: k.Sort
    colour: k.Colour
    size: k.Size | None = None
    quantity: k.Units
    paid: k.Price
    """For all units, its part of a discount taken off."""
    bought: k.Day
    purchase_state: k.PurchaseState


class DeliverySlot(Row):
    """A stretch of time in which orders are brought."""

    slot_id: k.SlotId
    start: k.Start
    end: k.End
    fee: k.Price
    places: k.Places
    """Orders it can still take."""


class Coupon(Row):
    """A coupon in the person's account."""

    coupon_code: k.CouponCode
    percent: k.Percent
    minimum: k.Price
    """Least worth of the cart."""
    expires: k.Day
    """Its last day."""
    used: k.Used


class ShopReturn(Row):
    """A purchase on its way back."""

    return_number: k.ReturnNumber
    purchase_id: k.PurchaseId
    name: k.Line
    kind: k.Sort
    reason: k.ReturnReason
    return_status: k.ReturnStatus
    refund: k.Price
    refund_to: k.RefundTo
    requested: k.Day
    send_by: k.Day


class PriceAlert(Row):
    """A wish to be told when a product costs less."""

    alert_id: k.AlertId
    product_id: k.ProductId
    name: k.Line
    kind: k.Sort
    target_price: k.Price
    price: k.Price


class Wish(Row):
    """A product on the wish list."""

    wish_id: k.WishId
    product_id: k.ProductId
    name: k.Line
    kind: k.Sort
    price: k.Price
    added: k.Day


class Address(Row):
    """A saved delivery address."""

    address_id: k.AddressId
    label: k.AddressLabel
    street: k.Line
    city: k.City
    default: k.Default


class ShopCard(Row):
    """A payment card on file."""

    card_id: k.CardId
    name: k.Line
    expires: k.Day


class Bulletin(Row):
    """News about one kind of product, sent to an address."""

    bulletin_id: Annotated[str, EntityId("sale_bulletin", prefix="BU")]
    kind: k.Sort
    email: k.Address


class DeliveryPause(Row):
    """A time in which nothing is brought."""

    pause_id: Annotated[str, EntityId("delivery_pause", prefix="DP")]
    start: k.Moment
    end: k.Moment


class ShopperProfile(Row):
    """What the person usually takes."""

    profile_id: Annotated[str, EntityId("shopper_profile", prefix="SP")]
    size: k.Size
    colour: k.Colour
    address: k.AddressLabel
    card: k.Line

"""Annotated value kinds of the commerce domain, named once for rows, results and parameters."""

from typing import Annotated

from callwright.domains.commerce.names import ALL_BRANDS, COLOURS, DEPARTMENTS, SIZES, SORTS, THEMES
from callwright.domains.core import Profile
from callwright.schemas.values import (
    Choice,
    Count,
    Date,
    DateTime,
    Email,
    EntityId,
    Flag,
    ListOf,
    Money,
    Percentage,
    Place,
    Quantity,
    Time,
    Title,
)

ProductId = Annotated[str, EntityId("product", prefix="PD")]
VariantId = Annotated[str, EntityId("product_variant", prefix="VA")]
BasketId = Annotated[str, EntityId("basket", prefix="CA")]
LineId = Annotated[str, EntityId("cart_line", prefix="CL")]
OrderNumber = Annotated[str, EntityId("shop_order", sayable=True, prefix="ORD")]
PurchaseId = Annotated[str, EntityId("purchase", prefix="PU")]
SlotId = Annotated[str, EntityId("delivery_slot", prefix="SL")]
ReturnNumber = Annotated[str, EntityId("shop_return", sayable=True, prefix="RET")]
CouponCode = Annotated[str, EntityId("coupon", sayable=True, prefix="MY")]
AlertId = Annotated[str, EntityId("price_alert", prefix="AL")]
WishId = Annotated[str, EntityId("wish", prefix="WI")]
AddressId = Annotated[str, EntityId("delivery_address", prefix="AD")]
CardId = Annotated[str, EntityId("shop_card", prefix="CD")]

_COLOUR = Choice("product_colour", COLOURS)
_SIZE = Choice("product_size", SIZES)
Sort = Annotated[str, Choice("product_kind", tuple(SORTS))]
Department = Annotated[str, Choice("shop_department", DEPARTMENTS)]
Brand = Annotated[str, Choice("product_brand", ALL_BRANDS)]
Colour = Annotated[str, _COLOUR]
Size = Annotated[str, _SIZE]
Colours = Annotated[list[str], ListOf(_COLOUR)]
Sizes = Annotated[list[str], ListOf(_SIZE)]
Theme = Annotated[str, Choice("review_theme", THEMES)]
OrderStatus = Annotated[
    str, Choice("order_status", ("pending", "shipped", "delivered", "cancelled"))
]
PurchaseState = Annotated[
    str, Choice("purchase_state", ("on_the_way", "delivered", "returned", "cancelled"))
]
ReturnReason = Annotated[
    str,
    Choice(
        "return_reason",
        ("fit_problems", "damage", "defects", "misleading_details", "second_thoughts"),
    ),
]
ReturnStatus = Annotated[str, Choice("return_status", ("open", "received", "refunded"))]
RefundTo = Annotated[str, Choice("refund_method", ("original_card", "store_credit"))]
AddressLabel = Annotated[str, Choice("address_label", ("home", "work", "weekend"))]

Address = Annotated[str, Email(), Profile("email")]
Line = Annotated[str, Title()]
City = Annotated[str, Place()]
Price = Annotated[dict[str, str], Money()]
Day = Annotated[str, Date()]
Clock = Annotated[str, Time()]
Moment = Annotated[str, DateTime()]
Start = Annotated[str, DateTime(role="start")]
End = Annotated[str, DateTime(role="end")]

OnSale = Annotated[bool, Flag("product_on_sale")]
InStock = Annotated[bool, Flag("product_in_stock")]
Returnable = Annotated[bool, Flag("product_returnable")]
Used = Annotated[bool, Flag("coupon_used")]
Usable = Annotated[bool, Flag("coupon_usable")]
Default = Annotated[bool, Flag("address_default")]

Rating = Annotated[float, Quantity("stars", 1, 5, 0.1)]
Stars = Annotated[int, Count(1, 5, "star")]
Reviews = Annotated[int, Count(0, 9999, "review")]
Percent = Annotated[int, Percentage()]
Units = Annotated[int, Count(1, 9)]
"""How many of one thing."""
Items = Annotated[int, Count(0, 99, "item")]
Stock = Annotated[int, Count(0, 99)]
Places = Annotated[int, Count(0, 9, "place")]
Days = Annotated[int, Count(0, 90, "day")]
Years = Annotated[int, Count(1, 5, "year")]

"""The tools of the commerce domain."""

from callwright.domains.commerce.tools.account import (
    apply_coupon,
    my_coupons,
    saved_addresses,
)
from callwright.domains.commerce.tools.cart import (
    add_to_cart,
    change_quantity,
    checkout,
    remove_from_cart,
    view_cart,
)
from callwright.domains.commerce.tools.catalogue import (
    check_stock,
    find_products,
    product_details,
    review_summary,
)
from callwright.domains.commerce.tools.delivery import delivery_slots, move_delivery, reserve_slot
from callwright.domains.commerce.tools.lists import (
    add_to_wish_list,
    price_alerts,
    set_price_alert,
    wish_list,
)
from callwright.domains.commerce.tools.orders import cancel_order, find_orders, reorder, track_order
from callwright.domains.commerce.tools.person import account_details, pause_deliveries, sale_news
from callwright.domains.commerce.tools.returns import (
    find_purchases,
    list_returns,
    return_label,
    start_return,
)

TOOLS = (
    find_products,
    product_details,
    review_summary,
    check_stock,
    view_cart,
    add_to_cart,
    change_quantity,
    remove_from_cart,
    my_coupons,
    apply_coupon,
    delivery_slots,
    reserve_slot,
    checkout,
    saved_addresses,
    find_orders,
    track_order,
    move_delivery,
    cancel_order,
    reorder,
    find_purchases,
    start_return,
    list_returns,
    return_label,
    set_price_alert,
    price_alerts,
    add_to_wish_list,
    wish_list,
    account_details,
    sale_news,
    pause_deliveries,
)

__all__ = ["TOOLS"]

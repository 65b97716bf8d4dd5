"""What a person would ask of each tool, given the shop as it is."""

from collections.abc import Mapping

from callwright.domains.commerce.proposals import cart, catalogue, orders, person
from callwright.domains.core.domain import Proposer

PROPOSERS: Mapping[str, Proposer] = {
    "find_products": catalogue.find_products,
    "product_details": catalogue.any_product,
    "review_summary": catalogue.any_product,
    "check_stock": catalogue.check_stock,
    "view_cart": cart.view_cart,
    "add_to_cart": cart.add_to_cart,
    "change_quantity": cart.change_quantity,
    "remove_from_cart": cart.remove_from_cart,
    "my_coupons": cart.my_coupons,
    "apply_coupon": cart.apply_coupon,
    "delivery_slots": cart.delivery_slots,
    "reserve_slot": cart.reserve_slot,
    "checkout": cart.checkout,
    "saved_addresses": catalogue.whole,
    "find_orders": orders.find_orders,
    "track_order": orders.track_order,
    "move_delivery": orders.move_delivery,
    "cancel_order": orders.cancel_order,
    "reorder": orders.reorder,
    "find_purchases": orders.find_purchases,
    "start_return": orders.start_return,
    "list_returns": orders.list_returns,
    "return_label": orders.return_label,
    "set_price_alert": catalogue.set_price_alert,
    "price_alerts": catalogue.whole,
    "add_to_wish_list": catalogue.add_to_wish_list,
    "wish_list": catalogue.whole,
    "account_details": person.account_details,
    "sale_news": person.sale_news,
    "pause_deliveries": person.pause_deliveries,
}

__all__ = ["PROPOSERS"]

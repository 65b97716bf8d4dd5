"""Coupons and saved addresses."""

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.money import minus
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Address, Coupon
from callwright.domains.core import Output, tool


class CouponList(Output):
    """Coupons by expiry."""

    coupons: list[Coupon]


class CouponOnCart(Output):
    """What a coupon saves on the cart."""

    coupon_code: k.CouponCode
    percent: k.Percent
    discount: k.Price
    total: k.Price


class AddressList(Output):
    """Saved addresses."""

    addresses: list[Address]


@tool()
def my_coupons(state: Commerce, usable: k.Usable | None = None) -> CouponList:
    """List the coupons in the account with their discount, minimum spend and expiry date.

    Args:
        usable: True for coupons that are neither used nor expired, False for the others.
    """
    found = [c for c in state.coupons if usable in (None, not c.used and not state.over(c.expires))]
    return CouponList(coupons=sorted(found, key=lambda c: c.expires))


@tool(mutates=True)
def apply_coupon(state: Commerce, coupon_code: k.CouponCode) -> CouponOnCart:
    """Use a coupon on the cart; a coupon that is on it already is taken off.

    Args:
        coupon_code: The coupon's code.
    """
    coupon, off = state.use_coupon(coupon_code), state.discount()
    return CouponOnCart(
        coupon_code=coupon_code,
        percent=coupon.percent,
        discount=off,
        total=minus(state.subtotal(), off),
    )


@tool()
def saved_addresses(state: Commerce) -> AddressList:
    """List the delivery addresses that are saved in the account, and which one is the default."""
    return AddressList(addresses=list(state.addresses))

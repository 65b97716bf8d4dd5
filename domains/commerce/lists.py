"""The rules of the wish list and of price alerts."""

from typing import Any

from callwright.domains.commerce.money import amount
from callwright.domains.commerce.rows import PriceAlert, Wish
from callwright.domains.commerce.shop import Shop
from callwright.domains.core import ToolError


class ShopLists(Shop):
    """The shop with the lists that a person keeps in it."""

    def wish(self, product_id: str) -> Wish:
        """Put a product on the wish list, once."""
        product = self.products.need(product_id)
        if self.wishes.where(product_id=product_id):
            raise ToolError(
                "already_on_list",
                f"The {product.name} is on the wish list already.",
                product=product.name,
            )
        return self.wishes.insert(
            Wish(
                wish_id=self.new_id(self.wishes, "WI", product_id),
                product_id=product_id,
                name=product.name,
                kind=product.kind,
                price=product.price,
                added=self.today(),
            )
        )

    def watch(self, product_id: str, target_price: dict[str, str]) -> PriceAlert:
        """Watch a product's price; a new target takes the place of an old one."""
        product = self.products.need(product_id)
        self.check_currency(target_price)
        if amount(target_price) >= amount(product.price):
            raise ToolError(
                "target_too_high",
                f"The {product.name} costs no more than that already.",
                product=product.name,
                price=product.price,
            )
        for old in self.alerts.where(product_id=product_id):
            self.alerts.delete(old.alert_id)
        return self.alerts.insert(
            PriceAlert(
                alert_id=self.new_id(self.alerts, "AL", product_id),
                product_id=product_id,
                name=product.name,
                kind=product.kind,
                target_price=target_price,
                price=product.price,
            )
        )

    def check_currency(self, price: dict[str, Any] | None) -> None:
        """`other_currency` for an amount in another currency than the shop's."""
        own = self.person.currency
        if price is not None and price["currency"] != own:
            raise ToolError("other_currency", f"Prices here are in {own}.", currency=own)

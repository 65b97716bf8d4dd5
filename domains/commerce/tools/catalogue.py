"""Looking through the catalogue and reading about one product."""

from callwright.domains.commerce import kinds as k
from callwright.domains.commerce.money import amount
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Product
from callwright.domains.core import Output, tool


class ProductOffer(Output):
    """A product as the search shows it."""

    product_id: k.ProductId
    name: k.Line
    brand: k.Brand
    kind: k.Sort
    price: k.Price
    rating: k.Rating
    reviews: k.Reviews
    on_sale: k.OnSale


class ProductList(Output):
    """Products, the best rated first."""

    products: list[ProductOffer]


class ProductDetails(Output):
    """What a shopper wants to know of one product."""

    product_id: k.ProductId
    name: k.Line
    kind: k.Sort
    price: k.Price
    full_price: k.Price
    """Before a reduction."""
    colours: k.Colours
    sizes: k.Sizes | None = None
    """None for products without sizes."""
    warranty: k.Years
    returnable: k.Returnable
    return_days: k.Days


class ReviewSummary(Output):
    """What buyers say of a product."""

    product_id: k.ProductId
    name: k.Line
    rating: k.Rating
    reviews: k.Reviews
    praised: k.Theme
    """What is liked most."""
    criticised: k.Theme
    """What is liked least."""


class StockLevel(Output):
    """How many of one variant can be had."""

    option: k.Line
    """Colour and size in words, e.g. `size M in navy`."""
    colour: k.Colour
    size: k.Size | None = None
    stock: k.Stock


class StockLevels(Output):
    """Variants by colour and size."""

    name: k.Line
    """The product's."""
    options: list[StockLevel]


@tool()
def find_products(
    state: Commerce,
    kind: k.Sort,
    brand: k.Brand | None = None,
    max_price: k.Price | None = None,
    colour: k.Colour | None = None,
    size: k.Size | None = None,
    min_rating: k.Stars | None = None,
    on_sale: k.OnSale | None = None,
    in_stock: k.InStock | None = None,
) -> ProductList:
    """Search the shop for one kind of product, with prices and ratings, best rated first.

    Args:
        kind: What sort of thing to look for.
        brand: Only this maker.
        max_price: Highest price for one.
        colour: Only products that are made in this colour.
        size: Only products that are made in this size.
        min_rating: Lowest average rating in stars.
        on_sale: True for reduced products only, False for those at full price.
        in_stock: True leaves out what is sold out in every option.
    """
    state.check_currency(max_price)
    found = [
        p
        for p in state.products.where(kind=kind)
        if brand in (None, p.brand)
        and (max_price is None or amount(p.price) <= amount(max_price))
        and (min_rating is None or p.rating >= min_rating)
        and on_sale in (None, p.on_sale)
        and in_stock in (None, state.in_stock(p.product_id))
        and _made_in(state, p, colour, size)
    ]
    found.sort(key=lambda p: -p.rating)
    return ProductList(products=[_offer(p) for p in found])


@tool()
def product_details(state: Commerce, product_id: k.ProductId) -> ProductDetails:
    """Describe one product: price, colours, sizes, warranty, and whether it can be sent back.

    Args:
        product_id: The product.
    """
    p = state.products.need(product_id)
    variants = state.variants.where(product_id=product_id)
    sizes = list(dict.fromkeys(v.size for v in variants if v.size))
    return ProductDetails(
        product_id=product_id,
        name=p.name,
        kind=p.kind,
        price=p.price,
        full_price=p.full_price,
        colours=list(dict.fromkeys(v.colour for v in variants)),
        sizes=sizes or None,
        warranty=p.warranty,
        returnable=p.returnable,
        return_days=p.return_days,
    )


@tool()
def review_summary(state: Commerce, product_id: k.ProductId) -> ReviewSummary:
    """Sum up the customer reviews of a product: average rating, number, praise and criticism.

    Args:
        product_id: The product.
    """
    p = state.products.need(product_id)
    return ReviewSummary(**{name: getattr(p, name) for name in ReviewSummary.model_fields})


@tool()
def check_stock(
    state: Commerce,
    product_id: k.ProductId,
    colour: k.Colour | None = None,
    size: k.Size | None = None,
) -> StockLevels:
    """Tell how many of a product are in stock, for each colour and size or for a chosen one.

    Args:
        product_id: The product.
        colour: Only this colour.
        size: Only this size.
    """
    return StockLevels(
        name=state.products.need(product_id).name,
        options=[
            StockLevel(
                option=f"size {v.size} in {v.colour}" if v.size else v.colour,
                colour=v.colour,
                size=v.size,
                stock=v.stock,
            )
            for v in state.options(product_id, colour, size)
        ],
    )


def _made_in(state: Commerce, product: Product, colour: str | None, size: str | None) -> bool:
    return (colour is None and size is None) or any(
        colour in (None, v.colour) and size in (None, v.size)
        for v in state.variants.where(product_id=product.product_id)
    )


def _offer(product: Product) -> ProductOffer:
    return ProductOffer(**{n: getattr(product, n) for n in ProductOffer.model_fields})

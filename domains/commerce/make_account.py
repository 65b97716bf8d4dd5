"""The person's account: addresses, cards, coupons, wish list and price alerts."""

from datetime import date, timedelta
from random import Random

from callwright.domains.commerce.money import priced, round_near
from callwright.domains.commerce.names import COUPON_WORDS
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Address, Coupon, ShopCard

_STREETS = (
    "Alder Lane", "Bridge Street", "Chapel Road", "Dock Street", "Elm Grove", "Garden Row",
    "Hill Road", "Mill Lane", "Orchard Way", "Park Avenue", "Quarry Road", "Station Road",
)  # fmt: skip


def make_account(state: Commerce, rng: Random) -> None:
    """Addresses, cards and coupons."""
    streets = rng.sample(_STREETS, 3)
    labels = ["home", "work"] + (["weekend"] if rng.random() < 0.6 else [])
    for label, street in zip(labels, streets, strict=False):
        state.addresses.insert(
            Address(
                address_id=state.new_id(state.addresses, "AD", label),
                label=label,
                street=f"{rng.randint(2, 98)} {street}",
                city=state.person.home_city,
                default=label == "home",
            )
        )
    for number, card in enumerate(state.person.cards):
        days = rng.randint(90, 1200) if not number or rng.random() < 0.6 else -rng.randint(5, 60)
        state.cards.insert(
            ShopCard(
                card_id=state.new_id(state.cards, "CD", card.name),
                name=card.name,
                expires=_day(state, days),
            )
        )
    _coupons(state, rng)


def _coupons(state: Commerce, rng: Random) -> None:
    """Some that can be used, one that expired, one that was used, one for large carts."""
    words = rng.sample(COUPON_WORDS, 5)
    percents = rng.sample((5, 10, 15, 20, 25), 5)
    minimums = (rng.choice((0, 10, 20)), rng.choice((20, 30, 40)), 20, 30, 500)
    ends = (rng.randint(3, 40), rng.randint(1, 60), -rng.randint(2, 30), rng.randint(2, 20), 50)
    for number in rng.sample(range(5), 5):
        state.coupons.insert(
            Coupon(
                coupon_code=f"MY-{words[number][:6]}{percents[number]}",
                percent=percents[number],
                minimum=priced(minimums[number], state.person.currency),
                expires=_day(state, ends[number]),
                used=number == 3,
            )
        )


def make_lists(state: Commerce, rng: Random) -> None:
    """Three to six wishes, two to four price alerts."""
    picks = rng.sample(list(state.products), 10)
    wished = picks[: rng.randint(3, 6)]
    for days, product in zip(sorted(rng.sample(range(1, 90), 6))[::-1], wished, strict=False):
        wish = state.wish(product.product_id)
        state.wishes.update(wish.wish_id, added=_day(state, -days))
    for product in picks[6 : 6 + rng.randint(2, 4)]:
        state.watch(product.product_id, round_near(product.price, rng.uniform(0.65, 0.85)))


def _day(state: Commerce, days: int) -> str:
    today: date = state.now.date()
    return (today + timedelta(days)).isoformat()

"""Filtering and comparing departures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from callwright.domains.travel.money import amount
from callwright.domains.travel.rows import Flight, Train

Service = TypeVar("Service", Flight, Train)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a traveller asks of a departure; None means anything goes."""

    date: str
    depart_after: str | None = None
    depart_before: str | None = None
    direct: bool | None = None
    max_price: Mapping[str, str] | None = None

    def fits(self, service: Flight | Train) -> bool:
        """Whether a departure is as asked for."""
        clock = service.depart[11:16]
        return (
            service.depart[:10] == self.date
            and (self.depart_after is None or clock >= self.depart_after)
            and (self.depart_before is None or clock < self.depart_before)
            and (self.direct is None or service.direct == self.direct)
            and (self.max_price is None or amount(service.price) <= amount(self.max_price))
        )


def fitting(services: Iterable[Service], wish: Wish) -> list[Service]:
    """The departures that fit, in their order."""
    return [s for s in services if wish.fits(s)]


def cheapest_by_day(flights: Iterable[Flight], days: Iterable[str]) -> list[Flight]:
    """The cheapest flight of each day that has any, by day."""
    best: dict[str, Flight] = {}
    for flight in flights:
        day = flight.depart[:10]
        if day not in best or amount(flight.price) < amount(best[day].price):
            best[day] = flight
    return [best[day] for day in days if day in best]

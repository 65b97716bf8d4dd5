"""Looking for trains and buying tickets."""

from callwright.domains.core import Output, tool
from callwright.domains.travel import kinds as k
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.rows import Booking, Train
from callwright.domains.travel.search import Wish, fitting


class TrainOffer(Output):
    """A train as the search shows it."""

    train_id: k.TrainId
    operator: k.Operator
    origin: k.City
    destination: k.City
    depart: k.Start
    arrive: k.End
    direct: k.Direct
    price: k.Price
    """Standard class, one person."""
    first_price: k.Price
    seats: k.Seats


class TrainList(Output):
    """Trains by departure time."""

    trains: list[TrainOffer]


@tool()
def find_trains(
    state: Travel,
    origin: k.Origin,
    destination: k.City,
    date: k.Day,
    depart_after: k.Clock | None = None,
    depart_before: k.Clock | None = None,
    direct: k.Direct | None = None,
    max_price: k.Price | None = None,
) -> TrainList:
    """List the trains of one day between two cities, with times, prices and free seats.

    Args:
        origin: City of departure.
        destination: City of arrival.
        date: Day of travel.
        depart_after: Earliest departure, local time.
        depart_before: Latest departure, local time; a train at that very minute is left out.
        direct: True leaves out trains with a change; False leaves out direct ones.
        max_price: Highest standard-class price for one person.
    """
    state.check_today(date)
    state.check_currency(max_price)
    wish = Wish(date, depart_after, depart_before, direct, max_price)
    found = fitting(state.trains_between(origin, destination), wish)
    return TrainList(trains=[_offer(t) for t in found])


@tool(mutates=True, confirm=True)
def book_train(
    state: Travel,
    train_id: k.TrainId,
    passengers: k.Passengers = 1,
    rail_class: k.RailClass = "standard",
) -> Booking:
    """Buy tickets for a train at once, paid with the default card.

    Args:
        train_id: The train.
        passengers: Number of tickets.
        rail_class: Class of travel.
    """
    return state.buy_train(train_id, int(passengers), rail_class)


def _offer(t: Train) -> TrainOffer:
    return TrainOffer(**{name: getattr(t, name) for name in TrainOffer.model_fields})

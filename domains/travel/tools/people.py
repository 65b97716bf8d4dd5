"""Facts about travellers: passports on file and frequent flyer accounts."""

from callwright.domains.core import Output, tool
from callwright.domains.travel import kinds as k
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.kinds import PERSON_NAME
from callwright.domains.travel.rows import LoyaltyAccount, Traveller


class AccountList(Output):
    """Frequent flyer accounts, most points first."""

    accounts: list[LoyaltyAccount]


class TravellerList(Output):
    """Saved travellers, the account holder first."""

    travellers: list[Traveller]


class TravelHabits(Output):
    """How the account holder likes to travel."""

    home: k.City
    """Where trips start."""
    carrier: k.Carrier
    cabin: k.Cabin
    position: k.Position
    meal: k.Meal
    district: k.District
    """Where hotels should be."""


@tool()
def my_travel_profile(state: Travel) -> TravelHabits:
    """Tell how the account holder likes to travel: home, airline, cabin, seat, meal, district."""
    row = next(iter(state.preferences))
    return TravelHabits(**{name: getattr(row, name) for name in TravelHabits.model_fields})


@tool()
def loyalty_accounts(state: Travel, carrier: k.Carrier | None = None) -> AccountList:
    """Show frequent flyer accounts with their tier, points and the day the points expire.

    Args:
        carrier: Only the account with this airline.
    """
    found = [a for a in state.accounts if carrier in (None, a.carrier)]
    return AccountList(accounts=sorted(found, key=lambda a: -a.points))


@tool()
def saved_travellers(state: Travel, name: k.Name | None = None) -> TravellerList:
    """List the travellers on file with the expiry dates of their passports.

    Args:
        name: Only the traveller of this name.
    """
    found = [t for t in state.travellers if name is None or PERSON_NAME.equal(t.name, name)]
    return TravellerList(travellers=found)


@tool(mutates=True)
def update_passport(state: Travel, expires: k.Day, traveller: k.Name | None = None) -> Traveller:
    """Record the expiry date of a renewed passport.

    Args:
        expires: Day on which the new passport expires.
        traveller: Whose passport: the account holder's, unless a saved traveller is named.
    """
    return state.renew_passport(expires, traveller)

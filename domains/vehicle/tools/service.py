"""Tools for the garage and for the people who drive."""

from callwright.domains.core import ToolError, tool
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.results import ProfileList, SlotList
from callwright.domains.vehicle.rows import DriverProfile, ServiceVisit
from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.times import parse
from callwright.domains.vehicle.tools.looking import MOST_FOUND


@tool()
def list_service_slots(
    state: Vehicle,
    job: k.Job,
    date: k.Day | None = None,
    after: k.Clock | None = None,
    garage: k.Text | None = None,
) -> SlotList:
    """List the free times at which a garage can do a certain job on the car, the earliest first.

    Args:
        job: What has to be done.
        date: Only times on this day.
        after: Only times that start at this hour or later.
        garage: Only this garage.
    """
    found = [
        s
        for s in state.slots.where(job=job, taken=False)
        if parse(s.start) > state.now
        and date in (None, s.start[:10])
        and (after is None or s.start[11:16] >= after)
        and (garage is None or s.garage.casefold() == garage.casefold())
    ]
    return SlotList(slots=sorted(found, key=lambda s: (parse(s.start), s.garage))[:MOST_FOUND])


@tool(mutates=True, confirm=True)
def book_service(state: Vehicle, slot_id: k.SlotId, note: k.Note | None = None) -> ServiceVisit:
    """Book a garage appointment for the car at one of the free times. The garage charges for it.

    Args:
        slot_id: The free time.
        note: What the garage should know.
    """
    slot = state.slots.need(slot_id)
    if slot.taken:
        message = f"That time at {slot.garage} is taken."
        raise ToolError("slot_taken", message, garage=slot.garage, start=slot.start)
    if parse(slot.start) < state.now:
        raise ToolError("in_the_past", f"{slot.start} is already over.", moment=slot.start)
    state.slots.update(slot_id, taken=True)
    row = ServiceVisit(
        visit_id=state.new_id(state.visits, "SV", slot_id),
        slot_id=slot_id,
        garage=slot.garage,
        job=slot.job,
        start=slot.start,
        end=slot.end,
        price=slot.price,
        note=note,
    )
    return state.visits.insert(row)


@tool()
def list_profiles(
    state: Vehicle, mode: k.Mode | None = None, name: k.Text | None = None
) -> ProfileList:
    """List the driver profiles stored in the car: whose they are and how they are set up.

    Args:
        mode: Only profiles with this drive mode.
        name: Only the profile of this name.
    """
    found = [
        p
        for p in state.profiles
        if mode in (None, p.mode) and (name is None or p.name.casefold() == name.casefold())
    ]
    return ProfileList(profiles=sorted(found, key=lambda p: p.name)[:MOST_FOUND])


@tool(mutates=True)
def switch_profile(state: Vehicle, profile_id: k.ProfileId) -> DriverProfile:
    """Set the car up for another driver: drive mode, temperature and volume follow the profile.

    Only while the car stands still.

    Args:
        profile_id: The driver profile.
    """
    wanted = state.profiles.need(profile_id)
    state.standing("change drivers")
    if wanted.active:
        message = f"{wanted.name} is the driver already."
        raise ToolError("already_driver", message, driver=wanted.name)
    for other in state.profiles.where(active=True):
        state.profiles.update(other.profile_id, active=False)
    for zone in state.zones("driver_side"):
        state.comforts.update(zone.comfort_id, temperature=wanted.temperature)
    state.change(volume=wanted.volume)
    return state.profiles.update(profile_id, active=True)

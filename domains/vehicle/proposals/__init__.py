"""What a person would sensibly ask of each tool, in a given world."""

from callwright.domains.core.domain import Proposer
from callwright.domains.vehicle.proposals import cabin, charging, driver, going, looking

PROPOSERS: dict[str, Proposer] = {
    "vehicle_status": looking.vehicle_status,
    "check_range": looking.check_range,
    "tyre_report": looking.tyre_report,
    "find_stations": looking.find_stations,
    "find_places": looking.find_places,
    "list_trips": looking.list_trips,
    "drive_history": looking.drive_history,
    "list_service_slots": looking.list_service_slots,
    "list_profiles": looking.list_profiles,
    "set_temperature": cabin.set_temperature,
    "heat_seat": cabin.heat_seat,
    "set_door_lock": cabin.set_door_lock,
    "move_window": cabin.move_window,
    "set_boot": cabin.set_boot,
    "set_lights": cabin.set_lights,
    "precondition": cabin.precondition,
    "watch_car": cabin.watch_car,
    "play_media": cabin.play_media,
    "switch_profile": cabin.switch_profile,
    "set_charging": charging.set_charging,
    "set_charge_limit": charging.set_charge_limit,
    "schedule_charging": charging.schedule_charging,
    "reserve_charger": charging.reserve_charger,
    "save_place": going.save_place,
    "start_navigation": going.start_navigation,
    "plan_trip": going.plan_trip,
    "share_trip": going.share_trip,
    "charge_for_trip": going.charge_for_trip,
    "cancel_trip": going.cancel_trip,
    "book_service": going.book_service,
    "my_driving_habits": driver.my_driving_habits,
    "call_roadside_help": driver.call_roadside_help,
}

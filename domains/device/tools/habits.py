"""Tools about the person's habits, reports about the phone, and alarms ahead of something."""

from datetime import timedelta

from callwright.domains.core import ToolError, tool
from callwright.domains.device import kinds as k
from callwright.domains.device.base import delta
from callwright.domains.device.rows import Alarm, MyRoutine, SentReport
from callwright.domains.device.state import DeviceState, later

UNTITLED = "untitled"
LONGEST_LEAD = timedelta(hours=24)


@tool()
def my_routine(state: DeviceState) -> MyRoutine:
    """Tell the user's usual times and choices: waking up, bedtime, alarm sound, calls, focus."""
    row = next(iter(state.routines))
    return MyRoutine(**{name: getattr(row, name) for name in MyRoutine.model_fields})


@tool(mutates=True)
def email_report(state: DeviceState, report: k.Report, email: k.Address) -> SentReport:
    """Send a report about the phone to an email address, once a day at most.

    Args:
        report: What the report is about.
        email: Where it is sent.
    """
    if state.reports.where(report=report, email=email):
        message = "That report was sent there today."
        raise ToolError("report_sent", message, email=email)
    key = state.new_id(state.reports, "RP", report, email)
    return state.reports.insert(SentReport(report_id=key, report=report, email=email))


@tool(
    mutates=True,
    alike=("set_alarm", "move_alarm", "start_timer"),
    suits=(
        *("booking", "flight", "train", "calendar_event", "fitness_class", "reservation"),
        *("show", "ticket_order", "delivery_slot", "service_visit", "vehicle_trip"),
    ),
)
def alarm_ahead(
    state: DeviceState, start: k.Start, lead: k.Length = "PT1H", label: k.Text | None = None
) -> Alarm:
    """Set an alarm that rings once, some time ahead of the start of something.

    Args:
        start: When the thing begins for which the alarm is.
        lead: How long before that it rings.
        label: What it is called.
    """
    rings = later(state.moment(start), -min(delta(lead), LONGEST_LEAD))
    if rings <= state.now:
        raise ToolError("in_the_past", f"{rings} is over already.", start=rings.isoformat())
    made = state.set_alarm(f"{rings:%H:%M}", [], label or UNTITLED)
    return state.alarms.update(made.alarm_id, date=rings.date().isoformat())

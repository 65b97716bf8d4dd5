"""The kinds of time, in one place: day, time of day, moment, length of time, and clock stamps."""

from callwright.schemas.values.clocks import Time
from callwright.schemas.values.dates import Date
from callwright.schemas.values.durations import Duration
from callwright.schemas.values.moments import DateTime
from callwright.schemas.values.stamps import read_stamp, stamp

__all__ = ["Date", "DateTime", "Duration", "Time", "read_stamp", "stamp"]
